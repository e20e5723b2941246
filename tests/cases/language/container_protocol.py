class Seq:
    def __init__(self, *items): self.items = list(items)
    def __len__(self): return len(self.items)
    def __getitem__(self, i):
        if isinstance(i, slice): return ("slice", i.start, i.stop, i.step)
        return self.items[i]
    def __setitem__(self, i, v): print("set", i, v)
    def __delitem__(self, i): print("del", i)
s = Seq(1, 2, 3)
print(len(s), s[0], s[-1], s[1:2], s[:], s[::2], list(s), 2 in s, 9 in s, bool(s), bool(Seq()), list(reversed(s)), [*s], sum(s), max(s))
s[0] = 5; s[1:2] = 6; s["k"] = 7; s[1, 2] = 8; del s[0], s[1:]
print(s[1:2, ] if False else Seq.__getitem__(s, slice(1, None)))
class Idx:
    def __getitem__(self, k): return k
i = Idx()
print(i[1], i["a"], i[1:2], i[1, 2], i[::], i[1:2, ...], i[()], i[*[1, 2]], i[None], i[-1:], i[1, :, 2:3])
class D(dict):
    def __missing__(self, k): return f"missing {k}"
d = D(a=1)
print(d["a"], d["b"], d.get("b"), "b" in d, len(d), d)
class Iter:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(Iter(3)), max(Iter(4)), 2 in Iter(5), tuple(zip(Iter(2), "ab")), sorted(Iter(3)))
it = Iter(2)
for x in it: print(x)
for x in it: print("exhausted")
class Rev:
    def __reversed__(self): return iter("reversed!")
    def __contains__(self, x): return x > 5
    def __length_hint__(self): return 10
    def __iter__(self): yield 1; yield 2
print("".join(reversed(Rev())), 6 in Rev(), 1 in Rev(), list(Rev()))
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
class NoLen:
    def __getitem__(self, i): return [10, 20][i]
print(list(NoLen()), 20 in NoLen())
t(lambda: len(NoLen()))
t(lambda: reversed(NoLen()))
t(lambda: NoLen().__setitem__)
def s1(): NoLen()[0] = 1
def s2(): del NoLen()[0]
def s3(): 5[0] = 1
def s4(): "abc"[0] = "x"
def s5(): (1,)[0] = 1
def s6(): range(3)[0] = 1
def s7(): None["a"] = 1
def s8(): frozenset()[0]
def s9(): {1}[0]
def s10(): len[0]
def s11(): int["x"]
def s12(): (i for i in [])[0]
for f in (s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12): t(f)
class BadLen:
    def __len__(self): return "x"
class BigLen:
    def __len__(self): return 1 << 70
class FloatLen:
    def __len__(self): return 2.0
class BadIter:
    def __iter__(self): return [1]
class BadNext:
    def __iter__(self): return self
for c in (BadLen, BigLen, FloatLen): t(lambda: len(c()))
t(lambda: list(BadIter()))
t(lambda: list(BadNext()))
t(lambda: next(BadNext()))
t(lambda: next([1]))
t(lambda: bool(BadLen()))
class CallMe:
    def __call__(self, *a, **k): return a, k
print(CallMe()(1, x=2), callable(CallMe()), callable(s))
class Fmt:
    def __format__(self, spec): return f"<{spec}>"
    def __str__(self): return "str"
    def __repr__(self): return "repr"
print(f"{Fmt()} {Fmt():abc} {Fmt()!r} {Fmt()!s:>5}", "{:x}|{!r}".format(Fmt(), Fmt()), format(Fmt(), "q"), "%s %r" % (Fmt(), Fmt()), [Fmt()], str([Fmt()]))
class OnlyRepr:
    def __repr__(self): return "R"
class OnlyStr:
    def __str__(self): return "S"
print(str(OnlyRepr()), f"{OnlyRepr()}", str(OnlyStr()), repr(OnlyStr()).startswith("<__main__.OnlyStr object at 0x"))
t(lambda: format(OnlyRepr(), ">5"))
class B:
    def __bytes__(self): return b"bytes!"
    def __bool__(self): return False
    def __len__(self): return 3
    def __hash__(self): return -1
    def __dir__(self): return ["b"]
    def __sizeof__(self): return 1
    def __index__(self): return 2
    def __fspath__(self): return "p"
print(bytes(B()), bool(B()), hash(B()), hex(B()), [1, 2, 3][B()], bytes([B()]), chr(B()), [0] * B(), range(B()))
class Hash:
    def __init__(self, h): self.h = h
    def __hash__(self): return self.h
print(hash(Hash(2 ** 61 - 1)), hash(Hash(2 ** 64)), hash(Hash(True)), hash(Hash(-2)))
t(lambda: hash(Hash(1.5)))
t(lambda: hash(Hash(None)))
