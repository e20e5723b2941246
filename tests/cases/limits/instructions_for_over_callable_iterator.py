# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    for i in iter(int, 1):
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
