"""Names that hints are read with, states of streams, defaults that are set later, enums pickled by name."""
import collections
import enum
import hmac
import io
import pickle
import types
import typing
import warnings
import weakref


def attempt(function, *args, **keywords):
    try:
        return function(*args, **keywords)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


names = {}
exec('''class C:
    def foo(self, a: 'C') -> 'D': pass
class D:
    pass
def alone(x: 'D'): pass
''', names)
print(typing.get_type_hints(names['C'].foo) == {'a': names['C'], 'return': names['D']}, typing.get_type_hints(names['alone']) == {'x': names['D']})
Ts = typing.TypeVarTuple('Ts', default=typing.Unpack[tuple[str, int]])
T = typing.TypeVar('T')


class Many(typing.Generic[T, typing.Unpack[Ts]]):
    pass


print(Many[float].__args__, Many[float, range].__args__)
for base in (type(typing.NoDefault), type(typing.ParamSpec('P').args)):
    print(attempt(types.new_class, 'Sub', (base,)))

Point = collections.namedtuple('Point', 'x y', defaults=[20])
print(Point.__new__.__defaults__, Point(1), Point._field_defaults)
Point.__new__.__defaults__ = (5, 6)
print(Point(), Point(y=1), Point(1, 2), attempt(Point, 1, 2, 3))
Plain = collections.namedtuple('Plain', 'a b')
print(Plain.__new__.__defaults__, attempt(Plain))
Plain.__new__.__defaults__ = (None,) * len(Plain._fields)
print(Plain(), Plain(b=2))


class Color(enum.Enum):
    RED = 1
    __reduce_ex__ = enum.pickle_by_enum_name


print(pickle.loads(pickle.dumps(Color.RED)) is Color.RED)
text, data = io.StringIO('ab'), io.BytesIO(b'ab')
for state in ((), ('x',), 5, ('x', '\n', 1, None), ('x', 'q', 0, None), ('x', '\n', -1, None), ('x', '\n', 'a', None), ('x', '\n', 0, 5),
              ('y', '\n', 9, {'more': 1})):
    print(state, attempt(text.__setstate__, state), text.tell(), repr(text.getvalue()))
print(text.more)
for state in ((), 5, (b'x', 1, None), (b'x', -1, None), (b'x', 'a', None), (b'x', 0, 3), ('x', 0, None), (b'y', 9, {'more': 1})):
    print(state, attempt(data.__setstate__, state), data.getvalue())


class Endless:
    def __iter__(self):
        return 5


it = Endless()
print(attempt(next, weakref.proxy(it)))


class Odd:
    digest_size, name = 16, 'odd'

    def __init__(self, data=b''):
        pass

    def update(self, data):
        pass


class Small(Odd):
    block_size = 1


for kind in (Odd, Small):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        hmac.HMAC(b'key', b'data', digestmod=kind)
    print([str(warning.message) for warning in seen])

# States of streams that are closed, or not made yet
for kind, state in ((io.BytesIO, (b'x', 1, None)), (io.StringIO, ('x', '\n', 1, None))):
    fresh = kind.__new__(kind)
    print(attempt(fresh.__setstate__, state), fresh.getvalue(), fresh.tell())
    fresh.close()
    print(attempt(fresh.__setstate__, state))
