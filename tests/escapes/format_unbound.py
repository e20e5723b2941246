# static: DUN005
# runtime: AttributeError
# the method of the class
def f():
    pass

print(str.format("PWNED {0.__globals__}", f))
