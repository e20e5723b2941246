# static: DUN001
# runtime: AttributeError
# after the class is made
class A:
    pass

A.__del__ = lambda self: print("PWNED")
print("PWNED", A())
