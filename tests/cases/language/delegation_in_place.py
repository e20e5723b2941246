"""Chains of `yield from` whose items a short loop takes, and what happens to the chain when the loop, or a link, does something else."""
import inspect


def numbers(n, log=None, fails=None):
    try:
        for i in range(n):
            if i == fails:
                raise ValueError(f'at {i}')
            got = yield i
            if got is not None and log is not None:
                log.append(('sent', got))
    finally:
        if log is not None:
            log.append('numbers over')
    return n * 10


def link(inner, log=None):
    got = yield from inner
    if log is not None:
        log.append(('link', got))
    return got + 1 if isinstance(got, int) else got


def careful(inner):
    try:
        return (yield from inner)
    except ValueError as e:
        yield f'saved {e}'
        try:
            raise KeyError(1)
        except KeyError:
            yield from (x for x in 'ab')


def chain(levels, n, log=None, fails=None):
    g = numbers(n, log, fails)
    for _ in range(levels):
        g = link(g, log)
    return g


def tree(depth):
    if depth:
        yield from tree(depth - 1)
        yield depth
        yield from tree(depth - 1)


log = []
print(sum(chain(3, 5, log)), log)
print([x for x in chain(12, 4)], list(chain(20, 3)), sum(tree(9)), max(tree(10)), len(list(tree(11))))
log.clear()
try:
    print(sum(chain(3, 5, log, 3)))
except ValueError as e:
    print('failed', e, log)
print(list(careful(chain(2, 5, None, 2))), [x for x in careful(careful(chain(1, 4, None, 0)))])

# A loop that does more than take.
log.clear()
g = chain(2, 6, log)
for x in g:
    if x == 3:
        print('state', inspect.getgeneratorstate(g), g.gi_yieldfrom is not None)
        break
print(next(g), g.send('hello'), log)
print(list(g), log)
g = chain(3, 6)
total = 0
for x in g:
    total += x
    if total > 3:
        total += next(g, 0)
print(total)


# The same chain is asked by turns by a loop, by `next` and from within.
g = chain(2, 9)
print([x for x, _ in zip(g, range(2))], next(g), any(x > 4 for x in g), next(g), sum(g))
inner = numbers(6)
outer = link(inner)
seen = []
for x in outer:
    seen.append(x)
    if x == 2:
        seen.append(('inner', next(inner)))
print(seen)


def asks(g):
    for x in g:
        yield x
        try:
            next(outer)
        except ValueError as e:
            seen.append(str(e))


seen.clear()
outer = link(asks(numbers(3)))
print([x for x in outer], seen)


# Values the loop does not take plainly.
def mixed():
    yield from (1, 2)
    yield from [2.5, 'x']
    yield from {'k': 1}
    return 'end'


def wrapped():
    got = yield from mixed()
    yield got


print([x for x in wrapped()], sorted({x for x in wrapped()}, key=str), list(enumerate(wrapped())))
try:
    print(sum(wrapped()))
except TypeError as e:
    print(e)
print(max(x for x in link(numbers(4))), sorted(link(link(numbers(4)))), dict((x, x) for x in link(numbers(3))))
try:
    set(link([x] for x in numbers(2)))
except TypeError as e:
    print(e)


# Closed or dropped on the way.
log.clear()
g = chain(4, 9, log)
print(any(x == 2 for x in g), log)
g.close()
print(log, list(g))
log.clear()
for x in chain(3, 9, log):
    if x:
        break
print(x, log)
g = chain(1, 4)
print(next(g), g.throw(StopIteration, 'no') if False else next(g))
try:
    g.throw(KeyError('thrown'))
except KeyError as e:
    print(repr(e), list(g))


def deep(n):
    if n:
        yield from deep(n - 1)
    else:
        yield 'bottom'


print(list(deep(100)))
try:
    list(deep(2000))
except RecursionError as e:
    print('RecursionError')


def counted():
    total = 0
    for x in tree(6):
        total += x
        yield total


print([x for x in counted()][-1], sum(1 for _ in counted()))
