# What a set or dict has taken before its source fails, or changes under it, stays taken.


def failing(items):
    yield from items
    raise ValueError("no more")


def tried(call, shown):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error, shown())
    else:
        print("done", shown())


class Key:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        return isinstance(other, Key) and self.value == other.value

    def __repr__(self):
        return f"K{self.value}"


for source in (failing([1, 2]), [3, [4], 5], failing([Key(6), Key(6)]), [7, {}, 8], iter([9, []]), "ab", {1: 2}, None, 3):
    s = set()
    tried(lambda: s.update(source), lambda: sorted(s, key=repr))

for source in (
    [(1, 2), (3,)], [(1, 2), 3], [(1, 2), ([], 3)], iter([(1, 2), "abc"]), failing([(1, 2)]), ((x, x) for x in [1, Key(2), []]),
    (pair for pair in [(1, 2), "ab", [3, 4], {5: 1, 6: 1}, "abc"]), [(1, 2), (3, 4, 5)], [("a", 1), None],
):
    d = {0: 0}
    tried(lambda: d.update(source), lambda: d)

for source in ([(1, 2), (3,)], ((x, 1) for x in [1, []]), failing([(1, 1)]), [1]):
    tried(lambda: dict(source), lambda: "")
    tried(lambda: dict(source, a=1), lambda: "")

d = {1: 1}
tried(lambda: d.__ior__([(2, 2), (3,)]), lambda: d)

s = {1, 2, 3}
tried(lambda: s.update(s), lambda: s)
tried(lambda: s.update(iter(s)), lambda: s)
tried(lambda: s.update(x + 10 for x in s), lambda: len(s))
s = {1, 2, 3}
tried(lambda: s.difference_update(x for x in s), lambda: len(s))
s = {1, 2, 3}
tried(lambda: s.difference_update(s), lambda: s)
s = {1, 2, 3}
tried(lambda: s.difference_update(failing([1, 2])), lambda: s)
s = {1, 2, 3}
tried(lambda: s.intersection_update(failing([1, 2])), lambda: s)
tried(lambda: s.symmetric_difference_update(failing([1, 2])), lambda: s)
tried(lambda: s.update([8], failing([9]), [10]), lambda: s)
tried(lambda: s.union(failing([9])), lambda: s)
tried(lambda: set(failing([])), lambda: "")
tried(lambda: frozenset(x for x in [[]]), lambda: "")
print(set(Key(i % 3) for i in range(9)) == {Key(0), Key(1), Key(2)}, dict((Key(i % 2), i) for i in range(5)))


class Loud(set):
    def add(self, item):
        print("never", item)


class Mapping(dict):
    def __setitem__(self, key, value):
        print("never", key)


print(sorted(Loud(x for x in [1, 2])), Mapping((x, 1) for x in "ab"))
loud = Loud()
loud.update(x for x in [3, Key(4)])
print(loud)


# Generators asked by `next` in loops, with a default and without, of those that return, fail, or have none left.
def counted(n):
    got = []
    for i in range(n):
        got.append((yield i))
    return got


for _ in range(3):
    it = counted(3)
    print([next(it), next(it), it.__next__(), next(it, "end"), next(it, "end")])
    it = counted(1)
    next(it)
    try:
        next(it)
    except StopIteration as stop:
        print("stop", stop.value)
    it = failing([1])
    print(next(it))
    tried(lambda: next(it), lambda: "")
    tried(lambda: next(it), lambda: "")


def itself():
    yield 1
    yield next(running)


running = itself()
print(next(running))
tried(lambda: next(running), lambda: "")


def around(it):
    while True:
        try:
            yield next(it) * 2
        except StopIteration as stop:
            return stop.value


def outer():
    print("returned", (yield from around(counted(2))))


print(list(outer()))
pairs = zip(counted(3), around(counted(2)))
print(list(pairs), next(pairs, "over"))
try:
    pairs = zip(counted(1), counted(5))
    next(pairs), next(pairs)
except StopIteration as stop:
    print("value", stop.value)
left, right = counted(5), counted(2)
print(list(zip(left, right)), next(left))
tried(lambda: list(zip(failing([1]), failing([1, 2]))), lambda: "")
print(list(zip(counted(2), counted(2), counted(2))), list(zip(counted(2))), list(zip(counted(2), "ab", strict=True)))
