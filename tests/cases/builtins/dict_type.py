d = {"b": 1, "a": 2}
print(dict(), dict(a=1), dict([("x", 1), ("y", 2)]), dict({"k": 1}, z=2), dict(zip("ab", [1, 2])), dict(["ab", "cd"]), dict.fromkeys("ab"), dict.fromkeys([1, 2], 0), dict(d) == d, {**d, "c": 3}, {1: "a", True: "b", 1.0: "c"}, {"x": 1, "x": 2}, dict(a=1, **{"b": 2}), dict(iter([(1, 2)])))
print(d["b"], d.get("b"), d.get("z"), d.get("z", 0), "a" in d, 1 in d, len(d), list(d), list(d.keys()), list(d.values()), list(d.items()), d.setdefault("b", 9), d.setdefault("n", []), d.setdefault("m"), d)
print(d.pop("m"), d.pop("q", "default"), d.popitem(), d); d.update({"a": 5}, e=6); d.update([("f", 7)]); d.update(); print(d); del d["a"]; d["a"] = "reinserted at end"; print(d); c = d.copy(); c["new"] = 1; print("new" in d, d | {"b": 0}, {"z": 0} | d, d == dict(reversed(d.items())))
k, v, i = d.keys(), d.values(), d.items()
d["late"] = 1
print(k, v, i, len(k), "late" in k, 1 in v, ("late", 1) in i, list(reversed(d)), list(reversed(d.items())), k & {"b", "zz"}, sorted(k | {"q"}), k - {"b"} == {"f", "e", "a", "late"} or sorted(k - {"b"}), sorted(k ^ {"b"}), k.isdisjoint({"zz"}), k == set(d), k >= {"b"}, {"b"} < k, i & {("b", 1)}, type(k).__name__, type(iter(d)).__name__)
print({1: {2: {3: "deep"}}}[1][2][3], {(1, 2): "t"}[1, 2], {None: 0}[None], {frozenset([1]): "f"}[frozenset([1])], bool({}), {1: 2} == {1.0: 2.0}, {"a": 1} != {"a": 2}, {} == [], min({"b": 1, "a": 2}), max({"b": 1, "a": 2}, key=lambda x: 0), sorted({"b": 1, "a": 2}.items(), key=lambda kv: kv[1]), sum({1: 2, 3: 4}.values()), [*{"x": 1}], {v: k for k, v in {"a": 1}.items()})
e = {}; e["self"] = e; print(e, e["self"] is e)
def t(f):
    try:
        print(f())
    except Exception as x:
        print(type(x).__name__ + ":", x)
def s1(): d[[1]] = 1
def s2(): del d["nope"]
def s3(): d.keys()[0]
def s4():
    q = {1: 1}
    for x in q: q[x + 1] = 1
def s5():
    q = {1: 1, 2: 2}
    for x in q.items(): q.pop(x[0])
def s6():
    q = {1: 1, 2: 2}
    for x in q: q.pop(x); q[x + 10] = 1
for f in (s1, s2, s3, s4, s5, s6, lambda: d["nope"], lambda: d[[1]], lambda: d[{}], lambda: d.get(), lambda: d.get([]), lambda: d.get(1, 2, 3), lambda: d.pop(), lambda: d.pop("nope"), lambda: d.pop(1, 2, 3), lambda: {}.popitem(), lambda: d.popitem(1), lambda: dict(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: dict(["abc"]), lambda: dict([(1,)]), lambda: dict(1, 2), lambda: dict(None), lambda: d.update(5), lambda: d.update([1]), lambda: d.update([(1, 2, 3)]), lambda: d.update(1, 2), lambda: dict.fromkeys(5), lambda: dict.fromkeys(), lambda: dict.fromkeys([[]]), lambda: d < {}, lambda: d + d, lambda: d | [1], lambda: d | 5, lambda: hash(d), lambda: {d: 1}, lambda: d.setdefault(), lambda: d.setdefault([], 1), lambda: d.nope, lambda: [] in d, lambda: d(), lambda: dict(**{1: 2}), lambda: dict([("a", 1)], a=2), lambda: d.keys() + d.keys(), lambda: d.values() == d.values(), lambda: d.keys() == d.keys(), lambda: d.copy(1), lambda: next(d), lambda: d[1:2], lambda: d.items().__len__(), lambda: {1, 2} - {1: 0}.keys(), lambda: {1: 0}.keys() | [5], lambda: {1: 0}.keys() & 5, lambda: hash({}.keys()), lambda: dict.fromkeys("ab", []), lambda: d.has_key, lambda: d.__missing__, lambda: d.get("x", default=1), lambda: {}.update({1: 2}, 3), lambda: d.__getitem__("zz")):
    t(f)
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o): return isinstance(o, K) and self.n == o.n
    def __repr__(self): return f"K{self.n}"
z = {K(i): i for i in range(5)}
print(z, z[K(3)], K(9) in z, z.pop(K(0)), list(z)); z[K(1)] = "replaced"; print(z)
class Keys:
    def keys(self): return ["p", "q"]
    def __getitem__(self, k): return k.upper()
print(dict(Keys()), {**Keys()}, {}.__class__(Keys(), r=1))
x = {i: i for i in range(10)}
for n in range(8): del x[n]
x[100] = 1; x[0] = 2; print(x, x.popitem(), len(x), next(iter(x)), next(reversed(x)))
x.clear(); print(x); x |= {"a": 1}; x |= [("b", 2)]; print(x, x.__contains__("a"), x.__len__(), x.__eq__(1), x.__or__({}), x.__ror__({"z": 1}), list(x.__iter__()), x.__getitem__("a"))
groups = {}
for w in "apple avocado banana blueberry cherry".split(): groups.setdefault(w[0], []).append(w)
print(groups, {k: len(v) for k, v in groups.items()}, {**{"a": 1}, **{"a": 2}}, list({"z": 1, "y": 2, "x": 3}), dict(sorted({"z": 1, "y": 2}.items())), str({"k": [1, {"n": None}]}), {1: "a", "1": "b"}, {0: 1, False: 2, 0.0: 3}, {"é": 'q"', "'": "\n"})
