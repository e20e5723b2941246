class A:
    def who(self): return ["A"]
    def __init__(self, **kw): self.log = ["A.init"]; self.kw = kw
class B(A):
    def who(self): return ["B"] + super().who()
    def __init__(self, b=0, **kw): super().__init__(**kw); self.log.append("B.init"); self.b = b
class C(A):
    def who(self): return ["C"] + super().who()
    def __init__(self, c=0, **kw): super().__init__(**kw); self.log.append("C.init"); self.c = c
class D(B, C):
    def who(self): return ["D"] + super().who()
d = D(b=1, c=2, z=3)
print(d.who(), d.log, d.b, d.c, d.kw)
print([k.__name__ for k in D.__mro__], [k.__name__ for k in D.mro()])
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def bad_mro():
    class X(A, B): pass
def dup_base():
    class X(A, A): pass
def not_a_class():
    class X(5): pass
def bool_base():
    class X(bool): pass
def none_base():
    class X(None): pass
def func_base():
    class X(len): pass
def layout():
    class X(int, str): pass
def nonetype():
    class X(type(None)): pass
for f in (bad_mro, dup_base, not_a_class, bool_base, none_base, func_base, layout, nonetype): t(f)
print(super(B, d).who(), super(C, d).who())
t(lambda: super(D, B()).who())
t(lambda: super().who())
t(lambda: super(5, 5))
class S:
    @classmethod
    def make(cls): return cls.__name__
    @staticmethod
    def st(): return "static"
    @property
    def p(self): return "base property"
class U(S):
    @classmethod
    def make(cls): return "U:" + super().make()
    @property
    def p(self): return "sub of " + super().p
    @staticmethod
    def st(): return "U " + S.st()
    def missing(self): return super().nothing
    def setit(self): super().attr = 5
    def length(self): return len(super())
    def item(self): return super()[0]
print(U.make(), U().make(), U().p, U.st())
t(U().missing)
t(U().setit)
t(U().length)
t(U().item)
class V(U): pass
print(V.make())
class Mixin:
    def describe(self): return f"<{self.name}>"
class Loud:
    def describe(self): return super().describe().upper()
class Thing(Loud, Mixin):
    name = "thing"
print(Thing().describe())
class Meta(type): pass
class M1(metaclass=Meta): pass
class Meta2(type): pass
class M2(metaclass=Meta2): pass
def conflict():
    class X(M1, M2): pass
t(conflict)
class E(Exception):
    def __init__(self, x): super().__init__(x, x * 2)
print(E(2).args)
class L(list):
    def append(self, x): super().append(x * 10); return self
    def __getitem__(self, i): return "got", super().__getitem__(i)
l = L([1]); l.append(2)
print(l, l[1], len(l))
def use_super_in_nested():
    class X(A):
        def who(self):
            def inner(): return super(X, self).who()
            return inner()
    return X().who()
print(use_super_in_nested())
class Comp(A):
    def who(self): return [x for x in super().who()]
print(Comp().who())
x = super(B, d)
print(x.__self__ is d, x.__thisclass__.__name__, x.__self_class__.__name__)
class P1:
    def f(self): return "P1"
class P2:
    def f(self): return "P2"
class Q(P1, P2):
    def f(self): return super().f() + super(P1, self).f()
print(Q().f())
Q.__bases__ = (P2, P1)
print([k.__name__ for k in Q.__mro__], hasattr(A, "__mro__"))
print(issubclass(D, (int, A)), isinstance(d, (str, (int, C))), B.__subclasses__() == [D])
