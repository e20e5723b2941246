"""What a loop over a generator does with its items: short loops, builtins that collect, and what can go wrong on the way."""
from fractions import Fraction
import itertools


def upto(n, fails=None, log=None):
    try:
        for i in range(n):
            if i == fails:
                raise ValueError(f'at {i}')
            yield i
    finally:
        if log is not None:
            log.append('closed')


def plain(n):
    i = 0
    while i < n:
        yield i
        i += 1
    return 'over'


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


# Builtins that take all.
tell(lambda: (sum(plain(10)), sum(x / 10 for x in plain(11)), sum(plain(0)), sum((x for x in plain(3)), 0.5)))
tell(lambda: sum(x for x in (1, 2.5, True, 10 ** 30, Fraction(1, 3))))
tell(lambda: sum(x for x in (2 ** 63 - 1, 1, 0.5, 0.25)))
tell(lambda: sum((x for x in (1e100, 1.0, -1e100, 3))))
tell(lambda: sum(x for x in (1, 2j, 0.1, 0.2)))
tell(lambda: sum(([x] for x in plain(3)), []))
tell(lambda: sum(x for x in (1, 'a')))
tell(lambda: sum(x for x in (0.1, None)))
tell(lambda: sum((x for x in (0.1,) * 10), True))
tell(lambda: (sum(float('inf') for _ in plain(2)), sum(x for x in (float('inf'), -float('inf')))))
tell(lambda: (min(plain(5)), max(x % 4 for x in plain(9)), min((3 - x for x in plain(3)), key=abs), max((), default='none')))
tell(lambda: max(x for x in (1, 'a')))
tell(lambda: min(x for x in ()))
tell(lambda: (any(x > 3 for x in plain(9)), all(x < 3 for x in plain(9)), any(x for x in ()), all('' for _ in plain(0))))
tell(lambda: (any(x for x in ('', [], {}, 'z')), all(x for x in ((), 1))))
tell(lambda: (list(plain(3)), tuple(plain(3)), sorted(-x for x in plain(3)), ''.join(str(x) for x in plain(4))))
tell(lambda: (set(x % 3 for x in plain(8)), frozenset(plain(2)), {x // 2 for x in plain(6)}))
tell(lambda: set([x] for x in plain(2)))
tell(lambda: {x: [x] for x in plain(3)})
tell(lambda: {[x]: 1 for x in plain(3)})
tell(lambda: dict((x, -x) for x in plain(3)))
tell(lambda: dict([x, -x] for x in plain(3)))
tell(lambda: dict((str(x), x, 1) for x in plain(3)))
tell(lambda: dict(plain(3)))
tell(lambda: dict((([x], 1) for x in plain(3))))
tell(lambda: [*plain(2), *(x * x for x in plain(3))])
tell(lambda: [(i, x) for i, x in enumerate(plain(3), 5)])
tell(lambda: list(zip(plain(3), plain(2))) + list(zip(plain(1), plain(2), plain(3))))
tell(lambda: list(map(str, plain(3))) + list(filter(None, plain(3))))
tell(lambda: list(itertools.islice(plain(9), 2, 7, 2)) + list(itertools.takewhile(lambda v: v < 2, plain(9))))
tell(lambda: list(itertools.chain(plain(2), plain(1))) + list(itertools.accumulate(plain(4))))


# What a generator raises, and where it is left.
log = []
tell(lambda: sum(upto(9, 3, log)))
tell(lambda: list(upto(9, 0, log)))
tell(lambda: [x for x in upto(9, 5, log)])
print(log)
g = plain(6)
print(any(x == 2 for x in g), next(g), list(g), next(g, 'end'))
g = plain(9)
for x in g:
    if x > 3:
        break
print(x, next(g), g.gi_frame is None, g.gi_running)
it = enumerate(plain(2))
print(next(it), next(it))
try:
    next(it)
except StopIteration as e:
    print('ended with', e.value)


# Short loops of several kinds.
def loops():
    total, kinds, table, seen, count = 0, [], {}, set(), 0
    for x in plain(6):
        total += x
    for x in plain(6):
        if x & 1:
            kinds.append(x)
    for x in plain(6):
        table[x % 3] = x
    for x in plain(4):
        seen.add(x)
    for _ in plain(7):
        count += 1
    low = high = None
    for x in (v * 7 % 5 for v in plain(9)):
        if low is None or x < low:
            low = x
        if high is None or x > high:
            high = x
    pairs = 0
    for a, b in ((x, x + 1) for x in plain(5)):
        pairs += a * b
    return total, kinds, table, seen, count, low, high, pairs


print(loops())
total = 0
for x in plain(5):
    total += x
print(total, x)
box = [0] * 3
for x in plain(3):
    box[x] = x * 10
print(box)
texts = ''
for x in (chr(97 + v) for v in plain(4)):
    texts += x
print(texts)
big = 2 ** 62
for x in plain(4):
    big += big
print(big)


class Odd:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Odd(self.value + getattr(other, 'value', other))

    __radd__ = __add__

    def __lt__(self, other):
        return self.value > other.value

    def __bool__(self):
        return self.value == 2

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return self.value // 2 == other.value // 2

    def __repr__(self):
        return f'Odd({self.value})'


print(sum(Odd(x) for x in plain(4)), min(Odd(x) for x in plain(4)), any(Odd(x) for x in plain(4)), all(Odd(x) for x in plain(4)))
print(set(Odd(x) for x in plain(5)), {Odd(x): x for x in plain(5)}, dict((Odd(x), x) for x in plain(4)))


# The loop looks at its generator, changes what it goes over, or is left.
g = plain(4)
for x in g:
    print(x, g.gi_running, g.gi_frame is not None, end='; ')
print(g.gi_frame)
seen = []


def watched():
    for i in range(3):
        yield i
        seen.append(list(out))


out = []
for x in watched():
    out += [x]
print(out, seen)
source = [1, 2, 3]
doubled = [source.append(x * 2) or x for x in (v for v in source) if len(source) < 8]
print(source, doubled)


def again():
    yield from (x for x in box_of)


box_of = []
g = (list(g) for _ in range(1))
tell(lambda: list(g))


def first(items):
    for x in items:
        return x


def until(items, limit):
    for x in items:
        if x >= limit:
            return x
    return None


print(first(plain(3)), first(plain(0)), until(plain(9), 4), until(plain(3), 4))


# Sent values, and generators within generators.
def echo():
    got = None
    while True:
        got = yield got
        if got == 'stop':
            return 'done'


def relay():
    return (yield from echo())


for make in (echo, relay):
    e = make()
    print(next(e), e.send(1), e.send([2]), e.send(None), next(e))
    try:
        e.send('stop')
    except StopIteration as stop:
        print('value', stop.value)
    tell(lambda: e.send(3))
tell(lambda: echo().send(1))


def tree(depth):
    if depth:
        yield from tree(depth - 1)
        yield depth
        yield from tree(depth - 1)


print(sum(tree(5)), list(tree(3)), max(tree(4)), [x for x in tree(2)])
print(sum(a * b for a in plain(4) for b in plain(3) if a != b))
print([[y for y in (x * z for z in plain(3))] for x in plain(3)])
