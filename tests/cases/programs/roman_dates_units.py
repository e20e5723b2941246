# ends: raised
import datetime as dt, re, math
from calendar import monthrange, isleap, day_name, Calendar
from fractions import Fraction
from functools import singledispatch, total_ordering
from itertools import accumulate, takewhile
class Roman(int):
    PAIRS = list(zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "M CM D CD C XC L XL X IX V IV I".split()))
    RE = re.compile("M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
    def __new__(cls, v):
        if isinstance(v, str):
            if not v or not cls.RE.fullmatch(v.upper()): raise ValueError(f"not a Roman numeral: {v!r}")
            vals = [dict(zip("IVXLCDM", (1, 5, 10, 50, 100, 500, 1000)))[c] for c in v.upper()]; v = sum(-a if a < b else a for a, b in zip(vals, vals[1:] + [0]))
        if not 0 < v < 4000: raise OverflowError(f"{v} is out of range 1..3999")
        return super().__new__(cls, v)
    def __str__(self):
        n, out = int(self), []
        for v, s in self.PAIRS: q, n = divmod(n, v); out.append(s * q)
        return "".join(out)
    def __repr__(self): return f"Roman({str(self)!r})"
    def __format__(self, spec): return format(str(self), spec) if not spec or spec[-1] not in "dxb" else format(int(self), spec)
    def __add__(self, o): return Roman(int(self) + int(o))
    __radd__ = __add__
a, b = Roman("MCMXCIV"), Roman(30); print(a, repr(b), a + b, 1 + b, a > b, f"{a:>10}|{a:d}|{b:05d}|{b:^7}", sum([b, b], Roman(1)), max(a, b), a * 2, [str(Roman(n)) for n in (4, 9, 40, 90, 400, 3999)], hash(a) == hash(1994), {1994: "y"}[a], a == 1994, isinstance(a, int), int("1" + str(int(b))))
for bad in ("IIII", "", "ABC", 0, 4000, "VX", "mmxxiv", 2.5):
    try: print(repr(Roman(bad)))
    except (ValueError, OverflowError) as e: print(type(e).__name__, e)
@total_ordering
class Quantity:
    UNITS = {"m": (1, "L"), "km": (1000, "L"), "cm": (Fraction(1, 100), "L"), "mi": (Fraction("1609.344"), "L"), "s": (1, "T"), "h": (3600, "T"), "min": (60, "T"), "kg": (1, "M"), "g": (Fraction(1, 1000), "M")}
    def __init__(self, v, unit="m"): self.v, self.unit = Fraction(str(v)), unit; self.factor, self.dim = self.UNITS[unit]
    @classmethod
    def parse(cls, text):
        m = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*([a-z]+)\s*", text)
        if not m: raise ValueError(f"cannot read {text!r}")
        return cls(*m.groups())
    def to(self, unit):
        f, d = self.UNITS[unit]
        if d != self.dim: raise TypeError(f"cannot convert {self.unit} to {unit}")
        return Quantity(self.v * self.factor / f, unit)
    def _base(self): return self.v * self.factor
    def __add__(self, o): return Quantity(self.v + o.to(self.unit).v, self.unit) if isinstance(o, Quantity) else NotImplemented
    def __mul__(self, k): return Quantity(self.v * Fraction(str(k)), self.unit)
    __rmul__ = __mul__
    def __truediv__(self, o): return self._base() / o._base() if isinstance(o, Quantity) else Quantity(self.v / Fraction(str(o)), self.unit)
    def __eq__(self, o): return isinstance(o, Quantity) and self.dim == o.dim and self._base() == o._base()
    def __lt__(self, o): return self._base() < o.to(self.unit)._base()
    def __hash__(self): return hash((self._base(), self.dim))
    def __str__(self): return f"{float(self.v):g} {self.unit}"
    def __format__(self, spec): n, _, u = spec.partition("@"); q = self.to(u) if u else self; return f"{float(q.v):{n}} {q.unit}"
q = Quantity.parse("26.2 mi"); print(q, q.to("km"), f"{q:.3f@km}", f"{q:,.0f@cm}", q + Quantity(500, "m"), 2 * q, q / 2, q / Quantity(1, "km"), q > Quantity(42, "km"), Quantity(1, "km") == Quantity(1000), len({Quantity(1, "km"), Quantity(1000)}), sorted(map(Quantity.parse, ["1 mi", "1 km", "1500m"]))[0], sum([Quantity(1, "h"), Quantity(30, "min")], Quantity(0, "s")))
for bad in (lambda: q + Quantity(1, "s"), lambda: q + 1, lambda: Quantity.parse("x m"), lambda: Quantity(1, "parsec"), lambda: q < 5, lambda: q.to("kg"), lambda: Quantity("a")):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
def easter(y): a, b, c = y % 19, y // 100, y % 100; d, e = divmod(b, 4); f = (b + 8) // 25; g = (b - f + 1) // 3; h = (19 * a + b - d - g + 15) % 30; i, k = divmod(c, 4); l = (32 + 2 * e + 2 * i - h - k) % 7; m = (a + 11 * h + 22 * l) // 451; mo, da = divmod(h + l - 7 * m + 114, 31); return dt.date(y, mo, da + 1)
def nth_weekday(y, m, wd, n): days = [d for d in Calendar().itermonthdates(y, m) if d.month == m and d.weekday() == wd]; return days[n - (n > 0)]
def add_months(d, n): y, m = divmod(d.year * 12 + d.month - 1 + n, 12); return d.replace(year=y, month=m + 1, day=min(d.day, monthrange(y, m + 1)[1]))
def business(d, n):
    while n: d += dt.timedelta(1); n -= d.weekday() < 5
    return d
def age(born, on): return on.year - born.year - ((on.month, on.day) < (born.month, born.day))
print([f"{easter(y):%d %b}" for y in range(2020, 2027)], nth_weekday(2024, 11, 3, 4), nth_weekday(2024, 5, 0, -1), [str(add_months(dt.date(2024, 1, 31), n)) for n in (-2, 1, 13, -11)], business(dt.date(2024, 3, 1), 10), age(dt.date(2000, 2, 29), dt.date(2023, 2, 28)), [y for y in range(1896, 1913) if isleap(y)], sum(dt.date(y, m, 13).weekday() == 4 for y in (2023, 2024) for m in range(1, 13)), [day_name[dt.date(y, 1, 1).weekday()][:3] for y in range(2020, 2025)])
@singledispatch
def human(x): raise TypeError(f"cannot humanise {type(x).__name__}")
@human.register
def _(x: int): return next(f"{x / 1000 ** i:.3g}{u}" for i, u in reversed(list(enumerate(["", "k", "M", "G"]))) if abs(x) >= 1000 ** i or i == 0)
@human.register
def _(x: dt.timedelta):
    parts, s = [], int(x.total_seconds()); sign = "-" * (s < 0); s = abs(s)
    for n, u in ((86400, "d"), (3600, "h"), (60, "m"), (1, "s")):
        k, s = divmod(s, n)
        if k: parts.append(f"{k}{u}")
    return sign + (" ".join(parts[:2]) or "0s")
@human.register(list)
def _(x): return f"{', '.join(map(str, x[:-1]))} and {x[-1]}" if len(x) > 1 else "".join(map(str, x))
print([human(n) for n in (0, 999, 1000, 123456, 10**9, -5000)], [human(dt.timedelta(seconds=s)) for s in (0, 59, 3661, 90061, -7200)], human([1, 2, 3]), human(["x"]), human([]), human(True))
try: human(2.5)
except TypeError as e: print(e)
print(str(Roman(1)) + 1)
