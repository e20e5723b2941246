# Special methods called by name: how their wrappers word errors, and which types have which.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__ + ":", e)

for f in (
    lambda: (5).__add__(), lambda: (5).__add__(1, 2), lambda: (5).__neg__(1), lambda: [].__setitem__(1), lambda: [].__len__(3),
    lambda: (5).__add__(x=1), lambda: int.__add__(), lambda: int.__add__("a", 1), lambda: int.__ceil__("a"), lambda: str.upper(),
    lambda: dict.__getitem__(), lambda: {}.__getitem__(), lambda: {}.__contains__(1, 2), lambda: (5).__pow__(), lambda: (2).__pow__(3, 4, 5),
    lambda: [1].__mul__("a"), lambda: (1,).__rmul__(None), lambda: [1].__imul__(2.5), lambda: [1].__mul__(True), lambda: [1].__mul__(),
    lambda: {1}.__rand__({1, 2}), lambda: {1}.__ror__([1]), lambda: {3}.__rsub__({3, 4}), lambda: frozenset({1}).__rxor__({1, 2}),
    lambda: {1, 2}.__iand__({2}), lambda: {1}.__ior__(frozenset({5})), lambda: {1}.__isub__([1]), lambda: {1}.__ixor__({1}),
    lambda: {"a": 1}.keys().__and__(["a"]), lambda: {"a": 1}.keys().__ror__({"a"}), lambda: {"a": 1}.items().__rsub__(5),
    lambda: {"a": 1}.keys().__le__({"a", "b"}), lambda: {"a": 1}.keys().__lt__(["a"]), lambda: {"a": 1}.keys().__ne__(5),
    lambda: {"a": 1}.values().__eq__({"a": 1}.values()), lambda: hash({}.keys()), lambda: type(hash({}.values())),
    lambda: range(3).__bool__(), lambda: None.__bool__(), lambda: type(None)(), lambda: type(...)(1), lambda: type(NotImplemented)(),
    lambda: slice(1, 5).__gt__(slice(1, 2)), lambda: 2.5.__pow__([], 1), lambda: {}.pop([]), lambda: {}.pop([], 7),
    lambda: property(len).__name__, lambda: property(len).__set__(1, 2), lambda: property(len).__delete__("a"),
    lambda: property(len).__set_name__(), lambda: staticmethod(len).__module__, lambda: ValueError().__setstate__(5),
    lambda: super(bool, 5), lambda: super(int, str), lambda: type("abc".__format__).__name__, lambda: type("abc".__len__).__name__,
):
    t(f)

print("-- counted and named arguments")
for f in (
    lambda: "a".split(maxsplt=1), lambda: print(1, sepp=""), lambda: "a".expandtabs(8, foo=1), lambda: [].sort(1, 2, 3), lambda: [].sort(1),
    lambda: "a".splitlines(1, 2), lambda: round(), lambda: round(1, ""), lambda: round(1.5, []), lambda: type(), lambda: type(1, 2, 3, 4),
    lambda: map(len), lambda: reversed(), lambda: enumerate([], foo=1), lambda: int(1, 2, 3), lambda: b"a".count(None, {}),
    lambda: b"a".find({}, 1), lambda: ImportError("a", foo=1), lambda: ModuleNotFoundError("a", foo=1), lambda: NameError("a", nam=1),
    lambda: ValueError(a=1), lambda: UnicodeDecodeError("a", foo=1), lambda: UnicodeTranslateError("a"), lambda: IndentationError("a", [1]),
    lambda: aiter(5), lambda: anext(5), lambda: anext(5, 1), lambda: None | None, lambda: OSError(3, "x"), lambda: OSError(range(3), "x"),
    lambda: str(OSError(2, "no", "a", None, "b")), lambda: ExceptionGroup(1, [ValueError()]), lambda: BaseExceptionGroup("a", 5),
    lambda: type(map(max, [1], [2])).__name__, lambda: list(map(lambda x: next(iter([])), [1, 2])), lambda: (lambda: 0).__name__,
    lambda: list(filter(lambda x: next(iter([])), [1, 2])), lambda: format(1.0, ".99999999999999999999"),
):
    t(f)

print("-- percent")
for template, args in (("%5%", ()), ("%5%", (1,)), ("%(a)%", {"a": 1}), ("%d%%", (3,)), ("x", []), ("x", [1]), ("x", b""), ("x", 5)):
    t(lambda: template % args)

print("-- ranges past 64 bits")
big = 2 ** 63
print(list(range(big - 2, big + 2)), list(range(-big + 1, -big - 3, -1)), list(reversed(range(big - 2, big + 2))), sum(1 for _ in range(big - 1, big * 3, big)))
print(range(10).index(3.0), range(10).count(True), slice(None, None, -1).indices(10 ** 30), slice(-5, 2 ** 70, 2).indices(9))
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
    def __eq__(self, other): return self.n == other
    def __hash__(self): return hash(self.n)
print(range(5).index(I(3)), range(5).count(I(9)), slice(I(1), I(8), I(3)).indices(I(6)), [0].__mul__(I(2)), (1,).__rmul__(I(3)), I(1) in {1: 2}.keys())
t(lambda: slice(0, "a").indices(3))
t(lambda: slice(0, 1, 0).indices(I(3)))
