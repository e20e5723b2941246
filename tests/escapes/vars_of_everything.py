# static: nothing
# runtime: KeyError
# the same by the local variables of the module
print("PWNED", vars()["__builtins__"]["eval"])
