a = bytearray(b"hello")
print(a, bytearray(), bytearray(3), bytearray([1, 2]), bytearray("é", "utf-8"), bytearray(a) is a, len(a), a[0], a[1:3], a[-1])
a[0] = 72; a[1:3] = b"EL"; a.append(33); a.extend(b"??"); a.extend([65, 66]); a.insert(0, 42); a += b"end"; print(a)
print(a.pop(), a.pop(0), a, a.remove(33), a.reverse(), a, a.copy() == a, a.index(b"L"), a.count(63), a.find(b"zz"))
a *= 2; print(a, len(a)); del a[5:]; print(a); del a[0]; print(a); a.clear(); print(a, bool(a))
a = bytearray(b"Mixed Case text")
print([a.upper(), a.lower(), a.title(), a.split(), a.replace(b"e", b"3"), a.decode(), a.hex(), a.startswith(b"Mi"), a.partition(b" "), a.strip(b"Mt"), a.center(21, b"-"), a.join([b"1", b"2"])[:5], a.translate(None, b"e"), type(a + b"x").__name__, type(b"x" + a).__name__, a == b"Mixed Case text", b"Case" in a, 77 in a, a * 0, a < b"N", type(a.upper()).__name__, a.isalpha(), a.splitlines(), a.zfill(17), a.expandtabs(), a.rfind(b"e"), a.removeprefix(b"Mixed ")])
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def s1(): a[0] = 300
def s2(): a[0] = b"x"
def s3(): a[100] = 1
def s4(): a["x"] = 1
def s5(): a[0:2] = "ab"
def s6(): a[0:2] = 5
def s7(): a[::2] = b"1"
def s8(): del a[100]
def s9(): a[0:2] = [65, 300]
for f in (s1, s2, s3, s4, s5, s6, s7, s8, s9, lambda: a.append("x"), lambda: a.append(256), lambda: a.append(-1), lambda: a.extend("ab"), lambda: a.extend(5), lambda: a.extend([1, "x"]), lambda: a.insert(0, 300), lambda: a.insert("x", 1), lambda: a.remove(250), lambda: a.remove("x"), lambda: bytearray().pop(), lambda: a.pop(100), lambda: hash(a), lambda: {a: 1}, lambda: bytearray("x"), lambda: bytearray([999]), lambda: a + "x", lambda: a.index(b"q"), lambda: a == "x", lambda: bytearray(-5), lambda: a.nope, lambda: a.pop("x"), lambda: bytearray.fromhex("4a4b"), lambda: bytearray(b"%d") % 4, lambda: a.reverse(1)):
    t(f)
print(a)
a[2:2] = b"INS"; print(a); a[:] = b""; print(a); a[5:9] = b"grow"; print(a)
a[1:3] = bytes(5); print(a); a[::2] = b"\x01" * len(a[::2]); print(a); a[-3:] = range(65, 70); print(a)
b = a; b += b"!"; print(a is b, a[-1]); b = b + b"?"; print(a is b)
print(sorted(bytearray(b"cab")), max(bytearray(b"cab")), sum(bytearray(b"\x01\x02")), list(reversed(bytearray(b"ab"))), [*bytearray(b"hi")], dict(enumerate(bytearray(b"z"))), bytes(bytearray(b"\x00\xff")), str(bytearray(b"q'")), repr(bytearray(b'"')), f"{bytearray(b'f')}", bytearray(b"a") in [b"a"], int.from_bytes(bytearray(b"\x01\x00")))
print(a.__class__.__name__, iter(a).__class__.__name__, bytearray(x * 2 for x in range(4)), bytearray(b"abc")[::-1], bytearray(b"a\x00b").split(b"\x00"))
