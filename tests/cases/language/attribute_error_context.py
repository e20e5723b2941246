# An AttributeError that a property, `__get__`, `__getattr__` or `__getattribute__` raises is told what was asked for.
class D:
    def __get__(self, o, t=None): raise AttributeError("from get")
class A:
    d = D()
    @property
    def p(self): raise AttributeError("from p")
class B:
    def __getattr__(self, n): raise AttributeError("from ga")
class C:
    def __getattribute__(self, n): raise AttributeError("from gab")
class E:
    d = D()
    def __getattr__(self, n): return super().__getattribute__(n)
class F:
    d = D()
    def __getattr__(self, n): raise AttributeError("x", name="nn")
class G:
    def __getattr__(self, n): raise AttributeError("x", obj=5)
class H(E):
    def __getattribute__(self, n): return object.__getattribute__(self, n)
class M(type):
    def __getattr__(self, n): raise AttributeError("M")
    @property
    def p(self): raise AttributeError("from p")
class N(metaclass=M):
    d = D()
class S:
    __slots__ = "q"
def t(f):
    try: f()
    except AttributeError as e: print(e, e.name, type(e.obj).__name__)
t(lambda: A().d); t(lambda: A().p); t(lambda: B().zz); t(lambda: C().zz); t(lambda: E().d); t(lambda: E().k); t(lambda: F().zz); t(lambda: G().zz); t(lambda: H().d); t(lambda: N.p); t(lambda: N.d); t(lambda: N.qqq)
t(lambda: getattr(A(), "d")); t(lambda: hasattr(A(), "d") or A.d); t(lambda: S().q); t(lambda: object.__getattribute__(A(), "d")); t(lambda: super(A, A()).d)
t(lambda: setattr(S(), "r", 1)); t(lambda: delattr(S(), "q")); t(lambda: delattr(A(), "q"))
class W:
    def __setattr__(self, n, v): raise AttributeError("set")
    def __delattr__(self, n): raise AttributeError("del")
class X:
    @property
    def p(self): return 1
    @p.setter
    def p(self, v): raise AttributeError("pset")
class Sub(A):
    @property
    def d(self): return super().d
t(lambda: setattr(W(), "a", 1)); t(lambda: delattr(W(), "a")); t(lambda: setattr(X(), "p", 1)); t(lambda: delattr(X(), "p")); t(lambda: Sub().d)
import operator, types
t(lambda: operator.attrgetter("d")(A())); t(lambda: A().d()); t(lambda: E().d()); t(lambda: H().d())
m = types.ModuleType("m"); m.__getattr__ = lambda n: (_ for _ in ()).throw(AttributeError("mod"))
t(lambda: m.x)
import traceback
class Guess:
    colour = 1
    def __getattr__(self, name): raise AttributeError(name)
try: Guess().color
except AttributeError as e: print(traceback.format_exception_only(e))
