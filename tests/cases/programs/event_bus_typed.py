"""A typed event bus: overloads, ParamSpec, weak handlers, priorities, and a replayable journal."""
from __future__ import annotations

import functools
import heapq
import inspect
import itertools
import json
import types
import typing as t
import weakref
from collections import ChainMap, UserDict, UserList, UserString, deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import asdict, dataclass, field, fields, is_dataclass, make_dataclass
from enum import Enum, StrEnum, auto

P = t.ParamSpec("P")
R = t.TypeVar("R", bound="Event")
K = t.TypeVar("K", bound=Hashable)
V_co = t.TypeVar("V_co", covariant=True)


class Level(StrEnum):
    DEBUG = auto()
    INFO = auto()
    ALERT = "ALERT!"


@dataclass(slots=True, weakref_slot=True)
class Event:
    name: str
    level: Level = field(default=Level.INFO, kw_only=True)
    serial: int = field(default_factory=itertools.count(100).__next__, init=False, compare=False)


@dataclass(slots=True)
class Moved(Event):
    x: int = 0
    y: int = 0
    trail: list[tuple[int, int]] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.trail.append((self.x, self.y))


class Subscriber(t.Protocol[V_co]):
    priority: int

    def __call__(self, event: Event, /) -> V_co: ...


def priority(level: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            wrapper.calls += 1
            return function(*args, **kwargs)
        wrapper.priority = level
        wrapper.calls = 0
        return wrapper
    return decorate


class Bus:
    def __init__(self) -> None:
        self._handlers: dict[type[Event], list[tuple[int, int, Callable]]] = {}
        self._order = itertools.count()
        self.journal: deque[str] = deque(maxlen=6)

    @t.overload
    def on(self, kind: type[Event]) -> Callable: ...
    @t.overload
    def on(self, kind: type[Event], handler: Subscriber[t.Any]) -> None: ...

    def on(self, kind, handler=None):
        if handler is None:
            return functools.partial(self._add, kind)
        self._add(kind, handler)

    def _add(self, kind, handler):
        made = weakref.WeakMethod(handler) if inspect.ismethod(handler) else (lambda: handler)
        heapq.heappush(self._handlers.setdefault(kind, []), (-getattr(handler, "priority", 0), next(self._order), made))
        return handler

    def emit(self, event: Event) -> list[object]:
        self.journal.append(json.dumps({"type": type(event).__name__, **asdict(event)}, separators=(",", ":")))
        out = []
        for kind in type(event).__mro__:
            for _, _, made in sorted(self._handlers.get(kind, []), key=lambda h: h[:2]):
                if (handler := made()) is not None:
                    out.append(handler(event))
        return out


class Robot:
    def __init__(self, name):
        self.name, self.seen = name, []

    def moved(self, event):
        self.seen.append((event.x, event.y))
        return f"{self.name}@{event.x},{event.y}"


bus = Bus()
robot = Robot("r2")
bus.on(Moved, robot.moved)


@bus.on(Event)
@priority(5)
def shout(event: Event) -> str:
    """Shouts."""
    return f"{event.level:>8}:{event.name!s:*^9}"


@bus.on(Event)
def quiet(event):
    return event.serial


@bus.on(Moved)
@priority(9)
def first(event: Moved, *, scale: float = 1.5) -> t.Annotated[float, "metres"]:
    return (event.x**2 + event.y**2) ** 0.5 * scale


print(bus.emit(Event("start", level=Level.DEBUG)))
print(bus.emit(Moved("go", x=3, y=4)))
del robot
print(bus.emit(Moved("gone", x=6, y=8, level=Level.ALERT)), shout.calls, first.calls, shout.__wrapped__.__name__, shout.__doc__)
print(*bus.journal, sep="\n")
print(inspect.signature(first), inspect.signature(shout), inspect.signature(Bus.on), inspect.signature(Moved), sep="\n")
print(t.get_type_hints(first), t.get_type_hints(first, include_extras=True)["return"], t.get_overloads(Bus.on)[1].__annotations__)
print([f"{f.name}:{f.type}{'=' if f.default_factory is not None else ''}" for f in fields(Moved)], is_dataclass(Moved), Moved.__slots__, Event.__slots__)
print(Moved("a", 1, 2) == Moved("a", 1, 2), Moved("a", 1), repr(Level.ALERT), f"{Level.INFO}", Level("debug"), [*Level], Level.ALERT.lower())
for wrong in (lambda: Moved(), lambda: Event("x", Level.INFO), lambda: setattr(Event("x"), "other", 1), lambda: Level("none"), lambda: Event("a") < Event("b"), lambda: bus.emit(None), lambda: replace_bad()):
    try:
        print(wrong())
    except (TypeError, AttributeError, ValueError, NameError) as error:
        print(type(error).__name__, error)
Point = make_dataclass("Point", [("x", int), ("y", int, field(default=0))], namespace={"norm": lambda self: abs(self.x) + abs(self.y)}, frozen=True)
print(Point(3, -4).norm(), Point(1), Point.__match_args__, hash(Point(1, 2)) == hash((1, 2)))


class Config(UserDict):
    def __missing__(self, key):
        return f"<{key}>"

    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)


class Names(UserList):
    def __add__(self, other):
        return Names(sorted({*self.data, *other}))


config = ChainMap(Config({"A": 1}), Config(B=2, A=9))
print(config["a"], config["b"], Config(X=1)["zz"], "a" in config, sorted(config.keys()), config.parents["a"], Config({"Q": 1}) | {"W": 2})
print(Names("cab") + "dog", Names([3, 1])[::-1], UserString("abc").upper() + "d", UserString("xay").join("12"), isinstance(Names(), list))
ns = types.SimpleNamespace(**vars(types.SimpleNamespace(b=1)), a=[1])
print(ns, ns == types.SimpleNamespace(a=[1], b=1), types.MappingProxyType({"k": 1}) | {"z": 2}, t.NamedTuple("N", [("a", int), ("b", str)])(1, "x"))


class Tree(t.Generic[K]):
    def __class_getitem__(cls, item):
        return super().__class_getitem__(item)


print(Tree[int], Tree[int].__origin__, t.get_args(t.Literal[1, "a", None]), t.Optional[int], t.Union[int, str, int], int | None, list[int | str], Callable[[int], str], t.Callable[..., Awaitable[None]], t.get_origin(dict[str, int]), P.args, R.__bound__)
