# warns: yes
# ends: raised
x = "global"
def f():
    try: print(x)
    except UnboundLocalError as e: print(type(e).__name__, e)
    x = 1
def g():
    def inner():
        try: print(y)
        except NameError as e: print(type(e).__name__, e)
    inner(); y = 2; inner(); del y; inner()
def h():
    global x, fresh
    x = "changed"; fresh = 5
    def k():
        nonlocal z
        z += 1; return z
    z = 10; return k(), k(), z
f(); g(); print(h(), x, fresh)
class C:
    x = "class"; y = [x for _ in range(2)] if False else 0
    def m(self): return x
    z = (lambda: x)(); w = [i for i in range(3)]; fs = [lambda i=i: i for i in w]; print("in class", x, z)
    try: q = [x2 for _ in range(1)]
    except NameError as e: print(e)
    for i in range(2): pass
    else: del i
print(C().m(), C.z, [f() for f in C.fs], hasattr(C, "i"), [k for k in vars(C) if not k.startswith("_")])
fs = [lambda: i for i in range(3)]; print([f() for f in fs], [(lambda n: lambda: n)(i)() for i in range(3)]); fs = []
for i in range(3): fs.append(lambda: i)
print([f() for f in fs], i); print([x for x in range(3)], x, {x: x for x in "ab"}, x)
def default(a, l=[], *, d={}): l.append(a); d[a] = len(l); return l, d
print(default(1), default(2), default(3, []), default.__defaults__, default.__kwdefaults__)
def swap():
    a, b, *c = 1, 2; a, b = b, a; (d, [e, *f_]), g_ = ("x", "yzw"), 5; [h_, i_] = "hi"; j = k = l = []; l += [1]; m, = [9]; *n, = "ab"; return a, b, c, d, e, f_, g_, h_, i_, j, k is l, m, n
print(swap()); a = [1, 2, 3]; i = 0; i, a[i] = 2, 9; print(a, i); a[0], a[1:] = a[-1], [7]; print(a); a = a[:] = [1]; print(a) if False else print("x")
d = {}; d["a"], d["b"] = 1, 2; (d["c"], *d["d"]) = "xyz"; print(d); t = ([],)
try: t[0] += [1]
except TypeError as e: print(e, t)
if (n := len("abc")) > 2 and (m := n * 2): print(n, m, [y := 1, y ** 2, y + 5], [last := v for v in range(4)], last, (lambda: (w := 3) + w)())
print([(a, b) for a in range(3) if a for b in range(a) if b or a == 1], [[j for j in range(i)] for i in range(3)], {i % 2: i for i in range(4)}, {c for c in "aab"} == {"a", "b"}, sum(i * i for i in range(4)), [x if x else y for x, y in ((0, 1), (2, 3))], [*range(2), *"ab"], {**{"a": 1}, "b": 2}, (*(), 1), [a for a, *b in ["xyz"]], list(i for i in range(2)))
del a
try: print(a)
except NameError as e: print(e)
def gen():
    try: yield 1
    finally: print("closed")
def loop():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            print("i", i)
        finally: print("fin", i)
    else: print("never")
    while True:
        try: return "ret"
        finally: break
    return "after"
print(loop())
def nested(n):
    def rec(k): return k if k < 2 else rec(k - 1) + rec(k - 2)
    return [rec(i) for i in range(n)]
print(nested(8), (lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4), (lambda: None)(), (lambda a, /, b, *, c: a + b + c)(1, b=2, c=3))
def args(a, b=2, *c, d, e=5, **f): return locals() if False else (a, b, c, d, e, f)
print(args(1, d=4), args(*range(4), **{"d": 1, "zz": 2}), args(1, *[2, 3], d=0, **{"e": 9}), args(b=1, a=0, d=2)); print(1 < 2 < 3 != 4 == 4 is not None, not 1 == 2, 1 if 0 else 2 if 0 else 3, 0 or [] or "x" or 1, 1 and 2 and 0 and 3, None is None is not True, 3 in [1, 2, 3] == True, -2 ** 2, 2 ** -1, 2 ** 3 ** 2, ~-1, not not 1, 5 // -2 * 3 % 4, 1 << 2 + 1, 6 & 3 | 8 ^ 1, "a" "b" * 2, -5 % 3, +-+1, (1, 2) < (1, 3) < (2,), [1, [2]] == [1, [2]], 1_000 + 0x_ff + 0b1_0 + 0o7, 1e3 == 1000, .5 + 5., 1j * 1j, ..., Ellipsis is ..., __name__, __debug__, "%s" % None)
assert x == "changed", "unexpected"; assert not (), "tuple"
try: assert 1 > 2, ("two", {"k": 1})
except AssertionError as e: print(repr(e), e.args, str(e))
match {"a": [1, {"b": (2, 3)}], "z": None}:
    case {"a": [int(p), {"b": (q, *r)}], **rest} if p < q: print(p, q, r, rest)
match (1, "x"):
    case (int() | float() as num, str(s)) if num > 5: print("no")
    case [1 | 2 as num, s]: print(num, s)
def outer():
    v = "outer"
    class In:
        v2 = v; v = "in class"
        def get(self): return v
    return In.v2 if False else In.v, In().get()
print(outer() if False else "skip")
class Acc:
    total = 0
    def __iadd__(self, o): self.total += o; return self
    def __setattr__(self, k, v): print("set", k, v); object.__setattr__(self, k, v)
acc = Acc(); acc += 5; acc.total -= 1; print(acc.total, Acc.total); lst = [acc]; lst[0] += 1; print(lst[0] is acc)
print(undefined_thing if False else "done", type(lambda: 0).__name__, (yield_ := 5)); undefined_thing
