# static: DUN004
# runtime: AttributeError
# a name from a comprehension
name = "".join(chr(c + 1) for c in [94, 94, 98, 110, 99, 100, 94, 94])
print("PWNED", getattr(lambda: 0, name))
