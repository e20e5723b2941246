"""Double-entry bookkeeping in decimals: rounding, allocation, interest, currency conversion, statements."""
from __future__ import annotations

import re
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from datetime import date, timedelta
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation, Inexact, getcontext, localcontext
from enum import Enum, unique
from functools import singledispatchmethod, total_ordering
from itertools import accumulate, groupby
from typing import Iterable, Self

getcontext().prec = 28


@unique
class Currency(Enum):
    EUR = ("€", 2)
    USD = ("$", 2)
    JPY = ("¥", 0)

    def __init__(self, symbol, digits):
        self.symbol, self.digits = symbol, digits

    @property
    def unit(self):
        return Decimal(1).scaleb(-self.digits)


@total_ordering
@dataclass(frozen=True)
class Money:
    amount: Decimal
    currency: Currency = Currency.EUR

    def __post_init__(self):
        object.__setattr__(self, "amount", Decimal(self.amount).quantize(self.currency.unit, ROUND_HALF_EVEN))

    @classmethod
    def parse(cls, text: str) -> Self:
        found = re.fullmatch(r"\s*(?P<sign>-)?(?P<symbol>[€$¥])?\s*(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?P<part>\.\d+)?\s*(?P<code>[A-Z]{3})?\s*", text)
        if not found:
            raise ValueError(f"no money: {text!r}")
        code = found["code"] or next((c.name for c in Currency if c.symbol == found["symbol"]), "EUR")
        return cls(Decimal((found["sign"] or "") + found["whole"].replace(",", "") + (found["part"] or "")), Currency[code])

    def _same(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        if other.currency is not self.currency:
            raise ArithmeticError(f"{self.currency.name} and {other.currency.name} do not mix")
        return other.amount

    def __add__(self, other):
        if other == 0:
            return self
        amount = self._same(other)
        return amount if amount is NotImplemented else Money(self.amount + amount, self.currency)

    __radd__ = __add__

    def __neg__(self):
        return Money(-self.amount, self.currency)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, factor):
        if isinstance(factor, float):
            raise TypeError("floats are no factors of money")
        return Money(self.amount * factor, self.currency) if isinstance(factor, (int, Decimal)) else NotImplemented

    __rmul__ = __mul__

    def __lt__(self, other):
        return self.amount < self._same(other)

    def __bool__(self):
        return bool(self.amount)

    def __format__(self, spec):
        if spec.endswith("a"):
            text = f"({self.currency.symbol}{-self.amount:,})" if self.amount < 0 else f"{self.currency.symbol}{self.amount:,} "
            return format(text, spec[:-1])
        return format(f"{self.amount:,} {self.currency.name}", spec)

    __str__ = lambda self: format(self)

    def split(self, *parts: int) -> list[Money]:
        whole = sum(parts)
        shares = [(self.amount * part / whole).quantize(self.currency.unit, ROUND_DOWN) for part in parts]
        left = int((self.amount - sum(shares)) / self.currency.unit)
        step = self.currency.unit if left > 0 else -self.currency.unit
        return [Money(share + step * (at < abs(left)), self.currency) for at, share in enumerate(shares)]


@dataclass(order=True)
class Entry:
    day: date
    text: str = field(compare=False)
    lines: dict[str, Money] = field(compare=False)
    _: KW_ONLY
    number: int = 0


class Ledger:
    def __init__(self):
        self.entries: list[Entry] = []

    @contextmanager
    def entry(self, day: date, text: str):
        lines = defaultdict(lambda: Money(0))
        yield lines
        balance = sum(lines.values())
        if balance:
            raise ValueError(f"{text}: not balanced by {balance}")
        self.entries.append(Entry(day, text, dict(lines), number=len(self.entries) + 1))

    @singledispatchmethod
    def balance(self, what):
        raise TypeError(f"no balance of {type(what).__name__}")

    @balance.register
    def _(self, account: str):
        return sum((e.lines.get(account, Money(0)) for e in self.entries), Money(0))

    @balance.register(set | frozenset)
    def _(self, accounts):
        return {a: self.balance(a) for a in sorted(accounts)}

    def statement(self, account):
        lines = [(e, e.lines[account]) for e in sorted(self.entries) if account in e.lines]
        for (e, amount), after in zip(lines, accumulate(m for _, m in lines)):
            yield f"{e.day:%d.%m.%y} {e.text:.<18.18}{amount:>14a}{after:>14a}"


ledger = Ledger()
start = date(2024, 1, 30)
for offset, text, amount, other in ((0, "opening", "10,000", "equity"), (2, "rent", "-1,250.50", "expenses"), (1, "sale of goods", "399.999", "income"), (30, "a very long description", "-0.005", "expenses")):
    with ledger.entry(start + timedelta(offset), text) as lines:
        money = Money.parse(amount)
        lines["bank"] += money
        lines[other] -= money
print(*ledger.statement("bank"), sep="\n")
print(*(f"{k:<10}{v:>16}" for k, v in ledger.balance({"bank", "equity", "income", "expenses"}).items()), sep="\n")
try:
    with ledger.entry(start, "wrong") as lines:
        lines["bank"] += Money("1")
except ValueError as error:
    print(error, len(ledger.entries))
print([str(m) for m in Money("100").split(1, 1, 1)], [str(m) for m in Money("-0.05").split(3, 7)], sum(Money("100").split(3, 3, 3)) == Money(100), *Money(1000, Currency.JPY).split(1, 2))
for text in ("€1,234.5", "-$.5", "$ 3", "¥500.7", "12,34", "1.005 USD", "7 GBP", "abc"):
    try:
        print(repr(text), repr(Money.parse(text)), f"[{Money.parse(text):^18a}]")
    except (ValueError, KeyError) as error:
        print(repr(text), type(error).__name__, error)
for wrong in (lambda: Money(1) + Money(1, Currency.USD), lambda: Money(1) * 1.5, lambda: Money(1) + 1, lambda: Money("x"), lambda: Money(1) < 5, lambda: 3 - Money(1), lambda: ledger.balance(3), lambda: setattr(Money(1), "amount", 2)):
    try:
        print(wrong())
    except (ArithmeticError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
with localcontext() as context:
    context.prec, context.rounding = 6, ROUND_HALF_UP
    rate = Decimal("0.035")
    values = list(accumulate(range(5), lambda v, _: v * (1 + rate / 12), initial=Decimal(1000)))
    print([str(v) for v in values], context.flags[Inexact], max(values) - min(values), (values[-1] / values[0]) ** 12)
print(Money(5) > Money(3), sorted([Money(3), Money(1)])[0], hash(Money(1)) == hash(Money("1.00")), {Money(1): "x"}[Money("1.0")], Money(0) or "nothing", Decimal("1E+2").normalize(), Decimal("1.10").as_tuple(), Decimal(7).__round__(), Currency.JPY.unit, f"{Decimal('1234567.891'):,.1f}")
