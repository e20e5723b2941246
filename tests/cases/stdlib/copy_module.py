import copy
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
a = [1, [2, 3], {"k": [4]}]; s, d = copy.copy(a), copy.deepcopy(a)
a[1].append(9); a[2]["k"].append(5); print(a, s, d, s[1] is a[1], d[1] is a[1])
for v in [5, "s", None, (1, 2), (1, [2]), frozenset([1]), {1: [2]}, {1, 2}, range(3), b"x", bytearray(b"y"), 1.5, len, int, slice(1, 2), ..., True, 1j]:
    c, e = copy.copy(v), copy.deepcopy(v)
    print(type(v).__name__, c == v, e == v, c is v, e is v)
class C:
    def __init__(self, x): self.x = x; self.me = self
    def __eq__(self, o): return self.x == o.x
o = C([1]); p, q = copy.copy(o), copy.deepcopy(o); print(p.x is o.x, q.x is o.x, q.x, q.me is q, p.me is o, type(q).__name__, p is o, q == o)
loop = []; loop.append(loop); k = copy.deepcopy(loop); print(k, k[0] is k, k is loop); shared = [0]; two = copy.deepcopy([shared, shared]); print(two[0] is two[1]); dd = {}; dd["d"] = dd; z = copy.deepcopy(dd); print(z["d"] is z)
class Custom:
    def __init__(self, v): self.v = v
    def __copy__(self): return Custom("copied")
    def __deepcopy__(self, memo): print(type(memo).__name__); return Custom("deep")
print(copy.copy(Custom(1)).v, copy.deepcopy(Custom(1)).v, copy.deepcopy([Custom(1)])[0].v)
class Slots:
    __slots__ = ("a", "b")
sl = Slots(); sl.a = [1]; c = copy.deepcopy(sl); print(c.a, c.a is sl.a, hasattr(c, "b"), copy.copy(sl).a is sl.a)
class L(list):
    def __init__(self, *a): super().__init__(a); self.tag = ["t"]
l = L(1, [2]); c = copy.deepcopy(l); print(c, c.tag, c.tag is l.tag, type(c).__name__, copy.copy(l).tag is l.tag, copy.copy(l)[1] is l[1])
class D(dict): pass
dd = D(a=[1]); dd.attr = 5; c = copy.deepcopy(dd); print(c, c.attr, type(c).__name__, c["a"] is dd["a"])
import collections, datetime, decimal, fractions, enum, dataclasses
class E(enum.Enum): A = [1]
@dataclasses.dataclass
class DC: v: list
dc = DC([1]); c = copy.deepcopy(dc); print(c, c.v is dc.v, copy.copy(dc).v is dc.v, copy.deepcopy(E.A) is E.A, copy.copy(E.A) is E.A)
for v in [collections.Counter("aab"), collections.defaultdict(list, {1: [2]}), collections.OrderedDict(a=1), collections.deque([1, [2]], 5), collections.namedtuple("N", "a")([1]) if False else (1,), datetime.date(2024, 1, 1), datetime.timedelta(1), decimal.Decimal("1.5"), fractions.Fraction(1, 2), ValueError("x", 1)]:
    c = copy.deepcopy(v); print(repr(c) == repr(v), type(c) is type(v), repr(copy.copy(v)) == repr(v))
f = lambda: 0; print(copy.copy(f) is f, copy.deepcopy(f) is f, copy.deepcopy([len, int])[0] is len, copy.deepcopy(o.__init__) is not None)
t(lambda: copy.copy()); t(lambda: copy.deepcopy()); t(lambda: copy.copy(x for x in [])); t(lambda: copy.deepcopy((x for x in []))); t(lambda: copy.Error.__name__); t(lambda: copy.replace(dc, v=9)); t(lambda: copy.replace(5)); t(lambda: copy.copy(iter([1, 2])).__next__()); t(lambda: copy.deepcopy(memoryview(b"x")))
memo = {}; x = [1]; y = copy.deepcopy(x, memo); print(y, id(x) in memo, copy.deepcopy([x, x], memo)[0] is y)
class Red:
    def __init__(self, v): self.v = v
    def __reduce__(self): return (Red, (self.v + 1,))
class GS:
    def __getstate__(self): return {"z": 1}
    def __setstate__(self, s): self.s = s
print(copy.copy(Red(1)).v, copy.deepcopy(Red(1)).v, copy.copy(GS()).s)
g = [[0] * 3 for _ in range(2)]; h = [r[:] for r in g]; i = copy.copy(g); g[0][0] = 1; print(g, h, i, a.copy()[1] is a[1], a[:][1] is a[1], {**{"a": a}}["a"] is a, list(a)[1] is a[1])
