# static: BLT002
# runtime: TypeError
# the method that a call runs
print("PWNED", type.__call__(type, "X", (), {}))
