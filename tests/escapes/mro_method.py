# static: ATT003
# runtime: AttributeError
# the same as a method
print("PWNED", int.mro())
