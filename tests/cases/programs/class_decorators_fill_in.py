"""Decorators of classes that fill in operators, by name and by assignment: what the default policy has nothing against."""


def reflected(cls):
    for name in ("sub", "mul", "floordiv"):
        def swapped(self, other, name=name):
            forward = {"sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "floordiv": lambda a, b: a // b}[name]
            return cls(forward(other, self.value))
        setattr(cls, f"__r{name}__", swapped)
    return cls


def powers(cls):
    def __pow__(self, exponent, modulus=None):
        return cls(pow(self.value, exponent, modulus))

    cls.__pow__ = __pow__
    setattr(cls, "__matmul__", lambda self, other: cls(self.value * other.value))
    cls.__xor__ = cls.__and__ = lambda self, other: cls(self.value & other.value)
    cls.__abs__ = lambda self: cls(abs(self.value))
    cls.__invert__ = lambda self: cls(~self.value)
    cls.__ipow__ = lambda self, exponent: cls(-self.value ** exponent)
    cls.__divmod__ = lambda self, other: (cls(self.value // other), cls(self.value % other))
    cls.__round__ = lambda self, digits=None: cls(round(self.value, digits))
    return cls


@powers
@reflected
class Number:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Number({self.value})"


two, six = Number(2), Number(6)
print(10 - two, 3 * six, 13 // six, two ** 5, pow(six, 3, 7), two @ six, six ^ two, six & two, abs(Number(-3)), ~six, divmod(six, 4), round(Number(1234), -2))
two **= 3
print(two)
try:
    two << 1
except TypeError as error:
    print(error)
