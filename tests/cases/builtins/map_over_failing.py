"""What is below a `map` or `filter` raises or ends: the error is told, and the end is asked for once."""
import itertools


def told(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, e)


def same(x):
    return x


def failing():
    yield (1,)
    raise KeyError('below')


for func in (list, tuple, str, len, max, sum, same, lambda row: row):
    told(lambda: list(map(func, zip([1, 2], [3], strict=True))))
    told(lambda: [*map(func, zip([1], [3, 4], strict=True))])
    told(lambda: [x for x in map(func, zip([1, 2], [3], strict=True))])
    told(lambda: list(map(func, failing())))
    told(lambda: list(map(func, zip(failing(), [1, 2]))))
told(lambda: list(filter(same, zip([1, 2], [3], strict=True))))
told(lambda: list(filter(None, zip([1, 2], [3], strict=True))))
told(lambda: sum(map(len, zip([1, 2], [3], strict=True))))
told(lambda: dict(map(same, zip([1, 2], [3], strict=True))))
told(lambda: {*map(same, zip([1, 2], [3], strict=True))})
told(lambda: sorted(map(list, zip([1, 2], [3], strict=True))))
told(lambda: list(map(same, map(same, zip([1, 2], [3], strict=True)))))
told(lambda: list(enumerate(map(same, zip([1, 2], [3], strict=True)))))
told(lambda: list(zip(map(same, zip([1, 2], [3], strict=True)), 'abc')))
told(lambda: list(map(same, itertools.batched([1, 2, 3], 2, strict=True))))
told(lambda: [list(row) for row in zip(*[[1, 2], [3]], strict=True)])
told(lambda: [*map(list, zip(*[[1, 2], [3]], strict=True))])

# What an end has taken from the first of several is taken once.
for func in (same, list, str):
    first = iter([1, 2, 3, 4, 5])
    print(list(map(func, zip(first, [9]))), list(first))
    first = iter([1, 2, 3, 4, 5])
    print([x for x in map(func, zip(first, [9]))], list(first))
    first = iter([1, 2, 3, 4, 5])
    made = map(func, zip(first, [9]))
    for x in made:
        print(x, end=' ')
    print(next(made, 'over'), list(first))
first = iter([1, 2, 3, 4, 5])
print(list(filter(same, zip(first, [9]))), list(first))
count = iter([1, 2, 0, 3, 0, 4])
made = map(same, iter(lambda: next(count), 0))
print(list(made), list(made), list(count))


def changed(func):
    d = {'a': 1, 'b': 2}
    for key in map(func, d):
        d[key + '!'] = 0


told(lambda: changed(str))
told(lambda: changed(same))
told(lambda: changed(lambda key: key))
