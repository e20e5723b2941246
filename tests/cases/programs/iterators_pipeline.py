from itertools import islice, chain, groupby, takewhile, count, tee, zip_longest, accumulate, cycle
from functools import reduce
from operator import itemgetter, mul


class Pipeline:
    def __init__(self, source):
        self.source = iter(source)

    def map(self, f):
        return Pipeline(map(f, self.source))

    def filter(self, f):
        return Pipeline(filter(f, self.source))

    def take(self, n):
        return Pipeline(islice(self.source, n))

    def chunk(self, n):
        def chunks(it):
            while batch := list(islice(it, n)):
                yield batch
        return Pipeline(chunks(self.source))

    def flat(self):
        return Pipeline(chain.from_iterable(self.source))

    def tap(self, f):
        def tapped(it):
            for x in it:
                f(x)
                yield x
        return Pipeline(tapped(self.source))

    def reduce(self, f, *initial):
        return reduce(f, self.source, *initial)

    def __iter__(self):
        return self.source

    def __rshift__(self, collector):
        return collector(self.source)


seen = []
print(Pipeline(count(1)).filter(lambda x: x % 3 == 0).tap(seen.append).map(lambda x: x * x).take(5).chunk(2) >> list, seen)
print(Pipeline("abc").map(str.upper).chunk(2).flat() >> "".join, Pipeline(range(1, 6)).reduce(mul), Pipeline([]).reduce(mul, 1))
log = """10:01 INFO start
10:02 WARN disk 91%
10:02 INFO tick
10:05 ERROR disk full
10:05 WARN retry
10:07 INFO done""".splitlines()


def parse(lines):
    for line in lines:
        time, level, message = line.split(" ", 2)
        yield {"time": time, "level": level, "message": message}


for minute, entries in groupby(parse(log), key=itemgetter("time")):
    print(minute, [e["level"] for e in entries])
levels = sorted(parse(log), key=itemgetter("level"))
print({k: sum(1 for _ in g) for k, g in groupby(levels, itemgetter("level"))})


def window(it, n):
    its = tee(it, n)
    for i, x in enumerate(its):
        next(islice(x, i, i), None)
    return zip(*its)


def interleave(*its):
    missing = object()
    return (x for group in zip_longest(*its, fillvalue=missing) for x in group if x is not missing)


def primes():
    yield 2
    found = []
    for n in count(3, 2):
        if all(n % p for p in takewhile(lambda p: p * p <= n, found)):
            found.append(n)
            yield n


def round_robin(tasks):
    tasks = [iter(t) for t in tasks]
    while tasks:
        for t in tasks[:]:
            try:
                yield next(t)
            except StopIteration:
                tasks.remove(t)


def peek(it):
    it = iter(it)
    try:
        first = next(it)
    except StopIteration:
        return None, iter(())
    return first, chain([first], it)


print(list(window(range(5), 3)), list(interleave("abc", [1], "xy")), list(islice(primes(), 12)), list(round_robin(["ab", "c", "def"])))
print(peek("hey")[0], "".join(peek("hey")[1]), peek([])[0], list(accumulate([3, 1, 4, 1, 5], max)), ["".join(p) for p in zip("abcd", cycle("-+"))])
def averager():
    total = n = 0
    value = None
    while True:
        x = yield value
        total += x
        n += 1
        value = total / n
avg = averager()
next(avg)
print([avg.send(x) for x in (10, 20, 60)])
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return CountdownIter(self.n)
class CountdownIter:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n + 1
c = Countdown(3)
print(list(c), list(c), [x + y for x in c for y in c], dict(zip(c, "abc")), sum(c), max(c), *c)
