"""Loops that store one value at the places they count: of lists, of what is no list, and past what there is."""


def told(what, *args):
    try:
        return what(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def fill(items, start, stop, step=1):
    last = None
    for last in range(start, stop, step):
        items[last] = 7
    return items, last


def fill_with(items, value, *counts):
    for place in range(*counts):
        items[place] = value
    return items


def fill_const(items, count):
    for place in range(count):
        items[place] = "text"
    else:
        return items, place


print(fill([0] * 5, 0, 5))
print(fill([0] * 9, 1, 9, 3))
print(fill([0] * 9, 0, 9, 2))
print(fill([0] * 5, 3, 3))
print(fill([0] * 5, 4, -1, -1))
print(fill([0] * 5, -3, 2))
print(told(fill, [0] * 5, 0, 6))
print(told(fill, [0] * 5, -7, 2))
print(told(fill, [0] * 5, 1, 9, 3))
print(told(fill, [], 0, 1), told(fill, [], 0, 0))
print(told(fill, (1, 2), 0, 1))
print(told(fill, "text", 0, 1))
print(told(fill, None, 0, 1))
print(fill({}, 0, 4), fill(bytearray(3), 0, 3))
print(fill_with([0] * 4, None, 4), fill_with([0] * 4, 1.5, 1, 3), fill_with([0] * 4, [], 0, 4, 2))
print(fill_const([0] * 3, 3))
print(told(fill_const, [0] * 3, 0))
print(told(fill_with, [0] * 3, 1, 10**30))

partly = [0] * 5
try:
    for i in range(2, 50, 2):
        partly[i] = "x"
except IndexError as error:
    print(partly, i, error)


class Counted(list):
    def __setitem__(self, place, value):
        super().__setitem__(place, (place, value))


print(fill(Counted([0] * 3), 0, 3))

# A list that holds itself, one that is what is counted, a value that is the list.
own = [0] * 3
print(fill_with(own, own, 3)[1] is own)
places = [3, 1, 0, 2]
for i in places:
    places[i] = 1
print(places)
for i in range(3):
    places[i] = i
print(places)


def grid(rows, columns):
    cells = [None] * (rows * columns)
    for row in range(rows):
        for column in range(columns):
            cells[column] = row
    return cells, row, column


print(grid(3, 2), told(grid, 0, 2), told(grid, 2, 0))


def unbound(items, count):
    for place in range(count):
        items[place] = 0
    return place


print(unbound([1, 2], 2), told(unbound, [1, 2], 0))


def primes(limit):
    flags = [True] * (limit + 1)
    flags[0] = flags[1] = False
    for i in range(2, int(limit**0.5) + 1):
        if flags[i]:
            for j in range(i * i, limit + 1, i):
                flags[j] = False
    return [i for i, is_prime in enumerate(flags) if is_prime]


print(primes(60), len(primes(100000)), sum(primes(200000)))

# Long enough for more than one slice of the budget.
long = [1] * 300000
for k in range(0, 300000, 2):
    long[k] = 0
print(sum(long), k)
for k in range(300000):
    long[k] = 2
print(sum(long), k)
