for v in [0.1, 0.1 + 0.2, 1.0, -0.0, 1e15, 1e16, 1e17, 123456789012345680.0, 1e-4, 1e-5, 0.00012345, 1.5e300, 5e-324, 1.7976931348623157e308, 2 ** 0.5, 1 / 3, 100.0, 1e22, 1e21, 1e23, 12345678.9, 0.5, 2.5, 3.14, 9007199254740993.0, 4.35, 0.1 * 3, 1e2, 299792458.0, 6.02214076e23, 1e100, -1.5e-10, float("inf"), float("-inf"), float("nan")]:
    print(repr(v), str(v), f"{v}", f"{v:.3f}" if abs(v) < 1e20 else f"{v:.3e}", f"{v:g}", f"{v:.10g}", "%s %r" % (v, v))
for v, n in [(2.675, 2), (0.5, 0), (1.5, 0), (2.5, 0), (-0.5, 0), (-1.5, 0), (1.005, 2), (1234.5678, -2), (0.1, 20), (1e300, 2), (123.456, 1), (5e-324, 3), (2.5, None), (1e16, -1), (0.15, 1), (0.25, 1), (0.35, 1), (12.5, -1), (25.0, -1), (-2.675, 2), (1e22, 0), (0.0, 2), (-0.001, 1)]:
    print(v, n, round(v, n))
print(round(2.5), round(3.5), round(-2.5), round(0.49999999999999994), round(1e20), type(round(2.5)).__name__, type(round(2.5, 0)).__name__)
print(7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 7.5 % -2, divmod(-7.5, 2), divmod(7.5, -2), 1e300 * 1e10, -1e300 * 1e10, 0.0 * -1, 1e-320 / 10, 5.0 % float("inf"), -5.0 % float("inf"), -0.0 % 5, 2.0 ** 0.5, 2 ** 0.5, (-2) ** 2.0, 4 ** -0.5, 1e308 + 1e308 - 1e308, 0.0 == -0.0)
nan, inf = float("nan"), float("inf")
print(nan == nan, nan != nan, nan < 1, [nan] == [nan], nan in [nan], inf - inf, inf * 0, inf == inf, -inf < inf, max(nan, 1), max(1, nan), min(nan, 1), sorted([3, nan, 1]) != 0, inf // 1, 5 // inf, -5 // inf, inf % 5, 1 / inf, bool(nan), int(-0.9), nan is nan)
print(float("1.5"), float(" -1e3 "), float("1_0.5"), float("Infinity"), float("+nan"), float("-INF"), float(".5"), float("5."), float("1e400"), float("1e-400"), float(True), float(10 ** 20), float("0x10") if False else "", float("١.٥"))
print((0.5).as_integer_ratio(), (0.1).as_integer_ratio(), (2.0).is_integer(), (2.5).is_integer(), (0.1).hex(), (-1.5).hex(), (0.0).hex(), float.fromhex("0x1.8p3"), float.fromhex("-0x.1"), float.fromhex("inf"), (1e300).hex(), (5e-324).hex(), inf.hex(), nan.hex(), (2.5).real, (2.5).imag, (2.5).conjugate(), (3.7).__trunc__(), (3.2).__ceil__(), (3.7).__floor__(), (-0.0).hex())
print(hash(1.0) == hash(1), hash(0.5), hash(1e300), hash(inf), hash(-inf), hash(0.1), hash(-0.0), hash(2.0 ** 61), hash(1.5))
print(1.0 == 1, 0.1 + 0.2 == 0.3, 1e16 + 1, 3.0 is 3, 0.1 + 0.7, 1.1 * 3, 1.1 + 2.2, 0.3 / 0.1, 4.35 * 100, 1.15 * 100, 100 * 1.1, 1 - 0.9, 33.33 * 3, 3 * 0.1, 0.7 * 3, 1e-7 * 1e7, 19.99 * 100)
print(sum([0.1] * 10), sum([0.1] * 3), sum([1e16, 1, -1e16]), sum([0.1, 0.2, 0.3]), sum([1, 0.5, 2]), sum([1e308, 1e308, -1e308]), sum([], 0.0), sum([0.1, 1, 0.1], 5), sum([inf, 1]), sum([1.5, 1j]))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: float("abc"), lambda: float(""), lambda: float("1.5.5"), lambda: float(None), lambda: float([]), lambda: float("1__0"), lambda: float(1j), lambda: 1.0 / 0, lambda: 1.0 // 0.0, lambda: 1.0 % 0.0, lambda: divmod(1.0, 0), lambda: 0.0 ** -1, lambda: 1e200 ** 2, lambda: 10.0 ** 400,
          lambda: round(nan), lambda: round(inf), lambda: int(nan), lambda: int(inf), lambda: inf.as_integer_ratio(), lambda: nan.as_integer_ratio(), lambda: float.fromhex("xyz"), lambda: float.fromhex("0x1p2000"), lambda: 1.5 & 1, lambda: 1.5 << 1, lambda: ~1.5, lambda: 1.5[0], lambda: "a" * 1.5, lambda: range(1.5), lambda: [1][0.0], lambda: round(1.5, "a"), lambda: float(1, 2), lambda: float(x=1), lambda: (-2.0) ** 0.5, lambda: 2.0 ** 1024, lambda: round(1e308, -308), lambda: round(1.7e308, -308), lambda: float("\n1\t"), lambda: float(b"1.5"), lambda: float(bytearray(b"2")), lambda: 1.5 .nope, lambda: 1.0.__add__("a"), lambda: (1.5).__round__(), lambda: (1.5).__round__(None), lambda: (1.5).__divmod__(1), lambda: (2.0).__pow__(3), lambda: float.__eq__(1.0, "a")):
    t(f)
