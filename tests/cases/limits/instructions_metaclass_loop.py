# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class M(type):
        def __call__(cls):
            while True:
                pass
    class A(metaclass=M):
        pass
    A()
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
