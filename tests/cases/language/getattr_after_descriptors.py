# A `__get__` of the program that raises AttributeError is followed by `__getattr__`, of objects, classes and exceptions.
class D:
    def __get__(self, o, t=None): raise AttributeError("from get")
class E:
    d = D()
    def __getattr__(self, n): print('called'); return 5
def t(f):
    try: print(f())
    except AttributeError as e: print(e, e.name, type(e.obj).__name__)
t(lambda: E().d)
e = E()
t(lambda: e.d)
t(lambda: getattr(e, 'd'))
t(lambda: E().d)
def f(): return e.d
t(f); t(f)
class D2:
    def __get__(self, o, t): raise AttributeError("from get")
    def __set__(self, o, v): pass
class E2(E):
    d = D2()
    p = property(lambda s: s.zzzz.y)
t(lambda: E2().d)
t(lambda: E2().p)
class E3(E):
    def __getattr__(self, n): return lambda *a: ('called', n, a)
print(E3().d(4), E3().d(*[5]), E3().d(k := 3), getattr(E3(), 'd')(1))
class M(type):
    def __getattr__(self, n): return lambda *a: ('meta', n, a)
class G(metaclass=M):
    d = D()
print(G.d(4))
class X(Exception):
    d = D()
    def __getattr__(self, n): return lambda *a: ('exc', n, a)
print(X().d(4))
import functools
class F:
    @functools.cached_property
    def c(self): raise AttributeError('c')
    def __getattr__(self, n): return 'ga ' + n
print(F().c)
class Sl:
    __slots__ = 'glyph', 'zz'
    def __init__(self):
        self.zz = 1
        glyph
try: Sl()
except NameError: import traceback, sys; traceback.print_exc(file=sys.stdout)
