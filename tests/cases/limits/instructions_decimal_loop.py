# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    from decimal import Decimal
    x = Decimal(1)
    while True:
        x = x * 3 / 3
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
