# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
class Hide:
    def __enter__(self): return self
    def __exit__(self, *a): return True
while True:
    with Hide():
        while True:
            pass
