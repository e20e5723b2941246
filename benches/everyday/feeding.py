"""Generators and what takes their items: builtins, short loops, pipelines, and the library's iterators in between."""
from itertools import chain, islice, takewhile


def numbers(count):
    i = 0
    while i < count:
        yield i
        i += 1


def squares(items):
    for x in items:
        yield x * x


def odd(items):
    for x in items:
        if x & 1:
            yield x


def taken(count):
    return (
        sum(x * 2 for x in range(count)),
        sum(x / 2 for x in range(count)),
        max(x ^ 5 for x in range(count)),
        any(x > count for x in numbers(count)),
        len([x for x in squares(numbers(count))]),
        len(set(x % 100 for x in range(count))),
        len(dict((x, x) for x in range(count))),
        len(''.join(str(x) for x in numbers(count))),
    )


def looped(count):
    total = 0
    for x in odd(squares(numbers(count))):
        total += x
    for i, x in enumerate(numbers(count)):
        total += i * x
    for a, b in zip(numbers(count), odd(numbers(count))):
        total += a * b
    for x in chain(islice(numbers(count), count // 2), takewhile(lambda x: x < count // 2, numbers(count))):
        total += x
    items = numbers(count)
    for _ in range(count):
        total += next(items)
    return total


print(taken(60000), looped(60000))
