t0 = (1, "a", 2.5)
print(tuple(), tuple("ab"), tuple([1]), tuple(t0) is t0, (1,), (), t0 + (3,), t0 * 2, 0 * t0, t0[0], t0[-1], t0[1:], t0[::-1], len(t0), "a" in t0, t0.index("a"), t0.count(1))
print(hash((1, 2)) == hash((1, 2)), tuple(range(3)), tuple({1: 2}), tuple(x for x in "gen"), (1, 2) == (1, 2), (1, 2) == [1, 2], (1, 2) < (1, 3), (1,) < (1, 0), () < (0,), ("a", 1) > ("a", 0), (1, (2, 3)) == (1, (2, 3)), bool(()), bool((0,)), not ())
print((1, 2, 3)[1], (1, 2, 3)[-2:], ((1, 2), 3)[0][1], (1, 1.0, True).count(1), (0, 1, 2, 1).index(1, 2), max((3, 1)), min((3, 1)), sum((1, 2)), sorted((2, 1)), list(reversed((1, 2))), repr((1,)), str((1, "a", None, (), (2,))), f"{(1, 2)}", "%s" % ((1, 2),), {(1, 2): "k"}[1, 2], tuple(t0[i] for i in (0, 2)))
a = (1, [2])
a[1].append(3)
print(a)
b = 1, 2
b += (3,)
x, y, *z = b
print(b, x, y, z, (*b, *"q"), b is b[:], () is (), type(b + ()).__name__)
def multi(): return 1, "two", [3]
print(multi(), multi()[1], [i for i, *_ in [multi()]])
r = ([],); r[0].append(r); print(r)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def s1(): t0[0] = 1
def s2(): del t0[0]
def s3(): a[1] += [4]
for f in (s1, s2, s3, lambda: t0[5], lambda: t0["a"], lambda: t0[1.0], lambda: t0 + [1], lambda: t0 + 1, lambda: t0 * 1.5, lambda: t0.index(9), lambda: t0.index(1, 1), lambda: t0.count(), lambda: t0.append(1), lambda: tuple(5), lambda: tuple(1, 2), lambda: tuple(None), lambda: hash(([],)), lambda: {([],): 1}, lambda: (1, "a") < (1, 2), lambda: (1,) < [1], lambda: t0 < 5, lambda: t0(), lambda: -t0, lambda: t0.sort(), lambda: tuple(x=1), lambda: t0.nope, lambda: setattr(t0, "x", 1), lambda: sorted([(1, "a"), (1, None)]), lambda: t0.__getitem__(0), lambda: t0.__add__((1,)), lambda: t0.__add__([1]), lambda: t0.__contains__(1), lambda: t0.__len__(), lambda: t0.__hash__() == hash(t0), lambda: t0.__eq__((1,)), lambda: t0.__eq__([1]), lambda: t0.__mul__(0), lambda: t0.__iter__().__next__()):
    t(f)
print(a)
from collections import namedtuple
P = namedtuple("P", "x y")
p = P(1, 2)
print(p, p.x, p[1], p == (1, 2), tuple(p), p._replace(x=5), p._asdict(), P._fields, P(*[3, 4]), P(x=1, y=2), hash(p) == hash((1, 2)), p + (3,), isinstance(p, tuple), [*p], p._make([7, 8]), len(p), sorted([P(2, 1), P(1, 2)]))
it = iter((1, 2)); print(next(it), list(it), next(it, "done"))
print(tuple(sorted({3, 1, 2})), tuple("héé"), tuple(b"ab"), tuple(zip((1, 2), "ab")), tuple(map(str, (1, 2))), (1, 2) in [(1, 2)], ((),) * 2, (None,) * 3, (1,) * -1, hash(()) == hash(tuple()), hash((1, 2, 3)), hash(("a",)) == hash(("a",)))
