import collections, functools, itertools as it, math, operator, random
from itertools import *
def take(n, xs): return list(islice(xs, n))
def tabulate(f, start=0): return map(f, count(start))
def grouper(xs, n, *, incomplete="fill", fillvalue=None):
    iters = [iter(xs)] * n
    match incomplete:
        case "fill": return zip_longest(*iters, fillvalue=fillvalue)
        case "strict": return zip(*iters, strict=True)
        case "ignore": return zip(*iters)
        case _: raise ValueError("Expected fill, strict, or ignore")
def sliding(xs, n):
    xs = iter(xs); w = collections.deque(islice(xs, n - 1), maxlen=n)
    for x in xs: w.append(x); yield tuple(w)
def roundrobin(*its):
    its = map(iter, its)
    for n in range(4, 0, -1):
        its = cycle(islice(its, n)); yield from map(next, its)
def partition(pred, xs): a, b = tee(xs); return filterfalse(pred, a), filter(pred, b)
def powerset(xs): s = list(xs); return chain.from_iterable(combinations(s, r) for r in range(len(s) + 1))
def unique(xs, key=None):
    seen = set()
    for x in xs:
        if (k := x if key is None else key(x)) not in seen: seen.add(k); yield x
def flatten(xs):
    for x in xs:
        if isinstance(x, (list, tuple)): yield from flatten(x)
        else: yield x
def nth(xs, n, default=None): return next(islice(xs, n, None), default)
def all_equal(xs, key=None): return len(take(2, groupby(xs, key))) <= 1
def before_after(pred, xs):
    xs = iter(xs); rest = []
    def head():
        for x in xs:
            if pred(x): yield x
            else: rest.append(x); return
    return head(), chain(rest, xs)
def sieve(n):
    data = bytearray((0, 1)) * (n // 2); data[:3] = 0, 0, 0
    for p in compress(range(n), data):
        if p * p > n: break
        data[p * p::2 * p] = bytes(len(range(p * p, n, 2 * p)))
    return [2] + list(compress(range(n), data))
def polynomial_from_roots(roots): return list(functools.reduce(convolve, [(1, -r) for r in roots], (1,)))
def convolve(signal, kernel):
    kernel = tuple(kernel)[::-1]; n = len(kernel); padded = chain(repeat(0, n - 1), signal, repeat(0, n - 1)); return [sum(map(operator.mul, kernel, w)) for w in sliding(padded, n)] if n > 1 else [x * kernel[0] for x in signal]
print(take(3, tabulate(lambda x: x ** 2, 2)), list(grouper("ABCDEFG", 3, fillvalue="x")), list(grouper("ABCDEFG", 3, incomplete="ignore")), list(sliding("ABCDE", 3)), list(roundrobin("ABC", "D", "EF")) if False else "", [list(p) for p in partition(lambda x: x % 2, range(7))], list(powerset([1, 2, 3])), list(unique("AAAABBBCCDAABBB")), list(unique("ABBcCAD", str.casefold)), list(flatten([1, [2, (3, [4, []])], "ab"])), nth("abc", 1), nth("abc", 9, "-"), all_equal("1111"), all_equal([]), all_equal([4, -4], abs), sieve(50), convolve([1, 2, 3], [1, 1]), polynomial_from_roots([5, -4, 3]), sep="\n")
h, r = before_after(str.isupper, "ABCdEfGh"); print("".join(h), "".join(r))
print(list(accumulate([3, 4, 6, 2, 1, 9, 0, 7, 5, 8], max)), list(accumulate([1, 2, 3], initial=100)), list(accumulate([])), list(accumulate([], initial=1)), list(accumulate("abc")), list(accumulate([1000, -90, -90], lambda b, p: round(b * 1.05 + p, 2))), list(accumulate([[1], [2]], operator.add)))
print(list(batched("ABCDEFG", 3)), list(batched([], 2)), list(batched(range(4), 2, strict=True)), list(pairwise("ABCD")), list(pairwise([1])), list(starmap(divmod, [(7, 2), (9, 4)])), list(product([1, 2], "ab")), list(product(repeat=3)), list(product("ab", [])), list(permutations("abc", 2)), list(permutations([], 0)), list(combinations("ABCD", 2)), list(combinations([1], 2)), list(combinations_with_replacement("AB", 3)), len(list(permutations(range(6)))), list(zip_longest("ab", [1, 2, 3], (), fillvalue=0)))
print([(k, len(list(g))) for k, g in groupby("AAAABBBCCDAABBB")], [(k, [*g]) for k, g in groupby([1, 1.0, True, 2, "2"], key=str)], [k for k, g in groupby(sorted("banana"))], {k: [w for w in g] for k, g in groupby(sorted(["hi", "a", "bye", "yo", "b"], key=len), len)})
g = groupby("aabb"); k1, g1 = next(g); k2, g2 = next(g); print(k1, list(g1), k2, list(g2), next(g, "end"))
a, b, c = tee(iter(range(5)), 3); next(a), next(a), next(b); print(list(a), list(b), list(c), [list(t) for t in tee("xy", 2)], tee([], 0))
print(list(islice(count(10, -3), 4)), list(islice(count(0.5, 0.25), 3)), take(2, repeat("x")), list(repeat(1, 0)), list(takewhile(lambda x: x < 5, [1, 4, 6, 3])), list(dropwhile(lambda x: x < 5, [1, 4, 6, 3])), list(islice("ABCDEFG", 2, None, 2)), list(islice("ABC", 0)), list(islice(range(10), 1, 9, 4)), sum(1 for _ in islice(cycle([1]), 1000)), list(compress("ABCDEF", [1, 0, 1, 0, 1, 1])), list(chain("ab", [1], {2: 3}, (4,))), list(chain()), list(chain.from_iterable(["ab", "cd"])))
s = iter([1, 2, 3]); print(list(zip(s, s)), next(s, None)); e = enumerate("ab", 5); print(next(e), list(e)); z = zip([1, 2, 3], "ab"); print(list(z), list(z)); m = map(lambda *a: sum(a), [1, 2], [10, 20, 30], (100, 200)); print(list(m)); f = filter(None, [0, 1, "", "a", [], [0]]); print(list(f)); rv = reversed([1, 2, 3]); print(next(rv), operator.length_hint(rv), list(rv))
print(functools.reduce(lambda a, b: a * b, range(1, 6)), functools.reduce(operator.add, [[1], [2]], []), sum(map(len, ["a", "bb"])), max(zip([3, 1], "ab")), min("abc", key=lambda c: -ord(c)), sorted(zip("cab", range(3)), key=operator.itemgetter(1), reverse=True), dict(zip(*[iter("a1b2")] * 2)), list(map(operator.methodcaller("upper"), "ab")), operator.itemgetter(0, 2)("abc"), operator.attrgetter("real", "imag")(1j), list(zip(*[[1, 2], [3, 4]])), operator.concat([1], [2]), operator.countOf([1, 1], 1), operator.indexOf("abc", "c"), operator.contains([1], 1), operator.truth([]), operator.not_(1), operator.matmul if False else 0, operator.is_(None, None), operator.index(True), operator.iadd([1], [2]), operator.floordiv(-7, 2), operator.inv(5), operator.setitem([0], 0, 1), operator.getitem({"a": 1}, "a"), operator.pos(-1), operator.xor(5, 3), operator.lshift(1, 4))
rng = random.Random(12345); print([rng.random() for _ in range(2)], rng.randint(1, 100), rng.choice("abcdef"), rng.sample(range(50), 4), rng.choices([1, 2, 3], [5, 1, 1], k=5), rng.uniform(1, 2), rng.gauss(0, 1), rng.getrandbits(40), rng.randrange(0, 100, 7), rng.triangular(0, 1, 0.3), rng.expovariate(2), (l := list(range(6)), rng.shuffle(l))[0], rng.betavariate(1, 2), rng.sample(["a", "b"], counts=[3, 1], k=3), rng.binomialvariate(10, 0.4), rng.randbytes(3)); st = rng.getstate(); x = rng.random(); rng.setstate(st); print(x == rng.random(), len(st[1]), st[0])
for bad in (lambda: list(grouper("ABCD", 3, incomplete="strict")), lambda: grouper("a", 1, incomplete="x"), lambda: list(batched("ABC", 2, strict=True)), lambda: batched("a", 0), lambda: islice("a", -1), lambda: islice("a", 1, 2, 0), lambda: islice("a", "b"), lambda: combinations("ab", -1), lambda: combinations("ab"), lambda: permutations("ab", "c"), lambda: list(accumulate([1, "a"])), lambda: list(starmap(pow, [(1,)])), lambda: list(starmap(pow, [5])), lambda: next(product([1], 5)), lambda: list(chain([1], 5)), lambda: next(chain.from_iterable(5)), lambda: repeat(1, "x"), lambda: count("a"), lambda: list(zip_longest([1], foo=2)), lambda: tee(5), lambda: groupby(5), lambda: next(groupby([1], key=5)), lambda: list(compress([1], 5)), lambda: takewhile(5), lambda: list(takewhile(5, [1])), lambda: list(map(5, [1])), lambda: list(filter(5, [1])), lambda: pairwise(), lambda: pairwise(3), lambda: cycle(), lambda: list(zip([1], [1, 2], [1], strict=True)), lambda: list(zip([1, 2], [1], strict=True)), lambda: functools.reduce(operator.add, []), lambda: functools.reduce(5, [1, 2]), lambda: random.Random([]), lambda: rng.choice([]), lambda: rng.sample([1], 2), lambda: rng.choices([1], [0]), lambda: rng.randint(5, 1), lambda: rng.randrange(0), lambda: rng.shuffle("abc"), lambda: rng.sample({1, 2}, 1), lambda: rng.getrandbits(-1), lambda: rng.choices([1], weights=[1], cum_weights=[1]), lambda: operator.itemgetter(5)([1]), lambda: operator.attrgetter("x")(1), lambda: operator.methodcaller(), lambda: operator.length_hint(5, "a"), lambda: count(1, 2, 3)):
    try: print("ok", bad())
    except Exception as e: print(type(e).__name__, e)
