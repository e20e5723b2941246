# static: DUN004
# runtime: AttributeError
# a name backwards
f = lambda: 0
print("PWNED", getattr(f, "__slabolg__"[::-1]))
