b = b"hello world"
print(bytes(), bytes(3), bytes([1, 2, 255]), bytes("é", "utf-8"), bytes(b"x"), bytes(range(3)), bytes((65, 66)), bytes(bytearray(b"q")), bytes("a", encoding="ascii", errors="strict"), bytes(memoryview(b"m")), bytes(x for x in [1]), bytes({1: 2}))
print(b[0], b[-1], b[1:3], b[::-1], len(b), list(b[:3]), b + b"!", b * 2 == b"hello worldhello world", 104 in b, b"lo" in b, b"" in b, b == bytearray(b), b < b"i", hash(b) == hash(bytes(b)), b.hex(), b.hex("-"), b.hex(":", 2), b.hex("_", -3), bytes.fromhex("48 65 6c"), bytes.fromhex("ff0A"), b"\x00\xff".hex(" "))
print([b.upper(), b.title(), b.capitalize(), b.swapcase(), b.find(b"o"), b.find(111), b.rfind(b"o"), b.index(b"w"), b.count(b"o"), b.count(111), b.startswith(b"he"), b.endswith((b"x", b"d")), b.replace(b"o", b"0"), b.replace(b"l", b"", 1), b.split(), b.split(b"o"), b.rsplit(b"o", 1), b.partition(b" "), b.rpartition(b"z"), b.strip(b"hd"), b" x ".strip(), b"xx".lstrip(b"x")])
print([b"a,b".split(b","), b"-".join([b"a", b"b"]), b"".join([]), b"ab".center(6, b"*"), b"a".ljust(3), b"a".rjust(3, b"0"), b"7".zfill(3), b"a\tb".expandtabs(4), b"a\nb\r\nc".splitlines(), b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace(), b"Ab".istitle(), b"AB".isupper(), b"ab".islower(), b"\x80".isascii(), b"pre-x".removeprefix(b"pre-"), b"x.py".removesuffix(b".py"), b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"), b"abc".translate(None, delete=b"c"), b"\xc3\xa9".decode(), b"\xe9".decode("latin-1")])
print(repr(b"\x00\t\n\r\\'\"\x7f\x80z"), repr(b"it's"), repr(b'"'), repr(b"'\""), str(b"abc"), b"%s-%d" % (b"x", 5), b"a" b"b", [b"x"], b"\101\x41", ascii(b"\xff"))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: bytes("a"), lambda: bytes([256]), lambda: bytes([-1]), lambda: bytes(-1), lambda: bytes(1.5), lambda: bytes(["a"]), lambda: bytes(None), lambda: bytes(5, "utf-8"), lambda: bytes("é", "ascii"), lambda: bytes.fromhex("abc"), lambda: bytes.fromhex("zz"), lambda: bytes.fromhex(5), lambda: b[20], lambda: b["a"], lambda: b + "a", lambda: b + 5, lambda: "a" in b, lambda: 256 in b, lambda: b.find("a"), lambda: b.find(300), lambda: b.index(b"z"), lambda: b.split(""), lambda: b.split(b""), lambda: b.join(["a"]), lambda: b",".join(b"ab"), lambda: b.replace("a", b"b"), lambda: b.startswith("h"), lambda: b.startswith((b"a", "h")), lambda: b.decode("nope"), lambda: b"\xff".decode(), lambda: b.center(20, "*"), lambda: b.center(20, b"ab"), lambda: bytes.maketrans(b"a", b"bc"), lambda: b.translate(b"x"), lambda: b < "a", lambda: b == "hello world", lambda: b * 1.5, lambda: b % 5, lambda: b"%d" % b"x", lambda: b.hex(5), lambda: b.hex("ab"), lambda: b.hex("é"), lambda: b.nope, lambda: bytes(x=1), lambda: b.strip("a"), lambda: bytes(2 ** 100), lambda: int.from_bytes(b, "big") % 1000, lambda: setattr(b, "x", 1), lambda: b.partition(b""), lambda: bytes([1.5]), lambda: b.count("a"), lambda: b"a".zfill("x"), lambda: bytes(b"a", "x"), lambda: b.removeprefix("a"), lambda: b.upper(1)):
    t(f)
class B:
    def __bytes__(self): return b"custom"
class BadB:
    def __bytes__(self): return "str"
t(lambda: bytes(B()))
t(lambda: bytes(BadB()))
m = memoryview(b"abcdef")
print(m[0], m[1:3].tobytes(), len(m), m.tolist(), bytes(m[::2]), m.nbytes, m.readonly, m.format, m.itemsize, m.hex(), m == b"abcdef", b"abc" in [m[:3]], list(m[::-1]))
ba = bytearray(b"xyz"); mv = memoryview(ba); mv[0] = 65; mv[1:] = b"BC"
print(ba)
t(lambda: m.__setitem__(0, 1))
t(lambda: mv.__setitem__(slice(0, 2), b"x"))
t(lambda: ba.append(1))
mv.release()
ba.append(1)
print(ba)
t(lambda: mv[0])
t(lambda: memoryview("a"))


# Bytes of a class of the program have the way to bytes that bytes have, whatever else the class says.
class Counted(bytes):
    def __index__(self):
        return 3


print(bytes(Counted(b"abc")), type(bytes(Counted(b"abc"))), bytearray(Counted(b"abc")), Counted(Counted(b"abc")) == b"abc")
