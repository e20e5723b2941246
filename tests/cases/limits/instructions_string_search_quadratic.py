# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    s = 'a' * 50000
    for i in range(10 ** 6):
        s.find('a' * 1000 + 'b')
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
