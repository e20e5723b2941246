# static: DUN001
# runtime: AttributeError
# rewriting defaults
def f(x=1):
    return x

f.__defaults__ = (2,)
print("PWNED", f())
