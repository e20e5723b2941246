# What packages use in their own tests.
import asyncio
import codecs
import copy
import itertools
import logging
import re
import sys
from collections import deque
from itertools import tee

# A deque takes any iterable in place.
queue = deque([0], maxlen=6)
queue += (i for i in [1, 2])
queue += map(str, [3])


class Pair:
    def __iter__(self):
        yield 'a'
        yield 'b'


queue += Pair()
print(queue)


class Queue(deque):
    pass


mine = Queue('x')
mine += (c for c in 'yz')
print(type(mine).__name__, list(mine))
for wrong in 5, None:
    try:
        queue += wrong
    except TypeError as error:
        print(error)

# A tee of a tee reads the same chain.
first, second = tee([1, 2, 3])
print(type(first), next(first))
again = copy.copy(first)
third, fourth = tee(first)
print(third is first, list(again), list(fourth), list(third), list(second), list(copy.copy(third)))
print(tee(second, 0), hasattr(second, '__copy__'), type(itertools._tee('ab')))


class Counting:
    def __init__(self, at=0):
        self.at = at

    def __iter__(self):
        return self

    def __next__(self):
        self.at += 1
        if self.at > 3:
            raise StopIteration
        return self.at

    def __copy__(self):
        print('copied at', self.at)
        return Counting(self.at)


one = Counting()
left, right = tee(one)
print(left is one, list(left), list(right))
events, total = iter(['S', 1, 2, 3] * 2000), 0
while True:
    try:
        total += next(events) == 'S'
    except StopIteration:
        break
    ahead, events = tee(events)
    total += sum(itertools.compress(itertools.takewhile(lambda e: isinstance(e, int), ahead), zip(events)))
print(total)

# A codec is one by whatever name.
print(codecs.lookup('utf8') == codecs.lookup('utf_8'), codecs.lookup('latin-1') == codecs.lookup('iso-8859-1'),
      codecs.getreader('utf8') is codecs.getreader('utf-8'), codecs.lookup('rot13') == codecs.lookup('rot_13'))

# A loop says what it waits with, and a queue belongs to one.
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
waiting = asyncio.Queue()


async def wait():
    logging.debug('begins')
    try:
        await asyncio.wait_for(waiting.get(), .01)
    except TimeoutError:
        print('nothing came')


asyncio.run(wait())
try:
    asyncio.run(wait())
except RuntimeError as error:
    print(str(error).partition(' at ')[0], str(error).partition('maxsize')[2])


async def fails():
    group = asyncio.TaskGroup()
    try:
        async with group:
            group.create_task(asyncio.sleep(1))
            raise ValueError('in the block')
    except* ValueError as errors:
        print(errors.exceptions, group)


asyncio.run(fails())


# What nobody can catch says what it says.
class Said(Exception):
    def __str__(self):
        return 'my text'


class Unsaid(Exception):
    def __str__(self):
        raise ValueError


class Dying:
    def __init__(self, error):
        self.error = error

    def __del__(self):
        raise self.error


class Told:
    """Without the addresses."""

    def write(self, text):
        sys.stdout.write(re.sub(' at 0x[0-9a-f]+', '', text))

    def flush(self):
        pass


sys.stderr = Told()
for error in Said(1), Unsaid(1), ValueError(), KeyError('k'), SyntaxError('m', ('f', 1, 2, 'xx')), ExceptionGroup('g', [ValueError(1)]):
    dying = Dying(error)
    del dying
