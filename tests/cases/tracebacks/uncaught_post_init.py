from dataclasses import dataclass, field


@dataclass(frozen=True)
class Order:
    item: str
    price: float
    tags: list = field(default_factory=list)

    def __post_init__(self):
        if self.price < 0:
            raise ValueError(f"price of {self.item!r} is negative: {self.price}")


@dataclass
class Basket:
    orders: list[Order]
    total: float = field(init=False, default=0.0)

    def __post_init__(self):
        self.total = sum(order.price for order in self.orders)


print(Basket([Order("pen", 1.5), Order("ink", 4)]))
try:
    Order("pen", 1).price = 3
except AttributeError as error:
    print(error)
Basket([Order(name, price) for name, price in (("cup", 3.0), ("jug", -1.0))])
