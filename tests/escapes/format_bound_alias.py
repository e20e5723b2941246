# static: DUN005
# runtime: AttributeError
# the bound method under a name
def f():
    pass

show = "PWNED {0.__globals__}".format
print(show(f))
