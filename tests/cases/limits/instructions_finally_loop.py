# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
def f():
    while True:
        try:
            return 1
        finally:
            continue
f()
