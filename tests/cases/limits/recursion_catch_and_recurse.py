# limits: recursion=200 fuel=20000000
# ends: limit:recursion
# prints: start
print("start")
def f():
    try:
        f()
    except BaseException:
        print("SWALLOWED")
        f()
f()
print("SWALLOWED: after")
