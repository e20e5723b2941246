# An entry of `__dict__` does not hide the data descriptors `__class__` and `__dict__`.
import types


class Plain:
    pass


class Filled:
    def __init__(self, **given):
        self.__dict__.update(given)


class Named:
    __class__ = 5


first = Plain()
first.__dict__["__class__"] = int
first.__dict__["__dict__"] = {"q": 1}
print(first.__class__, vars(first), first.__dict__, isinstance(first, int), type(first))
for _ in range(3):
    print(first.__class__ is Plain, getattr(first, "__dict__") is vars(first))
second = Filled(__class__=str, __dict__={"z": 1}, a=2)
print(second.__class__, sorted(vars(second)), second.a, isinstance(second, str))
third = types.SimpleNamespace(__class__=int, __dict__={"a": 1})
print(third.__class__, vars(third))
fourth = Named()
print(fourth.__class__)
fourth.__dict__["__class__"] = 6
print(fourth.__class__)
try:
    raise ValueError("x")
except ValueError as error:
    error.__dict__["__class__"] = int
    print(error.__class__, error.__dict__)
