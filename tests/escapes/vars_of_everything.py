# static: BLT002
# runtime: TypeError
# the local namespace
print("PWNED", vars()["__builtins__"])
