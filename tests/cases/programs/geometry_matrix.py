from __future__ import annotations
import math, cmath
from dataclasses import dataclass, astuple
from functools import reduce
from itertools import product, combinations, permutations, pairwise
from operator import mul, matmul, itemgetter
@dataclass(frozen=True, order=True, slots=True)
class Vec:
    x: float = 0.0
    y: float = 0.0
    def __add__(self, o: Vec) -> Vec: return Vec(self.x + o.x, self.y + o.y)
    def __sub__(self, o): return Vec(self.x - o.x, self.y - o.y)
    def __mul__(self, k): return Vec(self.x * k, self.y * k) if isinstance(k, (int, float)) else NotImplemented
    __rmul__ = __mul__
    def __matmul__(self, o): return self.x * o.x + self.y * o.y
    def __abs__(self): return math.hypot(self.x, self.y)
    def __neg__(self): return self * -1
    def __iter__(self): yield from (self.x, self.y)
    def cross(self, o): return self.x * o.y - self.y * o.x
def hull(points):
    pts = sorted(set(points))
    def half(ps):
        out = []
        for p in ps:
            while len(out) > 1 and (out[-1] - out[-2]).cross(p - out[-1]) <= 0: out.pop()
            out.append(p)
        return out[:-1]
    return half(pts) + half(pts[::-1])
pts = [Vec(*p) for p in ((0, 0), (4, 0), (4, 3), (2, 1), (0, 3), (2, 5), (1, 1), (4, 0))]
h = hull(pts); area = sum(a.cross(b) for a, b in pairwise(h + h[:1])) / 2
print(h, area, sum(abs(b - a) for a, b in zip(h, h[1:] + h[:1])), max(combinations(h, 2), key=lambda p: abs(p[0] - p[1])))
try: pts[0].x = 5
except Exception as e: print(type(e).__name__, e)
for f in (lambda: Vec(1) * "a", lambda: "a" * Vec(1), lambda: Vec(1) + 1, lambda: Vec(1) < 3, lambda: Vec(1, 2, 3), lambda: hash(Vec(1, 2)) == hash(Vec(1, 2)), lambda: 2 * Vec(1, 2), lambda: -Vec(1, -0.0), lambda: [*Vec(3, 4)], lambda: abs(Vec(3, 4)), lambda: Vec(1).__dict__, lambda: Vec.__slots__, lambda: Vec() == Vec(0, -0.0), lambda: sorted([Vec(2), Vec(1, 5), Vec(1)])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]; assert len({len(r) for r in self.rows}) == 1, "ragged"
    @classmethod
    def identity(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    @property
    def shape(self): return len(self.rows), len(self.rows[0])
    def __getitem__(self, key):
        match key:
            case (slice() as r, int(c)): return [row[c] for row in self.rows[r]]
            case (int(r), c): return self.rows[r][c]
            case slice() | int(): return self.rows[key]
            case _: raise TypeError(f"bad index {key!r}")
    def __setitem__(self, key, v): self.rows[key[0]][key[1]] = v
    def __matmul__(self, o):
        if self.shape[1] != o.shape[0]: raise ValueError(f"shapes {self.shape} and {o.shape}")
        return Matrix([[sum(map(mul, r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __pow__(self, n, mod=None):
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1: result = result @ base
            base, n = base @ base, n >> 1
            if mod: result, base = (Matrix([[x % mod for x in r] for r in m.rows]) for m in (result, base))
        return result
    @property
    def T(self): return Matrix(zip(*self.rows))
    def det(self):
        n = len(self.rows)
        return sum((-1) ** sum(p[i] > p[j] for i, j in combinations(range(n), 2)) * math.prod(self.rows[i][p[i]] for i in range(n)) for p in permutations(range(n)))
    def __str__(self):
        w = max(len(f"{x:g}") for r in self.rows for x in r)
        return "\n".join("[" + " ".join(f"{x:>{w}g}" for x in r) + "]" for r in self.rows)
    def __eq__(self, o): return isinstance(o, Matrix) and self.rows == o.rows
m = Matrix([[1, 2, 3], [0, 1, 4], [5, 6, 0]])
print(m, m.T, m @ m, m.det(), m[1, 2], m[:, 0], m[0], m[:2], m[2, ::-1], sep="\n")
print((Matrix([[1, 1], [1, 0]]) ** 90)[0, 1], pow(Matrix([[1, 1], [1, 0]]), 10**6, 10**9 + 7)[0, 1], m == m.T.T, reduce(matmul, [m, Matrix.identity(3), m]) == m ** 2); m[0, 0] = 1.5; print(m)
for f in (lambda: Matrix([[1], [1, 2]]), lambda: m @ Matrix([[1]]), lambda: m["a"], lambda: m[5, 0], lambda: m * 2, lambda: {m}, lambda: Matrix([])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
z = complex(3, -4); print(abs(z), z.conjugate(), z ** 2, z / (1 + 1j), cmath.polar(z), cmath.sqrt(-1), cmath.exp(1j * math.pi), z * 1j, -z, z == 3 - 4j, complex("1e3-2.5j"), complex(" 1 "), (1 + 2j).real, cmath.phase(-1), z ** 0.5, z ** -1, 1j ** 2, 0j ** 0, round(z.imag), repr(complex(0, -1)), complex(-0.0, 0), hash(1 + 0j), 2 ** 1j, cmath.isclose(1, 1 + 1e-12j), sum([1j, 2]), cmath.rect(2, math.pi / 2), [cmath.log(-1), cmath.sin(1j), cmath.tanh(1), cmath.inf, cmath.nanj])
print(math.isqrt(10**30), math.gcd(12, 18, 27), math.lcm(4, 6), math.comb(50, 25), math.perm(5, 2), math.dist((0, 0), (3, 4)), math.hypot(1, 2, 2), math.fsum([.1] * 10), math.prod([1.5, 2]), math.copysign(1, -0.0), math.nextafter(1, 2), math.ulp(1), math.frexp(10), math.ldexp(0.5, 3), math.modf(-3.25), math.trunc(-2.7), math.remainder(7, 4), math.fmod(-7, 4), math.log(8, 2), math.log2(1024), math.log10(0.001), math.log1p(1e-10), math.expm1(1e-10), math.gamma(5.5), math.lgamma(100), math.erf(0.5), math.erfc(2), math.degrees(math.pi), math.radians(180), math.atan2(-0.0, -1), math.cbrt(27), math.exp2(10), math.sumprod([1, 2], [3, 4]), math.tau, math.isfinite(math.inf), math.isnan(math.nan), math.floor(-2.5), math.ceil(-2.5), math.factorial(25), math.sinh(1), math.acosh(2), math.fma(2, 3, 4) if hasattr(math, "fma") else 0)
