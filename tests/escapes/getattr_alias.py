# static: DUN004
# runtime: AttributeError
# under another name
read = getattr
print("PWNED", read(lambda: 0, "__code__"))
