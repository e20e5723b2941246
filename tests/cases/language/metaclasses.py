class Meta(type):
    def __prepare__(name, bases, **kw):
        print("prepare", name, [b.__name__ for b in bases], kw)
        return {"injected": 1}
    def __new__(mcls, name, bases, ns, **kw):
        print("new", name, sorted(k for k in ns if not k.startswith("__")), kw)
        return super().__new__(mcls, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        print("init", name, kw)
        super().__init__(name, bases, ns)
    def __call__(cls, *a, **k):
        print("call", cls.__name__, a, k)
        return super().__call__(*a, **k)
    def __len__(cls): return 42
    def __getitem__(cls, k): return (cls.__name__, k)
    def __iter__(cls): return iter("meta")
    def __contains__(cls, x): return x == 1
    def __getattr__(cls, n): return "meta attr " + n
    def __repr__(cls): return f"<Meta {cls.__name__}>"
    def __eq__(cls, o): return cls is o
    def __hash__(cls): return 7
    def method(cls): return "class method via meta " + cls.__name__
class A(metaclass=Meta, flag=True):
    x = 1
    def __init__(self, v): self.v = v
class B(A, other=2):
    pass
a = A(5)
print(a.v, A.injected, len(A), A["k"], list(A), 1 in A, 2 in A, A.whatever, A, repr(B), A.method(), type(B) is Meta)
try:
    a.method()
except AttributeError as e:
    print(e)
print(isinstance(A, Meta), isinstance(A, type), hash(A), {A: 1}[A])
class Base:
    registry = []
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        Base.registry.append(cls.__name__)
class P(Base, tag="p"): pass
class Q(P): pass
print(Base.registry, P.tag, Q.tag)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def bad_kw():
    class X(Base, nope=1): pass
def plain_kw():
    class X(nope=1): pass
def bad_meta():
    class X(metaclass=5): pass
t(bad_kw); t(plain_kw); t(bad_meta)
def func_meta(name, bases, ns):
    return (name, bases, sorted(k for k in ns if not k.startswith("__")))
class F(metaclass=func_meta):
    y = 1
print(F)
class Sing(type):
    _i = {}
    def __call__(cls, *a):
        if cls not in cls._i: cls._i[cls] = super().__call__(*a)
        return cls._i[cls]
class One(metaclass=Sing): pass
print(One() is One())
class Check(type):
    def __instancecheck__(cls, o): return o == 5
    def __subclasscheck__(cls, c): return c is int
class K(metaclass=Check): pass
print(isinstance(5, K), isinstance(6, K), issubclass(int, K), issubclass(str, K))
class New:
    def __new__(cls, *a):
        print("New.__new__", a)
        return super().__new__(cls)
    def __init__(self, *a): print("New.__init__", a)
New(1, 2)
class Other:
    def __new__(cls, x): return x
    def __init__(self, x): print("never")
print(Other(5))
class Imm(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def a(self): return self[0]
print(Imm(1, 2), Imm(1, 2).a, type(Imm(1, 2)).__name__)
class Up(str):
    def __new__(cls, s): return super().__new__(cls, s.upper())
print(Up("abc"), Up("x") + "y", type(Up("x") + "y").__name__, Up("q").lower())
class Gen:
    def __class_getitem__(cls, item): return f"{cls.__name__}[{item}]"
print(Gen[int], Gen[1, 2])
t(lambda: A.x[0])
t(lambda: Base[0])
t(lambda: New.__new__())
t(lambda: object.__new__(5))
t(lambda: object.__new__(int))
t(lambda: int.__new__(str))
t(lambda: type("X", (), {}, 5))
t(lambda: type("X", 5, {}))
t(lambda: type(1, (), {}))
t(lambda: type())
t(lambda: type(1, 2))
X = type("X", (Base,), {"v": 1}, tag="dyn")
print(X.tag, X.v, X.__name__, X.__module__, X.__qualname__)
class Ordered(type):
    def __new__(m, n, b, ns):
        c = super().__new__(m, n, b, ns); c.order = [k for k in ns if not k.startswith("__")]; return c
class Fields(metaclass=Ordered):
    z = 1; a = 2
    def m(self): pass
print(Fields.order)
X.__name__ = "Renamed"
print(X.__name__, X.__qualname__)
t(lambda: setattr(X, "__name__", 5))
