# limits: instructions=200000
# ends: limit:instructions
# prints: start
print("start")
def f():
    while True:
        try:
            return 1
        finally:
            continue
f()
