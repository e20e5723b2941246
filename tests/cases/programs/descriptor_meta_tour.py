# ends: raised
import functools, inspect, abc, operator, weakref, gc, copy, pickle, types, typing, collections
from collections.abc import MutableMapping, Sequence, Callable, Hashable
class Typed:
    def __init_subclass__(cls, /, kind=None, **kw): super().__init_subclass__(**kw); cls.kind = kind
    def __set_name__(self, owner, name): self.name = name; self.key = f"_{owner.__name__}_{name}"; print("set_name", owner.__name__, name, type(self).__name__)
    def __get__(self, obj, owner=None):
        if obj is None: return self
        try: return obj.__dict__[self.key]
        except KeyError: raise AttributeError(f"{owner.__name__}.{self.name} unset") from None
    def __set__(self, obj, value):
        if not isinstance(value, self.kind): raise TypeError(f"{self.name}: expected {self.kind!r}, got {type(value).__name__} {value!r:.10}")
        obj.__dict__[self.key] = value
    def __delete__(self, obj): del obj.__dict__[self.key]
class Int(Typed, kind=int): ...
class Str(Typed, kind=(str, bytes)): ...
class Meta(abc.ABCMeta):
    registry = {}
    @classmethod
    def __prepare__(mcs, name, bases, **kw): print("prepare", name, [b.__name__ for b in bases], kw); return collections.OrderedDict()
    def __new__(mcs, name, bases, ns, *, tag="none", **kw):
        ns["order"] = [k for k in ns if not k.startswith("__")]
        cls = super().__new__(mcs, name, bases, dict(ns), **kw); cls.tag = tag; mcs.registry[name] = cls; return cls
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns)
    def __call__(cls, *a, **k): print("call", cls.__name__, a, k); return super().__call__(*a, **k)
    def __repr__(cls): return f"<{cls.__name__}:{cls.tag}>"
    def __len__(cls): return len(cls.order)
    def __getattr__(cls, n):
        if n.startswith("x_"): return n[2:]
        raise AttributeError(f"type {cls.__name__} lacks {n}")
class Model(metaclass=Meta, tag="base"):
    a = Int(); b = Str()
    def __init__(self, a, b="q"): self.a, self.b = a, b
    @abc.abstractmethod
    def go(self): ...
    def __eq__(self, o): return self.__dict__ == o.__dict__ if isinstance(o, Model) else NotImplemented
class Child(Model, tag="kid"):
    c = Int()
    def go(self, x: int, /, y: "str" = "d", *args, k: list[int] | None = None, **kw) -> typing.Optional[int]: "doc"; return (x, y, args, k, kw)
    def __getattr__(self, n): return f"<{n}>" if n != "c" else super().__getattribute__(n)
print(Model, Child, len(Child), Child.x_foo, Meta.registry, Child.mro(), isinstance(Child, Hashable))
for f in (lambda: Model(1), lambda: Child("s"), lambda: Child(1, 2), lambda: Child.nope, lambda: Child(), lambda: hash(Child(1))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
c = Child(5); print(c.a, c.b, c.zzz, vars(c))
try: print(c.c)
except AttributeError as e: print("AE", e, e.name, type(e.obj))
del c.a
print(c.a)
c.a = True
print(inspect.signature(Child.go), inspect.signature(c.go), inspect.signature(Child), inspect.get_annotations(Child.go), typing.get_type_hints(Child.go))
sig = inspect.signature(Child.go); ba = sig.bind("c", 1, *"ab", k=3, z=4); ba.apply_defaults(); print(ba, ba.args, ba.kwargs, [(p.name, p.kind.name, p.default is p.empty) for p in sig.parameters.values()])
try: sig.bind(c)
except TypeError as e: print(e)
def deco(fn=None, /, *, times=2, log=[]):
    if fn is None: return functools.partial(deco, times=times)
    @functools.wraps(fn)
    def wrapper(*a, **k):
        log.append(fn.__name__); r = None
        for _ in range(times): r = fn(*a, **k)
        return r
    wrapper.log = log
    return wrapper
@deco(times=3)
@functools.lru_cache(maxsize=2)
def fib(n: int) -> int:
    "Fibonacci."
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(10), fib.__wrapped__.cache_info(), fib.__name__, fib.__doc__, len(fib.log), inspect.signature(fib), fib.__wrapped__.__wrapped__.__qualname__)
@functools.total_ordering
class V:
    def __init__(self, *p): self.p = p
    def __eq__(self, o): return self.p == o.p
    def __lt__(self, o): return self.p < o.p
    def __hash__(self): return hash(self.p)
    def __class_getitem__(cls, k): return f"{cls.__name__}[{k!r}]"
    def __format__(self, s): return "/".join(format(x, s) for x in self.p)
    def __reduce__(self): return (V, self.p)
    def __copy__(self): print("copy"); return V(*self.p)
    def __deepcopy__(self, memo): print("deep", len(memo)); return V(*copy.deepcopy(self.p, memo))
    def __index__(self): return self.p[0]
    __matmul__ = lambda s, o: sum(map(operator.mul, s.p, o.p))
    def __rmatmul__(s, o): return ("r", o)
    def __ror__(s, o): return s.__class__(*o, *s.p)
print(V(1, 2) >= V(1, 1), max(V(3), V(2), V(5)).p, V[1:2, ...], f"{V(1, 22, 333):>5}", V(1, 2) @ V(3, 4), [] @ V(1), ([9] | V(1)).p, "abc"[V(1):], hex(V(255)), range(10)[V(3)])
x = [V(1), V([2])]; y = copy.copy(x[0]), copy.deepcopy(x), pickle.loads(pickle.dumps(x)); print(y[1][1].p, y[2] == x)
@functools.singledispatch
def show(o): return f"obj {o!r}"
@show.register(int)
@show.register(float)
def _(o): return f"num {o}"
@show.register
def _(o: list | tuple): return "[" + ", ".join(map(show, o)) + "]"
print(show([1, 2.5, "x", (None, True)]), show.dispatch(bool).__name__, sorted(k.__name__ for k in show.registry))
class P(functools.partial): pass
p = functools.partial(int, base=2); print(p("101"), p, functools.partial(p, "1"), functools.reduce(lambda a, b: f"({a}{b})", "abcd"), functools.partialmethod)
r = weakref.ref(c, lambda r: print("dead", r() is None)); wd = weakref.WeakValueDictionary(k=c); del c; gc.collect(); print(len(wd), r() is None)
print(operator.attrgetter("a.b", "c")(types.SimpleNamespace(a=types.SimpleNamespace(b=1), c=2)), operator.itemgetter(1, slice(2))("abc"), operator.methodcaller("split", ",", maxsplit=1)("a,b,c"))
Child(3).go()
