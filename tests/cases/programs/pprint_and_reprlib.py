import pprint, reprlib, dataclasses, collections, types, enum, json, textwrap
from pprint import pp, pformat
@dataclasses.dataclass
class Config:
    name: str
    values: list = dataclasses.field(default_factory=list)
    nested: "Config | None" = None
    hidden: int = dataclasses.field(default=3, repr=False)
data = {"zeta": list(range(30)), "alpha": {"inner": {"deep": {"deeper": [1, [2, [3, [4]]]]}}}, "text": "the quick brown fox " * 8, "tuple": (1,), "empty": [], "bytes": b"binary" * 20, (1, 2): {3, 1, 2}, None: frozenset({5, 4}), 5: Config("c" * 30, ["v" * 30, "w" * 30], Config("n"))}
pprint.pprint(data)
pprint.pprint(data, width=40, depth=3, compact=True, sort_dicts=False, indent=2)
pp({"b": 1, "a": 2}); pprint.pprint({"b": 1, "a": 2})
pprint.pprint([{"id": i, "name": f"item number {i}", "tags": ["x", "y" * i]} for i in range(4)], width=60)
print(pformat(collections.OrderedDict((k, k * 20) for k in "abcd")), pformat(collections.Counter("mississippi" * 3)), pformat(collections.deque(range(40), 40)), pformat(collections.defaultdict(list, {k * 10: list(range(10)) for k in "xyz"})), pformat(collections.ChainMap({"a" * 40: 1}, {"b" * 40: 2})), pformat(types.SimpleNamespace(a="x" * 40, b="y" * 40)), pformat(types.MappingProxyType({"k" * 40: 1, "j" * 40: 2})), pformat(collections.UserDict({"a" * 50: 1, "b" * 50: 2})), sep="\n")
print(pformat("short"), pformat("a\nb\n" * 5), pformat("word " * 30, width=50), pformat(["word " * 20], width=40), pformat(b"\x00" * 30, width=40), pformat(10**9, underscore_numbers=True), pformat([10**7, -12345], underscore_numbers=True), pformat((1,) * 3, width=5), pformat(("a" * 50,), width=20), pformat({"a": ("b" * 40, "c" * 40)}, indent=4, width=30), pformat(set("hello") & {"z"}), pformat([[]] * 3, width=3), pformat({1: {2: {3: {}}}}, depth=2), sep="\n")
rec = [1]; rec.append(rec); d = {}; d["d"] = d
print(pformat(rec) .split("id=")[0], pprint.isreadable(rec), pprint.isrecursive(d), pprint.isreadable([1, "a"]), pprint.saferepr({"b": 1, "a": (2,)}))
class Colour(enum.Enum):
    RED = "r"
class Weird:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"Weird(\n{self.n}\n)"
pp([Colour.RED, Weird(1), Weird, len, 1.0, 1j, ..., "x" * 70, range(5)])
r = reprlib.Repr(); r.maxlist = 3; r.maxstring = 12; r.maxdict = 2; r.maxlevel = 2; r.maxlong = 10
print(r.repr(list(range(10))), r.repr("abcdefghijklmnop"), r.repr({i: i for i in range(5)}), r.repr([[[[1]]]]), r.repr(10**50), reprlib.repr(set(range(20))), reprlib.repr("x" * 100), reprlib.repr(tuple(range(10))), reprlib.repr(frozenset("abcdefgh") & frozenset("a")), reprlib.repr(collections.deque(range(10))), reprlib.repr(Weird("y" * 50)), reprlib.repr([1, [2, [3, [4, [5, [6, [7, [8]]]]]]]]), sep="\n")
print(reprlib.Repr(maxlist=2, indent="--").repr([1, {"a": [2, 3]}, 4]), reprlib.aRepr.maxother, reprlib.Repr(indent=2).repr({"a": (1,), "b": []}))
class Mine(reprlib.Repr):
    def repr_Weird(self, obj, level): return f"<W {obj.n} at {level}>"
    def repr_str(self, s, level): return s.upper()
print(Mine().repr([Weird(1), ["q", (Weird(2),)]]))
class Loop:
    @reprlib.recursive_repr("<...>")
    def __repr__(self): return f"Loop({self.me!r})"
l = Loop(); l.me = [l]; print(l)
print(json.dumps(data["alpha"], indent=1), json.dumps([1, [2, {"a": []}], {}], indent="\t"), json.dumps({"a": 1, "b": [1.0, 1e100, -0.0, True, None, "é\u2028\"\\/\x00"]}, separators=(",", ":")), json.dumps({1: 1, 1.5: 2, True: 3, None: 4}), json.dumps("é😀\ud800"), json.dumps("é", ensure_ascii=False), json.dumps([float("nan"), float("inf")]), json.dumps((1, 2)), json.dumps({"b": 1, "a": {"d": 1, "c": 2}}, sort_keys=True), json.dumps({(1,): 2, "k": 1}, skipkeys=True), sep="\n")
