# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class A:
        def __getattr__(self, name):
            while True:
                pass
    A().x
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
