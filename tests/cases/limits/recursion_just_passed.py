# limits: recursion=200
# ends: limit:recursion
# prints: start
print("start")
try:
    def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    print(depth(250))
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
