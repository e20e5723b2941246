# static: DUN004
# runtime: AttributeError
# the default lookup, called by the library on the program's behalf
def f():
    pass

print("PWNED", list(map(object.__getattribute__, [f], ["__code__"])))
