# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import collections, itertools
    collections.deque(itertools.count(), maxlen=0)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
