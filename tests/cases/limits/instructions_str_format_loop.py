# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    while True:
        '{:>10}'.format(5)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
