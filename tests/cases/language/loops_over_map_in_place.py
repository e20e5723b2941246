# What a loop over `map` or `filter` does with an item, where that is little, and where it suddenly is more.
def numbers(n):
    return [i * 7 % 11 for i in range(n)]


print(sum(map(lambda v: v * 2, range(1000))), len(list(filter(lambda v: v % 5 == 1, range(1000)))))
print(list(map(lambda v: v * 0.5, numbers(7))), sum(map(lambda v: v / 2, numbers(9))), sum(map(lambda v: v, [1, 2.5, True, 10 ** 20])))
print(list(filter(lambda v: v, numbers(12))), list(filter(lambda v: v & 1, numbers(12))), set(map(lambda v: v % 3, range(50))))
print(list(filter(lambda v: v and v > 3, numbers(12))), tuple(map(lambda v: (v, v), numbers(3))), dict(map(lambda v: (v, v * v), range(5))))
print(max(map(lambda v: -v, numbers(9))), min(filter(lambda v: v > 2, numbers(9))), any(map(lambda v: v > 8, numbers(9))))

try:
    print(sum(map(lambda v: 'x' if v == 3 else v, range(5))))
except TypeError as error:
    print(error, error.__traceback__.tb_lineno)


def fails(v):
    if v == 4:
        raise ValueError(v)
    return v


for how in (sum, list, set, sorted, max):
    try:
        print(how(map(fails, range(9))))
    except ValueError as error:
        frame = error.__traceback__
        lines = []
        while frame:
            lines.append(frame.tb_lineno)
            frame = frame.tb_next
        print(how.__name__, repr(error), lines)

total = 0
for x in map(lambda v: v + 1, range(10)):
    total += x
    if x == 7:
        print('seven', total)
        continue
    if x > 8:
        break
else:
    total = -1
print(total)

# The list, the function and the iterator change while the loop goes over them.
items = [1, 2, 3]
seen = []


def grows(v):
    if len(items) < 8:
        items.append(v + 10)
    return v


for x in map(grows, items):
    seen.append(x)
print(seen)


def first(v):
    if v == 2:
        first.__code__ = second.__code__
    return v


def second(v):
    return v * 100


for x in map(first, range(6)):
    total += x
print(total)

once = map(lambda v: v, range(6))
for x in once:
    if x == 2:
        print('taken', next(once))
    total += x
print(total, list(once))


def takes(v):
    return v + next(rest, 0)


rest = iter(range(100, 110))
print([x for x in map(takes, rest)])
again = iter(range(6))
print(sum(map(lambda v: v * 10 + next(again, 0), again)))


def deep(n):
    return n if n == 0 else sum(map(lambda v: v + deep(n - 1), range(2)))


print(deep(6))


def gives():
    for x in map(lambda v: v * v, range(5)):
        yield x
        total = x


print(list(gives()), sum(gives()))
big = 10 ** 30
print(sum(map(lambda v: v * big, range(9))), [y for x in map(lambda v: [v, v], range(3)) for y in x])


def nested(n):
    out = []
    for x in map(lambda v: v + n, range(3)):
        for y in filter(lambda w: w != x, range(3)):
            out.append(x * 10 + y)
    return out


print(nested(0), nested(1))
pairs = {}
for key, value in map(lambda v: (v % 3, v), range(9)):
    pairs[key] = value
print(pairs, sum(map(len, ['a', 'bb'])), list(map(str.upper, 'ab')), list(filter(None, [0, 1, '', 'a'])))
count = 0


def counts(v):
    global count
    count += 1
    return count % 2 == 0


print(list(filter(counts, 'abcdefg')), count, [*map(lambda a, b: a + b, [1, 2], (3, 4))])
