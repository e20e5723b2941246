# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    a = [0] * 20000
    b = [0] * 20000
    for i in range(10 ** 6):
        a == b
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
