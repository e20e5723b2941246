import dataclasses as dc, copy, json, typing, abc, enum
from dataclasses import dataclass, field, fields, asdict, astuple, replace, make_dataclass, is_dataclass, FrozenInstanceError, InitVar, KW_ONLY
from typing import ClassVar, Any
def attempt(label, f):
    try: print(label, "->", f())
    except Exception as e: print(label, "!!", type(e).__name__, e)
@dataclass
class A:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
    c: ClassVar[int] = 9
    h: str = field(default="h", repr=False, hash=False, compare=False, metadata={"unit": "cm"})
    i: InitVar[int] = 5
    k: int = field(init=False)
    def __post_init__(self, i): self.k = i * 10
a, b = A(1), A(1, 2, [], "other")
print(a, a == b, a != A(2), a.k, a.i, A.c, [f.name for f in fields(a)], fields(A)[3].metadata["unit"], A.__match_args__, asdict(a), astuple(a), a.z is A(1).z)
attempt("hash", lambda: hash(a)); attempt("lt", lambda: a < b); attempt("missing", lambda: A()); attempt("extra", lambda: A(1, 2, [], "h", 5, 6)); attempt("kw", lambda: A(1, q=2)); attempt("k", lambda: A(1, k=2)); attempt("replace", lambda: replace(a, x=5, i=7)); attempt("replace k", lambda: replace(a, k=1, i=1)); attempt("replace no i", lambda: replace(a, x=1)); attempt("repl z", lambda: replace(a, nope=1, i=1))
attempt("mutable", lambda: dataclass(type("M", (), {"__annotations__": {"l": list}, "l": []}))); attempt("order", lambda: dataclass(type("M", (), {"__annotations__": {"a": int, "b": int}, "a": 1}))); attempt("both", lambda: field(default=1, default_factory=list)); attempt("fields", lambda: fields(5)); attempt("asdict", lambda: asdict(A)); attempt("is", lambda: (is_dataclass(A), is_dataclass(a), is_dataclass(5)))
@dataclass(frozen=True, order=True, slots=True, kw_only=True)
class P:
    x: float
    y: float = field(default=0.0, kw_only=False)
    tags: tuple = ()
p = P(1.5, x=2); attempt("frozen", lambda: setattr(p, "x", 1)); attempt("del", lambda: delattr(p, "x")); attempt("new attr", lambda: setattr(p, "q", 1)); attempt("pos", lambda: P(1, 2))
print(p, hash(p) == hash(P(1.5, x=2)), p < P(1, x=3), sorted([P(3, x=1), P(2, x=1), P(0, x=2)]), P.__slots__, {p: 1}[replace(p)], copy.copy(p) == p, copy.deepcopy(p) == p, astuple(p), p >= p); attempt("cmp other", lambda: p < 5); attempt("cmp A", lambda: p == a)
@dataclass(eq=False)
class Id: v: int
print(Id(1) == Id(1), len({Id(1), Id(1)}), Id(1) == 1)
@dataclass(unsafe_hash=True, repr=False)
class U: v: int
print(hash(U(1)) == hash(U(1)), "object at" in repr(U(1)), U(1) in {U(1)})
@dataclass
class Base:
    a: int = 1
    b: str = "b"
    def area(self): return 0
@dataclass
class Child(Base):
    b: str = "child"
    c: float = 3.0
    _: KW_ONLY
    d: int = 4
print(Child(), Child(9, d=5), [f"{f.name}:{f.type.__name__ if isinstance(f.type, type) else f.type}={f.default}" for f in fields(Child)], Child.__match_args__, Child(1) == Base(1), isinstance(Child(), Base), Child.__init__.__annotations__ if False else Child.__eq__ is not Base.__eq__)
attempt("kwonly", lambda: Child(1, "b", 2.0, 4))
@dataclass
class Tree:
    v: Any
    kids: list["Tree"] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)
t = Tree(1, [Tree(2), Tree((3, [4]), meta={"k": Tree(5)})], {"d": {"e": Tree(6)}}); print(json.dumps(asdict(t)), asdict(t, dict_factory=lambda kv: {k: v for k, v in kv if v})); d = asdict(t); d["kids"].clear(); print(len(t.kids), t == copy.deepcopy(t), t)
t.kids.append(t); print(repr(t)[-40:])
M = make_dataclass("M", ["a", ("b", int), ("c", str, field(default="z"))], bases=(Base,), namespace={"hi": lambda self: f"hi {self.a}"}, frozen=False, order=True); print(M(1, 2), M(1, 2).hi(), M(1, 2) < M(1, 3), M.__name__, M.__annotations__) if False else None
N = make_dataclass("N", ["a", ("b", int), ("c", str, field(default="z"))], namespace={"hi": lambda self: f"hi {self.a}"}); print(N(1, 2), N(1, 2).hi(), N.__annotations__); attempt("bad name", lambda: make_dataclass("X", ["1a"])); attempt("dup", lambda: make_dataclass("X", ["a", "a"])); attempt("kw", lambda: make_dataclass("X", ["class"]))
class Desc:
    def __init__(self, *, default): self._default = default
    def __set_name__(self, owner, name): self._name = "_" + name
    def __get__(self, obj, typ): return self._default if obj is None else getattr(obj, self._name, self._default)
    def __set__(self, obj, value): setattr(obj, self._name, int(value))
@dataclass
class Inv:
    qty: Desc = Desc(default=100)
print(Inv(), Inv("7").qty, vars(Inv(2.5)))
@dataclass
class Shape(abc.ABC):
    name: str
    @abc.abstractmethod
    def area(self) -> float: ...
    @property
    def label(self): return f"{self.name}: {self.area():.2f}"
@dataclass
class Sq(Shape):
    side: float = 1.0
    def area(self): return self.side ** 2
    def __eq__(self, o): return self.side == o.side
attempt("abstract", lambda: Shape("s")); print(Sq("s", 1.5).label, Sq("a") == Sq("b"), Sq("x")); attempt("hash", lambda: hash(Sq("s")))
match Child(7, "q"):
    case Child(a=7, b="q", d=d): print("matched", d)
match p:
    case P(y): print("pos", y)
print(repr(dc.field()).split("name=")[0], fields(A)[0].default is dc.MISSING, A.__doc__, Inv.__doc__, P.__doc__, Base.__doc__, dc.fields(Tree)[1].default_factory, A.__dataclass_params__, sep="\n")
frozen_child = lambda: dataclass(type("FC", (P,), {"__annotations__": {"w": int}})); attempt("inherit", frozen_child)
try: p.x = 3
except FrozenInstanceError as e: print(isinstance(e, AttributeError), e.args, e)
