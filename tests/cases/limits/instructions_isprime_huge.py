# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    def prime(n):
        d = 2
        while d * d <= n:
            if n % d == 0: return False
            d += 1
        return True
    prime(10 ** 18 + 9)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
