# static: BLT001
# runtime: NameError
# code from text
print("PWNED", eval("1 + 1"))
