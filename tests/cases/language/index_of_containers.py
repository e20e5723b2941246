# Classes over lists and texts that have `__index__`, and classes over numbers that have another one.
import math
import operator
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
class L(list):
    def __index__(self):
        return 7
class S(str):
    def __index__(self):
        return 3
class N(int):
    def __index__(self):
        return 99
t(lambda: [0] * S("x")); t(lambda: "ab" * S("x")); t(lambda: S("ab") * 2); t(lambda: range(S("x"))); t(lambda: [1, 2, 3, 4][S("x")]); t(lambda: [0] * L())
t(lambda: hex(L())); t(lambda: int(S("12"))); t(lambda: int(L())); t(lambda: bytes(S("ab"))); t(lambda: bytes(L([1, 2]))); t(lambda: chr(L() + [65])); t(lambda: chr(S("A")))
t(lambda: float(L())); t(lambda: float(S("3.5"))); t(lambda: complex(L())); t(lambda: L([1]) * 2); t(lambda: S("x") * L()); t(lambda: bytearray(L()))
t(lambda: list(range(10))[:S("x")]); t(lambda: (1,) * S()); t(lambda: "%d" % S()); t(lambda: "%x" % L()); t(lambda: bin(S())); t(lambda: divmod(L(), 2))
t(lambda: round(1.23456, S())); t(lambda: pow(2, L())); t(lambda: memoryview(b"abcdefgh")[L()]); t(lambda: "abcdefghi"[L()]); t(lambda: L() + 1)
t(lambda: math.factorial(S())); t(lambda: operator.index(L())); t(lambda: operator.index(N(5))); t(lambda: [0] * N(2)); t(lambda: "abc"[N(1)]); t(lambda: int(N(4)))
t(lambda: math.gcd(L(), 21)); t(lambda: "a".ljust(S(), ".")); t(lambda: [1, 2, 3].pop(S())); t(lambda: int("11", S()))
