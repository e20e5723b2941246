"""Plugins by __init_subclass__, descriptors by __set_name__, metaclass checks."""
from abc import ABC, ABCMeta, abstractmethod
from functools import cached_property, partialmethod, singledispatch, singledispatchmethod, total_ordering, wraps
from typing import ClassVar, Protocol, runtime_checkable


class Typed:
    def __init__(self, kind, *, minimum=None):
        self.kind, self.minimum = kind, minimum

    def __set_name__(self, owner, name):
        self.public, self.private = name, "_" + name
        owner.__dict__.get("FIELDS", []).append(name)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        try:
            return instance.__dict__[self.private]
        except KeyError:
            raise AttributeError(f"{type(instance).__name__}.{self.public} is not set") from None

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.public} must be {self.kind.__name__}, not {type(value).__name__}")
        if self.minimum is not None and value < self.minimum:
            raise ValueError(f"{self.public} must be >= {self.minimum}")
        instance.__dict__[self.private] = value

    def __delete__(self, instance):
        del instance.__dict__[self.private]

    def __repr__(self):
        return f"<Typed {self.public}: {self.kind.__name__}>"


class Plugin(ABC):
    registry: ClassVar[dict[str, type]] = {}

    def __init_subclass__(cls, /, key=None, **kw):
        super().__init_subclass__(**kw)
        if key:
            if key in Plugin.registry:
                raise ValueError(f"duplicate plugin {key!r}")
            Plugin.registry[key] = cls

    @abstractmethod
    def run(self, x): ...

    @property
    @abstractmethod
    def name(self): ...


class Doubler(Plugin, key="double"):
    FIELDS = []
    factor = Typed(int, minimum=1)
    label = Typed(str)
    name = "doubler"

    def __init__(self, factor=2):
        self.factor = factor

    def run(self, x):
        return x * self.factor

    triple = partialmethod(lambda self, n, x: x * n, 3)

    @cached_property
    def expensive(self):
        print("computing")
        return self.factor ** 10


p = Doubler()
print(p.run(4), p.triple(5), p.expensive, p.expensive, vars(p), Doubler.FIELDS, Doubler.factor, Plugin.registry)
for bad in (lambda: setattr(p, "factor", "x"), lambda: setattr(p, "factor", 0), lambda: p.label, lambda: Plugin(), lambda: type("Half", (Plugin,), {"run": lambda s, x: x})(),
            lambda: type("Again", (Plugin,), {}, key="double"), lambda: type("Odd", (Plugin,), {}, colour="red"), lambda: delattr(p, "label"), lambda: p.run(), lambda: p.run(1, 2), lambda: p.triple(), lambda: Doubler(1, 2, 3), lambda: Doubler(fctor=3)):
    try:
        print("fine", bad())
    except Exception as e:
        print(type(e).__name__, "-", e)


class Meta(ABCMeta):
    def __new__(mcls, name, bases, ns, **kw):
        ns = {k.lower() if not k.startswith("_") else k: v for k, v in ns.items()}
        return super().__new__(mcls, name, bases, ns)

    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        print("prepare", name, [b.__name__ for b in bases], kw)
        return {}

    def __call__(cls, *args, **kwargs):
        obj = super().__call__(*args, **kwargs)
        obj.born = True
        return obj

    def __len__(cls):
        return len([k for k in vars(cls) if not k.startswith("_")])

    def __repr__(cls):
        return f"<meta {cls.__name__}>"


class Shouty(metaclass=Meta, loud=1):
    def HELLO(self): return "hi"
    VALUE = 3


print(Shouty, len(Shouty), Shouty().hello(), Shouty.value, Shouty().born, type(Shouty), Shouty.__mro__, isinstance(Shouty, Meta))


@runtime_checkable
class Runner(Protocol):
    def run(self, x): ...


print(isinstance(p, Runner), isinstance(3, Runner), issubclass(Doubler, Runner))


@singledispatch
def show(x):
    return f"object {x!r}"


@show.register
def _(x: int | float):
    return f"number {x}"


@show.register(list)
@show.register(tuple)
def _(x):
    return "[" + ", ".join(map(show, x)) + "]"


show.register(type(None), lambda x: "nothing")
print(show([1, "a", (2.5, None)]), show(True), show.dispatch(bool) is show.dispatch(int), sorted(t.__name__ for t in show.registry))


@total_ordering
class Version:
    def __init__(self, text): self.parts = tuple(map(int, text.split(".")))
    def __eq__(self, other): return self.parts == other.parts if isinstance(other, Version) else NotImplemented
    def __lt__(self, other): return self.parts < other.parts if isinstance(other, Version) else NotImplemented
    def __hash__(self): return hash(self.parts)
    def __repr__(self): return "v" + ".".join(map(str, self.parts))

    @singledispatchmethod
    def bump(self, how): raise NotImplementedError(type(how))
    @bump.register
    def _(self, how: int): return Version(".".join(str(p + (i == how)) for i, p in enumerate(self.parts)))
    @bump.register
    def _(self, how: str): return self.bump(["major", "minor", "patch"].index(how))


vs = [Version(t) for t in ("1.10.0", "1.2.9", "1.2.10")]
print(sorted(vs), max(vs), vs[0] >= vs[1], vs[1] <= vs[2], vs[0].bump("minor"), vs[0].bump(0), vs[0] == "1.10.0")
for f in (lambda: vs[0] < 5, lambda: vs[0].bump(2.5), lambda: vs[0].bump("huge")):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
