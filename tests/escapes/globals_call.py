# static: nothing
# runtime: KeyError
# the builtins among the variables of the module: the policy hides the name
print("PWNED", globals()["__builtins__"]["eval"])
