# limits: recursion=200 fuel=20000000
# ends: limit:recursion
# prints: start
print("start")
try:
    class H:
        def __hash__(self): return hash(self)
    hash(H())
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
