# static: DUN004
# runtime: AttributeError
# a name from bytes
print("PWNED", getattr(lambda: 0, bytes.fromhex("5f5f636f64655f5f").decode()))
