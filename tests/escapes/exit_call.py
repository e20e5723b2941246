# static: BLT001
# runtime: NameError
# leaving early
exit(3)
print("PWNED")
