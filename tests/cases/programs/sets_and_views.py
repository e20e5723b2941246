a = {"one": 1, "two": 2, "three": 3}
b = {"two": 2, "three": 33, "four": 4}
print(sorted(a.keys() & b), sorted(a.keys() | b.keys()), sorted(a.keys() - b.keys()), sorted(a.keys() ^ b.keys()), sorted(a.items() & b.items()), sorted(a.items() - b.items()), a.keys() <= b.keys(), {"one"} < a.keys(), a.keys() == {"one", "two", "three"}, a.keys().isdisjoint({"z"}), ("two", 2) in a.items(), 33 in b.values(), a.items() == dict(a).items(), a.values() == a.values(), len(a.items()), list(reversed(a)), list(reversed(a.items())), list(reversed(a.values())), a.keys().mapping, "q" in a.keys())
print({3, 1, 2}, {10, 5, 0, 7}, {1, 9, 17, 8, 0}, {(1, 2), (0, 1)}, {-1, -2, -3}, {64, 32, 0}, set(range(20, 0, -3)), {1.5, 2.5, 3.0}, {True, 2, 0}, frozenset([33, 1, 65]), {(i, j) for i in range(3) for j in range(2)}, {2**61, 2**61 - 1, 2**64}, {0.5, 1, 10**18}, {None} | {1} == {1, None}, {1, True, 1.0, 1 + 0j}, {0, False, 0.0, -0.0})
s = {1, 2, 3}
print(s | {4}, s & {2, 9}, s - {1}, s ^ {3, 4}, s >= {1}, s > s, s.issubset(range(5)), s.union([7], (8,), {9: 0}), s.intersection("ab", [1]), s.difference([1], [2]), s.symmetric_difference([1, 5]), s.isdisjoint([4]), {1} <= {1, 2} <= {1, 2, 3}, s == frozenset(s), hash(frozenset([1, 2])) == hash(frozenset([2, 1])), s.copy() is s, {1} < {2}, {1} > {2}, not {1} <= {2})
s |= {10}; s &= {1, 2, 10}; s -= {2}; s ^= {5}; print(s, s.pop(), len(s), s.discard(99), s); s.update([1], "a"); s.difference_update("a"); s.intersection_update(range(20)); s.symmetric_difference_update({1}); print(s)
d = dict.fromkeys("abc", 0); d["b"] += 1; d |= {"z": 26}; d = {**d, "a": 9} | dict(q=1); print(d, d.pop("q"), d.popitem(), d.setdefault("n", []), d.get("zz"), d.get("zz", 5), d.pop("none", None), d | {"a": 1}, {"a": 1} | d)
for bad in (lambda: d | 5, lambda: d["nope"], lambda: {1: 2} < {1: 3}, lambda: {**{1: 2}, **5}, lambda: a.keys() + b.keys(), lambda: a.keys()[0], lambda: {[1]: 2}, lambda: {{1}}, lambda: set() | "a", lambda: frozenset().add(1), lambda: dict(a, **{1: 2}), lambda: a.items() | {[1]}, lambda: {1}.remove(2), lambda: {1} + {2}, lambda: set([1]) < [1, 2], lambda: dict(zip("ab")), lambda: a.values() & b.values(), lambda: next(a), lambda: d.update([(1, 2, 3)]), lambda: d.update("ab"), lambda: {}.popitem(), lambda: set().pop(), lambda: hash({1}), lambda: {frozenset({1}): 1}[{1}], lambda: {1} in {frozenset({1})}):
    try:
        print("ok", bad())
    except Exception as e:
        print(type(e).__name__, e)
def mutate(c, f):
    try:
        for x in c:
            f(c, x)
    except RuntimeError as e:
        print("RuntimeError", e)
    return c
print(mutate({1: 1}, lambda c, x: c.update({x + 1: 0})), mutate({1}, lambda c, x: c.add(x + 1)), mutate({1: 1, 2: 2}, lambda c, x: c.pop(x)), mutate([1, 2, 3, 4], lambda c, x: c.remove(x)), mutate({1: 1, 2: 2}, lambda c, x: c.update({x: 5})))
keys = [1, 1.0, True, "1", (1,), None, ..., b"1", frozenset(), 2**70, -1, -2, float("inf"), 1j]
m = {}
for i, k in enumerate(keys):
    m.setdefault(k, []).append(i)
print(m, hash(1) == hash(1.0) == hash(True), hash(-1), hash(-2), hash(2**61 - 1), hash(2**61), hash(1.5), hash(float("inf")), hash(-float("inf")), hash(1j), hash(()), hash((1, 2)), hash((1, (2, 3))), hash(frozenset()), hash(0.1), hash(10**20), hash(-10**20), hash(3 + 4j), hash(True), hash(range(3)), hash((1.0, 2)) == hash((1, 2.0)), hash(None) == hash(None))
print(sorted({"b": 1, "a": 2}), sorted({"b": 1, "a": 2}.items(), key=lambda kv: kv[1]), min(a), max(a, key=a.get), sum(a.values()), dict(sorted(a.items(), reverse=True)), {v: k for k, v in a.items()}, {k: v for k, v in zip("xyz", range(3)) if v % 2 == 0}, list(a)[::2], [*a.values()], dict(enumerate("ab")), any(a), all({"": 1}), len({*"hello", *range(3)}), {**{}}, dict([("k", 1)], k=2), dict({"x": 1}, y=2), {1: "a", True: "b", 1.0: "c"})
nan = float("nan"); print(nan in [nan], nan == nan, [nan] == [nan], {nan: 1}[nan], len({nan, nan, float("nan")}), (nan,) == (nan,), [nan].index(nan), [nan].count(float("nan")), nan in {nan}, max(nan, 1), max(1, nan), sorted([2, nan, 1]) == [2, nan, 1])
