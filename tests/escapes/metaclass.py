# static: DUN003
# runtime: TypeError
# a metaclass of its own with a special method that is denied
class M(type):
    def __subclasscheck__(cls, other):
        return "PWNED"

class A(metaclass=M):
    pass

print(issubclass(int, A))
