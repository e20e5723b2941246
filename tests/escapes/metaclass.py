# static: CAP003
# runtime: TypeError
# a metaclass of its own
class M(type):
    def __call__(cls, *args):
        return "PWNED"

class A(metaclass=M):
    pass

print(A())
