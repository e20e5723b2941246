# static: BLT002
# runtime: TypeError
# a native calls it
print("PWNED", list(map(type, ["X"], [()], [{}])))
