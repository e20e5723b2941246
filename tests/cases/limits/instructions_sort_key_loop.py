# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    def key(v):
        while True:
            pass
    sorted([2, 1], key=key)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
