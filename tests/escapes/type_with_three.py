# static: BLT002
# runtime: TypeError
# a class out of sight
kind = type("A", (object,), {"__getattr__": lambda self, name: name})
print("PWNED", kind().anything)
