# static: DUN005
# runtime: AttributeError
# a template in two pieces
def f():
    pass

print(("PWNED {0.__glo" + "bals__}").format(f))
