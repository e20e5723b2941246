class C:
    count = 0
    def __init__(self, v): self.v = v
    @classmethod
    def parse(cls, s): return cls(int(s))
    @classmethod
    def bump(cls): cls.count += 1; return cls.count
    @staticmethod
    def add(a, b=1): return a + b
    helper = staticmethod(len)
    plain = len
class D(C): pass
print(C.parse("5").v, type(D.parse("6")).__name__, C.add(1), C(0).add(1, 2), C.helper("abc"), C(1).plain("xy"))
print(C.bump(), D.bump(), D.bump(), C.count, D.count)
print(C.parse.__self__ is C, D.parse.__func__ is C.parse.__func__, C.add is C.add, type(C.parse).__name__, type(C.add).__name__)
print(type(C.__dict__["add"]).__name__, type(C.__dict__["parse"]).__name__)
print(C.__dict__["add"](3, 4), C.__dict__["add"].__func__(1))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: C.__dict__["parse"]("5"))
t(lambda: C.parse())
t(lambda: C.add())
t(lambda: C.v)
t(lambda: classmethod())
t(lambda: staticmethod(1, 2))
class Counter:
    _all = {}
    @classmethod
    def of(cls, name):
        if name not in cls._all:
            cls._all[name] = cls()
        return cls._all[name]
print(Counter.of("a") is Counter.of("a"), Counter.of("a") is Counter.of("b"))
class Alt:
    def __init__(self, y, m, d): self.t = (y, m, d)
    @classmethod
    def from_string(cls, s): return cls(*map(int, s.split("-")))
    @classmethod
    def from_dict(cls, d): return cls(**d)
    def __repr__(self): return f"{type(self).__name__}{self.t}"
class AltSub(Alt): pass
print(Alt.from_string("2024-1-2"), AltSub.from_dict({"y": 1, "m": 2, "d": 3}))
class E:
    @classmethod
    def f(cls, *a, **k): return cls.__name__, a, k
    g = f
    def inst(self): return self.f(1)
print(E.f(1, x=2), E().f(), E.g(), E().inst(), list(map(E.f, [1, 2])))
import functools
class P:
    def power(self, n): return self.v ** n
    square = functools.partialmethod(power, 2)
    v = 7
print(P().square())
s = staticmethod(lambda x: x)
print(s(5), callable(s), callable(classmethod(len)))
