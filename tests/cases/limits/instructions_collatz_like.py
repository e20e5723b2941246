# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    def hail(n):
        while n != 1.5:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
    hail(27)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
