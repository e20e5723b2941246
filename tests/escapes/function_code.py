# static: DUN001
# runtime: AttributeError
# the code of a function
print("PWNED", (lambda: 0).__code__)
