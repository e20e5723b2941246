"""Operators of instances: whose method is asked, with what, and what becomes of the answer."""
import sys
import traceback


class Word:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        print('eq', self.text, getattr(other, 'text', other), end='; ')
        if not isinstance(other, Word):
            return NotImplemented
        return self.text == other.text

    def __lt__(self, other):
        print('lt', end='; ')
        return self.text < other.text


class Louder(Word):
    pass


class Own(Word):
    def __ne__(self, other):
        print('ne', end='; ')
        return 'unequal'


a, b, c = Word('a'), Word('b'), Word('a')
for x, y in ((a, b), (a, c), (a, a), (a, 1), (1, a), (a, Louder('a')), (Louder('z'), a), (a, Own('a')), (Own('q'), a), (a, None), ('a', a)):
    print(x != y, not x != y, 'branch' if x != y else 'no branch', end=' / ')
    print(x == y, 'branch' if x == y else 'no branch')
print([w.text for w in sorted([b, a, Word('0')])], a < b, b > a, 'less' if a < b else 'more')
for way in (lambda: a < 3, lambda: 3 > a, lambda: a <= b, lambda: a + b):
    try:
        print(way())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


class Answer:
    def __init__(self, truth):
        self.truth = truth

    def __bool__(self):
        print('asked', end='; ')
        if self.truth is None:
            raise ValueError('no answer')
        return self.truth


class Vague:
    def __init__(self, truth):
        self.truth = truth

    def __eq__(self, other):
        return Answer(self.truth)


for truth in (True, False, None):
    vague = Vague(truth)
    try:
        print(vague != 1, 'branch' if vague != 1 else 'no branch')
        print([x for x in 'ab' if vague != x], not vague != 1)
        while vague != 1:
            print('once')
            break
    except ValueError as error:
        print(error)


class Odd:
    answers = [3, [], 'x', None, 0.0]

    def __eq__(self, other):
        return Odd.answers[other]


odd = Odd()
print([odd != n for n in range(5)], [odd == n for n in range(5)], [n for n in range(5) if odd != n])


class Yields:
    def __eq__(self, other):
        yield other

    def __lt__(self, other):
        yield 1

    def __add__(self, other):
        yield 2


print(Yields() != 3, type(Yields() == 3).__name__, 'less' if Yields() < 3 else 'no', type(Yields() + 1).__name__)


class Fails:
    def __eq__(self, other):
        raise KeyError('eq failed')


def unequal():
    return Fails() != 1


try:
    unequal()
except KeyError:
    traceback.print_exc(file=sys.stdout)


class Number(int):
    def __eq__(self, other):
        print('number eq', end='; ')
        return True


print(Number(3) != 3, Number(3) != 4, Number(3) == 4)


class Changing:
    def __eq__(self, other):
        return True

    def __add__(self, other):
        return 'added'


thing, found = Changing(), []
for turn in range(4):
    found.append((thing == 1, thing != 1, thing + 1))
    if turn == 0:
        Changing.__eq__ = lambda self, other: False
    if turn == 1:
        Changing.__ne__ = lambda self, other: 'ne'
        Changing.__add__ = lambda self, other: 'new'
    if turn == 2:
        del Changing.__eq__, Changing.__ne__
        Changing.__iadd__ = lambda self, other: 'in place'
print(found)
other = thing
other += 1
print(other)
del Changing.__iadd__
thing += 1
print(thing)


class Blocked:
    __eq__ = None
    __iadd__ = None
    __lt__ = None

    def __add__(self, other):
        return 1


for way in ('blocked == 1', 'blocked != 1', 'blocked < 1', 'blocked += 1'):
    blocked = Blocked()
    try:
        if way == 'blocked == 1':
            print(blocked == 1)
        elif way == 'blocked != 1':
            print(blocked != 1)
        elif way == 'blocked < 1':
            print(blocked < 1)
        else:
            blocked += 1
    except TypeError as error:
        print(way, error)


class Base:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return f'base {self.n}'

    def __radd__(self, other):
        return f'reflected {self.n}'

    def __eq__(self, other):
        return NotImplemented if self.n < 2 else True


class Derived(Base):
    def __radd__(self, other):
        return f'derived {self.n}'


print(Base(1) + Derived(2), Derived(1) + Base(2), Base(1) + Base(2), 1 + Base(2), Base(1) + 2, Base(1) != Base(2), Base(2) != Base(1), Base(1) != Base(1))
