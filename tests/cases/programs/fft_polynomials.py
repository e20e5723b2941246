"""Polynomials over several rings, an FFT, roots by Newton and by companion, interpolation, continued fractions, numeric integration."""
from __future__ import annotations

import cmath
import itertools
import math
import operator
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import reduce, singledispatch, total_ordering
from numbers import Complex, Number, Rational
from typing import Callable, Iterator, Sequence


class Poly:
    def __init__(self, *coefficients: Number) -> None:
        c = list(coefficients)
        while c and not c[-1]:
            c.pop()
        self.c = tuple(c)

    @classmethod
    def roots_at(cls, *roots):
        return reduce(operator.mul, (cls(-r, 1) for r in roots), cls(1))

    @property
    def degree(self):
        return len(self.c) - 1

    def __call__(self, x):
        return reduce(lambda acc, a: acc * x + a, reversed(self.c), 0)

    def __add__(self, other):
        other = other if isinstance(other, Poly) else Poly(other)
        return Poly(*(a + b for a, b in itertools.zip_longest(self.c, other.c, fillvalue=0)))

    __radd__ = __add__

    def __neg__(self):
        return Poly(*map(operator.neg, self.c))

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        if isinstance(other, Number):
            return Poly(*(a * other for a in self.c))
        out = [0] * (len(self.c) + len(other.c) - 1)
        for (i, a), (j, b) in itertools.product(enumerate(self.c), enumerate(other.c)):
            out[i + j] += a * b
        return Poly(*out)

    __rmul__ = __mul__

    def __pow__(self, n, mod=None):
        result = Poly(1)
        for _ in range(n):
            result = result * self
            if mod is not None:
                result %= mod
        return result

    def __divmod__(self, other):
        if not other.c:
            raise ZeroDivisionError("division by the zero polynomial")
        quotient, rest = [0] * max(0, self.degree - other.degree + 1), list(self.c)
        for shift in range(len(quotient) - 1, -1, -1):
            factor = quotient[shift] = Fraction(rest[shift + other.degree]) / other.c[-1] if isinstance(rest[shift + other.degree], Rational) else rest[shift + other.degree] / other.c[-1]
            for i, b in enumerate(other.c):
                rest[shift + i] -= factor * b
        return Poly(*quotient), Poly(*rest[: other.degree])

    def __floordiv__(self, other):
        return divmod(self, other)[0]

    def __mod__(self, other):
        return divmod(self, other)[1]

    def __eq__(self, other):
        return isinstance(other, Poly) and self.c == other.c

    def __hash__(self):
        return hash(self.c)

    def __bool__(self):
        return bool(self.c)

    def diff(self):
        return Poly(*(k * a for k, a in enumerate(self.c))).shift(-1)

    def shift(self, n):
        return Poly(*((0,) * n + self.c if n > 0 else self.c[-n:]))

    def __str__(self):
        parts = []
        for k, a in reversed(list(enumerate(self.c))):
            if a:
                sign, a = ("-", -a) if not isinstance(a, complex) and a < 0 else ("+", a)
                power = "" if k == 0 else "x" if k == 1 else f"x{str(k).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
                parts += [sign, f"{a}{power}" if a != 1 or not power else power]
        return " ".join(parts[1:] if parts[:1] == ["+"] else parts).replace("- ", "-", parts[:1] == ["-"]) or "0"

    def __format__(self, spec):
        return " ".join(format(a, spec) for a in self.c) if spec else str(self)


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a * (1 / Fraction(a.c[-1]))


def fft(values, sign=-1):
    n = len(values)
    if n == 1:
        return list(values)
    even, odd = fft(values[::2], sign), fft(values[1::2], sign)
    turn = [cmath.exp(sign * 2j * cmath.pi * k / n) * odd[k] for k in range(n // 2)]
    return [e + t for e, t in zip(even, turn)] + [e - t for e, t in zip(even, turn)]


def convolve(a, b):
    size = 1 << (len(a) + len(b) - 2).bit_length()
    fa, fb = (fft([*v, *[0] * (size - len(v))]) for v in (a, b))
    return [round((x / size).real) for x in fft([x * y for x, y in zip(fa, fb)], 1)][: len(a) + len(b) - 1]


def newton(p, x, tolerance=1e-12):
    d = p.diff()
    for step in itertools.count(1):
        delta = p(x) / d(x)
        x -= delta
        if abs(delta) < tolerance:
            return x, step


def durand_kerner(p):
    p = p * (1 / p.c[-1])
    roots = [(0.4 + 0.9j) ** k for k in range(p.degree)]
    for _ in range(60):
        roots = [r - p(r) / math.prod(r - s for j, s in enumerate(roots) if j != i) for i, r in enumerate(roots)]
    return sorted((complex(round(r.real, 6) + 0.0, round(r.imag, 6) + 0.0) for r in roots), key=lambda z: (z.real, z.imag))


def lagrange(points):
    return sum((reduce(operator.mul, (Poly(Fraction(-xj, xi - xj), Fraction(1, xi - xj)) for xj, _ in points if xj != xi), Poly(1)) * yi for xi, yi in points), Poly())


def continued(x: Fraction) -> Iterator[int]:
    while True:
        yield (whole := x.numerator // x.denominator)
        if x == whole:
            return
        x = 1 / (x - whole)


def simpson(f: Callable[[float], float], a: float, b: float, eps=1e-9) -> float:
    def rule(a, b):
        return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))
    middle = (a + b) / 2
    whole, halves = rule(a, b), rule(a, middle) + rule(middle, b)
    return halves if abs(whole - halves) < 15 * eps else simpson(f, a, middle, eps / 2) + simpson(f, middle, b, eps / 2)


p, q = Poly(-6, 11, -6, 1), Poly.roots_at(1, 2, Fraction(1, 2))
print(p, q, p + q, p * q, p - p, p.diff(), p(Fraction(3, 2)), sep="\n")
print(*map(str, divmod(p, Poly(1, 1))), "|", gcd(p, q), "|", p // Poly(-1, 1) * Poly(-1, 1) == p, Poly(1, 1) ** 5, pow(Poly(0, 1), 7, Poly(1, 0, 1)), {p: 1}[Poly.roots_at(1, 2, 3)], bool(Poly(0, 0)), f"{Poly(1.5, -2):+.2f}", 3 * Poly(1) + 1, -Poly(1, 2), Poly(1j, 2 - 1j))
print(convolve([1, 2, 3, 4], [5, 6, 7]), list((Poly(1, 2, 3, 4) * Poly(5, 6, 7)).c), [f"{abs(x):.3f}" for x in fft([1, 0, 0, 1])])
print("%.10f after %d" % newton(Poly(-2, 0, 1), 1.0), durand_kerner(Poly(-6.0, 11.0, -6.0, 1.0)), durand_kerner(Poly(1.0, 0.0, 0.0, 0.0, 1.0)), [round(abs(newton(Poly(1, 0, 1), 0.3 + 0.9j)[0]), 9)])
through = lagrange([(0, 1), (1, 3), (2, 11), (-1, 5)])
print(through, [through(x) for x in (0, 1, 2, -1)], through(Fraction(1, 2)))
print(list(continued(Fraction(415, 93))), [str(Fraction(math.pi).limit_denominator(10**k)) for k in range(5)], list(itertools.islice(continued(Fraction(math.e)), 10)))
print(f"{simpson(math.sin, 0, math.pi):.9f} {simpson(lambda x: x**3, 0, 2):g} {simpson(math.exp, -1, 1) - (math.e - 1 / math.e):.1e}")
getcontext().prec = 40
print(sum(Decimal(1) / Decimal(math.factorial(k)) for k in range(35)), newton(Poly(Decimal(-2), Decimal(0), Decimal(1)), Decimal(1), Decimal("1e-30")))
for wrong in (lambda: p % Poly(), lambda: p * "x", lambda: p(None), lambda: Poly("a") + 1, lambda: newton(Poly(1), 1.0), lambda: fft([])):
    try:
        print(wrong())
    except (ZeroDivisionError, TypeError, RecursionError, AttributeError) as error:
        print(type(error).__name__, error)
