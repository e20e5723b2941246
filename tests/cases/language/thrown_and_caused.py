"""What `throw` and `raise ... from` take, and what they make of classes that give something else."""
import collections
import operator
import warnings


def body():
    while True:
        try:
            yield 1
        except ValueError as error:
            print('caught', error)


def attempt(function, *args):
    try:
        return function(*args)
    except BaseException as error:
        return f'{type(error).__name__}: {error}'


g = body()
next(g)
for args in ((ValueError(1), 'x'), (ValueError, 'x', 23), (ValueError, 'x', None), (ValueError, ValueError('y')), (ValueError, (1, 2)),
             (ValueError('z'), None), (5,), ('x',), (int,)):
    with warnings.catch_warnings(action='ignore'):
        print(args, attempt(g.throw, *args))


class NotAnError(Exception):
    def __new__(cls):
        return 5


class Fails(Exception):
    def __init__(self):
        1 / 0


for cause in (NotAnError, Fails, 5, int, None):
    try:
        raise ValueError from cause
    except Exception as error:
        print(cause, repr(error), repr(error.__cause__))

# What is left of iterators whose sources have changed
for way in (iter, reversed):
    numbers = collections.deque(range(5))
    it = way(numbers)
    print(operator.length_hint(it), next(it), operator.length_hint(it))
    numbers.append(5)
    print(attempt(next, it), operator.length_hint(it))
numbers = [1, 2, 3, 4]
it = reversed(numbers)
next(it)
numbers.append(5)
print(operator.length_hint(it))
numbers[:] = [1]
print(operator.length_hint(it), list(it))


class Text(str):
    pass


class Shown:
    def __init__(self, text):
        self.text = Text(text)

    def __repr__(self):
        return self.text


print(type(repr(Shown('a'))).__name__, type(ascii(Shown('a'))).__name__, ascii(Shown('\xe9')))
