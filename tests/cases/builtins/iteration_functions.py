print(list(enumerate("ab")), list(enumerate([], 5)), list(enumerate("ab", start=-1)), list(enumerate("a", 10 ** 20)), dict(enumerate("xy")))
print(list(zip()), list(zip("ab")), list(zip("abc", [1, 2])), list(zip([1], [], [2])), list(zip("ab", [1, 2], strict=True)), dict(zip("ab", range(9))), list(zip(*[(1, 2), (3, 4)])), [*zip(range(3), "ab")])
print(list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [10, 20, 30])), list(map(max, [1, 5], [3, 2])), list(map(None.__class__, [])), list(map(len, ["a", "bb"])), list(map(int, "123")), list(map(str.strip, [" a ", "b "])))
print(list(filter(None, [0, 1, "", "a", None, [], [0]])), list(filter(lambda x: x > 1, [1, 2, 3])), list(filter(str.isdigit, "a1b2")), list(filter(bool, [0, 1])))
print(list(reversed([1, 2])), list(reversed("ab")), list(reversed((1, 2))), list(reversed(range(3))), list(reversed({"a": 1, "b": 2})), list(reversed({"a": 1}.values())), list(reversed(b"ab")))
z = zip("ab", "cd"); print(next(z), list(z), list(z)); e = enumerate("ab"); print(next(e), e.__next__(), next(e, None)); m = map(abs, [-1]); print(next(m), next(m, "done")); print(iter(z) is z, type(z).__name__, type(e).__name__, type(m).__name__, type(filter(None, [])).__name__, type(reversed([])).__name__)
print(any([]), all([]), any([0, "", 1]), all([1, "a", []]), any(x > 2 for x in range(5)), all(x < 5 for x in range(5)), any("ab"), all({}), any({0: 1}))
print(sum([]), sum([1, 2]), sum([1.5, 2]), sum([[1], [2]], []), sum((1, 2), 10), sum([1], start=5), sum({1: 2}), sum([True, False]), sum([(1,), (2,)], ()), sum(x for x in range(4)), sum([0.1] * 10), sum([10 ** 20, 1]), sum([1, 2.5, 3j]))
print(max(1, 2), max([1, 5, 3]), max("abc"), max([], default=0), max([1, -5], key=abs), max("a", "B", key=str.lower), max((1, 2), (1, 3)), min(3, 1.5), min([], default=None), min("b", "a", key=ord), max([1, 1.0]), max([1.0, 1]), max({1: 9, 2: 1}), min([[2], [1]]), max(x for x in [1]), max([3, 1], [2, 9]), min("ab", "b", key=len), max(True, 1), max([(1, "b"), (1, "a")]), max(["b", "a"], key=lambda c: 0))
print(sorted([3, 1, 2]), sorted("cab"), sorted({"b": 1, "a": 2}), sorted([1, 2], reverse=True), sorted([-1, 2, -3], key=abs), sorted(["b", "A"], key=str.lower), sorted([]), sorted((x for x in [2, 1])), sorted([True, 0, 2]), sorted([(2, "a"), (1, "b")]), sorted([0.0, -0.0]), sorted("hello", key="lohe".index))
it = iter([1, 2]); print(next(it), next(it), next(it, "default")); print(list(iter(iter([1]))), list(iter(lambda c=[0]: c.append(0) or len(c), 5)), next(iter({"k": 1})), next(iter("x")))
def t(f):
    try:
        print(f())
    except BaseException as x:
        print(type(x).__name__ + ":", x)
for f in (lambda: enumerate(), lambda: enumerate(5), lambda: enumerate([], "a"), lambda: enumerate([], 1, 2), lambda: list(enumerate([1], start=1.5)), lambda: list(zip(5)), lambda: list(zip([1], [1, 2], strict=True)), lambda: list(zip([1, 2], [1], strict=True)), lambda: list(zip([1], [2], [], strict=True)), lambda: zip(x=1), lambda: map(), lambda: map(len), lambda: list(map(5, [1])), lambda: list(map(len, 5)), lambda: list(map(len, [5])), lambda: list(map(lambda x: x, [1], [2])), lambda: filter(None), lambda: filter(None, 5), lambda: list(filter(5, [1])), lambda: reversed(), lambda: reversed(5), lambda: reversed({1}), lambda: reversed(iter([])), lambda: any(), lambda: any(5), lambda: all(None), lambda: any([], []), lambda: sum(), lambda: sum(5), lambda: sum(["a"]), lambda: sum(["a"], ""), lambda: sum([b"a"], b""), lambda: sum([1, "a"]), lambda: sum([[1]]), lambda: sum([1], 2, 3), lambda: max(), lambda: max(5), lambda: max([]), lambda: max([], key=len), lambda: max(1, "a"), lambda: max(1, 2, default=3), lambda: max([1], foo=2), lambda: min([1, None]), lambda: max([1], key=5), lambda: min({}), lambda: max(None), lambda: sorted(1), lambda: sorted([1, "a"]), lambda: sorted([1], key=1), lambda: iter(), lambda: iter(5), lambda: iter(5, 6), lambda: iter(len, 0, 1), lambda: next(), lambda: next(5), lambda: next([]), lambda: next(iter([])), lambda: next(iter([]), 1, 2), lambda: sorted([1], None), lambda: len(), lambda: len(5), lambda: len([], []), lambda: len(x for x in []), lambda: len(zip()), lambda: max("abc", key=None), lambda: min([3, 2], key=lambda x: -x), lambda: sum([[1, 2], [3]], start=[]), lambda: list(map(lambda: 0, [1])), lambda: zip([1])[0], lambda: next(map(lambda x: 1 / 0, [1])), lambda: max([float("nan"), 1]), lambda: enumerate("ab").nope, lambda: list(map(str, [1], strict=True))):
    t(f)
def stop(): raise StopIteration("from map")
t(lambda: list(map(lambda x: stop(), [1, 2])))
t(lambda: [stop() for _ in [1]])
t(lambda: list(stop() for _ in [1]))
class Seq:
    def __getitem__(self, i):
        if i < 3: return i * i
        raise IndexError
    def __len__(self): return 3
print(list(Seq()), list(reversed(Seq())), list(enumerate(Seq())), sum(Seq()), max(Seq()), sorted(Seq(), reverse=True), list(zip(Seq(), Seq())), 4 in Seq(), list(map(str, Seq())), tuple(Seq()), [*Seq()])
