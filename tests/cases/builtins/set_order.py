# Sets of small numbers come in the order of their table, whatever was done to them before.
def numbers(seed):
    while True:
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        yield seed >> 8


r = numbers(7)
for t in range(40):
    s = set()
    o = set(next(r) % 200 for _ in range(next(r) % 30))
    for _ in range(next(r) % 60):
        k = next(r) % 9
        v = [next(r) % 20, next(r) % 300, next(r) % 10 * 32, -(next(r) % 50)][next(r) % 4]
        if k < 3:
            s.add(v)
        elif k < 5:
            s.discard(v)
        elif k == 5 and s:
            s.pop()
        elif k == 6:
            s = [lambda: s | o, lambda: s ^ o, lambda: o ^ s, lambda: o - s | s, lambda: s.copy(), lambda: s & (o | s),
                 lambda: set(frozenset(s) | {v}), lambda: set(list(s)), lambda: set(x for x in s),
                 lambda: set(frozenset(x for x in o)), lambda: s.union(x for x in o)][next(r) % 11]()
        elif k == 7:
            s ^= o if next(r) % 3 == 0 else {v, v + 1}
        elif k == 8:
            s.update([o, [v, v * 2], {v: 1}, range(v % 7)][next(r) % 4])
    print(t, list(s))
x = {33, 1, 65, 97, 2, 34, 129}
x.remove(1)
x.add(161)
print(x, {64, 32, 16} ^ {16, 8})
