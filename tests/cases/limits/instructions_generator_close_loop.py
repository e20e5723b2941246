# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    def g():
        try:
            yield
        finally:
            while True:
                pass
    it = g()
    next(it)
    it.close()
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
