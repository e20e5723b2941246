# static: ATT003
# runtime: AttributeError
# by a computed name
def g():
    yield 1

print("PWNED", getattr(g(), "gi_" + "frame"))
