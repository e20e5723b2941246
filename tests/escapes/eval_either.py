# static: BLT001
# runtime: NameError
# one of two
run = eval if 1 < 2 else len
print("PWNED", run("1"))
