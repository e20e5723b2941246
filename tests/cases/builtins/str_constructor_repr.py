print([str(), str(5), str(1.5), str(None), str("x"), str([1, "a"]), str(b"abc"), str(b"abc", "utf-8"), str(b"\xc3\xa9", encoding="utf-8"), str(b"\xff", "utf-8", "replace"), str(object=5), str(errors="strict"), str(bytearray(b"x"), "ascii"), str(True), str((1,)), str({1: 2}), str({1}), str(range(3)), str(1j), str(Exception("e")), str(ValueError), str(...)])
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: str(5, "utf-8"), lambda: str("a", "utf-8"), lambda: str(b"\xff", "utf-8"), lambda: str(b"\xff", "ascii"), lambda: str(b"a", "nope"), lambda: str(1, 2, 3, 4), lambda: str(b"a", 5), lambda: str(x=1), lambda: b"\xe9\xe9".decode(), lambda: b"\xc3".decode(), lambda: b"a\xc3(".decode(), lambda: b"\xed\xa0\x80".decode(), lambda: b"\xf0\x9f\x98".decode(), lambda: b"\x80abc".decode("utf-8", "ignore"), lambda: b"\x80abc".decode("utf-8", "backslashreplace"), lambda: b"\xe2\x82".decode("utf-8", "replace"), lambda: b"abc".decode("utf-16"), lambda: b"\xff\xfea\0".decode("utf-16"), lambda: b"\x00\xd8".decode("utf-16-le"), lambda: b"\xf5\x80".decode(errors="replace"), lambda: b"\xc0\x80".decode(errors="replace"), lambda: b"\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41".decode(errors="replace"), lambda: b"\x81\x98".decode("cp1252"), lambda: b"\x80\x99".decode("cp1252"), lambda: b"\xef\xbb\xbfx".decode("utf-8-sig"), lambda: b"\xff".decode("utf-8", "surrogateescape").encode("utf-8", "surrogateescape")):
    t(f)
print(repr("a\\b"), repr("\x1b[0m"), repr("é\u0301"), repr("\u202e"), repr("\xad"), ascii("\u202e日"), repr(["it's", 'q"', "'\""]), repr("\t\r\n\x0b"), repr("\x7f"), repr("\u0600"), repr("\u3000"), repr("\u1680"), repr("😀\U000e0001"))
print(chr(65), chr(0x1F600), ord("a"), ord("😀"), chr(0).encode(), ord(b"a"), chr(0x10ffff).encode(), ascii(chr(0xd800)))
for f in (lambda: chr(0x110000), lambda: chr(-1), lambda: chr("a"), lambda: chr(1.5), lambda: ord(""), lambda: ord("ab"), lambda: ord(5), lambda: ord(b"ab"), lambda: chr(10 ** 30), lambda: ord(None), lambda: chr(), lambda: ord("a", "b")):
    t(f)
print("abc".__len__(), "abc".__getitem__(1), "abc".__contains__("b"), "abc".__add__("d"), "abc".__mul__(2), "a".__lt__("b"), "a".__eq__(1), "a".__hash__() == hash("a"), "%s".__mod__(5), "abc".__iter__().__next__(), "a".__str__(), "a".__repr__(), "a".__format__(">3"), "a".__rmul__(2))
print(sorted(["b", "A", "a", "B", "_", "1", "é", "z"]), sorted(["10", "9", "2"], key=int), sorted("The quick Brown".split(), key=str.lower), sorted(["a", "bb", "c"], key=len, reverse=True), max(["aa", "b"], key=len), min("b", "a"), "".join(sorted("hello", reverse=True)), "".join(reversed("abc")), list(enumerate("ab", 1)), dict(zip("ab", "cd")), [*map(str.upper, "ab")], [ord(c) - 97 for c in "abc"])
s = "a"
for i in range(5): s += str(i)
print(s, s is s, "x" "y" == "xy", hash("") == hash(""), len(s * 100), s.upper().lower() == s, ("ab" * 3).replace("ba", "-"), s[1:][::-1].zfill(8).center(12, "#"))
it = iter("ab")
print(next(it), next(it), next(it, None), list(it))
print("Hello, World!".translate(str.maketrans("", "", "lo")), "".join(chr((ord(c) - 65 + 13) % 26 + 65) if c.isupper() else c for c in "HELLO"), "level" == "level"[::-1], " ".join(w.capitalize() for w in "the end".split()), {c: "banana".count(c) for c in "ban"})
