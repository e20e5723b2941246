# What a class statement writes into the namespace, and what the class shows of itself.
class C:
    "doc"
    x = 1

    def __init__(self):
        self.a = 1

    def f(self, other):
        other.not_this = 1
        self.a += 1
        self.a = 2


print([name for name in C.__dict__], C.__firstlineno__, C.__static_attributes__)
print(C.__dict__["__dict__"], C.__dict__["__weakref__"], type(C.__dict__["__dict__"]).__name__)
print(C.__dict__["__dict__"].__get__(C()))


class Slotted:
    __slots__ = ("q",)


class Sub(Slotted): pass


for cls in (Slotted, Sub, type("T", (), {}), type("I", (int,), {}), type("L", (list,), {}), type("E", (Exception,), {}), type("D", (C,), {})):
    print(cls.__name__, sorted(cls.__dict__), cls.__doc__)


class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases):
        class Log(dict):
            def __setitem__(self, key, value):
                print("set", key)
                super().__setitem__(key, value)
        return Log()

    def __new__(mcls, name, bases, namespace):
        print(name, [key for key in namespace], namespace["__static_attributes__"])
        return super().__new__(mcls, name, bases, dict(namespace))


@(lambda cls: cls)
class Made(metaclass=Meta):
    def method(self):
        class Inner:
            def __init__(self):
                self.inner = 1
        for self.item in (): pass


print(Made.__firstlineno__)
s = Slotted()
for act in (lambda: s.q, lambda: delattr(s, "q"), lambda: delattr(s, "z")):
    try:
        act()
    except AttributeError as e:
        print(e)


def outer(a, b=2, /, *c, d=4, **e):
    x = y = 1
    def inner(): return x, a
    return inner


code = outer.__code__
print(code.co_varnames, code.co_cellvars, code.co_freevars, code.co_nlocals, outer(1).__code__.co_freevars)
print(code is outer.__code__)
import functools, types
print(hasattr(functools.reduce, "__globals__"), types.TracebackType.__name__, "FunctionType" in dir(types))
