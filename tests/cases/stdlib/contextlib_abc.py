import contextlib, abc, collections.abc as cabc
def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__ + ":", e)
@contextlib.contextmanager
def cm(name, swallow=False):
    print("enter", name)
    try:
        yield name
    except ValueError as e:
        print("got", e)
        if not swallow: raise
    finally:
        print("exit", name)
with cm("a") as x: print(x)
with cm("b", True): raise ValueError("v")
def r1():
    with cm("c"): raise ValueError("through")
def r2():
    with cm("d"): raise KeyError("other")
def r3():
    @contextlib.contextmanager
    def none():
        if False: yield
    with none(): pass
def r4():
    @contextlib.contextmanager
    def twice(): yield 1; yield 2
    with twice(): pass
def r5():
    @contextlib.contextmanager
    def twice():
        try: yield 1
        except ValueError: pass
        yield 2
    with twice(): raise ValueError
def r6():
    with cm("s"): raise StopIteration("si")
def r7():
    @contextlib.contextmanager
    def conv():
        try: yield
        except KeyError as e: raise RuntimeError("converted") from e
    with conv(): raise KeyError("k")
for f in (r1, r2, r3, r4, r5, r6, r7): t(f)
@cm("deco")
def decorated(v): print("in", v); return v * 2
print(decorated(4), decorated(5))
class CD(contextlib.ContextDecorator):
    def __enter__(self): print("CD in"); return self
    def __exit__(self, *a): print("CD out")
@CD()
def g(): return "g"
print(g())
with contextlib.suppress(ZeroDivisionError) as s: 1 / 0
print(s)
def r8():
    with contextlib.suppress(KeyError): raise ValueError("not suppressed")
t(r8)
with contextlib.ExitStack() as st:
    print(st.enter_context(cm("1")), st.enter_context(cm("2")))
    st.callback(lambda *a, **k: print("cb", a, k), 1, x=2)
    st.push(lambda *exc: print("push", exc[0]) or True)
    raise ValueError("stacked")
st = contextlib.ExitStack(); st.callback(print, "closing"); kept = st.pop_all(); st.close(); print("now"); kept.close()
t(lambda: contextlib.ExitStack().enter_context(5))
import io
with contextlib.redirect_stdout(io.StringIO()) as buf: print("captured")
print(repr(buf.getvalue()), contextlib.nullcontext(3).__enter__(), isinstance(cm("z"), contextlib.AbstractContextManager))
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @property
    @abc.abstractmethod
    def name(self): ...
    def describe(self): return f"{self.name} {self.area()}"
class Sq(Shape):
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
    name = "square"
class Part(Shape):
    def area(self): return 0
print(Sq(3).describe(), isinstance(Sq(1), Shape), issubclass(Sq, Shape), sorted(Shape.__abstractmethods__))
t(lambda: Shape()); t(lambda: Part())
class One(abc.ABC):
    @abc.abstractmethod
    def only(self): return "base impl"
class Impl(One):
    def only(self): return super().only() + "!"
t(lambda: One()); print(Impl().only())
class St(abc.ABC):
    @staticmethod
    @abc.abstractmethod
    def s(): ...
    @classmethod
    @abc.abstractmethod
    def c(cls): ...
t(lambda: St())
@Shape.register
class Virtual: pass
print(isinstance(Virtual(), Shape), issubclass(Virtual, Shape), Shape in Virtual.__mro__)
class Duck(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c): return hasattr(c, "quack") or NotImplemented
class D1:
    def quack(self): pass
print(isinstance(D1(), Duck), issubclass(int, Duck))
class Meta(metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def m(self): pass
t(lambda: Meta())
for name, v in [("list", []), ("dict", {}), ("str", ""), ("int", 5), ("gen", (x for x in [])), ("func", len), ("set", set()), ("iter", iter([])), ("range", range(3)), ("bytes", b""), ("tuple", ()), ("keys", {}.keys())]:
    print(name, [n for n in ("Iterable", "Iterator", "Sized", "Container", "Callable", "Hashable", "Sequence", "MutableSequence", "Mapping", "MutableMapping", "Set", "MutableSet", "Collection", "Reversible", "Generator", "KeysView") if isinstance(v, getattr(cabc, n))])
class Seq(cabc.Sequence):
    def __init__(self, *a): self.a = a
    def __len__(self): return len(self.a)
    def __getitem__(self, i): return self.a[i]
s = Seq(1, 2, 2); print(2 in s, s.index(2), s.count(2), list(reversed(s)), list(s))
class Map(cabc.MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = Map(); m["a"] = 1; m.update(b=2, c=3); print(m.pop("a"), m.get("z", 0), dict(m), m.setdefault("q", 9), list(m.items()), "b" in m, m == {"b": 2, "c": 3, "q": 9}, m.popitem(), list(m.keys()), m.keys() & {"b"}, list(m.values())); m.clear(); print(len(m))
class MySet(cabc.Set):
    def __init__(self, it): self.s = list(dict.fromkeys(it))
    def __contains__(self, x): return x in self.s
    def __iter__(self): return iter(self.s)
    def __len__(self): return len(self.s)
a, b = MySet([1, 2, 3]), MySet([2, 3, 4]); print(list(a & b), list(a | b), list(a - b), list(a ^ b), a < b, a == MySet([3, 2, 1]), a.isdisjoint([9]), a <= {1, 2, 3})
class ML(cabc.MutableSequence):
    def __init__(self): self.l = []
    def __getitem__(self, i): return self.l[i]
    def __setitem__(self, i, v): self.l[i] = v
    def __delitem__(self, i): del self.l[i]
    def __len__(self): return len(self.l)
    def insert(self, i, v): self.l.insert(i, v)
l = ML(); l.append(1); l.extend([2, 3]); l += [4]; l.remove(2); l.reverse(); print(l.l, l.pop(), l.pop(0), l.l)
t(lambda: cabc.Sequence()); t(lambda: Map().popitem()); t(lambda: m["none"]); t(lambda: m.pop("none")); t(lambda: l.remove(99)); t(lambda: cabc.Iterator()); t(lambda: Seq(1).index(5)); t(lambda: cabc.Nope)
