"""`create_autospec`: signatures, children, functions that are functions."""
import inspect
from unittest.mock import *


class Service:
    kind = 3

    def __init__(self, name):
        self.name = name

    def call(self, a, b=2, *, c):
        return a

    @classmethod
    def build(cls, x):
        pass

    @staticmethod
    def helper(y):
        pass

    @property
    def state(self):
        return 1

    class Inner:
        def __init__(self, q):
            pass


def attempt(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


def plain(text):
    import re
    return re.sub(r"id='\d+'|0x[0-9a-f]+", 'ID', str(text))


mock = create_autospec(Service)
print(attempt(mock), plain(mock('n')), plain(mock('n').call(1, c=2)), attempt(mock('n').call))
print(attempt(mock.call, 1), attempt(mock.build), attempt(mock.helper, 1, 2), attempt(lambda: mock.missing))
print(plain(mock.kind), plain(mock.state), plain(mock('n').Inner(4)), attempt(mock.Inner))
print(mock.mock_calls, mock('n').method_calls)
print(inspect.signature(mock.call), inspect.signature(mock))


def function(a, b=1):
    """What it does."""


double = create_autospec(function, return_value=5)
print(type(double).__name__, double.__name__, double.__doc__, inspect.signature(double))
print(double(1), double(1, b=2), attempt(double), double.call_count, double.mock_calls, plain(double.mock))
double.assert_called_with(1, 2)
double.side_effect = [7, KeyError('x')]
print(double(3), attempt(double, 3))
double.reset_mock()
double.side_effect = None
print(double.called, double.mock_calls, double.call_args)
parent = Mock()
parent.child = double
parent.attach_mock(create_autospec(function), 'other')
parent.child(1)
parent.other(2)
print(parent.mock_calls, plain(parent.other.mock))


async def coroutine(a):
    pass


waited = create_autospec(coroutine)
print(inspect.iscoroutinefunction(waited))


def run(coro):
    try:
        coro.send(None)
    except StopIteration as end:
        return end.value


print(plain(run(waited(1))), waited.await_count, waited.await_args, attempt(lambda: run(waited())))
waited.assert_awaited_once_with(1)
print(plain(attempt(create_autospec, mock)), attempt(create_autospec, coroutine, instance=True))

whole = create_autospec(Service, **{'return_value.call.return_value': 'set'})
print(whole('n').call(1, c=1))
wraps = create_autospec(Service, wraps=Service)
wraps.return_value = DEFAULT
print(wraps('real').name)

seal(mock)
print(attempt(lambda: setattr(mock, 'fresh', 1)), attempt(lambda: mock('n').call(1, c=1).x))

with patch.object(Service, 'build', autospec=True) as build:
    print(attempt(build), plain(build(1)))
with patch('__main__.Service', spec=True) as Patched:
    print(attempt(Patched()), attempt(lambda: Patched().missing))


def defaulted(x=0):
    return x


with patch.object(defaulted, '__defaults__', (9,)):
    print(defaulted())
print(defaulted())
print(attempt(patch('builtins.nothing_here', 1).start))
with patch('__main__.ord', return_value=101):
    print(ord('c'))
print(ord('c'))

magic = MagicMock()
print(plain(divmod(5, magic)), list(magic), type(magic.__str__()))
magic.__str__.return_value = 'text'
type(magic).__len__.return_value = 4
print(str(magic), len(magic))
magic.reset_mock(return_value=True)
print(type(str(magic)).__name__, magic.mock_calls)
magic.__int__ = Mock(return_value=3)
print(int(magic), magic.mock_calls, magic.method_calls)
print(call().foo().__getitem__('bar'), call.index(1) == call.index(1), call(1) != call(2))
opened = mock_open(read_data='one\ntwo\n')
with opened('name') as file:
    print(list(file), file.read())
print(opened.mock_calls)
opened.return_value.readline.return_value = 'fixed'
print(next(opened()), attempt(lambda: opened().nothing))
with patch('builtins.open', mock_open(read_data='data')) as replaced:
    with open('any') as file:
        print(file.read())
replaced.assert_called_once_with('any')
