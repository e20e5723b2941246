# Functions made of code objects, and code given to functions.
import types
def t(name, f):
    try: print(name, f())
    except BaseException as e: print(name, type(e).__name__, e)
def g(a, b=2): 'doc'; return a * b
def outer(v, w=3):
    def inner(x=1): return v, w, x
    return inner
F = types.FunctionType
t(1, lambda: F(g.__code__, globals(), 'nm', (7,))(2))
t(2, lambda: F(g.__code__, globals()).__name__)
t(3, lambda: F(g.__code__, globals())(3))
t(4, lambda: F(g.__code__, globals(), argdefs=(5, 6))())
t(5, lambda: F(outer(1).__code__, globals(), 'nm', None, outer(9, 8).__closure__)(5))
t(6, lambda: F(outer(1).__code__, globals()))
t(7, lambda: F(outer(1).__code__, globals(), closure=(types.CellType(1),)))
t(8, lambda: F(outer(1).__code__, globals(), closure=(types.CellType(1), 5)))
t(9, lambda: F(outer(1).__code__, globals(), closure=(types.CellType(1), types.CellType('w')), argdefs=(4,))())
t(10, lambda: F(g.__code__, globals(), closure=(types.CellType(1),)))
t(11, lambda: F(g.__code__, globals(), closure=()) (1))
t(12, lambda: F(5, globals()))
t(13, lambda: F(g.__code__, 5))
t(14, lambda: F(g.__code__, globals(), 5))
t(15, lambda: F(g.__code__, globals(), None, 5))
t(16, lambda: F(g.__code__, globals(), closure=5))
t(17, lambda: F(outer(1).__code__, globals(), closure=5))
t(18, lambda: F())
t(19, lambda: F(g.__code__))
t(20, lambda: F(g.__code__, globals(), kwdefaults={'a': 1}).__kwdefaults__)
t(21, lambda: F(g.__code__, globals(), kwdefaults=5).__kwdefaults__)
h = F(g.__code__, globals(), 'hh')
t(22, lambda: (h.__qualname__, h.__doc__, h.__module__, h.__defaults__, h.__globals__ is globals(), h.__code__ is g.__code__))
h.attr = 1
def copy_func(f, name=None):
    import functools
    k = types.FunctionType(f.__code__, f.__globals__, name or f.__name__, f.__defaults__, f.__closure__)
    k = functools.update_wrapper(k, f)
    k.__kwdefaults__ = f.__kwdefaults__
    return k
c = copy_func(g); c.__name__ = 'copied'
t(23, lambda: (c(3), c.__name__, g.__name__, c.__doc__))
def setcode():
    def f(a, b=1): 'fdoc'; return a + b
    old = f.__code__
    f.__code__ = g.__code__
    r = f(3), f.__name__, f.__qualname__, f.__doc__, f.__code__ is g.__code__, f.__defaults__
    f.__code__ = old
    return r, f(3)
t(24, setcode)
def setcode2():
    i, j = outer(1), outer(5, 6)
    def mk(w, v):
        def other(): return 'other', w, v
        return other
    i.__code__ = mk(0, 0).__code__
    return i()
t(25, setcode2)
def setcode3(): outer(1).__code__ = g.__code__
t(26, setcode3)
def setcode4(): g.__code__ = outer(1).__code__
t(27, setcode4)
def setcode5(): g.__code__ = 5
t(28, setcode5)
def setcode6(): del g.__code__
t(29, setcode6)
def gen(n):
    for i in range(n): yield i
t(30, lambda: list(F(gen.__code__, globals())(3)))
t(31, lambda: F((lambda x: x + 1).__code__, globals())(3))
class FF: 
    def m(self): return __class__
t(32, lambda: F(FF.m.__code__, globals(), 'm', None, FF.m.__closure__)(1))
ns = {}
exec('def k(): return zz\nzz = 5', ns)
t(38, lambda: F(ns['k'].__code__, {'zz': 7})())
t(39, lambda: F(ns['k'].__code__, ns)())


class C:
    def f(self):
        return "C.f"


class D(C):
    def f(self):
        return "D" + super().f()


class Proxy:
    @property
    def __class__(self):
        return D


# A proxy that says it is of a class is taken for one.
print(super(D, Proxy()).f(), D.f(Proxy()))


class Liar:
    @property
    def __class__(self):
        return int


t(40, lambda: D.f(Liar()))


# Aliases with a star keep it.
import copy
import pickle

alias = (*tuple[int],)[0]
whole = tuple[int, *tuple[str, ...]]
print(copy.copy(alias), copy.deepcopy(whole), pickle.loads(pickle.dumps(whole)) == whole, pickle.loads(pickle.dumps(alias)))
