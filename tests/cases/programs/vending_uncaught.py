# ends: raised
"""A vending machine whose last customer breaks it: an uncaught chain with notes, groups and long lines ends the program."""
from __future__ import annotations

import contextlib
import sys
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Iterable


class Coin(Enum):
    CENT_10 = Decimal("0.10")
    CENT_50 = Decimal("0.50")
    EURO_1 = Decimal("1.00")
    EURO_2 = Decimal("2.00")


class MachineError(Exception):
    """Base class."""


class NotEnough(MachineError):
    def __init__(self, missing: Decimal):
        super().__init__(f"{missing} missing")
        self.missing = missing
        self.add_note(f"insert {missing} more")


class NoChange(MachineError):
    pass


class Broken(MachineError, RuntimeError):
    def __init__(self, part, *causes):
        super().__init__(part)
        self.part = part


@dataclass
class Slot:
    name: str
    price: Decimal
    left: int = field(default=2)


class Machine:
    def __init__(self, slots: Iterable[Slot], bank: Counter[Coin] | None = None) -> None:
        self.slots = {chr(ord("A") + at): slot for at, slot in enumerate(slots)}
        self.bank = bank or Counter({Coin.CENT_10: 3, Coin.CENT_50: 1})
        self.sold: list[str] = []

    @contextlib.contextmanager
    def inserted(self, coins: Iterable[Coin]):
        inserted = Counter(coins)
        self.bank += inserted
        try:
            yield sum((coin.value * n for coin, n in inserted.items()), Decimal())
        except MachineError as error:
            self.bank -= inserted
            error.add_note("returned " + ", ".join(f"{n}x{coin.value}" for coin, n in sorted(inserted.items(), key=lambda p: p[0].value)))
            raise

    def change(self, amount: Decimal) -> Counter[Coin]:
        given: Counter[Coin] = Counter()
        for coin in sorted(Coin, key=lambda c: c.value, reverse=True):
            while amount >= coin.value and self.bank[coin] - given[coin] > 0:
                given[coin] += 1
                amount -= coin.value
        if amount:
            raise NoChange(f"{amount} cannot be given back")
        return given

    def sell(self, key: str, *coins: Coin) -> tuple[str, list[str]]:
        with self.inserted(coins) as paid:
            try:
                slot = self.slots[key.upper()]
            except KeyError as error:
                raise MachineError(f"no slot {key!r}") from error
            if not slot.left:
                raise MachineError(f"{slot.name} is sold out") from None
            if paid < slot.price:
                raise NotEnough(slot.price - paid)
            back = self.change(paid - slot.price)
            self.bank -= back
            slot.left -= 1
            self.sold.append(slot.name)
            return slot.name, [str(c.value) for c in back.elements()]

    def service(self):
        problems = []
        for key, slot in self.slots.items():
            try:
                if slot.left == 0:
                    raise LookupError(f"{key} is empty")
                100 / (slot.left - 1)
            except (LookupError, ArithmeticError) as error:
                problems.append(error)
        if problems:
            raise ExceptionGroup("service needed", problems)


machine = Machine([Slot("cola", Decimal("1.50")), Slot("chips", Decimal("0.90"), 1), Slot("gum", Decimal("0.30"), 0)])
orders = [("a", Coin.EURO_2), ("A", Coin.EURO_1), ("b", Coin.EURO_1), ("b", Coin.EURO_1), ("c", Coin.EURO_2), ("z", Coin.CENT_10), ("a", Coin.EURO_2), ("a",)]
for key, *coins in orders:
    try:
        print(key, *machine.sell(key, *coins))
    except MachineError as error:
        print(key, f"{type(error).__name__}: {error}", error.__notes__, repr(error.__cause__), error.__suppress_context__)
print({c.name: n for c, n in machine.bank.items() if n}, machine.sold, [s.left for s in machine.slots.values()])


def report(machine):
    try:
        machine.service()
    except* LookupError as group:
        print("lookup:", *group.exceptions, file=sys.stderr)
        raise Broken("display") from group
    finally:
        print("report over")


def main():
    try:
        report(machine)
    except ExceptionGroup as group:
        group.add_note("seen by main")
        worst = next(iter(group.exceptions))
        raise Broken(f"{type(worst).__name__} in a very long message that goes on and on: " + "-" * 60) from group


main()
