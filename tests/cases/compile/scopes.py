# Locals, cells, class bodies, comprehensions, private names, type parameters.
x = 'global'
def f():
    x = 'f'
    class C:
        print(x)
        x = 'C'
        print(x)
        y = [x for _ in range(1)]
        z = [(lambda: x)() for _ in range(1)]
        def m(self): return x
        w = [i for i in x]
        g = list(x + i for i in x)
    return C.y, C.z, C().m(), C.w, C.g
print(f())
class D:
    x = 'D'
    y = [x for _ in range(1)]
    z = [i + x for i in x]
print(D.y, D.z)
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
try: print(i)
except NameError as e: print(e)
fs = [lambda j=j: (i, j) for i in range(2) for j in range(2)]
print([f() for f in fs])
gs = [[lambda: (a, b) for b in range(2)] for a in range(2)]
print([[h() for h in r] for r in gs])
def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    def get(): return n
    return inc, get
i, g = counter(); i(); i(); print(g())
def outer():
    def a(): return b()
    def b(): return v
    v = 3
    return a()
print(outer())
def walrus():
    r = [last := k for k in range(3)]
    print(r, last)
    print(any((hit := q) > 1 for q in range(5)), hit)
    return [(m := n) + (lambda: m)() for n in range(2)], m
print(walrus())
print([gw := k for k in range(2)], gw, list(gx := k for k in range(3)), gx)
class E:
    __p = 1
    def get(self): return self.__p
    def __priv(self, __a=2): return __a
    def call(self): return self.__priv()
    def kw(self): return self.__priv(_E__a=5)
print(E().get(), E().call(), E._E__p, E().kw())
def unb():
    try: print(zz)
    except UnboundLocalError as e: print(e)
    zz = 1
    def inner():
        return ww
    try: inner()
    except NameError as e: print(e)
    ww = 1
    del zz
    try: zz
    except UnboundLocalError as e: print(e)
    if 0: qq = 1
    try: qq
    except UnboundLocalError as e: print(e)
unb()
try: [yy for xx in [1] for yy in yy]
except NameError as e: print(type(e), e)
try: [1 for xx in [1] if yy for yy in [2]]
except NameError as e: print(type(e), e)
def cl():
    class A:
        def who(self): return __class__
        def sup(self): return super().__repr__()[:5]
        k = lambda self: super().__init__()
        def comp(self): return [super(A, self).__class__ for _ in '1'], [__class__ for _ in '1'], [super().__hash__ is not None for _ in '1']
    return A().who() is A, A().sup(), A().k(), A().comp()[1][0] is A
print(cl())
def dele():
    a = b = 1
    def f():
        nonlocal a
        del a
    f()
    try: a
    except NameError as e: print(type(e).__name__, e)
    del b
    try: del b
    except UnboundLocalError as e: print(e)
dele()
def glob():
    global newg
    newg = 5
    def inner():
        return newg
    class K:
        global newg2
        newg2 = newg
        def newg2f(self): return newg2
    return inner(), K().newg2f()
print(glob(), newg2)
def params(a, b=1, /, c=2, *d, e, f=3, **g):
    def inner(): return a, b, c, d, e, f, g
    a = a + 1
    return inner()
print(params(1, e=5), params(1, 2, 3, 4, 5, e=6, f=7, z=8))
class Meta(type):
    def __init__(*a, **k): pass
    def __new__(m, n, bs, ns, **kw): 
        r = super().__new__(m, n, bs, ns); r.kw = kw; return r
class W(metaclass=Meta, a=1, **{'b': 2}): 
    def f(self): return __class__.__name__
print(W.kw, W().f(), W.f.__qualname__, f.__qualname__)
def nestq():
    class I:
        def m(self):
            def n(): pass
            return n
    return I().m().__qualname__, (lambda: 0).__qualname__
print(nestq())
type P[T] = list[T]
def gf[T: int, *Ts, **Ps](x: T, *a: *Ts) -> T: return x
class GC[T]:
    a: T
    def m[U](self, x: T, y: U) -> U: return (T, U)
print(P, gf.__type_params__, gf(1), GC.__type_params__, GC.__orig_bases__, GC().m(1, 2), GC.m.__annotations__)
class CS:
    T1 = int
    def f[U](self, a: T1, b: U): pass
    type A = T1
print(CS.f.__annotations__['a'])
