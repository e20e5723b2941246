# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class E:
        def __eq__(self, other):
            while True:
                pass
        def __hash__(self): return 1
    {E(): 1, E(): 2}
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
