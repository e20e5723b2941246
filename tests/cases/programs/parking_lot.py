from collections import defaultdict, OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
import math
class Size(Enum):
    MOTO = 1; CAR = 2; TRUCK = 4
    def fits(self, other): return self.value <= other.value
@dataclass(frozen=True)
class Ticket:
    plate: str; size: Size; spot: str; entered: datetime
class LotFull(Exception):
    def __init__(self, size): super().__init__(f"no spot for {size.name.lower()}"); self.size = size
class ParkingLot:
    RATES = {Size.MOTO: 1.0, Size.CAR: 2.5, Size.TRUCK: 6.0}
    def __init__(self, **spots):
        self.free = {Size[k.upper()]: [f"{k[0].upper()}{i:02d}" for i in range(n, 0, -1)] for k, n in spots.items()}
        self.tickets, self.income, self.history = {}, defaultdict(float), []
    def enter(self, plate, size, when):
        if plate in self.tickets: raise ValueError(f"{plate} is already inside at {self.tickets[plate].spot}")
        for s in sorted(self.free, key=lambda s: s.value):
            if size.fits(s) and self.free[s]:
                t = self.tickets[plate] = Ticket(plate, size, self.free[s].pop(), when); return t
        raise LotFull(size)
    def leave(self, plate, when):
        try: t = self.tickets.pop(plate)
        except KeyError: raise LookupError(f"unknown plate {plate!r}") from None
        if (stay := when - t.entered) < timedelta(): self.tickets[plate] = t; raise ValueError("left before entering")
        hours = max(1, math.ceil(stay / timedelta(hours=1))) if stay > timedelta(minutes=15) else 0
        days, rest = divmod(hours, 24)
        fee = days * 10 * self.RATES[t.size] + min(rest, 10) * self.RATES[t.size]
        self.free[next(s for s in self.free if s.name[0] == t.spot[0])].append(t.spot); self.income[when.date()] += fee; self.history.append((plate, str(stay), fee)); return fee
lot = ParkingLot(moto=1, car=2, truck=1); t0 = datetime(2024, 12, 31, 20, 0)
for i, (p, s) in enumerate([("A", Size.CAR), ("B", Size.MOTO), ("C", Size.MOTO), ("D", Size.CAR), ("E", Size.TRUCK), ("A", Size.CAR)]):
    try: t = lot.enter(p, s, t0 + timedelta(minutes=20 * i)); print(t.plate, t.spot, f"{t.entered:%H:%M}")
    except (LotFull, ValueError) as e: print(type(e).__name__, e)
for p, dt in (("A", timedelta(hours=3, minutes=1)), ("B", timedelta(minutes=30)), ("C", timedelta(days=1, hours=13)), ("Z", timedelta()), ("D", timedelta(hours=-9))):
    try: print(p, f"{lot.leave(p, t0 + dt):.2f}")
    except (LookupError, ValueError) as e: print(type(e).__name__, e)
print(lot.history, {f"{k:%d %b}": v for k, v in lot.income.items()}, {k.name: v for k, v in lot.free.items()}, sorted(lot.tickets))
