big = 2 ** 100
print(big, -big, big + 1, big - big, big * big, big // 7, big % 7, divmod(-big, 7), big >> 90, big << 3, ~big)
print(10 ** 30 // 10 ** 29, 10 ** 30 % 997, -10 ** 30 // 3, -(10 ** 30) % 3, 7 ** 77, 3 ** 200 % 1000, pow(3, 200, 1000), pow(3, -1, 7), pow(-2, 3, 5))
print(9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2, 4611686018427387904 * 2, 4611686018427387904 + 4611686018427387904, -9223372036854775808 // -1, abs(-9223372036854775808))
print(1 << 62, 1 << 63, 1 << 64, (1 << 64) >> 1, -1 >> 100, -5 >> 1, -5 // 2, -5 % 2, 5 % -2, -5 % -2, 5 // -2, (-8) ** 3, (-1) ** 99)
print(0xFF, 0o17, 0b101, 1_000_000, 0xdead_beef, 0XAB, 0B11, 0O7)
print(big & 0xFFFF, big | 1, big ^ big, -big & 0xFF, -1 & big, (big - 1) & (big >> 1), -big | 3, -big ^ 5)
print(int("123456789012345678901234567890"), int("-0x1f", 16), int("ff", 16), int("0b11", 0), int("0o7", 0), int(" 42 "), int("1_000"), int("z", 36), int(3.99), int(-3.99), int(True), int(1e20), int("٣"))
print(int.from_bytes(b"\x01\x00", "big"), int.from_bytes(b"\x01\x00", "little"), int.from_bytes(b"\xff", "big", signed=True), (1000).to_bytes(2, "big"), (-2).to_bytes(2, "little", signed=True), (5).to_bytes(), int.from_bytes([1, 2]))
print((255).bit_length(), big.bit_length(), (-255).bit_length(), (0).bit_length(), (255).bit_count(), big.bit_count(), (5).conjugate(), (5).real, (5).imag, (5).numerator, (5).denominator, (5).as_integer_ratio(), (5).is_integer())
print(bin(10), bin(-10), hex(255), hex(-255), oct(8), hex(big), bin(big)[:10], oct(-big)[:8], format(big, ","), format(big, "e"), format(-big, "x"))
print(round(12345, -2), round(15, -1), round(25, -1), round(-15, -1), round(5), round(5, 2), round(big, -20), round(150, -2), round(250, -2), round(49, -2))
print(big == float(big), big > 1e10, 1e300 > big, 2 ** 53 + 1 == float(2 ** 53), 2 ** 53 + 1 > float(2 ** 53), 10 ** 400 > 1e308, -10 ** 400 < float("-inf"), 10 ** 22 == 1e22, 10 ** 23 == 1e23)
print(7 / 2, 10 ** 40 / 10 ** 39, 10 ** 400 / 10 ** 399, 1 / 3, -7 / 2, 2 / 10 ** 400, 3 * 10 ** 25 / 10 ** 25, big / 3, (2 ** 1024) / 2 ** 1000)
print(hash(big), hash(2 ** 61 - 1), hash(2 ** 61), hash(-1), hash(-2), hash(-big), hash(10 ** 30), hash(0))
print(sum(range(10 ** 6)), sum([2 ** 63] * 3), max(big, 1.0), min(-big, 0), sorted([big, 1, -big, 0.5]))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: 1 // 0, lambda: 1 % 0, lambda: big // 0, lambda: divmod(1, 0), lambda: 10 ** 400 / 1, lambda: float(10 ** 400), lambda: 10 ** 400 * 1.0, lambda: int("12a"), lambda: int(""), lambda: int("1__0"), lambda: int("_1"),
          lambda: int("0x1"), lambda: int("9", 8), lambda: int("1", 37), lambda: int("1", 1), lambda: int(None), lambda: int([]), lambda: int("1", "2"), lambda: int(5, 10), lambda: int(float("nan")), lambda: int(float("inf")),
          lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(-1, "big"), lambda: (1).to_bytes(1, "middle"), lambda: int.from_bytes("a", "big"), lambda: 1 << -1, lambda: 1 >> -1, lambda: pow(2, -1, 4), lambda: pow(2, 1, 0), lambda: pow(2, 1.5, 3), lambda: 2 ** -1, lambda: 0 ** 0,
          lambda: (-8) ** (1 / 3), lambda: int(b"12"), lambda: int("1" * 5000), lambda: str(10 ** 5000), lambda: int("  "), lambda: int("+-1"), lambda: int("- 1"), lambda: int(x=5), lambda: int(1, 2, 3), lambda: 5 .bit_length(1), lambda: round(5, 1.5), lambda: round(5, None), lambda: int("١٢"), lambda: int("1e5"), lambda: int("0b12", 0), lambda: int("012", 0), lambda: 1 << 2 ** 70, lambda: int.__add__(1, "a"), lambda: (1).__add__(2), lambda: int.__lt__(1, 2.0), lambda: float.__add__(1, 2), lambda: (5).__divmod__(2), lambda: (5).__pow__(2, 3), lambda: (0).__bool__(), lambda: (5).__index__(), lambda: (5).__round__(-1), lambda: (5).__truediv__(2), lambda: (5).__rsub__(2), lambda: (5).__format__("03d"), lambda: (5).__nope__):
    t(f)
a, b = 0, 1
for _ in range(300): a, b = b, a + b
print(a, len(str(2 ** 4000)), sum(map(int, str(2 ** 1000))))
x = 1
for i in range(1, 60): x = x * i % (10 ** 18 + 9)
print(x, [i * i * i for i in (10 ** 6, -10 ** 7)], -3 // 2 * 2 + -3 % 2, (-(2 ** 65)) >> 3, (3 << 100) >> 99, 5 .__class__.__name__)
