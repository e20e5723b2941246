# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    for a in range(10 ** 4):
        for b in range(10 ** 4):
            for c in range(10 ** 4):
                pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
