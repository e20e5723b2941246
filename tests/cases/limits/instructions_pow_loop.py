# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    x = 3
    while True:
        x = pow(x, 3, 10 ** 50)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
