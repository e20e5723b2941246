# limits: recursion=200 fuel=20000000
# ends: limit:recursion
# prints: start
print("start")
try:
    class D:
        def __get__(self, o, t): return o.d
    class A: d = D()
    A().d
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
