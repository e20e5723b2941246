# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class Forever:
        def __iter__(self): return self
        def __next__(self): return 0
    for x in Forever():
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
