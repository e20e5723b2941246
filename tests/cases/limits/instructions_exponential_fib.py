# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)
    fib(60)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
