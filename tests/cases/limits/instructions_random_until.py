# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import random
    random.seed(1)
    while random.random() <= 1:
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
