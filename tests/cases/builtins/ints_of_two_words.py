# Ints around the edges of 64 and 128 bits: every operator, against what the parts say.
import math

near = [0, 1, 2, 3, 7, 10, 63, 255]
for bits in (31, 32, 53, 61, 62, 63, 64, 65, 90, 126, 127, 128, 129):
    near += [(1 << bits) - 1, 1 << bits, (1 << bits) + 1]
numbers = near + [-n for n in near if n]
total = 0


def note(value):
    global total
    total = (total * 1000003 + (sum(map(ord, value)) if isinstance(value, str) else hash(value)) + len(str(value))) % ((1 << 89) - 1)


for a in numbers:
    note(-a)
    note(~a)
    note(abs(a))
    note(a.bit_length())
    note(float(a))
    note(hash(float(a)) == hash(a) or int(float(a)) != a)
    note(f"{a:x}|{a:+,}|{a:#b}")
    for b in numbers:
        for value in (a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a <= b, a == b, a != b, a > b, a >= b, math.gcd(a, b)):
            note(value)
        if b:
            q, r = divmod(a, b)
            assert q * b + r == a and (0 <= r < b or b < r <= 0) and q == a // b and r == a % b, (a, b)
            note(q)
            note(r)
            note(a / b)
        if 0 <= b < 300:
            note(a << b)
            note(a >> b)
            assert (a << b) >> b == a
    print(a, total)
for base in numbers[:40]:
    for exponent in (0, 1, 2, 3, 17, (1 << 31) + 5, (1 << 70) + 3):
        for modulus in (1, 2, 10, (1 << 61) - 1, 1 << 64, (1 << 64) + 13, (1 << 127) - 1, 10**40 + 7, -5, -(1 << 80) - 1):
            note(pow(base, exponent, modulus))
print(total)
for a in numbers:
    for b in (2**130 + 1, -(2**200) - 7, 10**60):
        for c in (1, 3, 10, 10**9 + 7, 2**62 + 1, 2**63 - 1, 2**63, 2**100 + 9):
            note((a * b) % c)
            note((a * b) // c)
            note(b % c)
            note((a * b + c) % -c)
for base in (3, 7**40, -11, 2**64 - 59):
    for exponent in (-1, -2, -17, -(1 << 40)):
        for modulus in (10**9 + 7, (1 << 61) - 1, (1 << 127) - 1, 10**40 + 9, -(10**9 + 7)):
            note(pow(base, exponent, modulus))
print(total)
for text in ("1 << -1", "2**100 >> -1", "2**100 // 0", "2**100 % 0", "divmod(2**100, 0)", "2**100 << 2**100", "[1][2**100]", "pow(2, 5, 0)", "pow(6, -1, 2**70)"):
    try:
        print(eval(text))
    except (ValueError, ZeroDivisionError, OverflowError, IndexError, MemoryError) as error:
        print(text, type(error).__name__, error)
print({2**70: "a", 2**64: "b"}[4 * 2**68], 2**64 in {2**64, 1}, sorted([2**65, -2**65, 2**64, 1.5e19, 2**127, -2**127]))
h = 14695981039346656037
for c in b"the quick brown fox":
    h = (h ^ c) * 1099511628211 & 0xFFFFFFFFFFFFFFFF
print(h, hex(h), h.to_bytes(8, "big").hex(), int.from_bytes(h.to_bytes(16, "little"), "little") == h)
