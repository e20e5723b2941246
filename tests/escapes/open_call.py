# static: BLT001
# runtime: NameError
# a file
print("PWNED", open("/etc/hostname").read())
