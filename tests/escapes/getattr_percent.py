# static: DUN004
# runtime: AttributeError
# a name from a template
print("PWNED", getattr(lambda: 0, "__%s__" % "code"))
