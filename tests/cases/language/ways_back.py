# Calls and returns of every kind between each other, deeper and shallower than what a frame's way back is kept for.


def down(n):
    if n == 0:
        return 0
    return down(n - 1) + 1


print([down(n) for n in (0, 1, 6, 7, 8, 9, 15, 16, 17, 40)])


class Node:
    def __init__(self, depth):
        self.depth = depth
        self.below = Node(depth - 1) if depth else None

    def count(self):
        below = self.below
        return 1 + (below.count() if below is not None else 0)

    @property
    def doubled(self):
        return down(self.depth) * 2

    def __add__(self, other):
        return down(3) + self.depth + other.depth

    def __len__(self):
        return down(self.depth)


nodes = [Node(depth) for depth in range(12)]
print([node.count() for node in nodes])
print([node.doubled for node in nodes], [len(node) for node in nodes])
print([one + other for one, other in zip(nodes, nodes[1:])])


def walk(n):
    """A generator that is asked from frames of many depths."""
    for i in range(n):
        yield down(i)
        yield from inner(i)


def inner(n):
    if n % 3 == 0:
        return
    got = yield n
    while got is not None:
        got = yield down(got)


def asked(depth, generator):
    if depth == 0:
        return next(generator, "over")
    value = asked(depth - 1, generator)
    return value


g = walk(6)
print([asked(depth, g) for depth in (0, 3, 9, 1, 12, 7, 8, 2, 0, 5)])
print(sum(walk(9)), list(walk(4)))


def fails(n, where):
    if n == where:
        raise ValueError(n)
    try:
        return fails(n + 1, where) + 1
    except ValueError as error:
        if n % 4:
            raise
        return error.args[0] * 100
    finally:
        down(2)


print([fails(0, where) for where in (1, 3, 4, 5, 8, 9, 13)])


def mutual(n, kind):
    if n <= 0:
        return kind
    if kind == "call":
        return mutual(n - 1, "map")
    if kind == "map":
        return list(map(lambda k: mutual(n - 1, k), ["key"]))[0]
    if kind == "key":
        return sorted([3, 1, 2], key=lambda v: (mutual(0, "x"), -v))[0], mutual(n - 1, "new")
    if kind == "new":
        return Node(2).count(), mutual(n - 1, "gen")
    if kind == "gen":
        return next(mutual(n - 1, k) for k in ["default"])
    return mutual(n - 1, "call")


print(mutual(0, "call"), mutual(5, "call"), mutual(14, "call"))


def defaults(a, b=2, *rest, c=3, **more):
    return a + b + sum(rest) + c + sum(more.values()) + down(9)


print(defaults(1), defaults(1, 5), defaults(1, b=7), defaults(1, 2, 3, 4, c=5, d=6))


def counter():
    n = 0

    def add(step):
        nonlocal n
        n += down(step)
        return n

    return add


c = counter()
print([c(step) for step in (1, 9, 2, 8)])


def until(limit):
    """Frames are left by an exception from far above, and calls follow at the same depths."""
    try:
        return until(limit - 1) if limit else 1 / 0
    except ZeroDivisionError:
        if limit < 10:
            raise
        return down(10), [down(k) for k in range(10)]


print(until(20))
