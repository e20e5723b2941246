# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import itertools
    itertools.count()
    list.index([0] * 1000, 1, 0, 1000) if False else max(itertools.chain.from_iterable(itertools.repeat([1])))
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
