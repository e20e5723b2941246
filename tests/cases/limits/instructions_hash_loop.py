# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class H:
        def __hash__(self):
            while True:
                pass
    {H(): 1}
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
