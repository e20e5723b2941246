from dataclasses import dataclass, field
from typing import Optional
import json


@dataclass
class Item:
    sku: str
    name: str
    quantity: int = 0
    price: float = 0.0
    tags: list[str] = field(default_factory=list)

    @property
    def value(self) -> float:
        return self.quantity * self.price

    def matches(self, text: str) -> bool:
        text = text.lower()
        return text in self.name.lower() or any(text == t for t in self.tags)


class Inventory:
    def __init__(self, low_water: int = 5):
        self._items: dict[str, Item] = {}
        self.low_water = low_water
        self.log: list[str] = []

    def add(self, item: Item) -> None:
        if item.sku in self._items:
            raise KeyError(f"duplicate sku {item.sku}")
        self._items[item.sku] = item
        self.log.append(f"added {item.sku}")

    def adjust(self, sku: str, delta: int) -> int:
        item = self._items[sku]
        if item.quantity + delta < 0:
            raise ValueError(f"cannot remove {-delta} of {sku}: only {item.quantity} left")
        item.quantity += delta
        self.log.append(f"{sku} {delta:+d} -> {item.quantity}")
        return item.quantity

    def find(self, text: str) -> list[Item]:
        return [i for i in self._items.values() if i.matches(text)]

    def cheapest(self) -> Optional[Item]:
        return min(self._items.values(), key=lambda i: i.price, default=None)

    def low(self):
        yield from (i.sku for i in self._items.values() if i.quantity < self.low_water)

    def total(self) -> float:
        return round(sum(i.value for i in self._items.values()), 2)

    def to_json(self) -> str:
        return json.dumps({k: vars(v) for k, v in self._items.items()}, indent=1, sort_keys=True)


inv = Inventory()
print(inv.cheapest())
inv.add(Item("A1", "Steel bolt", 100, 0.1, ["metal", "small"]))
inv.add(Item("B2", "Rubber duck", 4, 3.5, ["toy"]))
inv.add(Item("C3", "Desk lamp", 12, 25.99, ["light", "metal"]))
try:
    inv.add(Item("A1", "again"))
except KeyError as e:
    print("error:", e)
print(inv.adjust("A1", -30), inv.adjust("B2", 10), inv.adjust("C3", -9))
for sku, delta in [("B2", -50), ("Z9", 1)]:
    try:
        inv.adjust(sku, delta)
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
print([i.name for i in inv.find("metal")], inv.find("DUCK"))
print(list(inv.low()), inv.total(), inv.cheapest().name)
print(inv.to_json())
print(*inv.log, sep="\n")
