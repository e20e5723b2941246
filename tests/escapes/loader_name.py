# static: DUN002
# runtime: NameError
# the loader of the program
print("PWNED", __loader__)
