"""What a frame shows as its globals are the variables of the module themselves."""
import sys
import types


def put(name, value):
    sys._getframe(1).f_globals[name] = value


X = 1
put("X", 2)
put("Y", 3)
print(X, Y)
print(sys._getframe().f_globals is globals(), sys._getframe().f_locals is globals())
del sys._getframe().f_globals["Y"]
print("Y" in globals())


def raised():
    try:
        1 / 0
    except ZeroDivisionError as e:
        return e.__traceback__


print(raised().tb_frame.f_globals is globals())

made = types.ModuleType("made")
made.put = put
exec("""
A = 1
put("A", 2)
print(A)
def f():
    put("A", 3)
    return A
print(f(), globals()["A"])
class C:
    put("A", 4)
    print(A)
def named(cls):
    globals()[cls.__name__ + "Copy"] = cls
    return cls
BCopy = object
@named
class B: pass
""", made.__dict__)
print(made.A, made.BCopy is made.B)

exec("""
import sys
def keep(cls):
    sys._getframe(1).f_globals[cls.__name__ + "Py"] = cls
    return cls
""", made.__dict__)
keep = made.keep
NamedPy = object


@keep
class Named:
    __slots__ = ("a",)


class Below(NamedPy):
    pass


print(Below.__base__)


# The base that decides how instances are laid out.
class Plain:
    pass


class Slots:
    __slots__ = ("a", "b")


class More(Slots):
    __slots__ = ("c",)


class WithDict(Slots):
    __slots__ = ("__dict__",)


class Mixin:
    __slots__ = ()


for bases in [(Plain, Slots), (Slots, Plain), (Plain, More), (Mixin, Slots), (WithDict, More), (Mixin, More, WithDict), (Plain, int),
              (Plain, Exception), (Plain, Mixin), (Mixin, Plain), (Plain, Slots, WithDict)]:
    try:
        print([base.__name__ for base in bases], type("T", bases, {}).__base__.__name__)
    except TypeError as e:
        print(e)
