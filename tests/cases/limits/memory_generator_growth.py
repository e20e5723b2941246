# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    def g():
        xs = [0] * 100
        yield xs
    keep = []
    while True:
        it = g()
        next(it)
        keep.append(it)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
