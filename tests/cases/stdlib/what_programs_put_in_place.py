# Names of modules, streams and hooks that a program puts its own things under.
import array
import argparse
import ast
import collections
import dataclasses
import datetime as dtm
import decimal
import doctest
import functools
import gc
import operator
import sys
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from unittest import mock


def show(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


# The clock is stopped.
class Stopped(dtm.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(2020, 1, 1)


dtm.datetime, real = Stopped, dtm.datetime
now = dtm.datetime.now()
print(type(now).__name__, isinstance(now, dtm.datetime), repr(now), type(now + timedelta(1)).__name__, now - timedelta(1))
print(dtm.datetime.strptime('2020-02-03', '%Y-%m-%d'), type(dtm.datetime.fromisoformat('2020-01-01')).__name__)
dtm.datetime = real
moment = datetime(2020, 1, 1, 3, 4)
for name in 'datetime', 'date', 'timedelta', 'timezone', 'tzinfo':
    with mock.patch('datetime.' + name):
        for function in (lambda: repr(moment), lambda: moment == date(2020, 1, 1), lambda: moment + timedelta(1), lambda: repr(timedelta(1)),
                         lambda: moment.astimezone(timezone.utc).tzinfo, lambda: datetime.fromtimestamp(0, timezone.utc), lambda: f'{moment:%d}',
                         lambda: timezone(timedelta(hours=1)), lambda: datetime.strptime('2020 01', '%Y %d'), lambda: moment - moment):
            show(function)
exact = decimal.Decimal
decimal.Decimal = mock.Mock()
print(exact('1.10') * 2, exact('7') // 2, round(exact('1.25'), 1), decimal.getcontext().add(exact(1), 2))
decimal.Decimal = exact
ordered = collections.OrderedDict
collections.OrderedDict = None
print(ordered(a=1), ordered(b=2) == ordered(b=2), ordered([(1, 2)]) | ordered())
collections.OrderedDict = ordered
numbers = array.array
array.array = None
print(numbers('i', [1, 2]) + numbers('i', [3]), numbers('i', [1]) * 2, numbers('i', [1]) == numbers('i', [1]))
array.array = numbers


# Streams.
class Shown:
    def __str__(self):
        return 'shown'


sys.stdout = None
print('nowhere', Shown())
sys.stdout = sys.__stdout__
write = sys.stdout.write
sys.stdout.write = lambda text: write(text.upper())
print('patched', 1, Shown())
del sys.stdout.write
with mock.patch('sys.stdout.write') as caught:
    print('hidden')
print(caught.mock_calls)
del sys.stdout
try:
    print('lost', Shown())
except RuntimeError as error:
    sys.stdout = sys.__stdout__
    print(error)


# Modules that were taken out come back.
import colorsys
del sys.modules['colorsys']
import colorsys
print('colorsys' in sys.modules)


# Parsers whose errors return.
class Parser(argparse.ArgumentParser):
    def error(self, message):
        print('error:', message)


parser = Parser(prog='x')
parser.add_argument('--n', type=int)
for given in ['--z'], ['--n', 'q'], ['--n'], ['y']:
    print(parser.parse_args(given), parser.parse_known_args(given))


# Ellipsis is a value.
class Slots:
    __slots__ = 'a', 'b'

    def __init__(self):
        self.a, self.b = ..., 1


class Key:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        return isinstance(other, Key) and self.number == other.number

    def __repr__(self):
        return f'Key({self.number})'


print(Slots().__getstate__(), functools.reduce(max, [], ...), functools.reduce(lambda a, b: (a, b), [1], ...))
table = {Key(1): ...}
print(Key(1) in table, table[Key(1)], table == {Key(1): ...}, table.pop(Key(2), ...), table.setdefault(Key(3), ...), table)
print(min([], default=...), getattr(Slots(), 'zz', ...))
for function in (lambda: vars(...), lambda: str(b'x', ...), lambda: int('1', ...), lambda: bytes('x', errors=...), lambda: complex(1, ...)):
    show(function)


# Builtin functions bind to nothing.
class Operation(Enum):
    ADD = operator.add
    MOST = max
    JOIN = ''.join

    def __call__(self, *args):
        return self.value(*args)


print([member.name for member in Operation], Operation.ADD(1, 2), Operation.MOST(3, 4), Operation.JOIN('ab'), hasattr(len, '__get__'))


# What is nowhere any more is no subclass.
class Plugin:
    pass


@dataclasses.dataclass(slots=True)
class First(Plugin):
    x: int = 1


def local():
    class Second(Plugin):
        pass
    return Plugin.__subclasses__()[-1].__name__


print(local())
gc.collect()
print(Plugin.__subclasses__())


# Who divides.
class Base:
    def __divmod__(self, other):
        return 'Base.__divmod__'

    def __rdivmod__(self, other):
        return 'Base.__rdivmod__'


class Over(Base):
    def __rdivmod__(self, other):
        return 'Over.__rdivmod__'


class Below(Base):
    pass


class Proxy:
    __class__ = property(lambda self: int)

    def __rdivmod__(self, other):
        return divmod(other, 2)


print(divmod(Base(), Over()), divmod(Base(), Below()), divmod(1, Over()), divmod(Over(), 1), divmod(3, Proxy()), divmod(3.5, Proxy()))

# Trees of bytes.
print(ascii(ast.literal_eval(ast.parse(b'# coding: latin-1\nx="\xe9"\n').body[0].value)))
for source in b'# coding: ascii\nx = "\xe2\x98\x83"\n', b'# coding: nope\nx=1\n', 'x'.encode('utf-16'), b'x="\xff"\n', b'\xef\xbb\xbfx=1':
    show(lambda: type(ast.parse(source)).__name__)
print([(e.indent, e.lineno) for e in doctest.DocTestParser().get_examples('''
   text
     >>> a
     1
   >>> b
''')])
