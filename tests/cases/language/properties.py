class Temp:
    def __init__(self, c): self._c = c
    @property
    def c(self):
        "celsius"
        return self._c
    @c.setter
    def c(self, v):
        if v < -273: raise ValueError("too cold")
        self._c = v
    @c.deleter
    def c(self):
        self._c = 0
    @property
    def f(self): return self._c * 9 / 5 + 32
    f2 = property(lambda self: self._c + 1, doc="lambda doc")
t = Temp(25)
print(t.c, t.f, t.f2)
t.c = 30
print(t.c, t.f)
t.c += 5
print(t._c)
del t.c
print(t.c)
def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def a1(): t.c = -300
def a2(): t.f = 1
def a3(): del t.f
def a4(): t.f2 = 5
def a5(): return Temp.c(t)
for f in (a1, a2, a3, a4, a5): err(f)
print(Temp.c.__doc__, Temp.f2.__doc__, type(Temp.c).__name__, Temp.c.fget(t), Temp.f.fset)
class Sub(Temp):
    @property
    def c(self): return "sub " + str(super().c)
    @Temp.f.setter
    def f(self, v): self._c = (v - 32) * 5 / 9
s = Sub(10)
print(s.c, s.f)
s.f = 212
print(s.c)
def b1(): s.c = 1
err(b1)
class NoGet:
    w = property(fset=lambda self, v: print("set", v))
n = NoGet()
n.w = 4
err(lambda: n.w)
class Raises:
    @property
    def x(self): raise AttributeError("from getter")
    @property
    def y(self): return self.missing
    def __getattr__(self, name): return "fallback " + name
print(Raises().x, Raises().y, Raises().z)
class Plain:
    @property
    def x(self): return self.inner_missing
err(lambda: Plain().x)
print(hasattr(Plain(), "x"), getattr(Plain(), "x", "default"))
class Shadow:
    @property
    def p(self): return "property wins"
o = Shadow()
o.__dict__["p"] = "instance"
print(o.p)
import functools
class Cached:
    calls = 0
    @functools.cached_property
    def v(self):
        Cached.calls += 1
        return Cached.calls
c = Cached()
print(c.v, c.v, Cached.calls, c.__dict__)
del c.v
print(c.v)
class ClassLevel:
    _n = 5
    @classmethod
    def get(cls): return cls._n
    n = property(lambda self: self.get())
ClassLevel._n = 6
print(ClassLevel().n)
p = property(lambda s: 1)
print(p.fget(None), p.setter(lambda s, v: None).fset is not None, p.fset, isinstance(p, property))
err(lambda: p.__get__(None, int) is p)
class Named:
    @property
    def total(self): return sum(self.items)
    def __init__(self, *items): self.items = list(items)
x = Named(1, 2)
x.items.append(7)
print(x.total)
err(lambda: property(1, 2, 3, 4, 5))
