# static: BLT002
# runtime: TypeError
# under another name
make = type
print("PWNED", make("A", (), {}))
