# What a walk keeps is no garbage; what it takes and gives up is put back.
import math
from collections import Counter, deque

for n in (70_000, 200_000):
    d = deque(range(n), maxlen=n)
    print(len(d), d[0], d[-1])
d = deque(maxlen=150_000)
d.__init__(range(200_000), 150_000)
print(len(d), d[0], d[-1])
d.extend(zip(range(90_000)))
print(len(d), d[0], d[-1])


# Classes that stand on iterators of the program.
class Z(zip): pass
class E(enumerate): pass
class R(reversed): pass
class M(map): pass


print(min(Z(range(100_000), range(100_000))))
print(len(set(E(range(60_000)))), min(E(range(60_000))))
print(len(dict.fromkeys(Z(range(100_000)))))


class T:
    def __add__(self, other): return 50 + other
    __radd__ = __add__
    def __bool__(self): return True


print(sum(R([1, T(), 2])), any(R([0, T(), 0, 0])), all(R([1, 0, T(), 1])))
print(list(M(str, [1, 2])), sum(M(int, ['1', '2'])), set(M(str, 'aa')))
half = Z([1, 2, 3])
next(half)
print(len(list(half)), list(half))

# Counting: items before an error stay counted, floats round each time, and the program's own numbers are asked each time.
for source in ([1, 2, []], iter([1, 2, []])):
    for c in (Counter(), Counter({5: 1})):
        try:
            c.update(source)
        except TypeError as error:
            print(c, error)
        source = iter([1, 2, []])
c = Counter()
c['x'] = 1e16
c.update(iter('xxx'))
print(c)


class Asked:
    times = 0

    def __add__(self, other):
        Asked.times += 1
        return self


c = Counter({'x': Asked()})
c.update(iter('xxx'))
print(Asked.times)
print(Counter('hello world'), Counter(iter('hello world')), Counter({'a': 1}) + Counter('ab'))


class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n % 7
    def __eq__(self, other): return self.n == getattr(other, 'n', other)


c = Counter()
c.update(Key(n % 20) for n in range(100))
print(sorted(c.values()))
c = Counter()
c.update(iter([1, 2, 3, Key(1), 2]))
print(sorted(c.values()))
print(Counter(zip(range(70_000), range(70_000))).total())
