# Sorts whose keys are compared by user code: which pairs are compared, in which order, and what remains when a comparison fails.
import functools
import sys

seed = 20


def draw(below):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
    return (seed >> 33) % below


class Key:
    asked = 0
    digest = 0

    def __init__(self, at, rank):
        self.at = at
        self.rank = rank

    def __repr__(self):
        return f'{self.rank}@{self.at}'

    def __lt__(self, other):
        Key.asked += 1
        Key.digest = (Key.digest * 31 + self.at * 1009 + other.at) % 1000000007
        return self.rank < other.rank


def show(what, keys):
    digest = 0
    for key in keys:
        digest = (digest * 31 + key.at) % 1000000007
    print(what, len(keys), Key.asked, Key.digest, digest)
    Key.asked = Key.digest = 0


shapes = {
    'random': lambda i, n: draw(n),
    'few': lambda i, n: draw(3),
    'ascending': lambda i, n: i,
    'descending': lambda i, n: -i,
    'level': lambda i, n: 0,
    'stairs down': lambda i, n: -(i // 4),
    'sawtooth': lambda i, n: i % 23,
    'two halves': lambda i, n: i % (n // 2 + 1),
    'nearly': lambda i, n: i if draw(10) else draw(n),
}
for name, shape in shapes.items():
    for n in (0, 1, 2, 17, 63, 64, 65, 200):
        keys = [Key(i, shape(i, n)) for i in range(n)]
        show(name, sorted(keys))
        show(name + ', reversed', sorted(keys, reverse=True))
        keys.sort(key=lambda key: Key(key.at, -key.rank))
        show(name + ', by key', keys)

print(sorted([Key(0, 2), Key(1, 1), Key(2, 2), Key(3, 1)]))
print(sorted([Key(0, 2), Key(1, 1), Key(2, 2), Key(3, 1)], reverse=True))
print(sorted('some words in no order at all'.split(), key=functools.cmp_to_key(lambda a, b: len(a) - len(b))))


# The result of a comparison can be any object, and only some have an order.
class Odd:
    def __init__(self, at):
        self.at = at

    def __lt__(self, other):
        return [] if (self.at * 7 + other.at) % 3 else [self]


class Torn:
    def __init__(self, at):
        self.at = at

    def __lt__(self, other):
        return Unsure()


class Unsure:
    def __bool__(self):
        raise LookupError('who knows')


print([odd.at for odd in sorted(map(Odd, range(150)))])
print([odd.at for odd in sorted(map(Odd, range(40)), reverse=True)])
try:
    sorted([Torn(1), Torn(2)])
except LookupError as error:
    print('raised', error)
try:
    sorted([Key(0, 1), object()])
except TypeError as error:
    print(error)


# After a comparison that raises, the list holds all items, as far as they are sorted.
class Failing(Key):
    left = 0

    def __lt__(self, other):
        Failing.left -= 1
        if Failing.left < 0:
            raise ArithmeticError(f'{self!r} < {other!r}')
        return self.rank < other.rank


for n, step in ((5, 1), (40, 17), (150, 97), (300, 401)):
    for reverse in (False, True):
        for left in range(0, n * 8, step):
            keys = [Failing(i, i % 50 if i % 100 < 60 else draw(n)) for i in range(n)]
            Failing.left = left
            try:
                keys.sort(reverse=reverse)
            except ArithmeticError as error:
                digest = functools.reduce(lambda digest, key: (digest * 31 + key.at) % 1000000007, keys, 0)
                print(n, reverse, left, error, digest)
            assert sorted(key.at for key in keys) == list(range(n))


# A comparison that changes the list.
class Meddling(Key):
    def __lt__(self, other):
        seen.append(len(shared))
        meddle()
        return self.rank < other.rank


for meddle in (lambda: None, lambda: shared.append(1), lambda: shared.clear(), lambda: shared.extend([2, 1]) or shared.sort()):
    seen = []
    shared = [Meddling(i, (i * 7) % 11) for i in range(11)]
    try:
        shared.sort()
        print('sorted', shared, set(seen))
    except ValueError as error:
        print(error, shared, set(seen))


# A sort inside a comparison, and a comparison in a generator.
class Nested(Key):
    def __lt__(self, other):
        inner = sorted([Key(0, self.rank), Key(1, other.rank)])
        return inner[0].at == 0 and self.rank != other.rank


print(sorted([Nested(i, (i * 5) % 13) for i in range(90)]))


def lazily(n):
    for i in range(n):
        yield Key(i, draw(20))
        if i == n - 2:
            print('nearly all', file=sys.stdout)


print(sorted(lazily(30)))
print(min(lazily(9)), max(lazily(9)))
