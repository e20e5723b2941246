# a loop's variable that is taken apart first, and read again
import functools


def of_items(mapping):
    for pair in mapping.items():
        key, value = pair
        print(pair, key, value)
    return pair


def of_enumerate(items):
    seen = []
    for pair in enumerate(items):
        at, item = pair
        seen.append((item, pair))
    return seen


def of_zip(*rows):
    for pair in zip(*rows):
        first, second = pair
        if (second, first) == pair:
            yield "same", pair
        yield pair


def closed_over(mapping):
    readers = []
    for pair in mapping.items():
        key, value = pair
        readers.append(lambda: pair)
    return [reader() for reader in readers]


def taken_twice(mapping):
    found = set()
    for edge in mapping.items():
        u, v = edge
        if (v, u) in found or edge in found:
            continue
        found.add(edge)
    for edge in mapping.items():
        [w, x] = edge
        y, z = edge
        found.add((w, x, y, z))
    return sorted(found, key=len)


def into_itself(mapping):
    for pair in mapping.items():
        pair, value = pair
        print(pair, value)


def in_comprehensions(mapping):
    return [(pair, key, value) for pair in mapping.items() for key, value in [pair]], {pair: key for pair in mapping.items() for key, _ in (pair,)}


async def in_a_coroutine(mapping):
    for pair in mapping.items():
        key, value = pair
        print(pair, key)


print(of_items({1: 3, 2: 4}))
print(of_enumerate("ab"), list(of_zip([1, 2, 3], [1, 3, 3])))
print(closed_over({1: 2}), taken_twice({1: 2, 2: 1, 3: 4}))
into_itself({1: 2})
print(in_comprehensions({1: 2, 3: 4}))
try:
    in_a_coroutine({5: 6}).send(None)
except StopIteration:
    pass
for pair in {7: 8}.items():
    key, value = pair
    print(pair, key, value)
for pair in map(functools.partial(divmod, 7), (2, 3)):
    quotient, rest = pair
    print(pair, quotient, rest)
