# static: DUN001
# runtime: AttributeError
# deleting what answers for every attribute
class A:
    def __setattr__(self, name, value):
        raise TypeError(name)

del A.__setattr__
print("PWNED", A())
