# limits: recursion=200 fuel=20000000
# ends: limit:recursion
# prints: start
print("start")
try:
    class A:
        def __enter__(self):
            with self: pass
        def __exit__(self, *a): pass
    with A(): pass
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
