# static: DUN001
# runtime: AttributeError
# the module of a builtin
print("PWNED", print.__self__)
