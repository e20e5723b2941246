l = [3, 1, 2]
print(list(), list("abc"), list(range(3)), list({1: 2}), list((1, 2)), list(l) is l, list(x * 2 for x in l), [*l, *"xy"], [[]] * 2, [0] * 3, l + [4], l * 2, 2 * l, l * 0, l * -1)
l.append(5); l.extend([6, 7]); l.extend("z"); l.insert(0, 0); l.insert(100, "end"); l.insert(-1, "pre"); print(l)
print(l.pop(), l.pop(0), l.pop(-2), l.index(5), l.count(1), l); l.remove(5); l.reverse(); print(l); l.clear(); print(l)
l = [5, 2, 9, 1]
print(l.sort(), l, l.sort(reverse=True), l, sorted(l), sorted(l, key=lambda x: -x), l.copy(), l.index(9), l.index(1, 2), l.index(2, -3, -1))
w = ["bb", "a", "CC", "ab"]
w.sort(key=str.lower); print(w); w.sort(key=len); print(w); w.sort(key=lambda s: (len(s), s), reverse=True); print(w)
print([1, 2] == [1, 2], [1, 2] == (1, 2), [1, 2] < [1, 3], [1] < [1, 0], [] < [0], [2] > [1, 9], [1, [2]] == [1, [2]], [1, "a"] == [1, "a"], [nan := float("nan")] == [nan], [1] != [2], [1, 2] <= [1, 2], 2 in l, 7 not in l, bool([]), len(l))
print([1, 1.0, True].index(True), [[1], [2]].index([2]), [None, 0].index(0), max(l), min(l), sum(l), any(l), all(l), list(reversed(l)), list(enumerate(l)), list(zip(l, l[1:])), list(map(str, l)), list(filter(None, [0, 1, "", "a"])))
m = [[0] * 2] * 2; m[0][0] = 1; print(m); m = [[0] * 2 for _ in range(2)]; m[0][0] = 1; print(m)
a = [1]; a.append(a); print(a, len(a), a[1] is a, repr(a)); b = [a, [a]]; print(b)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: l[10], lambda: l[-10], lambda: l["a"], lambda: l[1.0], lambda: l[None], lambda: l + (1,), lambda: l + 1, lambda: l * 1.5, lambda: l * "a", lambda: l * l, lambda: l.pop(10), lambda: [].pop(), lambda: l.pop("a"), lambda: l.index(99), lambda: l.index("x"), lambda: l.remove(99), lambda: l.insert(1), lambda: l.insert("a", 1), lambda: l.append(), lambda: l.append(1, 2), lambda: l.extend(), lambda: l.extend(5), lambda: l.extend(None), lambda: list(5), lambda: list(None), lambda: list(1, 2), lambda: list(x=1), lambda: l < 5, lambda: l < (1,), lambda: hash(l), lambda: {l: 1}, lambda: [1, "a"].sort(), lambda: [1, None].sort(), lambda: [{}, {}].sort(), lambda: l.sort(None), lambda: l.sort(key=5), lambda: l.sort(lambda x: x), lambda: l.sort(reverse="x"), lambda: l.sort(cmp=1), lambda: l.sort(key=lambda: 0), lambda: l.count(), lambda: l.copy(1), lambda: l.reverse(1), lambda: l.nope, lambda: l.clear(1), lambda: l(), lambda: sorted(5), lambda: sorted(), lambda: sorted([1], 2), lambda: sorted([3, 1], key=None), lambda: sorted([1, "b"]), lambda: sorted([(1, "a"), (1, 2)]), lambda: [1, 2].index(3, 0, 1), lambda: l.index(), lambda: -l, lambda: l.sort(key=lambda x: 1 / 0), lambda: [1j, 2].sort(), lambda: [].index(1), lambda: l.__getitem__("x"), lambda: l.__setitem__(10, 1), lambda: l.__delitem__(10)):
    t(f)
print(l)
def mutating():
    x = [3, 1, 2]
    def key(v): x.append(v); return v
    try: x.sort(key=key)
    except ValueError as e: print("ValueError:", e)
    return x
print(mutating())
data = [("b", 2), ("a", 2), ("c", 1), ("a", 1)]
print(sorted(data, key=lambda p: p[1]), sorted(data, key=lambda p: (-p[1], p[0])), sorted(data, reverse=True), sorted(data, key=lambda p: p[1], reverse=True), sorted(range(20), key=lambda x: x % 3))
it = iter([1, 2, 3]); print(next(it), list(it), list(it), it.__length_hint__()); x = [1]; it = iter(x); next(it); print(next(it, "stop")); x.append(2); print(next(it, "still stopped"))
l = [1, 2]; l += l; l[len(l):] = l; print(l, l.__len__(), l.__contains__(1), l.__add__([9]), l.__mul__(1) == l, l.__eq__(5), l.__iadd__("q"), l.__reversed__().__next__(), [].__bool__ if hasattr([], "__bool__") else "no bool")
print([i for i in [3, 1, 2] if i > 1], [None] * 2, [[1, 2], [3]][0][1], [1, 2, 3][-1], [*[]], list(dict(a=1).items()), [1, 2, 3][::-1], list("héé"), [(), [], {}], ["a", 1, None, 1.5, True, b"x", (1,), {1}, {2: 3}])
