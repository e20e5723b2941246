# limits: recursion=200 fuel=20000000
# ends: limit:recursion
# prints: start
print("start")
try:
    class A:
        def __contains__(self, x): return x in self
    1 in A()
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
