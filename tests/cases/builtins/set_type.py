s = {3, 1, 2}
print(s, set(), set([1, 1, 2]), set("a"), set(range(5)), {1, 1.0, True}, len(s), 2 in s, {*[1, 2], *(3,)}, {x % 3 for x in range(10)}, set({1: 2}), frozenset(), frozenset([3, 1]), {1} == frozenset([1]), {(1, 2), (0, 5)} == {(0, 5), (1, 2)}, {None}, bool(set()))
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, a ^ b, a.union(b, [9]), a.intersection(b, {4}), a.difference(b, [1]), a.symmetric_difference([4, 7]), a < b, {3, 4} < a, {3, 4} <= {3, 4}, a > {1}, a >= a, a.issubset(range(10)), a.issuperset([1]), a.isdisjoint({9}), a == {4, 3, 2, 1}, a != b, a | frozenset([8]), frozenset([8]) | a, type(a | frozenset()).__name__, type(frozenset() | a).__name__)
c = a.copy(); c.add(9); c.discard(1); c.discard(100); c.remove(2); print(c, c.pop() in {3, 4, 9}, len(c)); c.update([7], {8}, "x"); c.discard("x"); c.intersection_update({7, 8, 4}); c.difference_update([8]); c.symmetric_difference_update({7, 1}); print(c); c.clear(); print(c)
c = {1}; d = c; c |= {2}; c &= {1, 2, 3}; c -= {1}; c ^= {5}; print(c, d is c)
print({8, 1, 16, 24}, {10, 5, 0, 15, 20}, {100, 1000, 10, 1}, {-1, -2, -3, 0}, set(range(20, 0, -1)), {9, 8, 7, 33, 65}, set([5, 13, 21, 29, 37]), {2 ** 61 - 1, 0, 1}, {1.5, 2, 0.25}, {(i, i + 1) for i in range(4)}, frozenset([9, 3, 77, 12]), {True, False, 2}, set([40, 8, 16, 0, 24, 32]), {i * i for i in range(10)}, {i * 7 % 31 for i in range(15)})
x = set()
for v in [33, 1, 65, 97, 2, 34, 129]: x.add(v)
print(x); x.remove(1); x.add(161); print(x, list(x), x.pop(), x.pop(), x); x = set(range(100)); x -= set(range(0, 100, 3)); print(x); x = {i for i in range(50)} & {j for j in range(30, 80)}; print(x, {3, 2, 1} | {30, 20, 10}, {1, 20, 300} - {20}, {64, 32, 16} ^ {16, 8})
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: {[]}, lambda: {{}}, lambda: {{1}}, lambda: set(5), lambda: set(1, 2), lambda: set(x=1), lambda: frozenset(5), lambda: s.add(), lambda: s.add([]), lambda: s.remove(99), lambda: s.remove([]), lambda: s.remove("x"), lambda: s.discard({}), lambda: set().pop(), lambda: s.pop(1), lambda: s | [1], lambda: s + s, lambda: s & 5, lambda: s - "a", lambda: s < [1], lambda: s < 5, lambda: hash(s), lambda: hash(frozenset([1])) == hash(frozenset([1])), lambda: frozenset([1]).add(2), lambda: s.union(5), lambda: s.update(5), lambda: s.update([[]]), lambda: s[0], lambda: s.issubset(5), lambda: [] in s, lambda: {1} in {frozenset([1])}, lambda: frozenset([1]) in {frozenset([1])}, lambda: {1}.remove({1}), lambda: s.nope, lambda: next(s), lambda: sorted(s), lambda: max(set()), lambda: s.intersection(5), lambda: s.isdisjoint(), lambda: s * 2, lambda: -s, lambda: s(), lambda: s.copy(1), lambda: frozenset([1]) | 5, lambda: s.add(1, 2), lambda: s == [1, 2, 3], lambda: {1} | {2: 3}.keys(), lambda: s.__or__([1]), lambda: s.__contains__(1), lambda: s.__len__(), lambda: set.union(), lambda: set.union({1}, {2}), lambda: set().union(*[{1}, {2}]), lambda: s.__sub__({1})):
    t(f)
def grow():
    q = {1}
    for v in q: q.add(v + 1)
t(grow)
def shrink():
    q = {1, 2}
    for v in q: q.remove(v)
t(shrink)
print(sum({1, 2, 3}), min({3, 1}), max({3, 1}), sorted({"b", "a"}), len({"a", "b", "a"}), all({1, 0}), any({0}), list(map(lambda v: v * 2, {1, 2})), {frozenset([1]): "key"}[frozenset([1])], frozenset([1, 2]).union([3]), frozenset("aa"), frozenset(frozenset([1])), f"{ {1} }", str({1, 2}), repr(frozenset([1])), repr(set()), frozenset() is frozenset(), {"x"}, {b"x"}, {(1,)}, {1j})
fz = frozenset([1, 2, 3]); print(fz - {1}, fz & [1, 2] if False else fz & {1, 2}, fz ^ {3, 4}, fz <= {1, 2, 3, 4}, fz.copy() is fz, hash(fz), hash(frozenset()), hash(frozenset([5, 6])), fz.difference([1]), {fz, frozenset([2])} == {frozenset([2]), fz}, type(fz.union()).__name__)
