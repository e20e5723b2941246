# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    def forever():
        while True:
            yield 1
    for x in forever():
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
