# static: DUN001
# runtime: AttributeError
# the globals of a function
def f():
    pass

print("PWNED", f.__globals__)
