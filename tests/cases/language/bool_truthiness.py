print(True + True, True * 5, False - 1, True / 2, True // 1, -True, +False, ~True, True ** 2, True << 3, True & 1, True & False, True | 2, True ^ True, not True)
print(True == 1, True is 1 if False else "skip", False == 0, True == 1.0, True in [1], {True: "a", 1: "b", 1.0: "c"}, {1, True, 1.0}, [True, 1].count(1), hash(True), True < 2, False < True)
print(isinstance(True, int), issubclass(bool, int), type(True & True).__name__, type(True & 1).__name__, type(True + 0).__name__, bool.__mro__[1].__name__)
print(str(True), repr(False), int(True), float(True), complex(True), f"{True}", f"{True:d}", f"{True:>6}", f"{True:5}|", "%d %s" % (True, False), format(True), format(True, "05"), bytes([True]))
for v in [0, 1, -1, 0.0, -0.0, 1e-300, float("nan"), "", " ", "0", "False", b"", b"\0", [], [[]], [0], (), ((),), {}, {0: 0}, set(), {0}, frozenset(), range(0), range(1), range(5, 1), None, ..., NotImplemented if False else 1, object, len, lambda: 0, 0j, 1j, slice(None), iter([]), (x for x in []), bytearray(), memoryview(b""), type, int, Exception()]:
    print(type(v).__name__, bool(v), not v, "T" if v else "F", end="; ")
print()
print([1, 2][True], "ab"[False], range(True), [0] * True, "x" * False, [1, 2, 3][True:], sum([True, True, False]), max(True, 0), sorted([True, False, 2, 0]), list(range(False, 3, True)))
print(bool("x" and ""), bool([] or 0), (0 or "default"), (5 and 0 or 7), None is None, () is (), not None, not 1 == 1, 1 and 2 and 3, 0 or None or "", [] and 1 / 0)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
t(lambda: bool(1, 2))
t(lambda: bool(x=1))
t(lambda: True + "a")
t(lambda: True[0])
t(lambda: len(True))
t(lambda: bool(NotImplemented))
t(lambda: True.real + True.imag)
t(lambda: True.bit_length())
t(lambda: (True).to_bytes(1, "big"))
t(lambda: bool.from_bytes(b"\1", "big"))
t(lambda: bool())
t(lambda: True.__and__(False))
t(lambda: True.__and__(5))
class B:
    def __init__(self, v): self.v = v
    def __bool__(self): print("bool called"); return self.v
class L:
    def __init__(self, n): self.n = n
    def __len__(self): print("len called"); return self.n
if B(True) and not B(False): print("ok")
print(bool(L(0)), bool(L(2)), not L(1), L(1) and "yes", any([B(False), B(True), B(True)]), all([L(0), L(1)]))
while B(False): pass
print([x for x in [B(True), B(False)] if x] != [], "a" if L(0) else "b", len(list(filter(None, [L(1), L(0), 0, 5]))))
assert B(True)
try:
    assert L(0), "empty"
except AssertionError as e:
    print("AssertionError", e)
try:
    assert 0
except AssertionError as e:
    print(repr(e), e.args)
try:
    assert False, (1, 2)
except AssertionError as e:
    print(repr(e))
print(1 == 1 == True, (1 < 2) + (2 < 3), True if [] is not None else False, not not "x", bool(not []))
