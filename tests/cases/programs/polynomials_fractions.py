from fractions import Fraction
from itertools import zip_longest


class Poly:
    def __init__(self, *coefficients):
        c = list(coefficients)
        while c and c[-1] == 0:
            c.pop()
        self.c = tuple(c)

    @property
    def degree(self):
        return len(self.c) - 1

    def __call__(self, x):
        result = 0
        for a in reversed(self.c):
            result = result * x + a
        return result

    def __add__(self, other):
        other = other if isinstance(other, Poly) else Poly(other)
        return Poly(*(a + b for a, b in zip_longest(self.c, other.c, fillvalue=0)))

    __radd__ = __add__

    def __neg__(self):
        return Poly(*(-a for a in self.c))

    def __sub__(self, other):
        return self + -(other if isinstance(other, Poly) else Poly(other))

    def __mul__(self, other):
        if not isinstance(other, Poly):
            return Poly(*(a * other for a in self.c))
        out = [0] * (len(self.c) + len(other.c))
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Poly(*out)

    __rmul__ = __mul__

    def __pow__(self, n):
        result = Poly(1)
        for _ in range(n):
            result *= self
        return result

    def __divmod__(self, other):
        quotient, rest = Poly(), self
        while rest.degree >= other.degree and rest.c:
            term = Poly(*[0] * (rest.degree - other.degree), Fraction(rest.c[-1]) / other.c[-1])
            quotient, rest = quotient + term, rest - term * other
        return quotient, rest

    def derivative(self):
        return Poly(*[i * a for i, a in enumerate(self.c)][1:])

    def __eq__(self, other):
        return self.c == (other.c if isinstance(other, Poly) else Poly(other).c)

    def __hash__(self):
        return hash(self.c)

    def __repr__(self):
        if not self.c:
            return "0"
        parts = []
        for i, a in reversed(list(enumerate(self.c))):
            if a:
                var = "" if i == 0 else "x" if i == 1 else f"x^{i}"
                num = "" if abs(a) == 1 and var else str(abs(a))
                parts.append(("-" if a < 0 else "+", num + var))
        head = ("-" if parts[0][0] == "-" else "") + parts[0][1]
        return head + "".join(f" {s} {t}" for s, t in parts[1:])


p, q = Poly(-1, 0, 1), Poly(1, 1)
print(p, q, p + q, p - q, p * q, q ** 3, 2 * p, 1 + q, -p, p(3), divmod(p, q), p.derivative(), Poly(), Poly(5), p == Poly(-1, 0, 1, 0), {p: 1}[Poly(-1, 0, 1)])
print(divmod(Poly(1, 2, 3), Poly(1, 2)), Poly(Fraction(1, 2), Fraction(-2, 3)))


def newton(f, x, steps=6):
    d = f.derivative()
    for _ in range(steps):
        x -= f(x) / d(x)
    return x


print(newton(Poly(-2, 0, 1), 1.0), float(newton(Poly(-2, 0, 1), Fraction(1), 4)), newton(Poly(-2, 0, 1), Fraction(1), 3))


def lagrange(points):
    total = Poly()
    for i, (xi, yi) in enumerate(points):
        term = Poly(Fraction(yi))
        for j, (xj, _) in enumerate(points):
            if i != j:
                term *= Poly(Fraction(-xj, xi - xj), Fraction(1, xi - xj))
        total += term
    return total


print(lagrange([(0, 1), (1, 3), (2, 11), (3, 31)]), [str(Fraction(1, n) + Fraction(1, n + 1)) for n in range(1, 5)])


def continued(x, n=8):
    out = []
    for _ in range(n):
        out.append(x.numerator // x.denominator)
        x -= out[-1]
        if not x:
            break
        x = 1 / x
    return out


def bernoulli(n):
    a = [Fraction(0)] * (n + 1)
    for m in range(n + 1):
        a[m] = Fraction(1, m + 1)
        for j in range(m, 0, -1):
            a[j - 1] = j * (a[j - 1] - a[j])
    return a[0]


print(continued(Fraction(415, 93)), continued(Fraction(3.14159)), [str(bernoulli(n)) for n in (0, 1, 2, 4, 6, 8, 10)], sum(Fraction(1, k * (k + 1)) for k in range(1, 50)))
