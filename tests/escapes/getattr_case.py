# static: DUN004
# runtime: AttributeError
# a name in capitals
print("PWNED", getattr(lambda: 0, "__CODE__".lower()))
