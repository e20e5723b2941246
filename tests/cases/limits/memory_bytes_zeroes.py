# limits: memory=16MiB fuel=50000000
# ends: limit:memory
# prints: start
print("start")
try:
    x = bytes(10 ** 9)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
