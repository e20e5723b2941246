import sys
class Recorder(dict):
    def __init__(self): super().__init__(); self.order = []
    def __setitem__(self, k, v):
        if not k.startswith("__"): self.order.append(k)
        super().__setitem__(k, v)
    def __missing__(self, k):
        if k.startswith("auto_"): return k.upper()
        raise KeyError(k)
class Meta(type):
    def __prepare__(name, bases, **kw): print("prepare", name, bases, kw); return Recorder()
    def __new__(m, name, bases, ns, *, tag=None):
        print("new", name, ns.order, tag); cls = super().__new__(m, name, bases, dict(ns)); cls.order = ns.order; return cls
    def __init__(cls, name, bases, ns, **kw): print("init", name, kw); super().__init__(name, bases, ns)
    def __call__(cls, *a, **k): print("call", cls.__name__, a, k); return super().__call__(*a, **k)
    def __setattr__(cls, n, v): print("setattr", n); super().__setattr__(n, v)
    def __getattr__(cls, n): return f"meta-{n}"
    def __contains__(cls, x): return x in cls.order
    def __iter__(cls): return iter(cls.order)
    def __add__(cls, o): return f"{cls.__name__}+{o}"
    def __eq__(cls, o): return isinstance(o, type) and cls.__name__[0] == o.__name__[0]
    def __hash__(cls): return hash(cls.__name__[0])
    def __instancecheck__(cls, x): return isinstance(x, int) and x > 100 or super().__instancecheck__(x)
    @property
    def shout(cls): return cls.__name__.upper()
class Desc:
    def __init__(self, n): self.n = n
    def __set_name__(self, owner, name): print("set_name", owner.__name__, name, self.n)
    def __get__(self, o, t): return f"get {self.n} {o is not None} {t.__name__}"
class NonData(Desc): pass
class Data(Desc):
    def __set__(self, o, v): print("set", self.n, v); o.__dict__["y"] = v
class First(metaclass=Meta, tag="t"):
    print("body", __qualname__, __module__)
    x = NonData("x"); y = Data("y"); z = auto_value
    def method(self): return __class__.__name__
    def __init_subclass__(cls, **kw): print("init_subclass", cls.__name__, kw); super().__init_subclass__()
    def __new__(cls, *a): print("inst new", a); return super().__new__(cls)
    def __init__(self, *a): print("inst init", a)
    def __class_getitem__(cls, k): return f"{cls.__name__}[{k}]"
class Second(First): w = 1
i = Second(1, 2); i.x = "instance x"; i.y = "Y"
print(i.x, i.y, First.x, First.z, i.method(), First.order, First.nothing, "x" in First, list(Second), First + 1, Second.shout, First == Second, First == int, isinstance(500, First), isinstance(5, First), First["k"], vars(i), len({First, Meta}), type(First).__name__)
First.new = 5
for f in (lambda: i.shout, lambda: First().nothing, lambda: Meta("T", (), {}), lambda: type("Q", (First,), {}), lambda: First.__new__(), lambda: object.__new__(int), lambda: object.__new__(1), lambda: type.__call__(5), lambda: type("X", (First, int), {"__slots__": ()})):
    try: print("ok", f())
    except Exception as e: print(type(e).__name__, e)
class M1(type): pass
class M2(type): pass
class A(metaclass=M1): pass
class B(metaclass=M2): pass
for src in (lambda: type("C", (A, B), {}), lambda: M1("C", (B,), {}), lambda: type("D", (A,), {}).__class__, lambda: type("E", (type(None),), {}), lambda: type("", (), {}), lambda: type("a\0b", (), {}), lambda: type("F", (), {"__class__": int})().__class__):
    try: print("ok", src())
    except TypeError as e: print("TypeError", e)
    except ValueError as e: print("ValueError", e)
class X: pass
class Y(X): pass
class Z(X): pass
class W(Y, Z):
    def __getattribute__(self, n):
        if n == "secret": return 42
        return super().__getattribute__(n)
print([k.__name__ for k in W.__mro__], W.mro() == list(W.__mro__), W().secret, W.__bases__, X.__subclasses__(), W.__base__.__name__, issubclass(W, (int, Z)), W.__name__, W.__qualname__, W.__module__)
try: type("V", (X, Y), {})
except TypeError as e: print(e)
W.__name__ = "Renamed"; W.__doc__ = "doc"; print(W, W.__doc__, repr(W())[:21])
def outer():
    class Inner:
        def f(self): return type(self).__qualname__
        class Deep: pass
    return Inner
I = outer(); print(I, I.Deep, I().f(), outer.__qualname__, I.f.__qualname__, (lambda: 0).__qualname__)
class Cell:
    def get(self): return super().__repr__()
    value = property(lambda self: self._v, lambda self, v: setattr(self, "_v", v * 2), lambda self: delattr(self, "_v"), "the value")
c = Cell(); c.value = 4; print(c.value, Cell.value.__doc__, c.get()[:15]); del c.value
for f in (lambda: c.value, lambda: setattr(Cell, "value", property()) or c.value, lambda: setattr(c, "value", 1), lambda: delattr(c, "value")):
    try: print(f())
    except AttributeError as e: print(e)
