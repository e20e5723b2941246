# static: BLT001
# runtime: NameError
# as a key function
print("PWNED", max(["1", "2"], key=eval))
