# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    xs = list(range(20000))
    for i in range(10 ** 6):
        xs.index(19999)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
