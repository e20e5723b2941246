# static: DUN004
# runtime: AttributeError
# a name in two pieces
f = lambda: 0
print("PWNED", getattr(f, "__glo" + "bals__"))
