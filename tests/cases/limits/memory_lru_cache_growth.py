# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    import functools
    @functools.cache
    def f(n): return [n] * 100
    i = 0
    while True:
        f(i)
        i += 1
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
