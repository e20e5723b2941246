# static: DUN004
# runtime: AttributeError
# setting by name
class A:
    pass

a = A()
setattr(a, "__cl" + "ass__", dict)
print("PWNED", a)
