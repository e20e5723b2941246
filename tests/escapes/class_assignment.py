# static: DUN001
# runtime: AttributeError
# retyping an instance
class A:
    pass

class B:
    pass

a = A()
a.__class__ = B
print("PWNED", a)
