# ends: raised
"""Decorators of every form: with state, with arguments, on classes and methods, stacked, validated, retried, timed by a fake clock."""
import functools
import inspect
import itertools
import sys
import types
import warnings
from collections import defaultdict, deque
from contextlib import ContextDecorator, contextmanager
from operator import attrgetter
from time import perf_counter


class Ticker:
    now = 0

    def __call__(self):
        Ticker.now += 7
        return Ticker.now


clock = Ticker()
trace = deque(maxlen=30)


def timed(function=None, *, label=None):
    if function is None:
        return functools.partial(timed, label=label)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = clock()
        try:
            return function(*args, **kwargs)
        finally:
            trace.append((label or function.__qualname__, clock() - start))
    return wrapper


def retry(times=3, on=Exception):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            errors = []
            for attempt in range(1, times + 1):
                try:
                    return function(*args, **kwargs)
                except on as error:
                    errors.append(error)
            raise ExceptionGroup(f"{function.__name__} failed {times} times", errors)
        return wrapper
    return decorator


def validated(function):
    hints = {k: v for k, v in inspect.get_annotations(function).items() if isinstance(v, (type, types.UnionType, tuple))}
    signature = inspect.signature(function)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if (want := hints.get(name)) and not isinstance(value, want):
                raise TypeError(f"{function.__name__}: {name} must be {getattr(want, '__name__', want)}, not {type(value).__name__}")
        result = function(*bound.args, **bound.kwargs)
        if "return" in hints and not isinstance(result, hints["return"]):
            raise TypeError(f"{function.__name__} returned {result!r}")
        return result
    return wrapper


class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.calls = function, 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.function(*args, **kwargs)

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<{self.__name__} called {self.calls}×>"


def memoize(method):
    name = f"_memo_{method.__name__}"

    @functools.wraps(method)
    def wrapper(self, *args):
        cache = self.__dict__.setdefault(name, {})
        if args not in cache:
            cache[args] = method(self, *args)
        return cache[args]
    return wrapper


def singleton(cls):
    made = {}

    @functools.wraps(cls, updated=())
    def get(*args, **kwargs):
        if cls not in made:
            made[cls] = cls(*args, **kwargs)
        return made[cls]
    get.cls = cls
    return get


def add_repr(*names):
    def decorator(cls):
        cls.describe = lambda self: f"{cls.__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in names)})"
        return cls
    return decorator


def deprecated(instead):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            warnings.warn(f"{function.__name__} is old, use {instead}", DeprecationWarning, stacklevel=2)
            return function(*args, **kwargs)
        return wrapper
    return decorator


class indented(ContextDecorator):
    level = 0

    def __enter__(self):
        indented.level += 1
        return self

    def __exit__(self, *exc):
        indented.level -= 1
        return False

    @classmethod
    def print(cls, *args):
        print("  " * cls.level + " ".join(map(str, args)))


class Signal:
    def __init__(self):
        self.slots = defaultdict(list)

    def __call__(self, name, *, priority=0):
        def register(function):
            self.slots[name].append((priority, function))
            self.slots[name].sort(key=lambda p: -p[0])
            return function
        return register

    def send(self, name, *args):
        return [f(*args) for _, f in self.slots[name]]


attempts = itertools.count(1)


@timed
@retry(4, on=(ValueError, KeyError))
def flaky(n):
    "Fails at first."
    if (k := next(attempts)) < n:
        raise ValueError(k) if k % 2 else KeyError(k)
    return k


@validated
def area(width: int | float, height: int = 2, *, unit: str = "m") -> str:
    return f"{width * height}{unit}" if width else None


@CountCalls
def hello(name, greeting="hi"):
    """Greets."""
    return f"{greeting} {name}"


class Thing:
    made = 0

    def __init__(self, n):
        self.n = n
        Thing.made += 1

    @memoize
    def power(self, k):
        trace.append(("computed", k))
        return self.n**k

    @CountCalls
    def half(self):
        return self.n / 2

    @timed(label="static")
    @staticmethod
    def twice(x):
        return 2 * x

    @property
    @memoize
    def worth(self):
        return sum(self.power(k) for k in range(3))

    @classmethod
    @deprecated("Thing()")
    def old(cls, n):
        return cls(n)


@singleton
@add_repr("a", "total")
class Config:
    total = 5

    def __init__(self, a=1):
        self.a = a


@indented()
def walk(n):
    indented.print("level", n)
    if n:
        walk(n - 1)
    else:
        with indented():
            indented.print("inner", indented.level)


signal = Signal()


@signal("save")
@signal("load", priority=2)
def one(x):
    return f"one {x}"


@signal("load", priority=5)
def two(x):
    return f"two {x}"


print(flaky(3), flaky.__name__, flaky.__doc__, flaky.__wrapped__.__wrapped__.__name__, inspect.signature(flaky), trace[-1])
try:
    attempts = itertools.count(1)
    flaky(9)
except* ValueError as group:
    print(group, [e.args for e in group.exceptions])
except* KeyError as group:
    print(group.exceptions)
print(area(3), area(2.5, unit="cm", height=4), inspect.signature(area), area.__annotations__)
for wrong in (lambda: area("3"), lambda: area(1, 2.5), lambda: area(0), lambda: area(), lambda: area(1, unit=None), lambda: area(1, 2, "m"), lambda: hello(), lambda: hello(1, greet=2)):
    try:
        print(wrong())
    except TypeError as error:
        print("TypeError", error)
print(hello("ann"), hello("bob", greeting="yo"), hello, hello.__doc__, hello.calls, Thing.half, Thing(5).half(), Thing.half.calls, callable(hello), inspect.isfunction(hello), inspect.unwrap(hello) is hello.function)
thing = Thing(3)
print(thing.power(2), thing.power(2), thing.worth, Thing.twice(4), thing.twice(5), sorted(vars(thing)), [t for t in trace if t[0] in ("computed", "static")], Thing.made)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(Thing.old(7).n, [(str(w.message), w.category.__name__, w.lineno) for w in caught])
print(Config(4) is Config(9), Config().describe(), Config.cls.__name__, Config.__name__, isinstance(Config(), Config.cls), Config.__doc__)
walk(2)
print(signal.send("load", 1), signal.send("save", 2), signal.send("none"), sorted(map(attrgetter("__name__"), (one, two))), perf_counter() >= 0)
compose = lambda *fs: functools.reduce(lambda f, g: lambda *a: f(g(*a)), fs)
print(compose(str, abs, int)("-5"), compose(len, str.split)("a b c"), (lambda f: (lambda x: x(x))(lambda x: f(lambda n: x(x)(n))))(lambda me: lambda n: 1 if n < 2 else n * me(n - 1))(6), functools.partial(functools.partial(pow, 2), 5)(), functools.singledispatch(lambda x: "any").register(int, lambda x: "int")(1))
