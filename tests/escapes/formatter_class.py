# static: DUN005
# runtime: AttributeError
# the class behind it
import string

def f():
    pass

print(string.Formatter().format("PWNED {0.__globals__}", f))
