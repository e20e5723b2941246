# static: DUN004
# runtime: AttributeError
# a name from an f-string
part = "code"
print("PWNED", getattr(lambda: 0, f"__{part}__"))
