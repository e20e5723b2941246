import re, types
from abc import ABC, abstractmethod
from collections import defaultdict
from contextlib import contextmanager, ExitStack
from functools import wraps, cached_property, lru_cache
from typing import Any, Callable, Generic, Protocol, TypeVar, get_type_hints, runtime_checkable
T = TypeVar("T")
class ResolutionError(LookupError): pass
class Clock(Protocol):
    def now(self) -> float: ...
class FakeClock:
    def __init__(self, start: float = 100.0): self.t = start
    def now(self) -> float: self.t += 0.5; return self.t
class Repo(ABC):
    @abstractmethod
    def get(self, key: str) -> Any: ...
    @abstractmethod
    def put(self, key: str, value: Any) -> None: ...
class MemoryRepo(Repo):
    def __init__(self): self.data = {}; print("MemoryRepo made")
    def get(self, key): return self.data[key]
    def put(self, key, value): self.data[key] = value
    def close(self): print("repo closed with", sorted(self.data))
class Mailer:
    def __init__(self, clock: Clock, sender: str = "noreply"): self.clock, self.sender, self.sent = clock, sender, []
    def send(self, to, text): self.sent.append((self.clock.now(), self.sender, to, text))
class Service:
    def __init__(self, repo: Repo, mailer: Mailer, *, retries: int = 2): self.repo, self.mailer, self.retries = repo, mailer, retries
    def register(self, name):
        for attempt in range(1, self.retries + 1):
            try: return self.repo.get(name)
            except KeyError: self.repo.put(name, {"name": name, "attempt": attempt})
            finally: self.mailer.send(name, f"attempt {attempt}")
        return None
class Container:
    def __init__(self, parent=None):
        self.parent, self.providers, self.singletons, self.stack, self.resolving = parent, {}, {}, ExitStack(), []
    def bind(self, key, factory=None, *, scope="transient", **overrides):
        if scope not in ("transient", "singleton"): raise ValueError(f"unknown scope {scope!r}")
        self.providers[key] = (factory or key, scope, overrides); return self
    def provider(self, key):
        if key in self.providers: return self.providers[key], self
        if self.parent: return self.parent.provider(key)
        if isinstance(key, type) and not getattr(key, "__abstractmethods__", None) and not getattr(key, "_is_protocol", False): return (key, "transient", {}), self
        raise ResolutionError(f"nothing bound for {getattr(key, '__name__', key)}")
    def resolve(self, key):
        (factory, scope, overrides), owner = self.provider(key)
        if key in owner.singletons: return owner.singletons[key]
        if key in self.resolving: raise ResolutionError("cycle: " + " -> ".join(k.__name__ for k in [*self.resolving, key]))
        self.resolving.append(key)
        try:
            hints = get_type_hints(factory.__init__ if isinstance(factory, type) else factory) if getattr(factory, "__init__", None) is not object.__init__ else {}
            hints.pop("return", None)
            args = {n: overrides[n] if n in overrides else self.resolve(h) for n, h in hints.items() if n in overrides or h not in (str, int, float)}
            made = factory(**args)
        finally: self.resolving.pop()
        if scope == "singleton":
            owner.singletons[key] = made
            if hasattr(made, "close"): owner.stack.callback(made.close)
        return made
    def child(self): return Container(self)
    def inject(self, fn):
        hints = {k: v for k, v in get_type_hints(fn).items() if k != "return"}
        @wraps(fn)
        def wrapper(*args, **kw):
            for name, hint in hints.items():
                if name not in kw and hint not in (str, int): kw[name] = self.resolve(hint)
            return fn(*args, **kw)
        return wrapper
    def __enter__(self): return self
    def __exit__(self, *exc): return self.stack.__exit__(*exc)
    def __contains__(self, key): return key in self.providers or (self.parent is not None and key in self.parent)
with Container().bind(Clock, FakeClock, scope="singleton", start=10.0).bind(Repo, MemoryRepo, scope="singleton") as c:
    s = c.resolve(Service); print(s.register("ann"), s.register("ann"), s.mailer.sent, c.resolve(Repo) is s.repo, c.resolve(Mailer) is s.mailer, Clock in c, Mailer in c)
    kid = c.child().bind(Mailer, sender="child"); print(kid.resolve(Service).mailer.sender, kid.resolve(Clock) is c.resolve(Clock), Repo in kid)
    @c.inject
    def handler(name: str, repo: Repo, clock: Clock) -> str:
        """Handles."""
        return f"{name} {len(repo.data)} {clock.now()}"
    print(handler("h"), handler.__name__, handler.__doc__, handler("k", clock=FakeClock(1)), handler.__wrapped__.__annotations__["return"])
    class A:
        def __init__(self, b: "B"): pass
    class B:
        def __init__(self, a: A): pass
    for bad in (lambda: c.resolve(A), lambda: Container().resolve(Repo), lambda: Container().resolve("name"), lambda: c.bind(A, scope="weird"), lambda: Container().bind(Repo, lambda nope: 1).resolve(Repo), lambda: Container().resolve(Clock), lambda: handler()):
        try: print(bad())
        except Exception as e: print(type(e).__name__, e)
class Signal:
    def __init__(self): self.slots = defaultdict(list)
    def connect(self, event, fn=None, *, when=lambda *a: True):
        if fn is None: return lambda f: self.connect(event, f, when=when)
        self.slots[event].append((when, fn)); return fn
    def emit(self, event, *args):
        out, errors = [], []
        for pattern, handlers in self.slots.items():
            if re.fullmatch(pattern.replace("*", ".*"), event):
                for when, fn in handlers:
                    if when(*args):
                        try: out.append(fn(*args))
                        except Exception as e: errors.append(e)
        if errors: raise ExceptionGroup(f"handlers of {event!r}", errors)
        return out
bus = Signal()
@bus.connect("order.*")
def audit(n): return f"audit {n}"
@bus.connect("order.new", when=lambda n: n > 5)
def big(n): return 100 / (n - 10)
bus.connect("*", print); print(bus.emit("order.new", 7), bus.emit("user.new", 1), bus.emit("order.gone", 9))
try: bus.emit("order.new", 10)
except* ZeroDivisionError as eg: print(eg, eg.exceptions)
class Meta: cache = {}
class Memo(Generic[T]):
    def __init__(self, fn: Callable[..., T]): self.fn, self.hits = fn, 0; self.cache: dict[tuple, T] = {}
    def __call__(self, *a) -> T:
        if a in self.cache: self.hits += 1
        else: self.cache[a] = self.fn(*a)
        return self.cache[a]
    def __get__(self, obj, owner=None): return self if obj is None else types.MethodType(self, obj)
    def __set_name__(self, owner, name): self.name = f"{owner.__name__}.{name}"
class Math:
    @Memo
    def fib(self, n): return n if n < 2 else self.fib(n - 1) + self.fib(n - 2)
m = Math(); print(m.fib(40), Math.fib.hits, Math.fib.name, len(Math.fib.cache), m.fib.__self__ is m)
