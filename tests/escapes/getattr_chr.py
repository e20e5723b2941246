# static: DUN004
# runtime: AttributeError
# a name of character codes
u = chr(95) * 2
name = u + "".join(map(chr, [103, 108, 111, 98, 97, 108, 115])) + u
print("PWNED", getattr(lambda: 0, name))
