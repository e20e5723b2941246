# static: nothing
# runtime: TypeError
# a denied special method among the local variables of a class
class Made:
    locals()["__del__"] = lambda self: print("PWNED")

del Made
