class Typed:
    def __init__(self, kind): self.kind = kind
    def __set_name__(self, owner, name): self.name = name; print("named", owner.__name__, name)
    def __get__(self, obj, owner=None):
        if obj is None: return self
        return obj.__dict__.get(self.name, f"no {self.name}")
    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}, got {type(value).__name__}")
        obj.__dict__[self.name] = value
    def __delete__(self, obj): print("delete", self.name); obj.__dict__.pop(self.name, None)
class Person:
    name = Typed(str)
    age = Typed(int)
    def __init__(self, name, age): self.name, self.age = name, age
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
p = Person("ann", 3)
print(p.name, p.age, isinstance(Person.name, Typed), p.__dict__)
t(lambda: Person("x", "y"))
p.age = 10
del p.age
print(p.age)
p.__dict__["age"] = "direct"
print(p.age)
class NonData:
    def __get__(self, obj, owner): return ("nondata", obj is None, owner.__name__)
class H:
    nd = NonData()
h = H()
print(h.nd, H.nd)
h.nd = "instance wins"
print(h.nd, H.nd)
class DataOnly:
    def __set__(self, obj, v): print("set", v); obj.__dict__["x"] = v
class G: x = DataOnly()
g = G()
print(type(g.x).__name__)
g.x = 5
print(g.x)
t(lambda: delattr(g, "x"))
class ReadOnly:
    def __get__(self, o, t): return 1
    def __set__(self, o, v): raise AttributeError("read only!")
class R: r = ReadOnly()
t(lambda: setattr(R(), "r", 2))
R.r = "class replaced"
print(R().r)
class Lazy:
    def __init__(self, f): self.f = f
    def __set_name__(self, o, n): self.n = n
    def __get__(self, o, t=None):
        print("compute")
        v = o.__dict__[self.n] = self.f(o)
        return v
class Z:
    @Lazy
    def big(self): return 42
z = Z()
print(z.big, z.big)
class BoundMethod:
    def __init__(self, f): self.f = f
    def __get__(self, o, t): return lambda *a: self.f("bound", o is not None, *a)
class Q:
    m = BoundMethod(lambda *a: a)
print(Q().m(1), Q.m(2))
def func(self, x): return (self, x)
b = func.__get__(5, int)
print(b(6), type(b).__name__)
print(str.upper.__get__("abc", str)(), type(str.upper).__name__, type("a".upper).__name__, type(int.__add__).__name__, type((1).__add__).__name__)
class Inst: pass
i = Inst()
i.d = NonData()
print(type(i.d).__name__)
class Meta(type):
    md = NonData()
    @property
    def mp(cls): return "meta prop of " + cls.__name__
class UsesMeta(metaclass=Meta): pass
print(UsesMeta.md[0], UsesMeta.mp)
t(lambda: UsesMeta().mp)
class BadName:
    def __set_name__(self, o, n): raise ValueError("in set_name")
def bad():
    class X: attr = BadName()
t(bad)
class Validated:
    def __set_name__(self, owner, name): self.slot = "_" + name
    def __get__(self, o, t=None): return self if o is None else getattr(o, self.slot)
    def __set__(self, o, v): self.check(v); setattr(o, self.slot, v)
class Positive(Validated):
    def check(self, v):
        if v <= 0: raise ValueError(f"{self.slot[1:]} must be > 0")
class Item:
    price = Positive(); qty = Positive()
    def __init__(self, p, q): self.price, self.qty = p, q
    total = property(lambda s: s.price * s.qty)
print(Item(2, 3).total)
t(lambda: Item(2, -1))
