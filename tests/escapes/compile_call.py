# static: BLT001
# runtime: NameError
# code objects from text
print("PWNED", compile("1", "x", "eval"))
