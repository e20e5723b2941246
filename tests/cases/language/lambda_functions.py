print((lambda: 5)(), (lambda x: x)(1), (lambda x, y=2: x + y)(1), (lambda *a: a)(1, 2), (lambda **k: k)(a=1), (lambda x, /, y, *, z: (x, y, z))(1, 2, z=3))
fs = [lambda x, n=n: x + n for n in range(3)]
print([f(10) for f in fs], sorted("bca", key=lambda c: -ord(c)), list(map(lambda a, b: a * b, [1, 2], [3, 4])))
def default_mutable(x, acc=[]):
    acc.append(x)
    return acc
print(default_mutable(1), default_mutable(2), default_mutable.__defaults__, default_mutable(3, []))
n = 1
def early(x=n): return x
n = 2
print(early(), n)
def kw(*, a=1, b): return a, b
print(kw.__kwdefaults__, kw.__defaults__, kw(b=2))
early.__defaults__ = (99,)
print(early())
def doc():
    """Docstring here.

    More.
    """
    "not doc"
print(doc.__doc__, (lambda: 0).__name__, doc.__name__, doc.__qualname__, doc.__module__, type(doc).__name__)
def ann(a: int, b: "str" = "x", *c: float, d: list[int] = [], **e: dict) -> bool: return True
print(ann.__annotations__, ann("anything", 5))
def outer():
    def inner(): pass
    class K:
        def m(self): pass
        class L:
            def n(self): return lambda: 0
    return inner, K.m, K.L.n, K.L().n(), K.L
print([f.__qualname__ for f in outer()])
def swap(f): return lambda a, b: f(b, a)
print(swap(pow)(2, 3), swap(lambda a, b: a - b)(1, 10))
def const(): return
def no_return(): pass
print(const(), no_return(), (lambda: None)(), (lambda: (1, 2))(), (lambda: [i for i in range(3)])())
def curry(f, n):
    def inner(*a): return f(*a) if len(a) >= n else lambda *b: inner(*a, *b)
    return inner
add3 = curry(lambda a, b, c: a + b + c, 3)
print(add3(1)(2)(3), add3(1, 2)(3), add3(1)(2, 3))
print((lambda a, b=(lambda: 3)(): a + b)(1), [(lambda i: i * i)(i) for i in range(3)], (lambda x: (yield x))(5) is not None)
def f(a, b): return a - b
print(f(b=1, a=5), f(*(5,), **{"b": 3}), callable(f), f == f, f is f, hash(f) == hash(f))
f.counter = 0
def count():
    f.counter += 1
    return f.counter
print(count(), count(), f.__dict__)
def g(x):
    if x:
        def h(): return "h1"
    else:
        def h(): return "h2"
    return h()
print(g(1), g(0))
import functools
print(functools.reduce(lambda a, b: a * b, range(1, 6)), (lambda s: s and s[-1] + (lambda: "tail")())("ab"), max([3, 1, 2], key=lambda v: -v))
compose = lambda *fs: functools.reduce(lambda f, g: lambda x: f(g(x)), fs)
print(compose(str, lambda x: x + 1, int)("41"), (lambda *, k=5: k)(), (lambda a=1, *b, c=2, **d: (a, b, c, d))(9, 8, c=7, e=6))
def t(fn):
    try:
        print(fn())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: (lambda x: x)())
t(lambda: (lambda: 0)(1))
t(lambda: (lambda x, *, y: 0)(1, 2))
t(lambda: setattr(f, "__name__", 5))
t(lambda: setattr(f, "__defaults__", 5))
t(lambda: f.missing)
t(lambda: f.real)
print(print.__name__, len.__doc__ is not None, str.join.__name__, [].append.__name__, int.__name__, type(len).__name__, "x".join.__self__, len.__module__, str.join.__qualname__)
