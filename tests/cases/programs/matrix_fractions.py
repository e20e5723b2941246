"""Matrices over fractions, floats and complex numbers, with an operator for everything and a printer with nested specs."""
from __future__ import annotations

import cmath
import itertools as it
import math
from collections.abc import Callable, Iterable, MutableSequence
from decimal import ROUND_HALF_EVEN, Context, Decimal, InvalidOperation, localcontext
from fractions import Fraction as F
from functools import cached_property, reduce, singledispatchmethod
from numbers import Number
from operator import mul, matmul
from random import Random


class ShapeError(ArithmeticError):
    pass


class Matrix:
    __slots__ = ("rows", "__dict__")

    def __init__(self, rows: Iterable[Iterable[Number]]) -> None:
        self.rows = tuple(map(tuple, rows))
        if len({*map(len, self.rows)}) > 1:
            raise ShapeError(f"ragged: {[len(r) for r in self.rows]}")

    @classmethod
    def identity(cls, n: int, one=1) -> Matrix:
        return cls((one if i == j else one - one for j in range(n)) for i in range(n))

    @classmethod
    def build(cls, n: int, m: int, f: Callable[[int, int], Number]) -> Matrix:
        return cls([f(i, j) for j in range(m)] for i in range(n))

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, key):
        match key:
            case int():
                return self.rows[key]
            case (int(i), int(j)):
                return self.rows[i][j]
            case (i, j):
                rows = self.rows[i] if isinstance(i, slice) else (self.rows[i],)
                return Matrix(r[j] if isinstance(j, slice) else (r[j],) for r in rows)
            case slice():
                return Matrix(self.rows[key])
            case _:
                raise TypeError(f"bad index {key!r}")

    def __add__(self, other):
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape != other.shape:
            raise ShapeError("{}x{} + {}x{}".format(*self.shape, *other.shape))
        return Matrix(map(sum, zip(a, b)) for a, b in zip(self.rows, other.rows))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    @singledispatchmethod
    def __mul__(self, other):
        return NotImplemented

    @__mul__.register(int)
    @__mul__.register(float)
    @__mul__.register(F)
    @__mul__.register(complex)
    def _(self, factor):
        return Matrix((x * factor for x in row) for row in self.rows)

    __rmul__ = __mul__

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ShapeError(f"{self.shape} @ {other.shape}")
        columns = other.T.rows
        return Matrix((sum(map(mul, row, column)) for column in columns) for row in self.rows)

    def __pow__(self, n: int, modulus=None):
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                result = result @ base
            base, n = base @ base, n >> 1
            if modulus:
                result, base = (Matrix((x % modulus for x in r) for r in m.rows) for m in (result, base))
        return result

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self):
        return hash(self.rows)

    def __abs__(self):
        return math.sqrt(sum(abs(x) ** 2 for x in it.chain(*self.rows)))

    def __round__(self, n=None):
        return Matrix((round(x, n) for x in row) for row in self.rows)

    def __contains__(self, x):
        return any(x in row for row in self.rows)

    def __bool__(self):
        return any(map(any, self.rows))

    @cached_property
    def det(self):
        n, m = self.shape
        if n != m:
            raise ShapeError("not square")
        rows, sign = [list(map(F, r)) for r in self.rows], 1
        for k in range(n):
            pivot = next((i for i in range(k, n) if rows[i][k]), None)
            if pivot is None:
                return F(0)
            if pivot != k:
                rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
            for i in range(k + 1, n):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
        return sign * math.prod(rows[k][k] for k in range(n))

    def __invert__(self):
        n = len(self.rows)
        rows = [[F(x) for x in r] + [F(i == j) for j in range(n)] for i, r in enumerate(self.rows)]
        for k in range(n):
            pivot = next((i for i in range(k, n) if rows[i][k]), None)
            if pivot is None:
                raise ZeroDivisionError("singular")
            rows[k], rows[pivot] = rows[pivot], rows[k]
            rows[k] = [x / rows[k][k] for x in rows[k]]
            for i in range(n):
                if i != k and rows[i][k]:
                    rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k])]
        return Matrix(r[n:] for r in rows)

    def __format__(self, spec):
        cells = [[format(x, spec) for x in row] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cells)]
        return "\n".join("[" + "  ".join(f"{c:>{w}}" for c, w in zip(row, widths)) + "]" for row in cells)

    def __repr__(self):
        return f"Matrix({[[*r] for r in self.rows]})"


a = Matrix([[2, 1, 1], [1, 3, 2], [1, 0, 0]])
print(f"{a}\n{~a}\n{a @ ~a == Matrix.identity(3)} {a.det} {a.det is a.det} {(~a).det!r}")
hilbert = Matrix.build(4, 4, lambda i, j: F(1, i + j + 1))
print(f"{hilbert}\n{~hilbert}\n{hilbert.det} {float(hilbert.det):.6e} {hilbert.det.limit_denominator(10**6)}")
fib = Matrix([[1, 1], [1, 0]])
print((fib**90)[0, 1], pow(fib, 10**6, 10**9 + 7)[0, 1], reduce(matmul, [fib] * 10)[0, 0], (2 * fib * 0.5) == fib)
dft = Matrix.build(4, 4, lambda i, j: cmath.exp(-2j * cmath.pi * i * j / 4))
print(round(Matrix([[round(x.real, 9) + 0j + 1j * round(x.imag, 9) for x in r] for r in dft.rows])[1, 1].imag), f"{abs(dft):.4f}", f"{dft[1:3, ::2]:.1f}")
print(a[0], a[1, 2], a[:2, 1:], a[-1, :], 3 in a, 7 in a, bool(a - a), hash(a) == hash(Matrix(a.rows)), {a: 1}[Matrix(a.rows)])
rng = Random(11)
noisy = Matrix.build(3, 3, lambda i, j: rng.gauss(0, 1))
print(f"{noisy:+.3f}\n{noisy * 2:8.2e}\n{round(noisy, 2)!r}")
for wrong in (lambda: a @ Matrix([[1, 2]]), lambda: a + fib, lambda: a + 1, lambda: a * "x", lambda: ~Matrix([[1, 2], [2, 4]]), lambda: Matrix([[1], [1, 2]]), lambda: a["x"], lambda: Matrix([[1, 2]]).det, lambda: f"{a:z!}", lambda: F(1, 0), lambda: F("1/x"), lambda: F(float("nan"))):
    try:
        print(wrong())
    except (ArithmeticError, TypeError, ValueError) as error:
        print(type(error).__name__, error, sep=": ")
print(F("3.25"), F(0.1), F("1e-3"), F(7, -14), F(22, 7).__round__(2), math.floor(F(-7, 2)), F(5, 3) // F(1, 2), F(-5, 3) % 1, F(1, 3) ** -2, F(1, 4) ** 0.5, F(3) == 3.0, f"{F(1, 3):.5f} {F(10**20, 7):,.2f} {F(22, 7):>+12.3e}", Decimal(1) / Decimal(7))
with localcontext(Context(prec=6, rounding=ROUND_HALF_EVEN, traps=[InvalidOperation])) as context:
    print(Decimal(2).sqrt(), Decimal("1e3") / 3, Decimal(1) / 0, context.flags[InvalidOperation], Decimal("0.125").quantize(Decimal("0.01")), sum(map(Decimal, ("0.1", "0.2"))))
