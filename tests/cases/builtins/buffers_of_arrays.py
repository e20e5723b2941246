# An array is bytes-like wherever bytes are asked for others.
from array import array
import collections
import os


def attempt(function):
    try:
        print(function())
    except Exception as e:
        print(type(e).__name__, e)


one, two = array('b', b'1'), array('h', [0x1515])
attempt(lambda: b'123' + two)
attempt(lambda: bytearray(b'12') + two)
attempt(lambda: b'1' == one)
attempt(lambda: bytearray(b'1') == one)
attempt(lambda: bytearray(b'1') < array('b', b'2'))
attempt(lambda: b'13'.startswith(one))
attempt(lambda: b'31'.endswith(one))
attempt(lambda: b'31'.find(one))
attempt(lambda: b'311'.count(one))
attempt(lambda: one in b'123')
attempt(lambda: str(array('b', b'12'), 'ascii'))
data = bytearray(b'x')
data += two
data.extend(two)
data[0:1] = array('b', b'abc')
print(data)


def doubles():
    data = bytearray(b'12')
    data += data


attempt(doubles)

for wrong in [1], [(1, 2, 3)], [(1,)], [()], ['abc'], ['ab']:
    attempt(lambda: collections.OrderedDict(wrong))
    attempt(lambda: collections.OrderedDict().update(wrong))
for key in None, 5:
    attempt(lambda: os.getenv(key))
os.putenv('NEW', 'value')
print(os.getenv('NEW'))

# Sets that lost many of their items begin anew, which decides the order of what comes later.
numbers = {1, 2, 3}
numbers &= {2, 3}
numbers -= {2, 3}
numbers ^= {2, 3}
print(numbers)
numbers = set(range(20))
numbers.difference_update(range(3, 17))
numbers |= {33, 40, 5}
print(numbers)
