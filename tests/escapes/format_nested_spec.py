# static: DUN005
# runtime: AttributeError
# a field inside a format spec
def f():
    pass

print("PWNED {0:{1.__globals__}}".format(1, f))
