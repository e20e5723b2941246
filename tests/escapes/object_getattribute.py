# static: DUN004
# runtime: AttributeError
# past the class's own hooks
read = object.__getattribute__
print("PWNED", read(print, "__self__"))
