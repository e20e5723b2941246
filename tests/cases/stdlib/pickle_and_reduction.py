"""Objects to bytes and back, in all protocols, and what `__reduce_ex__` says."""
import array
import collections
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import operator
import pickle
import random
import re
import types
import uuid


class Color(enum.Enum):
    RED = 1


class Items(list):
    pass


class Slots:
    __slots__ = ('a', 'b')

    def __init__(self):
        self.a = 1

    def __repr__(self):
        return f'Slots({self.a})'


class State:
    def __init__(self):
        self.kept, self.lost = 1, 2

    def __getstate__(self):
        return {'kept': self.kept}

    def __setstate__(self, state):
        self.__dict__.update(state, again=True)


class Args(int):
    def __new__(cls, a, b):
        made = int.__new__(cls, a)
        made.b = b
        return made

    def __getnewargs__(self):
        return (int(self), self.b)


class Problem(Exception):
    pass


Point = collections.namedtuple('Point', 'x y')


@dataclasses.dataclass
class Data:
    a: int = 1


items = Items([1, 2])
items.extra = 'x'
problem = Problem('a', 2)
problem.extra = 5
cycle = []
cycle.append(cycle)
shared = [1]
for obj in (None, True, 5, -1, 255, 70000, -2 ** 31, 2 ** 40, -2 ** 70, 1.5, 1 + 2j, 'text', 'é\n\\', b'bytes', bytearray(b'ba'), (), (1,),
            (1, 2, 3, 4), [], [1, [2]], {}, {'a': {1: 2}}, {1, 2}, frozenset({3}), range(1, 9, 2), slice(1, None), ..., NotImplemented, len,
            int, Color.RED, Color, items, Slots(), Point(1, 2), Data(3), problem, ValueError('v'), KeyError('k'), OSError(2, 'gone'),
            [shared, shared], collections.deque([1, 2], 5), collections.Counter('aab'), collections.OrderedDict(a=1),
            collections.defaultdict(list, a=[1]), datetime.datetime(2020, 1, 2, 3, 4, tzinfo=datetime.timezone.utc), datetime.timedelta(1, 2),
            decimal.Decimal('1.50'), fractions.Fraction(1, 3), uuid.UUID(int=7), re.compile('a+', re.I), operator.itemgetter(1),
            functools.partial(int, base=2), array.array('i', [1, 2]), types.SimpleNamespace(a=1), Args(5, 'b')):
    seen = set()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        try:
            back = pickle.loads(pickle.dumps(obj, protocol))
            seen.add(f'{type(back) is type(obj)} {back!r} {getattr(back, "extra", "")}{getattr(back, "b", "") if type(obj) is Args else ""}')
        except Exception as error:
            seen.add(f'{protocol} {type(error).__name__} {error}')
    print(*sorted(seen))
    print('  ', repr(copy.copy(obj)), repr(copy.deepcopy(obj)))
back = pickle.loads(pickle.dumps(cycle))
print(back[0] is back)
back = pickle.loads(pickle.dumps([shared, shared]))
print(back[0] is back[1])
print(vars(pickle.loads(pickle.dumps(State()))))
print(pickle.dumps([1, 'a', (2.5, None)], 0), pickle.dumps([1, 'a', {'k': b'v'}], 2), pickle.dumps([1, 'a', Color.RED]), sep='\n')
same = random.Random(3)
print(pickle.loads(pickle.dumps(same)).random() == same.random())
for wrong in (lambda: 0, (x for x in ()), io, {1: 2}.keys(), memoryview(b'a')):
    try:
        pickle.dumps(wrong)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        print(type(error).__name__, re.sub(r'<function .*>', 'F', str(error)))
for data in (b'', b'garbage', b'\x80\x04', b'\x80\x09.', b'(', b'N', b'0.', b'c__main__\nnothing\n.'):
    try:
        pickle.loads(data)
    except Exception as error:
        print(data, type(error).__name__, re.sub(r" from '[^']*'", '', str(error)))
stream = io.BytesIO()
pickler = pickle.Pickler(stream)
pickler.dump(1)
pickler.dump('two')
stream.seek(0)
unpickler = pickle.Unpickler(stream)
print(unpickler.load(), unpickler.load())


class Known(pickle.Pickler):
    def persistent_id(self, obj):
        return 'it' if obj is shared else None


class Knows(pickle.Unpickler):
    def persistent_load(self, pid):
        return shared


stream = io.BytesIO()
Known(stream).dump([shared])
print(Knows(io.BytesIO(stream.getvalue())).load()[0] is shared)
print(items.__reduce_ex__(2)[1:3], list(items.__reduce_ex__(2)[3]), problem.__reduce__(), Slots().__reduce_ex__(2)[2])
