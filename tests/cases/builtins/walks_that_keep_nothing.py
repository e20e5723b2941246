# limits: memory=4MiB
# ends: ok
# Functions that keep no item need no memory for their items, however many there are: a list of them would not fit.
import math
import statistics
from collections import Counter, deque
from itertools import accumulate, repeat

N = 8_000


def gen():
    for i in range(N):
        yield i


for make in (lambda: range(N), lambda: map(abs, range(N)), lambda: zip(range(N), range(N)), lambda: reversed(range(N)), gen,
             lambda: enumerate(range(N)), lambda: (i for i in range(N)), lambda: filter(None, range(N))):
    print(max(make()), min(make()), min(make(), default=3))
    print(any(x is None for x in make()), deque(make(), maxlen=2), deque(make(), 0))
    d = deque([7], maxlen=2)
    d.extend(make())
    d.extendleft(make())
    print(d)
    print({1, 2, -3}.intersection(make()), {1, -2}.difference(make()), {-1}.isdisjoint(make()), {1}.issubset(make()))
    print(frozenset({5}) & {5}, {1}.issuperset(make()))
    s = {1, 2, -3}
    s.intersection_update(make())
    t = {1, -2}
    t.difference_update(make())
    print(s, t, {1: 2}.keys().isdisjoint(make()))

print(max('ab' * 8_000), min(bytes(N)), max('ab' * 8_000, key=ord))
for make in (lambda: range(N), lambda: map(abs, range(N)), gen, lambda: repeat(0.1, N), lambda: accumulate(repeat(0.1, N))):
    print(sum(make()), math.fsum(make()), statistics.fmean(make()), all(x is not None for x in make()))
print(math.prod(map(bool, range(1, N))), math.prod(repeat(1, N)), sum(zip(range(3)), ()))
print(set(map(type, range(N))), frozenset(map(type, range(N))), dict.fromkeys(map(type, range(N))), Counter(map(type, range(N))))
print(Counter('abc' * 200_000), Counter(a=1) + Counter(map(bool, range(9))))
c = Counter('aab')
c.update('ab' * 100_000)
c.update(x for x in 'ab')
print(c)

# What is not asked for is left in the iterator.
it = iter(range(5))
print({2}.isdisjoint(it), list(it))
it = iter([1, 2, 3])
print({1}.issuperset(it), list(it))
it = map(str, range(4))
print(any(it), list(it))

for bad in (lambda: math.fsum([math.inf, -math.inf]), lambda: math.fsum(iter([1e308] * 3)), lambda: math.fsum(x for x in [1, 'a']),
            lambda: max(zip()), lambda: max(range(0)), lambda: sum(map(str, range(3))), lambda: deque(iter([1]), -1),
            lambda: {1}.intersection(iter([[]])), lambda: {1}.difference(5), lambda: max([1, 'a']), lambda: {1}.issubset(5)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
print(math.fsum(x for x in [math.inf] * 2000), math.fsum(x for x in [math.nan, math.inf] * 2000), math.fsum(x for x in [0.1] * 5000))
print(sum([10**30, 1, 2, True, 3.5, 1j]), sum([1, 2.5, 10**20, 3]), sum([1 << 62] * 4), sum(iter([2**63, 5, -5, 0.5])))


class Q(deque):
    pass


print(Q(range(5), 2), Q((x for x in range(5)), maxlen=3), deque((x for x in range(5)), 0))
