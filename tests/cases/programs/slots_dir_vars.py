import copy, operator
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque, namedtuple
class Base:
    __slots__ = ("x", "__dict__")
    kind = "base"
    def __init__(self): self.x = 1; self.extra = 2
class Slim:
    __slots__ = ("a", "b")
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b) if isinstance(o, Slim) else NotImplemented
class Sub(Slim):
    __slots__ = "c"
class Loose(Slim): pass
b, s, l = Base(), Slim(1, 2), Loose(3, 4)
l.new = 5
print(vars(b), vars(l), [n for n in dir(b) if not n.startswith("__")], [n for n in dir(s) if not n.startswith("_")], Slim.__slots__, Sub.__slots__, s == Slim(1, 2), s != 5, s == 5, type(Slim.a), Slim.a.__get__(s), Slim.__hash__)
class Point:
    """A point."""
    dims: int = 2
    origin: "Point"
    def __init__(self, x, y): self.x, self.y = x, y
    def __dir__(self): return ["x", "y", "z"]
    def __getattr__(self, name):
        if name == "z": return 0
        raise AttributeError(f"no {name}")
    def __format__(self, spec): return f"P({self.x:{spec}}, {self.y:{spec}})" if spec else "P"
    def __bool__(self): return bool(self.x or self.y)
    def __contains__(self, v): return v in (self.x, self.y)
    def __call__(self, *a, **k): return a, k
    def __matmul__(self, o): return self.x * o.x + self.y * o.y
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __len__(self): return 2
    def __index__(self): return self.x
    def __iadd__(self, o): self.x += o; return self
    def __lt__(self, o): return (self.x, self.y) < (o.x, o.y)
    def __delattr__(self, n): print("del", n); object.__delattr__(self, n)
p, q = Point(3, 4), Point(0, 0)
print(dir(p), p.z, f"{p:.1f} {p}", bool(q), 4 in p, p(1, k=2), p @ p, list(p), p[-1], p[0:1], [10, 20, 30, 40][p], hex(p), sorted([p, q])[0].x, Point.__annotations__, Point.__doc__, Point.__dict__["dims"], hasattr(p, "w"), getattr(p, "w", "dflt"), [*reversed(p)], range(p), "ab" * p)
p += 5; print(p.x); del p.y
x, *y = p.x, 1, 2; (m, n), o = [1, 2], 3; i = j = k = []; i.append(1); print(x, y, m, n, o, j, k is i)
for bad in (lambda: s.c, lambda: setattr(s, "zz", 1), lambda: vars(s), lambda: p.y, lambda: p.nope, lambda: delattr(s, "zz"), lambda: Sub(1, 2).c, lambda: [1, 2][q:p:q], lambda: p["a"], lambda: Point(1), lambda: p < 3, lambda: delattr(Point, "nope"), lambda: operator.attrgetter("x.y")(p), lambda: setattr(5, "a", 1), lambda: type("T", (), {"__slots__": ("a", "a b")}), lambda: type("T", (), {"__slots__": ("a",), "a": 1}), lambda: type("T", (int,), {"__slots__": ("a",)})(3).a, lambda: type("T", (Base, Slim), {}), lambda: type("T", (bool,), {}), lambda: type("T", (object, Base), {}), lambda: type("T", (Base, Base), {}), lambda: type("T", (1,), {}), lambda: setattr(int, "x", 1), lambda: object().__dict__, lambda: None.foo, lambda: (1).real.foo, lambda: setattr(Slim.a, "b", 1), lambda: setattr((lambda: 0), "__name__", 5), lambda: setattr(s, "__class__", int)):
    try:
        print("ok", bad())
    except Exception as e:
        print(type(e).__name__, e)
class Node:
    def __init__(self, v): self.v, self.next = v, None
    def __deepcopy__(self, memo):
        n = memo[id(self)] = Node(copy.deepcopy(self.v, memo)); n.next = copy.deepcopy(self.next, memo); return n
n1, n2 = Node([1]), Node([2]); n1.next, n2.next = n2, n1
c = copy.deepcopy(n1); print(c.v, c.next.v, c.next.next is c, c.v is n1.v)
orig = {"l": [1, [2]], "t": (1, [2]), "s": {1}}; sh, dp = copy.copy(orig), copy.deepcopy(orig); orig["l"][1].append(3); print(sh["l"], dp["l"], sh["t"] is orig["t"], dp["t"] is orig["t"], copy.deepcopy((1, 2)) == (1, 2), copy.copy(s) == s, copy.deepcopy(l).new)
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}); child = cm.new_child({"c": 9}); child["b"] = 0; print(child, child["a"], list(child), dict(child), child.parents, len(child), child.maps[0], cm | {"z": 1})
try: del child["a"]
except KeyError as e: print(e)
od = OrderedDict.fromkeys("abcd"); od.move_to_end("a"); od.move_to_end("d", last=False); print(od, od.popitem(last=False), od == OrderedDict(reversed(list(od.items()))), od == dict(reversed(list(od.items()))), list(reversed(od)))
ct = Counter(a=3, b=1); ct.update("abc"); ct.subtract({"a": 1, "z": 2}); print(ct, ct + Counter(), -ct, ct & Counter(a=1, c=5), ct | Counter(q=1), ct - Counter(a=1), ct.most_common(2), list(ct.elements()), ct["missing"], ct.total(), Counter(a=1) <= Counter(a=2), +ct, Counter("aab") == Counter(b=1, a=2, c=0))
class LowerDict(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k.lower(), v)
    def __missing__(self, k): return f"<{k}>"
ld = LowerDict({"A": 1}, B=2); ld.update(C=3); ld |= {"D": 4}; print(ld, ld["zz"], "a" in ld, ld.get("q"), ld.data, isinstance(ld, dict), ld.copy(), ld.pop("a"), ld == {"b": 2, "c": 3, "d": 4})
class Default(dict):
    def __missing__(self, k): self[k] = v = k * 2; return v
dd = Default(); print(dd[2], dd["x"], dd, dd.get(9), defaultdict(lambda: "d")["q"], UserList([3, 1]) + [2], sorted(UserList("ba")), UserString("abc")[1:].upper(), UserString("a") + "b", UserList([1]) * 2 == [1, 1])
dq = deque(range(5), maxlen=4); dq.rotate(1); dq.appendleft(9); dq.extend([7, 8]); dq.extendleft("xy"); print(dq, dq.maxlen, dq[1], list(reversed(dq)), dq.count(9), dq.index(9) if 9 in dq else None, deque([1, 2]) < deque([1, 3]), deque([1]) + deque([2]), dq * 1, dq.copy() == dq)
dq.insert; P3 = namedtuple("P3", ["x", "y", "z"], defaults=[0]); t = P3(1, 2); print(t, t._asdict(), t._replace(x=5), P3._fields, P3._field_defaults, P3._make([7, 8, 9]), t + (4,), t[1:], t == (1, 2, 0), namedtuple("R", "a class b a", rename=True)._fields, t.__doc__, P3.x.__doc__, t.index(2), hash(t) == hash((1, 2, 0)))
