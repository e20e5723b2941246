# static: nothing
# runtime: AttributeError
# the loader among the variables of the module
print("PWNED", globals()["__loader__"].load_module)
