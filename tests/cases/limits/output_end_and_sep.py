# limits: output=1KiB fuel=5000000
# ends: limit:output
# prints: start
print("start")
try:
    print(*range(10 ** 5), sep='-' * 50, end='')
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
