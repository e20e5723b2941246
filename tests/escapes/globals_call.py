# static: BLT001
# runtime: NameError
# the namespace itself
print("PWNED", globals()["__builtins__"])
