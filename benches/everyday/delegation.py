"""Generators that hand on what others yield: chains, and a tree that is gone through in order."""


def numbers(count):
    yield from range(count)


def chain(levels, count):
    yield from (chain(levels - 1, count) if levels else numbers(count))


def tree(depth):
    if depth:
        yield from tree(depth - 1)
        yield depth
        yield from tree(depth - 1)
    else:
        yield 0


print(sum(chain(5, 200000)), sum(tree(15)))
