# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class C:
        def __lt__(self, other):
            while True:
                pass
    sorted([C(), C()])
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
