# static: DUN004
# runtime: AttributeError
# mapped
print("PWNED", list(map(getattr, [print], ["__self__"])))
