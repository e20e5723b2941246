"""Event sourcing: commands, events, projections, snapshots, optimistic locking; serialised to JSON lines and replayed."""
from __future__ import annotations

import copy
import io
import json
import uuid
from collections import ChainMap, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, is_dataclass
from datetime import UTC, datetime, timedelta
from functools import partial, reduce, singledispatch
from typing import Any, ClassVar, Literal, TypeAlias, Union

NAMESPACE = uuid.UUID(int=7)
Status: TypeAlias = Literal["open", "paid", "shipped", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class Event:
    stream: str
    version: int = 0
    at: datetime = field(default=datetime(2024, 1, 1, tzinfo=UTC))
    names: ClassVar[dict[str, type[Event]]] = {}

    def __init_subclass__(cls) -> None:
        Event.names[cls.__name__] = cls

    @property
    def id(self) -> uuid.UUID:
        return uuid.uuid5(NAMESPACE, f"{self.stream}/{self.version}")


@dataclass(frozen=True, kw_only=True)
class Opened(Event):
    customer: str


@dataclass(frozen=True, kw_only=True)
class ItemAdded(Event):
    sku: str
    quantity: int = 1
    price: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Paid(Event):
    amount: float


@dataclass(frozen=True, kw_only=True)
class Shipped(Event):
    parcels: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Cancelled(Event):
    reason: str | None = None


class DomainError(Exception): ...


class Conflict(DomainError):
    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(f"{stream}: expected version {expected}, found {found}")
        self.expected, self.found = expected, found


@dataclass
class Order:
    status: Status = "open"
    customer: str = ""
    lines: dict[str, list] = field(default_factory=dict)
    paid: float = 0
    version: int = 0

    @property
    def total(self) -> float:
        return round(sum(q * p for q, p in self.lines.values()), 2)


@singledispatch
def apply(event: Event, order: Order) -> Order:
    raise NotImplementedError(f"no rule for {type(event).__name__}")


@apply.register
def _(event: Opened, order):
    order.customer = event.customer
    return order


@apply.register
def _(event: ItemAdded, order):
    quantity, _ = order.lines.get(event.sku, (0, 0))
    order.lines[event.sku] = [quantity + event.quantity, event.price]
    return order


@apply.register
def _(event: Paid, order):
    order.paid += event.amount
    order.status = "paid" if order.paid >= order.total else order.status
    return order


@apply.register(Shipped)
@apply.register(Cancelled)
def _(event, order):
    order.status = type(event).__name__.lower()
    return order


def fold(events: Iterable[Event], start: Order | None = None) -> Order:
    def step(order, event):
        order = apply(event, order)
        order.version = event.version
        return order
    return reduce(step, events, copy.deepcopy(start) or Order())


class Store:
    def __init__(self) -> None:
        self.streams: defaultdict[str, list[Event]] = defaultdict(list)
        self.listeners: list[Callable[[Event], Any]] = []
        self.snapshots: dict[str, Order] = {}

    def append(self, stream: str, expected: int, *events: partial[Event]) -> list[Event]:
        known = self.streams[stream]
        if len(known) != expected:
            raise Conflict(stream, expected, len(known))
        made = [make(stream=stream, version=expected + n, at=datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=expected + n)) for n, make in enumerate(events, 1)]
        known += made
        for event in made:
            for listener in self.listeners:
                listener(event)
        if len(known) % 3 == 0:
            self.snapshots[stream] = self.load(stream)
        return made

    def load(self, stream: str) -> Order:
        start = self.snapshots.get(stream)
        return fold(self.streams[stream][start.version if start else 0 :], start)

    def dump(self, file) -> int:
        return sum(file.write(json.dumps({"type": type(e).__name__, **asdict(e)}, default=str, sort_keys=True) + "\n") for events in self.streams.values() for e in events)

    @classmethod
    def restore(cls, file) -> Store:
        store = cls()
        for line in file:
            data = json.loads(line)
            kind = Event.names[data.pop("type")]
            data["at"] = datetime.fromisoformat(data["at"])
            if "parcels" in data:
                data["parcels"] = tuple(data["parcels"])
            store.streams[data["stream"]].append(kind(**data))
        return store


class Shop:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.revenue: defaultdict[str, float] = defaultdict(float)
        store.listeners += [self.project, lambda e: print(f"  {e.at:%H:%M} {e.stream} #{e.version} {type(e).__name__}")]

    def project(self, event: Event) -> None:
        match event:
            case Paid(stream=stream, amount=amount) if amount > 0:
                self.revenue[stream] += amount
            case Cancelled(stream=stream):
                self.revenue[stream] = 0

    def handle(self, command: str, stream: str, **data: Any) -> None:
        order = self.store.load(stream)
        match command, order.status:
            case "open", "open" if order.version == 0:
                events = [partial(Opened, **data)]
            case "add", "open":
                events = [partial(ItemAdded, sku=sku, quantity=q, price=p) for sku, (q, p) in data.items()]
            case "pay", "open":
                events = [partial(Paid, **data)]
            case "ship", "paid":
                events = [partial(Shipped, parcels=tuple(f"{s}x{q}" for s, (q, _) in order.lines.items()))]
            case "cancel", "open" | "paid" as status:
                events = [partial(Cancelled, reason=data.get("reason", f"was {status}"))]
            case _:
                raise DomainError(f"cannot {command} {stream} when {order.status} (version {order.version})")
        self.store.append(stream, order.version, *events)


store = Store()
shop = Shop(store)
for command, stream, data in [("open", "o1", {"customer": "ann"}), ("add", "o1", {"pen": (3, 1.25), "ink": (1, 7.5)}), ("pay", "o1", {"amount": 5.0}), ("add", "o1", {"pen": (1, 1.25)}), ("pay", "o1", {"amount": 7.5}), ("ship", "o1", {}),
                              ("cancel", "o1", {}), ("open", "o2", {"customer": "bob"}), ("open", "o2", {"customer": "eve"}), ("pay", "o2", {"amount": 0}), ("cancel", "o2", {}), ("fly", "o3", {})]:
    try:
        shop.handle(command, stream, **data)
    except DomainError as error:
        print("!", error)
print(store.load("o1"), store.load("o1").total, store.load("o2").status, dict(shop.revenue), sorted(store.snapshots))
try:
    store.append("o1", 2, partial(Paid, amount=1))
except Conflict as error:
    print(type(error).__name__, error, error.expected, error.found)
file = io.StringIO()
print(store.dump(file), "characters")
print(file.getvalue().splitlines()[1])
again = Store.restore(io.StringIO(file.getvalue()))
print(again.streams == store.streams, again.load("o1") == store.load("o1"), again.streams["o1"][0].id, again.streams["o1"][-1])
for wrong in (lambda: apply(Event(stream="x"), Order()), lambda: Paid("x", amount=1), lambda: Paid(stream="x"), lambda: setattr(store.streams["o1"][0], "version", 9), lambda: Store.restore(['{"type": "Lost"}'])):
    try:
        print(wrong())
    except (NotImplementedError, TypeError, AttributeError, KeyError) as error:
        print(type(error).__name__, error)
settings = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(settings["a"], settings.parents["a"], is_dataclass(Order), sorted(Event.names), apply.dispatch(Cancelled) is apply.dispatch(Shipped))
