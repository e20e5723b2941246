# static: DUN004
# runtime: AttributeError
# unpacked arguments
print("PWNED", getattr(*(lambda: 0, "__code__")))
