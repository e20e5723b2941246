# static: DUN002
# runtime: NameError
# the interpreter's own name
print("PWNED", __builtins__)
