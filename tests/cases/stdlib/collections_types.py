from collections import Counter, OrderedDict, defaultdict, deque, namedtuple, ChainMap, UserDict, UserList, UserString
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
c = Counter("mississippi")
print(c, c["s"], c["z"], c.most_common(), c.most_common(2), c.most_common(0), list(c.elements())[:5], sorted(c), c.total(), len(c), dict(c), "m" in c, c == Counter({"i": 4, "s": 4, "p": 2, "m": 1}))
a, b = Counter(a=3, b=1), Counter(a=1, b=2, c=5)
print(a + b, a - b, a & b, a | b, -a, +Counter(a=-1, b=2), a == b, a <= b, a < a + b); a.update("abc"); print(a); a.subtract({"a": 10}); print(a, a.most_common()[-1]); del a["zz"]; del a["a"]; print(a, Counter([1, 1, 2]), Counter(), Counter({"x": 2}), Counter(x=1, y=2), Counter(a=1).copy()); a += Counter("zz"); a["q"] += 1; print(a, repr(Counter(b=1, a=1)), Counter("ab") == Counter("ba"), Counter(a=0) == Counter(), list(Counter("aab").items()), max(c, key=c.get), sum(c.values()), Counter(w[0] for w in ["ab", "ac", "b"]), Counter(a=1).pop("a"))
d = defaultdict(list); d["a"].append(1); d["b"]; print(d, dict(d), d.get("c"), "c" in d, d.default_factory, len(d)); n = defaultdict(int); n["x"] += 5; print(n, defaultdict(lambda: 7)["q"], defaultdict(int, a=1), defaultdict(list, {"k": [1]}), n.copy(), n == {"x": 5}, n | {"y": 1}, defaultdict(lambda: defaultdict(int))["a"]["b"], defaultdict(None, a=1)["a"], n.pop("x"), n.setdefault("w", 3), repr(defaultdict(set)))
o = OrderedDict([("a", 1), ("b", 2), ("c", 3)]); o.move_to_end("a"); print(o); o.move_to_end("c", last=False); print(o, o.popitem(), o.popitem(last=False), o, list(reversed(OrderedDict(x=1, y=2))), OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == dict(b=2, a=1), repr(OrderedDict()), OrderedDict(a=1) | {"b": 2}, OrderedDict.fromkeys("ab"), o.copy())
q = deque([1, 2, 3], maxlen=4); q.append(4); q.append(5); q.appendleft(0); print(q, q.pop(), q.popleft(), q, len(q), q[0], q[-1], q.maxlen, 2 in q, q.count(2), q.index(3)); q = deque("abcde"); q.rotate(2); print(q); q.rotate(-1); q.extend("xy"); q.extendleft("12"); q.remove("x"); q.insert(1, "ins"); q.reverse(); print(q, list(q)[:2], deque(), deque([1]) == deque([1]), deque([1]) < deque([2]), deque([1, 2]) + deque([3]), deque([1]) * 3, deque(maxlen=2), deque(range(5), 3), deque([1, 2]).copy(), bool(deque()), list(reversed(deque([1, 2]))), [*deque("ab")], deque("ab")[1]); q[0] = "set"; del q[1]; q.clear(); print(q)
P = namedtuple("P", ["x", "y"], defaults=[0]); p = P(1); print(p, p.y, p._fields, P._field_defaults, p._replace(y=9), p._asdict(), P._make([3, 4]), p == (1, 0), p[0], *p, namedtuple("Q", "a, b c")(1, 2, 3), namedtuple("R", "a def a", rename=True)._fields, P.__doc__, P.x.__doc__, hash(p) == hash((1, 0)), p + (5,), isinstance(p, tuple), P(y=2, x=1), sorted([P(2, 1), P(1, 5)]), P.__name__, len(p), dict(zip(P._fields, p)), p.__getnewargs__())
class PP(namedtuple("Base", "x y")):
    __slots__ = ()
    def norm(self): return self.x ** 2 + self.y ** 2
    def __add__(self, o): return PP(self.x + o.x, self.y + o.y)
print(PP(3, 4).norm(), PP(1, 2) + PP(3, 4), type(PP(1, 2)._replace(x=5)).__name__)
m = ChainMap({"a": 1}, {"a": 2, "b": 3}); print(m, m["a"], m["b"], list(m), len(m), dict(m), m.maps, m.parents, m.new_child({"z": 0}), "b" in m, m.get("q"), m.new_child(w=1)["w"]); m["n"] = 5; del m["a"]; print(m, m.pop("n"), ChainMap(), list(m.items()), m == {"a": 2, "b": 3}, bool(ChainMap({})))
class U(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
u = U(a=1); u.update(b=2); print(u, u.data, u["b"], len(u), "a" in u, dict(u), u.copy(), u | {"c": 3}, UserList([1, 2]) + [3], UserList("ab").data, UserString("abc").upper(), UserString("x") + "y", UserList([3, 1]).count(1), sorted(UserList([3, 1])), UserString("abc")[1:], isinstance(UserString("a"), str), UserString("ab") == "ab")
for f in (lambda: Counter(5), lambda: Counter(1, 2), lambda: c.most_common("a"), lambda: Counter.fromkeys("a"), lambda: Counter("a") + 5, lambda: Counter("a") < 5, lambda: defaultdict(5), lambda: defaultdict(None)["x"], lambda: defaultdict()["x"], lambda: defaultdict(int)[[]], lambda: OrderedDict().popitem(), lambda: o.move_to_end("zz"), lambda: deque().pop(), lambda: deque().popleft(), lambda: deque([1]).remove(2), lambda: deque([1]).index(5), lambda: deque([1])[5], lambda: deque(5), lambda: deque([1], -1), lambda: deque([1], "a"), lambda: deque([1, 2])[0:1], lambda: deque([1], 1).insert(0, 2), lambda: deque([1]) + [2], lambda: hash(deque()), lambda: P(), lambda: P(1, 2, 3), lambda: P(z=1), lambda: P(1, x=2), lambda: p._replace(q=1), lambda: P._make([1, 2, 3]), lambda: setattr(p, "x", 5), lambda: setattr(p, "new", 5), lambda: p.nope, lambda: namedtuple("1x", "a"), lambda: namedtuple("X", "a a"), lambda: namedtuple("X", "class"), lambda: namedtuple("X", "_a"), lambda: namedtuple("X", "a", defaults=[1, 2]), lambda: namedtuple("X", 5), lambda: ChainMap({})["x"], lambda: ChainMap({}).pop("x"), lambda: ChainMap().popitem(), lambda: UserDict()["x"], lambda: UserList([1])[5], lambda: deque([1, 2]).rotate("a"), lambda: Counter(a="x").total(), lambda: list(Counter(a=-1).elements()), lambda: Counter({"a": 1}).most_common(-1), lambda: namedtuple("X", "a")(1)._asdict()["a"]):
    t(f)
def mutate():
    q = deque([1, 2])
    for x in q: q.append(x)
t(mutate)
