# static: DUN004
# runtime: AttributeError
# a name from a format template
print("PWNED", getattr(lambda: 0, "__{}__".format("code")))
