# Types in error texts: with their module where CPython has them compiled; and other texts that name what a call was made of.
import array
import collections
import datetime
import decimal
import enum
import io
import re
from fractions import Fraction


def told(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Mine(datetime.date):
    pass


for cls in (datetime.date, datetime.timezone, array.array, collections.deque, collections.OrderedDict, collections.Counter, decimal.Decimal,
            re.Pattern, io.StringIO, Fraction, int, Mine):
    told(lambda: cls.nope)
for cls in (datetime.date, array.array, collections.deque, collections.defaultdict, decimal.Decimal, io.BytesIO, int):
    told(setattr, cls, 'x', 1)
told(lambda: decimal.Decimal[1])
told(lambda: datetime.date[1])
setattr(Mine, 'x', 1)
print(Mine.x)


class S(str):
    pass


class Word(enum.StrEnum):
    A = 'a'


class Number(enum.IntEnum):
    A = 1


for value, spec in ((S('a'), 'd'), (Word.A, 'd'), (Word.A, '0q0'), (Number.A, 's'), (Number.A, '.5'), (1.5, 's'), (Word.A, '>3'), (Number.A, '03')):
    told(format, value, spec)
told(lambda: f'{Word.A:x}')
told(lambda: str.__format__(S('b'), 'x'))
for spec in ('00F', '05F', '5F', '<05'):
    told(format, decimal.Decimal('1.50'), spec)


# a template is read as far as it is filled
class Shown:
    def __format__(self, spec):
        print('asked', spec)
        return 'shown'


for template in ('{}{', '{}}', '{}{a.}', '{}{[]}', '{}{1}', '{:!r}}', '{:{:{}}}', '{}{!x}'):
    told(lambda: template.format(Shown(), Shown(), Shown(), a=1))


# what __repr__ gives stands for __str__
class Wrong:
    def __repr__(self):
        return None


for show in (str, repr, print, ascii, format, '{}'.format, '{!r}'.format, '%s'.__mod__, '%r'.__mod__, lambda o: f'{o}', lambda o: str([o])):
    told(show, Wrong())


# arguments
def before(a, b=1, /, c=2):
    return a, b, c


told(lambda: before(a=1, zz=2))
told(lambda: before(zz=2, b=1, a=2))
told(lambda: before(1, zz=2))
Point = collections.namedtuple('Point', 'width height', defaults=[1])
told(lambda: Point(wdith=1))
told(lambda: Point(1, q=1))
for pairs in ('a', 'ab', [()], [(1,)], [(1, 2, 3)], [1], [iter([1, 2])], 5, [[1, 2], 'ab']):
    told(collections.OrderedDict, pairs)
told(lambda: collections.deque()[10**20])
told(lambda: array.array('i', [1]).__iadd__({}))
told(decimal.Decimal, array.array('i'))
told(lambda: datetime.datetime.combine('x'))
told(lambda: datetime.timezone.utc.utcoffset(decimal.Decimal(1)))
told(lambda: object.__new__(S))
told(lambda: type('C', (told,), {}))

import time
try:
    time.gmtime(0).year
except AttributeError as error:
    print(error)
try:
    time.gmtime(0) + 1
except TypeError as error:
    print(error)
