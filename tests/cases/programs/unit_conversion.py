from fractions import Fraction
import re

UNITS = {"length": {"m": Fraction(1), "km": Fraction(1000), "cm": Fraction(1, 100), "in": Fraction(254, 10000), "ft": Fraction(3048, 10000), "mi": Fraction(1609344, 1000)},
         "mass": {"kg": Fraction(1), "g": Fraction(1, 1000), "lb": Fraction(45359237, 100000000), "oz": Fraction(45359237, 1600000000)},
         "time": {"s": Fraction(1), "min": Fraction(60), "h": Fraction(3600), "d": Fraction(86400)}}
DIMENSION = {u: d for d, us in UNITS.items() for u in us}


class Quantity:
    def __init__(self, value, unit):
        if unit not in DIMENSION:
            raise ValueError(f"unknown unit {unit!r}; did you mean one of {sorted(u for u in DIMENSION if u[0] == unit[:1])}?")
        self.value, self.unit = Fraction(str(value)) if isinstance(value, (str, float)) else Fraction(value), unit

    @classmethod
    def parse(cls, text):
        m = re.fullmatch(r"\s*([-+]?\d+(?:\.\d+)?(?:/\d+)?)\s*([a-z]+)\s*", text)
        if not m:
            raise ValueError(f"cannot read {text!r}")
        return cls(*m.groups())

    @property
    def base(self):
        return self.value * UNITS[DIMENSION[self.unit]][self.unit]

    def to(self, unit):
        if DIMENSION.get(unit) != DIMENSION[self.unit]:
            raise TypeError(f"cannot convert {DIMENSION[self.unit]} to {DIMENSION.get(unit, 'nothing')}")
        return Quantity(self.base / UNITS[DIMENSION[unit]][unit], unit)

    def __add__(self, other):
        return Quantity(self.value + other.to(self.unit).value, self.unit)

    def __mul__(self, k):
        return Quantity(self.value * k, self.unit) if isinstance(k, (int, Fraction)) else NotImplemented

    __rmul__ = __mul__

    def __eq__(self, other):
        return DIMENSION[self.unit] == DIMENSION[other.unit] and self.base == other.base

    def __lt__(self, other):
        return self.base < other.to(self.unit).base

    def __format__(self, spec):
        return f"{float(self.value):{spec or 'g'}} {self.unit}"

    def __str__(self):
        return f"{self}"

    def __repr__(self):
        return f"Quantity({str(self.value)!r}, {self.unit!r})"


a, b = Quantity.parse("5 km"), Quantity.parse("3.1 mi")
print(a.to("mi"), f"{a.to('mi'):.4f}", b.to("m"), a + b, repr(a + b), a > b, 2 * a, Quantity(12, "in") == Quantity(1, "ft"), sorted([a, b, Quantity(1, "ft")])[0], f"{Quantity.parse('1/3 h').to('min')}", repr(Quantity("0.1", "kg").to("lb")))
for f in (lambda: a + Quantity(1, "kg"), lambda: Quantity(1, "lightyear"), lambda: Quantity.parse("five km"), lambda: a * 1.5, lambda: a.to("zz"), lambda: Quantity(1, "min") < Quantity(2, "m")):
    try:
        print(f())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
def temp(v, source, target):
    k = {"C": v + 273.15, "F": (v + 459.67) * 5 / 9, "K": v}[source]
    return round({"C": k - 273.15, "F": k * 9 / 5 - 459.67, "K": k}[target], 2)
print([[temp(v, s, t) for t in "CFK"] for v, s in [(100, "C"), (-40, "F"), (0, "K")]])
def human(n):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if n < 1024: return f"{n:.1f} {unit}".replace(".0 ", " ")
        n /= 1024
    return f"{n:,.1f} TiB"
print([human(n) for n in (0, 1023, 1024, 1536, 10 ** 7, 5 * 2 ** 30, 2 ** 52)])
