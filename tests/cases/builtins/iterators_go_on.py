# map, filter, zip and the iterators of itertools go on after an exception, and where their source gives more.
import itertools


class Source:
    def __init__(self, n):
        self.i = 0
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


def shown(iterator):
    return [x[0] if isinstance(x, tuple) and len(x) > 1 and not isinstance(x[1], int) else x for x in iterator]


for name, make in {
    'map': lambda s: map(lambda x: x * 2, s),
    'map of two': lambda s: map(lambda a, b: a + b, s, range(100)),
    'filter': lambda s: filter(lambda x: x % 2, s),
    'zip': lambda s: zip(s),
    'zip of two': lambda s: zip(s, s),
    'enumerate': lambda s: enumerate(s),
    'starmap': lambda s: itertools.starmap(lambda x: x, zip(s)),
    'filterfalse': lambda s: itertools.filterfalse(lambda x: x % 2, s),
    'compress': lambda s: itertools.compress(s, Source(100)),
    'takewhile': lambda s: itertools.takewhile(lambda x: x < 100, s),
    'takewhile that is over': lambda s: itertools.takewhile(lambda x: x < 3, s),
    'dropwhile': lambda s: itertools.dropwhile(lambda x: x < 2, s),
    'accumulate': lambda s: itertools.accumulate(s),
    'groupby': lambda s: itertools.groupby(s),
    'chain': lambda s: itertools.chain(s),
    'pairwise': lambda s: itertools.pairwise(s),
}.items():
    source = Source(4)
    iterator = make(source)
    print(name, shown(iterator), end=' ')
    source.n = 8
    print(shown(iterator), next(iterator, 'end'))


def refuses_two(x):
    if x == 2:
        raise ValueError(x)
    return x


def steps(iterator):
    for _ in range(6):
        try:
            yield shown([next(iterator)])[0]
        except StopIteration:
            yield 'stop'
        except ValueError:
            yield 'error'


for name, make in {
    'map': lambda s: map(refuses_two, s),
    'filter': lambda s: filter(refuses_two, s),
    'enumerate': lambda s: enumerate(map(refuses_two, s)),
    'zip': lambda s: zip(map(refuses_two, s)),
    'takewhile': lambda s: itertools.takewhile(refuses_two, s),
    'dropwhile': lambda s: itertools.dropwhile(refuses_two, s),
    'filterfalse': lambda s: itertools.filterfalse(refuses_two, s),
    'starmap': lambda s: itertools.starmap(refuses_two, zip(s)),
    'accumulate': lambda s: itertools.accumulate(s, lambda a, b: refuses_two(b)),
    'chain': lambda s: itertools.chain(map(refuses_two, s)),
    'groupby': lambda s: itertools.groupby(s, refuses_two),
    'cycle': lambda s: itertools.cycle(map(refuses_two, s)),
    'compress': lambda s: itertools.compress(map(refuses_two, s), Source(9)),
}.items():
    for source in Source(4), [1, 2, 3, 4], range(1, 5):
        print(name, *steps(make(source)))


class Items:
    def __getitem__(self, i):
        if i == 2 and not self.asked:
            self.asked = True
            raise ValueError(i)
        if i == 4:
            raise IndexError
        return i

    asked = False


print('by index', *steps(iter(Items())))

# What ends an iteration may carry a value.


class Ends:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration(42)


def ends(*args):
    raise StopIteration('value')


for make in (
    lambda: map(lambda x: x, Ends()), lambda: zip(Ends()), lambda: enumerate(Ends()), lambda: map(ends, Source(1)),
    lambda: filter(ends, Source(1)), lambda: itertools.takewhile(ends, [1]), lambda: itertools.dropwhile(ends, [1]),
    lambda: itertools.filterfalse(ends, [1]), lambda: itertools.starmap(ends, [()]), lambda: itertools.groupby([1], ends),
):
    try:
        next(make())
    except StopIteration as e:
        print(e.value)


def delegates():
    print((yield from map(lambda x: x if x < 3 else ends(), range(100))))


print(*delegates())


def goes_on():
    print((yield from range(2)))
    yield 'after'


generator = goes_on()
print(next(generator), generator.throw(StopIteration(5)))
