print(int(), int("7"), int(7.9), int("-7"), int("0x10", 16), int("10", 2), int(b"5"), int("  12\n"), int("1_2"), int("0"), int("-0"), int("00012"), int(x) if (x := "9") else 0)
print(int("zz", 36), int("Z", base=36), int("0b1", 0), int("0X1f", 0), int("1f", 16), int("-0b11", 2), int("0", 0), int("00", 0))
class I:
    def __int__(self): return 42
class T:
    def __trunc__(self): return 43
class X:
    def __index__(self): return 44
class Bad:
    def __int__(self): return "x"
class Big:
    def __int__(self): return 10 ** 30
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: int(I()), lambda: int(T()), lambda: int(X()), lambda: int(Bad()), lambda: int(Big()), lambda: int(object()), lambda: int({}), lambda: int("0x"), lambda: int("1.0"), lambda: int("1e3"), lambda: int("abc", 16), lambda: int("xyz", 16), lambda: int("2", 2), lambda: int("5", 0), lambda: int("05", 0), lambda: int("", 10), lambda: int(1.5, 2), lambda: int("10", base="2"), lambda: int("10", 1), lambda: int("10", -2), lambda: int(base=10), lambda: int(b"\xff"), lambda: int("\n"), lambda: int("é"), lambda: int("a" * 300), lambda: int("5 5"), lambda: int(complex(1)), lambda: int(None, 10)):
    t(f)
print((10).bit_length(), (-8).bit_count(), (3).to_bytes(2, "big"), (3).to_bytes(2, byteorder="little"), int.from_bytes(b"\x00\x10"), (2 ** 64).to_bytes(9, "big"), (-1).to_bytes(3, "big", signed=True), int.from_bytes(b"\xff\xfe", "big", signed=True), int.from_bytes(b""), (0).to_bytes(0, "big"), int.from_bytes(bytearray(b"\1\2"), "little"), int.from_bytes(range(3), "big"))
print(bin(0), oct(0), hex(0), bin(-5), hex(True), bin(I().__int__()), oct(X()), hex(2 ** 70), abs(-5), abs(True), -(-5), +True, pow(2, 10), pow(2, 10, 1000), pow(-3, 3), pow(2, -2), pow(3, 0, 1), pow(5, -1, 7), divmod(17, 5), divmod(-17, 5), divmod(17, -5), divmod(-17, -5))
for f in (lambda: bin(1.5), lambda: hex("a"), lambda: oct(None), lambda: abs("a"), lambda: abs(), lambda: pow(1), lambda: pow("a", 2), lambda: pow(2, 3, 0), lambda: pow(2, 0.5, 3), lambda: pow(2, -1, 6), lambda: divmod(1), lambda: divmod(1, 0), lambda: divmod("a", 1), lambda: pow(1, 2, 3, 4), lambda: pow(2, 3, mod=5), lambda: pow(base=2, exp=3), lambda: pow(2, "x"), lambda: pow(0, -1), lambda: round("a"), lambda: round(), lambda: round(1, 2, 3), lambda: (1).to_bytes(), lambda: (1).to_bytes("a"), lambda: (300).to_bytes(1), lambda: (1).to_bytes(1, "x"), lambda: int.from_bytes(5), lambda: int.from_bytes([256]), lambda: int.from_bytes("ab"), lambda: (1).bit_length(2), lambda: abs(1, 2), lambda: bin(), lambda: pow(2, 10 ** 3) > 0, lambda: pow(10, 400, 7), lambda: pow(1.5, 2), lambda: pow(-8, 1 / 3), lambda: pow(2, 3, None)):
    t(f)
print(5 .__add__(3), (5).__radd__(3), (7).__floordiv__(2), (7).__mod__(0) if False else "", (5).__neg__(), (5).__float__(), (5).__bool__(), (5).__eq__(5.0), (5).__lt__(6), (5).__hash__(), (5).__str__(), (5).__repr__(), (5).__ceil__(), (5).__pow__(2), (5).__and__(4), (5).__lshift__(1), (5).__invert__(), (5).__abs__(), (-5).__abs__())
print(isinstance(5, int), type(5) is int, 5 is not None, 10 // 3 * 3 + 10 % 3, [int(c) for c in str(12345)], sum(int(d) for d in str(2 ** 50)), int("".join(map(str, [1, 2, 3]))), 0.1 + 2, 5 == 5.0, 5 != "5", 3 < 3.5, 2 ** 10 > 1000, max(1, 2.5), min(3, 2, 1), int("1" * 30) % 7)
def digits(n, base):
    out = []
    while n: n, r = divmod(n, base); out.append("0123456789ABCDEF"[r])
    return "".join(out[::-1]) or "0"
print(digits(255, 16), digits(2 ** 70, 7), digits(0, 2), int(digits(123456789, 13), 13))
