# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    class R:
        def __repr__(self):
            while True:
                pass
    repr([R()])
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
