for r in [range(5), range(2, 8), range(0, 10, 3), range(10, 0, -3), range(0), range(5, 5), range(5, 0), range(-3, 3), range(0, -5, -1), range(10 ** 20, 10 ** 20 + 3), range(True), range(1, 2, 5)]:
    print(r, list(r), len(r), bool(r), 3 in r, -1 in r, list(reversed(r)), r[::-1], r[1:], r[::2], r.start, r.stop, r.step, r.count(3), sum(r))
print(range(3) == range(0, 3, 1), range(0, 3, 2) == range(0, 4, 2), range(0) == range(2, 1), hash(range(3)) == hash(range(0, 3)), range(5)[2], range(5)[-1], range(10)[2:8:3], range(10).index(4), range(0, 10, 2).index(6), 4.0 in range(5), "a" in range(5), 2.5 in range(5), True in range(3), {range(2): 1}[range(2)], range(10 ** 18)[10 ** 17], 10 ** 17 in range(10 ** 18), max(range(5)), min(range(5, 0, -1)), range(3) != [0, 1, 2], range(5)[range(5)[1]])
class I:
    def __index__(self): return 3
print(range(I()), list(range(I(), 6)), range(10)[I()], len(range(-10 ** 18, 10 ** 18)), range(2 ** 70)[2 ** 69], list(range(2 ** 64, 2 ** 64 + 5, 2)), list(range(-2 ** 63, -2 ** 63 + 2)), list(range(2 ** 63 - 2, 2 ** 63 + 2)), range(0, 2 ** 70, 2 ** 68)[::-1])
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: range(), lambda: range(1, 2, 3, 4), lambda: range(1.5), lambda: range("a"), lambda: range(0, 5, 0), lambda: range(None), lambda: range(1, 2.0), lambda: range(5)[5], lambda: range(5)[-6], lambda: range(5)["a"], lambda: range(5).index(9), lambda: range(5).index("x"), lambda: range(0, 10, 2).index(3), lambda: range(5) + range(3), lambda: range(5) * 2, lambda: range(3) < range(4), lambda: len(range(2 ** 64)), lambda: range(5).start(), lambda: setattr(range(5), "start", 1), lambda: range(x=5), lambda: range(5).append(1), lambda: range(5)[::0], lambda: next(range(5)), lambda: range(5).count(), lambda: range(5).count("a"), lambda: range([1])):
    t(f)
it = iter(range(3)); print(next(it), list(it), next(it, "end"), it.__length_hint__(), type(it).__name__, type(iter(range(2 ** 70))).__name__)
for i in range(3, 0, -1): print(i, end=" ")
for i in range(2 ** 65, 2 ** 65 + 2): print(i, end=" ")
print(*range(4), sep=",")
a, *b = range(4); print(a, b, [*range(2)], tuple(range(2)), set(range(2)), dict.fromkeys(range(2)), "".join(map(str, range(5))), list(zip(range(3), range(3, 6))), sorted(range(3), reverse=True), [x for x in range(10) if x % 3 == 0], sum(range(1, 101)), str(range(1, 5)), repr(range(0, 5, 2)), f"{range(3)}", isinstance(range(3), range))
print(slice(1, 2), slice(None), slice(1, None, -1), slice(5).stop, repr(slice("a", None)), slice(1, 2) == slice(1, 2, None), slice(0, 10, 3).indices(7), slice(None, None, -1).indices(4), slice(-2, None).indices(5))
