# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    keep = []
    s = 'a' * 10 ** 5 + 'b'
    while True:
        keep.append(s.partition('b'))
        s = s[1:] + 'c'
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
