# static: DUN005
# runtime: AttributeError
# from a mapping
def f():
    pass

print("PWNED {f.__globals__}".format_map({"f": f}))
