# Arrays that are looked at keep their length; what a program puts into sys.modules is imported; queues, futures, fixtures.
import array
import asyncio
import copy
import io
import sys
import types
import unittest
from collections import OrderedDict
from queue import Empty, Queue

print('-- arrays under views')
a = array.array('i', [1, 2, 3])
m = memoryview(a)
for change in (lambda: a.append(1), a.pop, a.clear, lambda: a.extend(a), lambda: a.insert(0, 1), lambda: a.__delitem__(0),
               lambda: a.__delitem__(slice(1)), lambda: a.__imul__(2), lambda: a.frombytes(b'1234'), lambda: a.fromlist([1]),
               lambda: a.remove(1), lambda: a.__setitem__(slice(0, 1), a), lambda: a.extend([5])):
    try:
        change()
        print('changed', a)
    except BufferError as exc:
        print(exc)
a[0] = 5
a.reverse()
a.byteswap()
a.byteswap()
a[0:1] = a[0:1]
a.extend([])
a.fromlist([])
print(m.tolist(), a)
m.release()
a.append(1)
print(a)
with memoryview(a) as m:
    with m[1:] as k:
        try:
            a.pop()
        except BufferError as exc:
            print(exc)
a.append(2)
m = memoryview(a)
del m
a.append(3)
print(a)

print('-- sys.modules')


class Placed:
    x = 1


sys.modules['placed'] = Placed
print('placed' in sys.modules, sys.modules['placed'] is Placed, sys.modules is sys.modules)
import placed
print(placed is Placed)
del sys.modules['placed']
try:
    import placed
except ImportError as exc:
    print(type(exc).__name__, exc)
sys.modules['gone'] = None
try:
    import gone
except ImportError as exc:
    print(type(exc).__name__, exc)
package = types.ModuleType('package')
package.sub = types.ModuleType('package.sub')
package.sub.y = 3
sys.modules['package'] = package
sys.modules['package.sub'] = package.sub
import package.sub
print(package.sub.y)
from package.sub import y
from package import sub
import package.sub as q
print(y, sub is package.sub, q.y)
import json
real = sys.modules['json']
sys.modules['json'] = Placed
import json
print(json is Placed)
sys.modules['json'] = real
import json
print(json.dumps([1]))

print('-- exceptions nobody asks for')


async def failing():
    raise ValueError('x')


async def main():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: print(context['message'], repr(context['exception'])))
    task = asyncio.create_task(failing())
    await asyncio.sleep(0)
    del task
    print('after')
    task = asyncio.create_task(failing())
    await asyncio.sleep(0)
    print(repr(task.exception()))
    del task
    future = loop.create_future()
    future.set_exception(KeyError(1))
    del future
    print('end')


asyncio.run(main())

print('-- small things')
for use in (lambda q: q.put(1, timeout=-1), lambda q: q.get(timeout=-1), lambda q: q.get(timeout=0.001)):
    try:
        use(Queue(3))
    except (ValueError, Empty) as exc:
        print(type(exc).__name__, exc)


class Slotted(OrderedDict):
    __slots__ = ('x', 'y')


o = Slotted(a=1)
o.x = [1]
print(copy.copy(o).x, copy.deepcopy(o))


class Noisy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print('set up class')
        raise ValueError('no')

    def test(self):
        pass


result = unittest.TestResult()
result.buffer = True
unittest.defaultTestLoader.loadTestsFromTestCase(Noisy).run(result)
print(result.errors[0][1].splitlines()[-4:])
from unittest import mock
m = mock.Mock(side_effect=[1, ValueError('two')])
print(m(), type(m.side_effect).__name__)
try:
    m()
except ValueError as exc:
    print(exc)
try:
    mock.create_autospec(len, auto_spec=True)
except RuntimeError as exc:
    print(exc)
