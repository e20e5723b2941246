from fractions import Fraction as F
from decimal import Decimal
import math, numbers, cmath
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
a, b = F(3, 4), F("5/6")
print(a, repr(a), F(6, 8), F(-3, 4), F(3, -4), F(5), F(), F("0.25"), F("1e-3"), F("-1.5"), F(" 3/4 "), F("1_0/2_0"), F(0.5), F(0.1), F(Decimal("1.1")), F(a), F(a, b), F(True), F(3, 4).numerator, F(6, 8).denominator, F(10 ** 20, 2), F("7"), F("+1/2"), F(0, 5), F.from_float(0.25), F.from_decimal(Decimal("0.5")))
print(a + b, a - b, a * b, a / b, a // b, a % b, divmod(F(7, 2), F(2, 3)), -a, +a, abs(-a), a ** 2, a ** -2, a ** 0.5, F(4) ** F(1, 2), 2 ** F(1, 2), 2 ** F(2), a + 1, 1 + a, a * 2, 1 / a, a + 0.5, 0.5 * a, 7 // F(2), F(-7, 2) // 1, F(-7, 2) % 1, a + 1j, F(1, 2) ** 3, F(0) ** 0, 1.5 // F(1, 2), 5 % F(3, 2))
print(a == F(6, 8), a == 0.75, F(1, 3) == 1 / 3, a < b, a > 0.5, a <= 1, hash(F(1, 2)) == hash(0.5), hash(F(5)) == hash(5), bool(F(0)), int(F(7, 2)), int(F(-7, 2)), float(a), round(F(7, 2)), round(F(5, 2)), round(F(22, 7), 2), round(F(1234), -2), math.floor(F(-7, 2)), math.ceil(F(7, 2)), math.trunc(F(-7, 2)), F("3.1415926").limit_denominator(1000), F(math.pi).limit_denominator(100), F(1, 3).limit_denominator(1), sum([F(1, 2), F(1, 3)]), max(a, b), sorted([b, a, 1]), a in [0.75], {a: 1}[F(3, 4)], a.as_integer_ratio(), a.is_integer(), F(4, 2).is_integer(), complex(a), a.real, a.imag, a.conjugate(), F(1, 2) < 5, F(1, 2) == "x")
print(f"{a} {a:.3f} {F(1, 3):.5f} {F(12345, 10):,.1f} {a:>8} {F(2, 3):e} {F(1, 3):.2%} {F(7, 2):g} {a!r}", "%s %.2f" % (a, a), str(F(5)), format(F(1, 7), ".10f"), format(F(10), "_") if False else "")
for f in (lambda: F(1, 0), lambda: F("1/0"), lambda: F("abc"), lambda: F(""), lambda: F("1/2/3"), lambda: F(1.5, 2), lambda: F("1", "2"), lambda: F(None), lambda: F([1]), lambda: F(float("nan")), lambda: F(float("inf")), lambda: F(1j), lambda: a / 0, lambda: a // 0, lambda: a % 0, lambda: F(0) ** -1, lambda: a + "x", lambda: a < "x", lambda: a < 1j, lambda: F(-1, 4) ** F(1, 2), lambda: a.limit_denominator(0), lambda: setattr(a, "numerator", 5), lambda: a.nope, lambda: round(a, "x"), lambda: a & 1, lambda: F(1, 2, 3), lambda: F.from_float("x"), lambda: F("1/ 2"), lambda: F("1 /2"), lambda: f"{a:d}", lambda: f"{a:x}", lambda: a + Decimal(1), lambda: a[0], lambda: F(" 1.5e2 "), lambda: F(".5"), lambda: F("5."), lambda: F("1e"), lambda: pow(a, 2, 3), lambda: F("inf")):
    t(f)
print([isinstance(v, numbers.Number) for v in (1, 1.5, 1j, a, Decimal(1), "x", True)], [isinstance(v, numbers.Rational) for v in (1, a, 1.5)], isinstance(1.5, numbers.Real), isinstance(1, numbers.Integral), isinstance(1j, numbers.Complex), isinstance(Decimal(1), numbers.Real), issubclass(int, numbers.Integral), numbers.Integral.__mro__[1].__name__)
print(cmath.sqrt(-1), cmath.exp(1j * math.pi), cmath.polar(1 + 1j), cmath.rect(2, math.pi / 2), cmath.phase(-1), cmath.log(1j), cmath.log(100, 10), cmath.log10(100), cmath.sin(1j), cmath.cos(1), cmath.tan(1 + 1j), cmath.asin(2), cmath.acos(2), cmath.atan(1j / 2), cmath.sinh(1), cmath.cosh(1j), cmath.tanh(1), cmath.asinh(1j), cmath.acosh(0.5), cmath.atanh(2), cmath.isclose(1j, 1j + 1e-12), cmath.isnan(complex("nan")), cmath.isinf(complex("inf")), cmath.isfinite(1), cmath.pi, cmath.e, cmath.infj, cmath.nanj, cmath.inf, cmath.tau)
for f in (lambda: cmath.log(0), lambda: cmath.sqrt("a"), lambda: cmath.phase(), lambda: cmath.rect(1), lambda: cmath.exp(1000), lambda: cmath.polar("x"), lambda: cmath.atanh(1), lambda: cmath.sqrt(-4).imag, lambda: cmath.log(1, 0), lambda: cmath.nope):
    t(f)
def egypt(f):
    out = []
    while f: n = math.ceil(1 / f); out.append(F(1, n)); f -= F(1, n)
    return out
print(egypt(F(7, 15)), sum(F(1, n) for n in range(1, 11)), [str(F(n, 12)) for n in range(1, 7)])
