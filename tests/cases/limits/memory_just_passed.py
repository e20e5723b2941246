# limits: memory=16MiB
# ends: limit:memory
# prints: start
print("start")
try:
    s = 'x' * (17 * 1024 * 1024)
    print(len(s))
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
