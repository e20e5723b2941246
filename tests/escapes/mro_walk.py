# static: DUN001
# runtime: AttributeError
# the classes of a class
print("PWNED", int.__mro__[-1])
