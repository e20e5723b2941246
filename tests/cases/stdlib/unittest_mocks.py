"""Mocks: what they record, what they give, specs, and patching."""
import datetime
import random
import sys
from unittest import mock
from unittest.mock import ANY, AsyncMock, MagicMock, Mock, PropertyMock, call, create_autospec, mock_open, patch, sentinel


def complaint(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


m = Mock(return_value=3)
print(m(1, a=2), m.called, m.call_count, m.call_args, m.call_args.args, m.call_args.kwargs)
m.method(1).other('x')
print(m.mock_calls, m.method_calls, m.call_args_list)
complaint(m.assert_called_once_with, 1, a=2)
complaint(m.assert_called_with, 2)
complaint(m.assert_not_called)
complaint(m.assert_any_call, 9)
complaint(m.assert_has_calls, [call(1, a=2), call.method(1)])
complaint(m.assert_has_calls, [call(5)])
complaint(Mock().assert_called)
complaint(Mock(name='named').assert_called_once)
m.reset_mock()
print(m.call_count, m.mock_calls, m())
m.side_effect = [1, ValueError('two'), 3]
complaint(m)
complaint(m)
complaint(m)
complaint(m)
m.side_effect = lambda *args: args
print(m(1, 2))
m.side_effect = KeyError
complaint(m)
print(call(1, x=2), call.a.b(3), [call(1), call(2)] == [call(1), call(2)], call(ANY) == call(5), call('x') == (('x',), {}))

magic = MagicMock()
magic[1] = 2
magic.__getitem__.return_value = 5
print(magic[3], len(magic), list(magic), bool(magic), int(magic), 1 in magic, magic.mock_calls[:2])
magic.__len__.return_value = 7
magic.__iter__.return_value = iter([1, 2])
print(len(magic), list(magic), magic == magic, magic == 1)
with magic as inside:
    inside.work()
print(magic.__enter__.called, magic.__exit__.call_args)
complaint(lambda: Mock(spec=['a']).b)
complaint(lambda: setattr(Mock(spec_set=['a']), 'b', 1))
print(isinstance(Mock(spec=dict), dict), Mock(**{'a.b.return_value': 4}).a.b(), sentinel.one, sentinel.one is sentinel.one)
complaint(lambda: Mock().assert_caled)


def function(a, b=1):
    return a


auto = create_autospec(function, return_value=9)
print(auto(1))
complaint(auto, 1, 2, 3)


class Thing:
    value = 1

    def get(self, key):
        return key


spec = create_autospec(Thing)
spec().get.return_value = 8
print(spec().get('k'))
complaint(spec().get)
with patch.object(Thing, 'get', return_value=4) as fake:
    print(Thing().get('x'), fake.call_args)
print(Thing().get('x'))
with patch.object(Thing, 'value', new_callable=PropertyMock, return_value=6) as prop:
    print(Thing().value, prop.called)
with patch.multiple(Thing, value=5, get=mock.DEFAULT) as made:
    print(Thing.value, sorted(made))
with patch.dict({'a': 1}, {'b': 2}, clear=True) as changed:
    print(changed)
with patch('random.randint', return_value=17):
    print(random.randint(1, 6))
print(1 <= random.randint(1, 6) <= 6)


@patch('builtins.print')
def quiet(fake_print):
    print('not shown')
    return fake_print.mock_calls


print(quiet())
with patch('datetime.datetime') as fake_datetime:
    fake_datetime.now.return_value = 'noon'
    print(datetime.datetime.now())
patcher = patch.object(Thing, 'value', 2)
patcher.start()
print(Thing.value, patcher.stop(), Thing.value)
complaint(lambda: patch.object(Thing, 'nothing').start())
complaint(lambda: patch('nodots').start())
opened = mock_open(read_data='one\ntwo\n')
with opened('path') as handle:
    print(handle.readline(), handle.read())
opened.assert_called_once_with('path')


async def main():
    awaited = AsyncMock(return_value=2)
    print(await awaited(1), awaited.await_count, awaited.await_args)
    awaited.assert_awaited_once_with(1)


import asyncio
asyncio.run(main())
print(mock.seal(Mock()))

# Modules of the program may have any of their names replaced.
import sys
import types

inner = types.ModuleType("outer.inner")
inner._limit = 3
exec("def limit(): return _limit", inner.__dict__)
outer = types.ModuleType("outer")
outer.inner = inner
outer.__path__ = []
sys.modules.update({"outer": outer, "outer.inner": inner})
with mock.patch("outer.inner._limit", 5):
    print(inner.limit())
with mock.patch.object(inner, "_limit", 6):
    print(inner.limit())
print(inner.limit())

# What is recorded of awaiting can be put also where a specification allows nothing.
strict = AsyncMock(spec_set=())
asyncio.run(strict(1))
print(strict.await_count, strict.await_args)
