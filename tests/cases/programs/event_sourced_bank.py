# ends: raised
from __future__ import annotations
import json, itertools, functools
from collections import defaultdict
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timedelta, timezone
from decimal import Decimal, ROUND_HALF_EVEN, InvalidOperation
from typing import ClassVar, get_type_hints
from uuid import UUID, uuid5, NAMESPACE_OID
@dataclass(frozen=True)
class Event:
    account: str; at: datetime
    kinds: ClassVar[dict[str, type]] = {}
    def to_json(self): return json.dumps({"kind": type(self).__name__, **asdict(self)}, default=str, sort_keys=True)
    @classmethod
    def from_json(cls, text):
        d = json.loads(text); kind = cls.kinds[d.pop("kind")]; conv = {"Decimal": Decimal, "datetime": datetime.fromisoformat, "str": str, Decimal: Decimal, datetime: datetime.fromisoformat, str: str}
        return kind(**{f.name: conv[f.type](d[f.name]) for f in fields(kind)})
def event(cls): cls = dataclass(frozen=True)(cls); Event.kinds[cls.__name__] = cls; return cls
@event
class Opened(Event): owner: str
@event
class Deposited(Event): amount: Decimal
@event
class Withdrawn(Event): amount: Decimal
@event
class Transferred(Event): amount: Decimal; to: str
@event
class InterestPaid(Event): amount: Decimal; rate: Decimal
class Rejected(Exception): pass
class Account:
    def __init__(self): self.balance, self.owner, self.version = Decimal(0), None, 0
    @functools.singledispatchmethod
    def apply(self, e): raise TypeError(f"no handler for {type(e).__name__}")
    @apply.register
    def _(self, e: Opened): self.owner = e.owner
    @apply.register
    def _(self, e: Deposited | InterestPaid): self.balance += e.amount
    @apply.register
    def _(self, e: Withdrawn): self.balance -= e.amount
class Bank:
    def __init__(self): self.log, self.accounts = [], {}; self.clock = (datetime(2024, 1, 1, tzinfo=timezone.utc) + timedelta(days=n) for n in itertools.count())
    def emit(self, *events):
        for e in events:
            acc = self.accounts.setdefault(e.account, Account())
            if isinstance(e, Transferred): acc.apply(Withdrawn(e.account, e.at, e.amount)); self.accounts[e.to].apply(Deposited(e.to, e.at, e.amount))
            else: acc.apply(e)
            acc.version += 1; self.log.append(e)
    def open(self, owner): key = uuid5(NAMESPACE_OID, owner).hex[:6]; self.emit(Opened(key, next(self.clock), owner)); return key
    def transfer(self, a, b, amount):
        amount = Decimal(amount)
        if a == b or amount <= 0: raise Rejected(f"cannot transfer {amount} from {a} to {b}")
        if self.accounts[a].balance < amount: raise Rejected(f"{self.accounts[a].owner} has only {self.accounts[a].balance}")
        self.emit(Transferred(a, next(self.clock), amount, b))
    def interest(self, rate):
        rate = Decimal(rate); now = next(self.clock)
        self.emit(*(InterestPaid(k, now, (a.balance * rate).quantize(Decimal("0.01"), ROUND_HALF_EVEN), rate) for k, a in self.accounts.items() if a.balance > 0))
    @classmethod
    def replay(cls, lines, until=None):
        bank = cls()
        for e in map(Event.from_json, lines):
            if until and e.at > until: break
            bank.emit(e)
        return bank
bank = Bank(); ann, bob = bank.open("Ann"), bank.open("Bob"); bank.emit(Deposited(ann, next(bank.clock), Decimal("100.10"))); bank.transfer(ann, bob, "33.335"); bank.interest("0.015")
for args in ((ann, ann, 1), (ann, bob, "1e3"), (bob, ann, "-5"), (ann, "zzz", 1), (ann, bob, "abc")):
    try: bank.transfer(*args)
    except (Rejected, KeyError, InvalidOperation) as e: print(type(e).__name__, e)
lines = [e.to_json() for e in bank.log]; print(*lines, sep="\n"); again = Bank.replay(lines); print({a.owner: (str(a.balance), a.version) for a in again.accounts.values()}, [a.balance for a in Bank.replay(lines, bank.log[2].at).accounts.values()], Event.from_json(lines[2]) == bank.log[2], bank.log[0])
for bad in (lambda: Event.from_json('{"kind": "Nope"}'), lambda: Event.from_json('{"kind": "Opened", "account": "x"}'), lambda: Account().apply(5), lambda: setattr(bank.log[0], "owner", "x"), lambda: Deposited("a", 1)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
bank.transfer(bob, ann, 10**6)
