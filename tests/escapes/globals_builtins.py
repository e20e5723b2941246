# static: nothing
# runtime: KeyError
# the builtins among the variables of the module
print("PWNED", globals()["__builtins__"].eval)
