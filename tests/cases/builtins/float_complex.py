print(float(), float("1e5"), float(" 2.5\n"), float(3), float(True), float(b"1.5"), float("-inf"), float("NaN"), float("1_000.5"))
print(complex(), complex(1), complex(1, 2), complex("1+2j"), complex("-1.5-2.5J"), complex("3j"), complex("j"), complex("-j"), complex("(1+2j)"), complex(" 1 "), complex(1.5, -0.0), complex(1j, 1j), complex(real=1, imag=2), complex("inf+nanj"), complex("1e3+1e-3j"))
c = 3 + 4j
print(c, abs(c), c.real, c.imag, c.conjugate(), -c, +c, c + 1, c - 1j, c * 2, c / 2, c ** 2, c ** 0, c ** -1, c ** 0.5, 2 ** c, c == 3 + 4j, c == 3, 3 + 0j == 3, c != 0, hash(c), hash(3 + 0j) == hash(3), bool(0j), c * 1j, 1 / c, c / c, c ** 1j, (1 + 1e-16j), 1e20j, 0j, -0j, 1 - 0j, (-0.0 + 0j), complex(-0.0, -0.0), 1e16 + 1j, 1.5j * 2)
print(repr(1j), str(1 + 2j), [1j], f"{1 + 2j}", f"{1.5 + 2.25j:.1f}", f"{3j:10}|", f"{1 + 2j:+.2e}", "%s" % 1j, format(1j, ""), round(3.14159, 2), complex(float("inf"), float("nan")), complex("nanj"), 1e400 * 1j)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: complex("a"), lambda: complex("1 + 2j"), lambda: complex("1+2"), lambda: complex(""), lambda: complex("1", 2), lambda: complex(1, "2"), lambda: complex(None), lambda: complex([]), lambda: complex(1, 2, 3), lambda: c < 1, lambda: c // 1, lambda: c % 1, lambda: divmod(c, 1), lambda: int(c), lambda: float(c), lambda: c / 0, lambda: 0j ** -1, lambda: round(c), lambda: c & 1, lambda: sorted([1j, 2j]), lambda: max(1j, 2j), lambda: abs(complex(3e200, 4e200)), lambda: c ** 1000, lambda: "%d" % c, lambda: "%f" % c, lambda: f"{c:d}", lambda: f"{c:,}", lambda: f"{c:=10}", lambda: f"{c:010}", lambda: c[0], lambda: c.nope, lambda: setattr(c, "real", 1), lambda: pow(c, 2, 3), lambda: c.conjugate(1), lambda: complex("1++2j"), lambda: complex("1e"), lambda: complex("1+2j "), lambda: complex("(1)"), lambda: complex("((1))"), lambda: hash(complex("nan")) != 0, lambda: 1j > 0, lambda: complex(c, c), lambda: 0j ** 0, lambda: c.__add__(1), lambda: c.__add__("a"), lambda: sum([1j, 2]), lambda: sum([1.5, 2j, 1]), lambda: c in [3 + 4j], lambda: {1j: 1}[1j], lambda: math_test()):
    t(f)
class F:
    def __float__(self): return 2.5
class C:
    def __complex__(self): return 1 + 1j
class X:
    def __index__(self): return 7
class BadF:
    def __float__(self): return "x"
class BadC:
    def __complex__(self): return 1
for f in (lambda: float(F()), lambda: complex(C()), lambda: float(X()), lambda: complex(F()), lambda: complex(X()), lambda: float(BadF()), lambda: complex(BadC()), lambda: float(C()), lambda: float(object()), lambda: complex(object())):
    t(f)
print(1.5.is_integer(), 2.0.is_integer(), (1.5).as_integer_ratio(), (-0.75).hex(), float.fromhex("0x1p-2"), (1.5).conjugate(), (2.7).__int__(), (2.5).__round__(), (2.7).__floor__(), (2.1).__ceil__(), (-2.7).__trunc__(), 1.5.__mul__(2), 1.5.__eq__(1.5), 1.5.__lt__(2), (1.5).__repr__(), 1.5.__bool__(), float.__name__, 1.5.__rsub__(3), 1.5.__neg__(), -1.5.__abs__(), 1.5.__format__(".3f"))
print(max(1.5, 2), min(1, 0.5), sorted([2.5, 1, -0.5, True]), sum([0.5, 0.25]), 3.0 in [3], {1.0: "a"}[1], [1.0, 1].count(1), 1e3 == 1000, 0.1 + 0.2, round(0.1 + 0.2, 10), 5e-1, 1.0 // 0.1, 1 % 0.1, 0.3 % 0.1, -1 % 0.3, 2 ** 0.5 * 2 ** 0.5, (0.1).__hash__() == hash(0.1), 100 * 1.15, 1e15 + 0.3, 1e16 + 2.9, 4.0 ** 0.5, 27 ** (1 / 3), 10 ** -3, 10.0 ** 3)
