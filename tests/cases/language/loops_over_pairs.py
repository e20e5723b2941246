# Loops that take pairs apart: enumerate, zip and items, to their ends and beyond.


class Counted:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def attempt(work):
    try:
        print(work())
    except Exception as error:
        print(type(error).__name__, error)


def pairs():
    out = []
    for i, x in enumerate('abc', 2**63 - 2):
        out.append((i, x))
    for a, b in zip([1, 2, 3], 'xy'):
        out.append((a, b))
    for a, b in zip(Counted(3), Counted(2)):
        out.append((a, b))
    for i, (k, v) in enumerate({'p': 1, 'q': 2}.items()):
        out.append((i, k, v))
    for a, (b, c) in zip('ab', zip('cd', 'ef')):
        out.append(a + b + c)
    return out


def grown():
    d = {1: 2}
    for k, v in d.items():
        d[k + 1] = v


def replaced():
    d = {1: 2, 3: 4}
    for k, v in d.items():
        del d[k]
        d[k + 10] = v


def strict(first, second):
    seen = []
    for a, b in zip(first, second, strict=True):
        seen.append((a, b))
    return seen


def left_over():
    it = iter([1, 2, 3])
    for a, b in zip(it, 'x'):
        pass
    return a, b, list(it)


def shared():
    it = iter(range(7))
    return [(a, b) for a, b in zip(it, it)]


def nested():
    rows = [[1, 2], [3, 4]]
    total = 0
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            for k, v in {'n': cell}.items():
                total += i * 100 + j * 10 + v
    return total, {k: v for k, v in zip('ab', rows)}, sorted({v for i, v in enumerate('hello') if i % 2})


def generated():
    for i, x in enumerate('ab'):
        yield i, x
        yield x * 2


attempt(pairs)
attempt(grown)
attempt(replaced)
attempt(lambda: strict('ab', 'cd'))
attempt(lambda: strict('ab', 'cde'))
attempt(lambda: strict('abc', 'de'))
attempt(left_over)
attempt(shared)
attempt(nested)
attempt(lambda: list(generated()))


def shown(a, b=2, c='x'):
    return a, b, c


class Made:
    def __init__(self, a, b=[]):
        self.pair = a, b

    def told(self, x=1, *, y=2):
        return self.pair, x, y


print(shown(1), shown(1, 5), shown(1, 5, 6), shown(1, c=7))
shown.__defaults__ = ('late',)
attempt(lambda: shown(1))
print(shown(1, 2))
shown.__defaults__ = None
attempt(lambda: shown(1, 2))
print(Made(1).told(), Made(1, 2).told(3), Made(1, b=4).told(y=5))
attempt(lambda: Made())


class Text:
    def __str__(self):
        return 'text'


class Written(Text):
    def __format__(self, spec):
        return f'<{spec}>'


print(f'{Text()} {Text()!s:>6} {Written()} {Written():x} {str(Written())}', sorted('bca', key=lambda c: -ord(c), reverse=True))
attempt(lambda: f'{Text():>6}')
for handled in (KeyError('k'), ValueError('v')):
    try:
        raise handled
    except (KeyError, IndexError) as error:
        print('one', error)
    except ValueError as error:
        print('two', error)
try:
    try:
        raise KeyError(1)
    except 5:
        pass
except TypeError as error:
    print(error, repr(error.__context__))
