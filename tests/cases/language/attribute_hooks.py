class Dyn:
    def __init__(self): self.real = 1
    def __getattr__(self, name):
        if name.startswith("dyn_"): return name[4:]
        raise AttributeError(f"no {name}")
d = Dyn()
print(d.real, d.dyn_x, hasattr(d, "dyn_y"), hasattr(d, "other"), getattr(d, "other", 5))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: d.other)
class All:
    def __getattribute__(self, name):
        if name == "secret": raise AttributeError("hidden")
        if name == "len": return lambda: 5
        return "all:" + object.__getattribute__(self, name) if name == "v" else object.__getattribute__(self, name)
    def __getattr__(self, name): return "fallback:" + name
    def __len__(self): return 3
a = All(); a.v = "x"
print(a.v, a.secret, a.len(), len(a), a.nothing)
class Log:
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)
    def __delattr__(self, name):
        print("del", name)
        object.__delattr__(self, name)
l = Log(); l.x = 1; l.x += 1; del l.x
setattr(l, "y", 2); delattr(l, "y")
t(lambda: delattr(l, "zz"))
class Frozen:
    __slots__ = ("a",)
    def __init__(self, a): object.__setattr__(self, "a", a)
    def __setattr__(self, n, v): raise AttributeError(f"cannot assign {n!r}")
f = Frozen(1)
t(lambda: setattr(f, "a", 2))
print(f.a)
class Proxy:
    def __init__(self, target): self.__dict__["_t"] = target
    def __getattr__(self, n): return getattr(self._t, n)
    def __setattr__(self, n, v): setattr(self._t, n, v)
class T: v = 1
p = Proxy(T()); p.v = 9
print(p.v, p._t.v, p.__dict__.keys())
t(lambda: p.nope)
class Slots:
    __slots__ = ("a", "b")
    c = 5
s = Slots(); s.a = 1
print(s.a, s.c)
t(lambda: s.b)
t(lambda: setattr(s, "d", 1))
t(lambda: setattr(s, "c", 1))
t(lambda: s.__dict__)
del s.a
t(lambda: s.a)
t(lambda: delattr(s, "a"))
class SubSlots(Slots):
    pass
ss = SubSlots(); ss.a = 1; ss.d = 4
print(ss.a, ss.d, ss.__dict__)
class SubSlots2(Slots):
    __slots__ = ("e",)
s2 = SubSlots2(); s2.a = s2.e = 1
t(lambda: setattr(s2, "f", 1))
def conflict():
    class X:
        __slots__ = ("a",)
        a = 1
t(conflict)
def badslot():
    class X: __slots__ = (1,)
t(badslot)
def badslot2():
    class X: __slots__ = ("a b",)
t(badslot2)
class StrSlot: __slots__ = "only"
x = StrSlot(); x.only = 1
print(x.only, Slots.__slots__, type(Slots.a).__name__, Slots.a)
class Dir:
    def __dir__(self): return ["z", "a"]
print(dir(Dir()))
class M:
    def __init__(self): self.__private = 1; self._prot = 2; self.__dunder__ = 3
    def get(self): return self.__private
    def __hidden(self): return "hidden"
    def call(self): return self.__hidden()
m = M()
print(m.get(), m._M__private, sorted(m.__dict__), m.call(), m._M__hidden())
t(lambda: m.__private)
class _Under:
    def __init__(self): self.__x = 1
print(_Under().__dict__)
class Child(M):
    def __init__(self): super().__init__(); self.__private = 2
c = Child()
print(c.get(), c._Child__private)
class NoneGetattr:
    def __getattr__(self, n): return None
n = NoneGetattr()
print(n.anything, n.__class__.__name__, getattr(n, "x", "d"))
print(getattr(d, "real"), getattr(3, "real"), getattr("a", "upper")())
t(lambda: getattr(d, 5))
t(lambda: getattr(d))
t(lambda: getattr(1, "x"))
t(lambda: hasattr(d, 5))
t(lambda: setattr(d, 5, 5))
t(lambda: None.x)
t(lambda: setattr(None, "x", 1))
t(lambda: "abc".x)
t(lambda: setattr("abc", "x", 1))
t(lambda: setattr([], "append", 1))
t(lambda: delattr([], "append"))
t(lambda: setattr(len, "x", 1))
t(lambda: d.real.y)
def func(): pass
func.attr = 1
print(func.attr, func.__dict__)
t(lambda: func.nope)
