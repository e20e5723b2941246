# limits: instructions=200000
# ends: limit:instructions
# prints: start
print("start")
class Hide:
    def __enter__(self): return self
    def __exit__(self, *a): return True
while True:
    with Hide():
        while True:
            pass
