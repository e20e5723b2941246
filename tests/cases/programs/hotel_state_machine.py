# ends: raised
"""Bookings as a state machine declared in class bodies, with guards, hooks, history, a diagram, and exceptions that explain."""
from __future__ import annotations

import functools
import inspect
import textwrap
from collections import Counter
from contextlib import contextmanager
from datetime import date, timedelta
from enum import Enum, auto
from itertools import groupby, pairwise
from types import MappingProxyType


class MachineError(Exception):
    pass


class Refused(MachineError):
    def __init__(self, machine, event, why):
        self.machine, self.event, self.why = machine, event, why
        super().__init__(machine, event)

    def __str__(self):
        return f"{self.event} is refused in {self.machine.state.name}: {self.why}"


class transition:
    def __init__(self, *sources, to, when=None):
        self.sources, self.to, self.guards = sources, to, [when] if when else []

    def __call__(self, function):
        self.function = function
        functools.update_wrapper(self, function)
        return self

    def guard(self, function):
        self.guards.append(function)
        return self

    def __set_name__(self, owner, name):
        self.name = name
        owner.transitions = MappingProxyType({**getattr(owner, "transitions", {}), name: self})

    def __get__(self, machine, owner=None):
        if machine is None:
            return self

        @functools.wraps(self.function)
        def fire(*args, **kwargs):
            return machine._fire(self, *args, **kwargs)
        return fire


class Machine:
    def __init__(self, state):
        self.state, self.history, self._hooks = state, [(None, state)], {}

    def _fire(self, which, *args, **kwargs):
        if which.sources and self.state not in which.sources:
            raise Refused(self, which.name, f"only from {' or '.join(s.name for s in which.sources)}")
        for guard in which.guards:
            if not guard(self):
                raise Refused(self, which.name, inspect.getdoc(guard) or f"{guard.__name__} says no")
        before = self.state
        with self._entering(which.to, which.name):
            result = which.function(self, *args, **kwargs)
        for hook in self._hooks.get(which.name, ()):
            hook(self, before)
        return result

    @contextmanager
    def _entering(self, state, name):
        before, self.state = self.state, state
        try:
            yield
        except Exception as error:
            self.state = before
            raise MachineError(f"{name} failed, back to {before.name}") from error
        else:
            self.history.append((name, state))

    def on(self, name, hook):
        self._hooks.setdefault(name, []).append(hook)
        return self

    @classmethod
    def diagram(cls):
        rows = [((s.name if s else "*"), n, t.to.name) for n, t in cls.transitions.items() for s in (t.sources or [None])]
        for source, group in groupby(sorted(rows), key=lambda r: r[0]):
            yield f"{source:>10} ─┬─" + "\n".join(f"{'' if at == 0 else '             ├─'}{n:─<10}▶ {t}" for at, (_, n, t) in enumerate(group))

    @property
    def available(self):
        return sorted(n for n, t in self.transitions.items() if not t.sources or self.state in t.sources)


class Status(Enum):
    DRAFT = auto()
    BOOKED = auto()
    PAID = auto()
    INSIDE = auto()
    DONE = auto()
    CANCELLED = auto()


class Booking(Machine):
    """A stay in a hotel."""

    def __init__(self, guest, arrival, nights, rate=80):
        super().__init__(Status.DRAFT)
        self.guest, self.arrival, self.nights, self.rate, self.paid = guest, arrival, nights, rate, 0

    @property
    def total(self):
        weekend = sum((self.arrival + timedelta(n)).weekday() >= 5 for n in range(self.nights))
        return self.rate * self.nights + 15 * weekend

    def has_nights(self):
        """a stay has at least one night"""
        return self.nights > 0

    @transition(Status.DRAFT, to=Status.BOOKED, when=has_nights)
    def book(self):
        return f"booked {self.nights} nights for {self.guest}"

    @transition(Status.BOOKED, Status.PAID, to=Status.PAID)
    def pay(self, amount):
        if amount <= 0:
            raise ValueError(f"{amount} is no payment")
        self.paid += amount
        return self.total - self.paid

    @transition(Status.PAID, to=Status.INSIDE)
    def check_in(self, *, day=None):
        return (day or self.arrival) - self.arrival

    @check_in.guard
    def is_settled(self):
        return self.paid >= self.total

    @transition(Status.INSIDE, to=Status.DONE)
    def check_out(self, minibar: int = 0) -> str:
        "Ends the stay."
        return f"{minibar:+d}"

    @transition(Status.DRAFT, Status.BOOKED, Status.PAID, to=Status.CANCELLED)
    def cancel(self, reason="-"):
        refund, self.paid = self.paid, 0
        return refund, reason

    @transition(to=Status.DRAFT)
    def reset(self):
        self.history.clear()


class GroupBooking(Booking):
    @transition(Status.DRAFT, to=Status.BOOKED)
    def book(self, names):
        self.names = list(names)
        return len(self.names)


booking = Booking("Ann", date(2024, 3, 1), 3)
told = []
booking.on("pay", lambda m, before: told.append((before.name, m.paid))).on("cancel", lambda m, _: told.append("gone"))
script = [("check_in", ()), ("book", ()), ("pay", (0,)), ("pay", (100,)), ("check_in", ()), ("pay", (170,)), ("check_in", ()), ("cancel", ()), ("check_out", (12,)), ("check_out", ()), ("pay", ("x",))]
for name, args in script:
    try:
        print(f"{name:<10}", getattr(booking, name)(*args), booking.state, booking.available)
    except MachineError as error:
        print(f"{name:<10}", type(error).__name__, error, "|", repr(error.__cause__), booking.state.name)
print(booking.total, told, [n for n, _ in booking.history], Counter(s.name for _, s in booking.history).most_common(1))
print(*Booking.diagram(), sep="\n")
group = GroupBooking("Club", date(2024, 3, 4), 0)
print(group.book("abc"), group.cancel(reason="rain"), group.transitions is GroupBooking.transitions, Booking.transitions["book"] is not GroupBooking.transitions["book"], len(GroupBooking.transitions))
try:
    Booking("Bob", date(2024, 1, 1), 0).book()
except Refused as error:
    print(error, error.args[1], error.why)
print(inspect.signature(booking.check_out), booking.check_out.__doc__, Booking.check_out.__name__, type(Booking.pay).__name__, Booking.is_settled if hasattr(Booking, "is_settled") and callable(Booking.is_settled) and not isinstance(Booking.is_settled, transition) else "a transition", [f"{a.name}→{b.name}" for (_, a), (_, b) in pairwise(booking.history)])
try:
    Booking.transitions["new"] = 1
except TypeError as error:
    print(error)
booking.reset()
print(booking.history, textwrap.shorten(repr(Status.DRAFT) * 3, 30), Status(2), Status["DONE"] in Status, [s.name for s in Status if s.value % 2])
booking.refund()
