# static: DUN004
# runtime: AttributeError
# a name by replacement
print("PWNED", getattr(lambda: 0, "--code--".replace("-", "_")))
