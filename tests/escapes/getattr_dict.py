# static: DUN004
# runtime: AttributeError
# a name out of a dict display
print("PWNED", getattr(lambda: 0, {"a": "__code__"}["a"]))
