# limits: recursion=200 fuel=20000000
# ends: limit:recursion
# prints: start
print("start")
try:
    import collections
    d = collections.defaultdict(lambda: d[len(d)] if False else d[object()])
    d[0]
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
