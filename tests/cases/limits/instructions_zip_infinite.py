# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import itertools
    for pair in zip(itertools.count(), itertools.count()):
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
