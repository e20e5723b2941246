# Annotations as text, in the form CPython gives them.
from __future__ import annotations
import typing
class A:
    x: int | None
    y: 'str' = 1
    z: dict[str, list[tuple[int, ...]]]
    def __m(self, __p: undefined.name[1:2, ::3]) -> lambda x, *y, z=1, **k: x: pass
def f(a: not b and c or d, b: a + b * c - (d - e), c: (x if y else z), d: -1 ** 2, e: (-1) ** 2, f: [*a, 1], g: {1: 2, **k}, h: f(*a, b=1, **c), j: a < b <= c is not d, k: (1,), l: (), m: x[1, 2], n: x[(1, 2):3], o: 'it\'s', p: b'\x00a"', q: 1.5e300, r: 1j, s: 1e16, t: 0.0001, u: 0.00001, v: 123456789012345680.0, w: ..., x: None, y: a.b.c, z: (a, b)) -> {i for i in x if y if z}: pass
def g(a: [x for x, y in z for q in w], b: (i for i in j), c: f(i for i in j), d: {k: v for k, v in z}, e: lambda: 0, f: lambda a, /, b=2, *, c: 0, g: f"a{x!r:>{w}}b{{}}", h: await_ ** -b, i: ~a, j: not (not a), k: (a or b) and c, l: x[*a], m: x[*a, b], n: (lambda: 0)(), o: 1 .real, p: a @ b // c % d, q: a << b | c & d ^ e, r: x[a:b, c], s: x[lambda: 0], t: (a, *b), u: "é\n\\", v: x[()]): pass
def g2(*args: *Ts, a: a if b else c if d else e, b: (a if b else c) if d else e, c: (a and b) + 1, d: -(a + b), e: (-a) ** b, f: a ** -b, g: (a ** b) ** c, h: a ** b ** c, i: (a < b) < c, j: not a == b, k: (not a) == b, l: x.y[z].w, m: "a" "b", n: f"{x}" "y", o: (await_)[0], p: 1_000, q: 0xff, r: 10**30, s: -5, t: 1.0, u: 1e22, v: 1e-7, w: x[-1], y: {}, z: set()): pass
for o in (A, A._A__m, f, g, g2):
    for k, v in o.__annotations__.items(): print(k, '=', v)
v: List[int] = 3
print(__annotations__)
