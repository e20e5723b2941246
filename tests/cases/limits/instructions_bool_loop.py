# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class T:
        def __bool__(self): return True
    t = T()
    while t:
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
