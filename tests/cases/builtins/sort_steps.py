# What is compared with what, in which order, and what comes of it where there is no total order.
import functools
import random

random.seed(9)
nan = float("nan")


class Logged:
    log = []
    bomb = None

    def __init__(self, value, at):
        self.value, self.at = value, at

    def __lt__(self, other):
        Logged.log.append((self.at, other.at))
        if len(Logged.log) == Logged.bomb:
            raise ZeroDivisionError
        return self.value < other.value


for turn in range(60):
    count = random.choice([0, 1, 2, 3, 5, 10, 30, 63, 64, 65, 100, 130, 200])
    values = [random.randrange(count) for _ in range(count)] if turn % 3 else sorted(random.randrange(30) for _ in range(count))
    if turn % 2:
        values = values[count // 3:] + values[:count // 3]
    items = [Logged(value, at) for at, value in enumerate(values)]
    Logged.log, Logged.bomb = [], random.randrange(1, 2 * count + 2) if turn % 5 == 0 else None
    try:
        items.sort(reverse=turn % 4 == 0, key=None if turn % 7 else lambda item: item)
    except ZeroDivisionError:
        print("stopped")
    print(len(Logged.log), hash(tuple(Logged.log)), hash(tuple(item.at for item in items)))

for turn in range(40):
    count = random.choice([2, 3, 5, 10, 30, 65, 130])
    match turn % 4:
        case 0:
            mixed = [random.choice([nan, 1.0, 2.0, 3.5, 0.5, 7.25]) for _ in range(count)]
        case 1:
            mixed = [frozenset(random.sample(range(5), random.randrange(5))) for _ in range(count)]
        case 2:
            mixed = [(random.choice([nan, 1.0, 2.0]), random.randrange(3)) for _ in range(count)]
        case _:
            mixed = sorted(random.random() for _ in range(count))
            mixed.insert(random.randrange(count), random.choice(["a", None, 1j]))
    try:
        mixed.sort(reverse=turn % 3 == 0)
    except TypeError as error:
        print(error)
    print(str([tuple(sorted(item)) if isinstance(item, frozenset) else item for item in mixed])[:200])

counted = 0


def compare(a, b):
    global counted
    counted += 1
    return (a > b) - (a < b)


for count in (10, 100, 500):
    for values in (range(count), range(count, 0, -1), random.sample(range(count), count), [i % 10 for i in range(count)]):
        counted = 0
        sorted(values, key=functools.cmp_to_key(compare))
        print(count, counted, end=" ")
print()
