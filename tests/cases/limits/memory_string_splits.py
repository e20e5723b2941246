# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    s = 'a ' * 10 ** 6
    xs = [s.split() for _ in range(100)]
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
