# ends: raised
"""Semantics tour: evaluation order, scoping, finally, loops, closures, MRO."""
import sys, types, functools, itertools
log = []
def v(x, r=None): log.append(x); return x if r is None else r
def flush(label): print(f"{label}: {' '.join(map(str, log))}"); log.clear()
v("a", {})[v("k")] = v("val"); flush("assign")
d = {v(1): v("x"), v(2): v("y")}; flush("dict")
f = lambda *a, **k: None
f(v(1), *v(2, [0]), v(3), k=v(4), **v(5, {"z": 1})); flush("call")
x = v("l") if v("c", 0) else v("r"); flush("cond")
_ = v(1) < v(2) < v(0) < v(9); flush("chain")
a = [0, 1, 2]; i = 0; i, a[i] = 1, 9; print(i, a); a[v(0)], a[v(1)] = v("p"), v("q"); flush("unpack"); print(a)
a[v(2)] += v(5); flush("aug"); t = ([1],)
try: t[0] += [2]
except TypeError as e: print(e, t)
@(v("deco1", lambda f: f))
@(v("deco2", lambda f: f))
def g(a=v("def1"), *, b: v("ann", int) = v("def2")) -> v("ret", int): ...
flush("def")
class K(v("base", object), metaclass=v("meta", type)): y: v("cann", int) = v("cval", 3); flush_in = [v(z) for z in "ab"]
flush("class")
print([(yield_ := z) for z in range(3)], yield_, [z for z in range(4) if (w := z * 2) > 2], w)
def fin(n):
    for i in range(3):
        try:
            if n == 0: return "try"
            if n == 1: continue
            if n == 2: break
            if n == 3: raise KeyError(i)
            if n == 4: return v("r", i)
        except KeyError as e: return f"exc {e}"
        else: log.append("else")
        finally:
            log.append(f"f{i}")
            if n == 4 and i == 0: continue_ = True
    else: return "loop-else"
    return "end"
for n in range(6): r = fin(n); flush(f"fin{n}={r}")
def override():
    try: return 1
    finally: return 2
def swallow():
    while True:
        try: 1 / 0
        finally: break
    return "swallowed"
print(override(), swallow())
fs = [lambda: i for i in range(3)]; gs = [lambda i=i: i for i in range(3)]; print([f() for f in fs], [g() for g in gs], i)
def counter():
    n = 0
    def inc(by=1): nonlocal n; n += by; return n
    def get(): return n
    inc.get = get; return inc
c1, c2 = counter(), counter(); print(c1(), c1(5), c2(), c1.get(), c1.__closure__[0].cell_contents, inc_names := c1.__code__.co_freevars, c1.__code__.co_varnames)
x = "global"
class Scope:
    x = "class"; y = x + "!"; z = [x for _ in range(1)]; zz = (lambda: x)()
    def m(self): return x, self.x, __class__.__name__
    class Inner: w = x
    print(sorted(k for k in locals() if not k.startswith("__")))
print(Scope.y, Scope.z, Scope.zz, Scope().m(), Scope.Inner.w, Scope.Inner.__qualname__)
def locs(a, b=2, *c, d, **e): h = 1; del b; return locals()
print(locs(1, d=4, q=5), "x" in globals(), eval("a + b", {"a": 1}, {"b": 2}))
ns = {}; exec("def q(n):\n    return n * z\nz = 3\nclass E:\n    v = z", ns); print(ns["q"](4), ns["E"].__module__, ns["q"].__module__, sorted(k for k in ns if k[0] != "_"))
class A:
    def who(self): return ["A"]
    @classmethod
    def mk(cls): return cls.__name__
    @staticmethod
    def st(): return "st"
class B(A):
    def who(self): return ["B"] + super().who()
    @classmethod
    def mk(cls): return "B-" + super().mk()
class C(A):
    def who(self): return ["C"] + super().who()
class D(B, C):
    def who(self): return ["D"] + super().who()
    st = A.__dict__["st"]
print(D().who(), D.mk(), D.st(), [k.__name__ for k in D.__mro__], super(B, D()).who(), D.__base__, B.__bases__, issubclass(D, C), type.mro(D) == list(D.__mro__))
for bad in ("class X(A, D): pass", "class X(int, str): pass", "class X(A, metaclass=type('M', (type,), {}), z=1): pass", "D.__mro__ = ()", "x: int\nprint(x)", "del zzz", "for i in range(3): del i\nprint(i)", "def f():\n  global gg\n  gg = 1\nf(); print(gg)", "lambda: (yield)", "[*range(3), *'ab'][::-2]", "print(*[1], *'ab', **{'sep': '-'})", "a = b = c = []; a.append(1); print(b is c, c)", "print((lambda x, /, y, *, z: (x, y, z))(1, y=2, z=3))", "print(f'{1}{2!r:>{3}}' f'{4}' 'x')", "print(not 1 == 2, not not 3, -2 ** 2, 2 ** -1, ~-1, 1 if 0 else 2, 1 or 2 and 0, 5 % -3, -5 // 3)", "print(type(lambda: 0).__name__, (lambda: 0).__name__, (lambda: 0).__qualname__)", "x = 5; x: str = 'q'; print(x, __annotations__ if '__annotations__' in dir() else None)", "try:\n  raise E1 from None\nexcept NameError as e: print(e)\nprint('e' in dir())", "with open('nofile') as f: pass", "import sys as s, math as m; from math import pi as p; print(s.__name__, m.__name__, p)", "class Meta(type):\n  def __call__(cls, *a): return ('called', a)\nclass Z(metaclass=Meta): pass\nprint(Z(1, 2))", "def h(x, l=[]): l.append(x); return l\nprint(h(1), h(2), h.__defaults__)", "i = 10; print([i for i in range(2)], i)", "print(*(i for i in range(3) if i), sep=',', end='!\\n')", "print({**{'a': 1}, 'b': 2, **{'a': 3}}, {*[1], 2, *{3}})", "while 1:\n  if 1: break\nelse: print('no')\nprint('done')", "(a, *b), c = 'xyz', 1; print(a, b, c)", "a = [1, 2, 3]; a[1:1] = a; print(a)", "s = 'abc'; print(s[::-1], s[-5:2], s[5:], s[1:-1:1], s[:-4:-1])", "print(__name__)"):
    try: exec(bad)
    except BaseException as e: print(f"{type(e).__name__}: {e}")
def ctr(k={}): k["n"] = k.get("n", 0) + 1; return k["n"]
print(ctr(), ctr(), ctr.__defaults__, locs.__kwdefaults__, g.__annotations__, g.__kwdefaults__)
d = {1: "a", 2: "b"}
try:
    for k in d: d[k + 10] = 1
except RuntimeError as e: print(e)
try:
    for k in {1, 2}: (s := {1, 2}); [s.add(z) for z in range(9)]; [s.add(9) for z in s]
except RuntimeError as e: print(e)
l = [1, 2, 3]; print([l.remove(z) or z for z in l], l); it = iter(l); l.append(7); print(list(it), next(it, "end"))
m = types.ModuleType("mm", "doc"); m.__getattr__ = lambda n: f"<{n}>"; m.__dir__ = lambda: ["b", "a"]; print(m.foo, dir(m), m.__doc__, m.__name__); sys.modules["mm"] = m; import mm; from mm import anything; print(mm.q, anything)
class S:
    __slots__ = ("a", "__weakref__")
class S2(S): __slots__ = ("b",)
class S3(S2): pass
s = S2(); s.a = 1; s.b = 2; print([getattr(s, n) for k in S2.__mro__ for n in getattr(k, "__slots__", ())if n != "__weakref__"], hasattr(s, "__dict__"), S3().__dict__, S.a, type(S.a).__name__)
for z in ("s.c = 1", "del s.a; s.a", "S.a.__set__(s, 5); print(S.a.__get__(s))", "S2.a.__get__(1)", "print(S.__slots__, s.__slots__)"):
    try: exec(z)
    except Exception as e: print(type(e).__name__, e)
def gen():
    try:
        r = yield 1
        while r: r = yield r * 2
    except GeneratorExit: log.append("closed"); return
    finally: log.append("cleanup")
y = gen(); next(y); print(y.send(4), y.send(5)); y.close(); flush("gen"); print(y.gi_frame, list(y))
def outer_unbound():
    def inner(): return later
    try: inner()
    except NameError as e: print(e, type(e).__name__, e.name)
    later = 1; del later
    try: later
    except UnboundLocalError as e: print(e)
outer_unbound()
print(sys.exc_info(), (lambda: [*locals()])(), functools.reduce(lambda a, b: b if a else a, [1, 0, 2]), [] or {} or () or 0 or "last", "z" and [] and 1)
locs()
