# ends: raised
from dataclasses import dataclass, field
from functools import reduce, partial
@dataclass
class Item:
    name: str
    price: float
    qty: int = 1
    def total(self): return self.price * self.qty
items = [Item("a", 1.5, 2), Item("b", 2.0), Item("c", "3", 2), Item("d", 4)]
print([i.total() for i in items], sorted(items, key=lambda i: i.name)[-1])
try: print(sum(i.total() for i in items))
except TypeError as e: print(e)
grouped = {i.name: {"t": i.total(), "avg": i.total() / i.qty if i.qty > 1 else None} for i in items if isinstance(i.price, float)}
print(grouped)
pipeline = [partial(map, Item.total), partial(filter, lambda t: t > 2), list, lambda ts: reduce(lambda a, b: a - b, ts)]
result = items
for stage in pipeline:
    result = stage(result)
