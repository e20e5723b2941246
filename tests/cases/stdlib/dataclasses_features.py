import dataclasses
from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, make_dataclass, FrozenInstanceError, KW_ONLY, InitVar
from typing import ClassVar
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)
    def norm(self): return self.x ** 2 + self.y ** 2
p = P(1)
print(p, P(1, 2, ["a"]), p == P(1), p != P(2), P(x=5, y=6), p.norm(), p.tags is P(1).tags, [f.name for f in fields(p)], asdict(P(1, 2, [P(3)])), astuple(p), replace(p, y=9), is_dataclass(P), is_dataclass(p), is_dataclass(5), P.__match_args__, P.__doc__)
@dataclass(order=True, frozen=True)
class V:
    major: int
    minor: int = 0
    name: str = field(default="", compare=False, repr=False)
print(V(1, 2) < V(1, 3), sorted([V(2), V(1, 5), V(1)]), V(1, 2, "x") == V(1, 2, "y"), hash(V(1)) == hash(V(1, 0, "q")), {V(1): "k"}[V(1)], max(V(1), V(3)), V(1) >= V(1))
t(lambda: setattr(V(1), "major", 2))
t(lambda: delattr(V(1), "major"))
t(lambda: setattr(V(1), "zzz", 2))
t(lambda: V(1) < 5)
t(lambda: P(1) < P(2))
t(lambda: hash(P(1)))
t(lambda: P())
t(lambda: P(1, 2, [], 4))
t(lambda: P(z=1))
t(lambda: replace(p, q=1))
t(lambda: fields(5))
t(lambda: asdict(5))
@dataclass
class Base:
    a: int = 1
    def __post_init__(self): self.total = self.a * 10
@dataclass
class Child(Base):
    b: int = 2
    c: ClassVar[int] = 99
    def __post_init__(self):
        super().__post_init__()
        self.total += self.b
print(Child(), Child(5).total, Child(b=7, a=1), Child.c, [f.name for f in fields(Child)], Child() == Base(), isinstance(Child(), Base))
@dataclass(kw_only=True)
class K:
    a: int
    b: int = 2
t(lambda: K(1))
print(K(a=1))
@dataclass
class M:
    x: int
    _: KW_ONLY
    y: int = 5
    z: InitVar[int] = 3
    w: int = field(init=False)
    def __post_init__(self, z): self.w = self.x + z
print(M(1), M(1, y=2, z=10), M(1).w)
t(lambda: M(1, 2))
@dataclass(slots=True)
class S:
    a: int
    b: str = "d"
print(S(1), S.__slots__)
t(lambda: setattr(S(1), "c", 1))
@dataclass(eq=False, repr=False)
class N: v: int
print(N(1) == N(1), repr(N(1)).startswith("<__main__.N object"))
@dataclass(unsafe_hash=True)
class H: v: int
print(hash(H(1)) == hash(H(1)))
@dataclass
class Rep:
    v: int
    def __repr__(self): return "custom"
    def __eq__(self, o): return True
print(Rep(1), Rep(1) == 5)
@dataclass
class Node:
    val: int
    left: "Node | None" = None
    right: "Node | None" = None
    def total(self): return self.val + sum(n.total() for n in (self.left, self.right) if n)
print(Node(1, Node(2), Node(3)), Node(1, Node(2)).total(), asdict(Node(1, Node(2))))
D = make_dataclass("D", ["a", ("b", int), ("c", int, field(default=5))], namespace={"twice": lambda self: self.a * 2})
print(D(1, 2), D(1, 2).twice(), D.__annotations__["b"])
def bad_default():
    @dataclass
    class X: a: list = []
def bad_order():
    @dataclass
    class X:
        a: int = 1
        b: int
def bad_both():
    @dataclass
    class X: a: int = field(default=1, default_factory=int)
def frozen_mix():
    @dataclass
    class X(V): q: int = 1
def order_no_eq():
    @dataclass(order=True, eq=False)
    class X: a: int
def no_type():
    @dataclass
    class X: a = field(default=1)
def ordered_defined():
    @dataclass(order=True)
    class X:
        a: int
        def __lt__(self, o): return True
for f in (bad_default, bad_order, bad_both, frozen_mix, order_no_eq, no_type, ordered_defined): t(f)
f0 = fields(P)[2]
print(f0.name, f0.type, f0.default is dataclasses.MISSING, f0.default_factory, f0.init, f0.repr, f0.compare, f0.hash, f0.metadata, fields(P)[1].default, field(metadata={"k": 1}).metadata["k"])
print(asdict(P(1, 2, [{"k": P(3)}, (P(4),)])), astuple(P(1, 2, [P(3)])), asdict(p, dict_factory=lambda kv: [k for k, v in kv]))
match P(1, 2):
    case P(x, y): print("matched", x, y)
a = P(1); a.extra = 5; a.x += 1; print(a, a.extra, a.__dict__, P.__eq__(a, 5), P(1, [2]) == P(1, [2]))
@dataclass
class Loop: other: object = None
l = Loop(); l.other = l; print(l)
@dataclass
class Inventory:
    items: dict[str, int] = field(default_factory=dict)
    log: list[str] = field(default_factory=list, repr=False, compare=False)
    def add(self, n, q=1): self.items[n] = self.items.get(n, 0) + q; self.log.append(f"+{n}"); return self
print(Inventory().add("a").add("a", 3), Inventory().add("x") == Inventory({"x": 1}))
