# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    last = None
    while True:
        error = ValueError('x' * 100)
        error.__context__ = last
        last = error
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
