# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class Seq:
        def __getitem__(self, i): return i
    for x in Seq():
        pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
