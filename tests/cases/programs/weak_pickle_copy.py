import copy, gc, pickle, weakref, io, sys, collections, datetime, decimal, enum, fractions, functools, operator, re, types, uuid
from dataclasses import dataclass, field
@dataclass
class Point:
    x: int; y: int = 0
    extra: dict = field(default_factory=dict)
class Slots:
    __slots__ = ("a", "b", "__weakref__")
    def __init__(self, a): self.a = a
class Custom:
    def __init__(self, v): self.v = v; self.cache = "big"
    def __getstate__(self): d = self.__dict__.copy(); del d["cache"]; return d
    def __setstate__(self, d): self.__dict__.update(d); self.cache = "rebuilt"
    def __eq__(self, o): return self.v == o.v
class Reduced:
    def __init__(self, n): self.n = n
    def __reduce__(self): return (Reduced, (self.n + 1,))
class NewArgs(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    def __getnewargs__(self): return tuple(self)
class Sing:
    _one = None
    def __new__(cls): cls._one = cls._one or super().__new__(cls); return cls._one
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self
class Color(enum.Enum): RED = 1
class MyList(list):
    def __init__(self, *a): super().__init__(*a); self.tag = "t"
class MyErr(Exception):
    def __init__(self, a, b): super().__init__(a); self.b = b
    def __reduce__(self): return (MyErr, (self.args[0], self.b))
NT = collections.namedtuple("NT", "p q")
def func(x): return x + 1
objs = [None, True, 1, -1, 2**100, 1.5, float("inf"), 1j, "é", b"b", bytearray(b"ba"), [1, [2]], (1, (2,)), (), {1: {2: 3}}, {1, 2}, frozenset([1]), range(3), slice(1, 2), ..., NotImplemented, Point(1, extra={"k": [1]}), Slots(1), Custom(5), NewArgs(1, 2), Color.RED, MyList([1, 2]), NT(1, [2]), collections.OrderedDict(a=1), collections.Counter("ab"), collections.deque([1], 3), collections.defaultdict(list, a=[1]), datetime.datetime(2024, 1, 2, tzinfo=datetime.UTC), datetime.timedelta(1), decimal.Decimal("1.5"), fractions.Fraction(1, 3), uuid.UUID(int=1), re.compile("a+", re.I), functools.partial(func, 1), operator.itemgetter(1), func, len, int, ValueError("e", 1), MyErr("a", 2), types.SimpleNamespace(a=1), collections.ChainMap({"a": 1}), complex(0, -0.0), "a" * 300, list(range(300)), object]
for o in objs:
    res = []
    for f in (copy.copy, copy.deepcopy, lambda o: [pickle.loads(pickle.dumps(o))], lambda o: [pickle.loads(pickle.dumps(o, 2))]):
        try: n = f(o); res.append(f"{'is' if n is o else 'eq' if n == o or n == [o] else repr(n)[:30].split(' at 0x')[0]}")
        except Exception as e: res.append(f"{type(e).__name__}: {e}"[:60])
    print(f"{type(o).__name__:<20}", *res, sep=" | ")
r = Reduced(1); print(copy.copy(r).n, copy.deepcopy(r).n, pickle.loads(pickle.dumps(r)).n, Sing() is copy.deepcopy([Sing()])[0], pickle.loads(pickle.dumps(Custom(1))).cache, pickle.loads(pickle.dumps(MyList([1]))).tag, pickle.loads(pickle.dumps(MyErr("x", 9))).b)
a = [1]; b = [a, a]; c = copy.deepcopy(b); print(c[0] is c[1], c[0] is a); l = [1]; l.append(l); m = copy.deepcopy(l); print(m[1] is m, m is l); p = pickle.loads(pickle.dumps(l)); print(p[1] is p); d = {}; d["self"] = d; print(copy.deepcopy(d)["self"].keys()); memo = {}; x = [1, 2]; y = copy.deepcopy(x, memo); print(memo[id(x)] is y, len(memo) > 0)
for bad in (lambda: pickle.dumps(lambda: 1), lambda: pickle.dumps((i for i in [])), lambda: copy.copy((i for i in [])), lambda: copy.deepcopy(sys), lambda: pickle.loads(b""), lambda: pickle.loads(b"junk"), lambda: pickle.loads(b"\x80\x04K\x01"), lambda: pickle.dumps(io.StringIO) and pickle.dumps(sys), lambda: pickle.loads("str"), lambda: pickle.dumps(type("Local", (), {})()), lambda: copy.replace(Point(1), z=2), lambda: copy.replace(5), lambda: copy.replace(Point(1), x=9), lambda: copy.replace(NT(1, 2), q=5), lambda: pickle.dumps(1, 99)):
    try: print("ok", bad())
    except Exception as e: print(type(e).__name__, str(e).split(" at 0x")[0][:90])
buf = io.BytesIO(); pk = pickle.Pickler(buf); pk.dump([1]); pk.dump({"a": Color.RED}); buf.seek(0); up = pickle.Unpickler(buf); print(up.load(), up.load())
class Ext(pickle.Pickler):
    def persistent_id(self, o): return ("pt", o.x) if isinstance(o, Point) else None
class ExtU(pickle.Unpickler):
    def persistent_load(self, pid): return Point(pid[1], -1)
    def find_class(self, mod, name):
        if name == "Custom": raise pickle.UnpicklingError(f"forbidden {name}")
        return super().find_class(mod, name)
buf = io.BytesIO(); Ext(buf).dump([Point(7), 1]); buf.seek(0); print(ExtU(buf).load())
try: ExtU(io.BytesIO(pickle.dumps(Custom(1)))).load()
except pickle.UnpicklingError as e: print(e)
class Obj:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"Obj({self.n})"
    def meth(self): return self.n
o = Obj(1); w = weakref.ref(o, lambda r: print("callback", r() is None)); pr = weakref.proxy(o); wm = weakref.WeakMethod(o.meth); print(w() is o, pr.n, wm()(), weakref.getweakrefcount(o), w == weakref.ref(o), len({w, weakref.ref(o)}))
wd, ws, wk = weakref.WeakValueDictionary(a=o), weakref.WeakSet([o]), weakref.WeakKeyDictionary({o: "v"}); print(dict(wd), len(ws), wk[o], o in ws)
fin = weakref.finalize(o, print, "finalized", 5); print(fin.alive); del o; gc.collect(); print(w(), len(wd), len(ws), len(wk), fin.alive, wm(), list(wd.items()))
for bad in (lambda: pr.n, lambda: weakref.ref(5), lambda: weakref.ref("s"), lambda: weakref.ref([]), lambda: weakref.proxy(5), lambda: wd["a"], lambda: ws.add(1), lambda: weakref.ref(Slots(1))() , lambda: weakref.WeakMethod(len)):
    try: print("ok", bad())
    except Exception as e: print(type(e).__name__, e)
