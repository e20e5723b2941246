# static: DUN005
# runtime: AttributeError
# a format field
def f():
    pass

print("PWNED {0.__globals__}".format(f))
