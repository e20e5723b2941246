"""Decimals shown by other rules, stacks in log records, and buffers beside pickles."""
import array
import io
import logging
import pickle
import struct
import sys
import warnings
from decimal import Decimal, localcontext

number = Decimal('1234567.89')


def show(do):
    try:
        print(do())
    except Exception as problem:
        print(type(problem).__name__, problem)


indian = {'decimal_point': '*', 'grouping': '\x03\x02\x00', 'thousands_sep': '-'}
for spec in ('n', ',', '_', '.2f', '15n', '=+15n', 'x', '08n', '020n', '.3n', ',n', 'g', '%', ''):
    show(lambda: number.__format__(spec, indian))
for given in ({'grouping': '\x03'}, {'decimal_point': ','}, {'thousands_sep': ''}, {'decimal_point': ''}, {'decimal_point': 'ab'}, {'thousands_sep': 'abc'},
              {'grouping': 3}, {'grouping': '\x00'}, {'grouping': ''}, {'grouping': '\x7f'}, {'grouping': '\xff'}, {'decimal_point': None}, {3: 4},
              {'decimal_point': '\xe4', 'thousands_sep': '\u2013', 'grouping': '\x01'}):
    show(lambda: number.__format__('n', given))
    show(lambda: number.__format__(',', given))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    print(format(Decimal('1E-20'), 'N'), [str(warning.message) for warning in caught])
show(lambda: type(localcontext())())


def deep():
    log.warning('here', stack_info=True)
    log.warning('above', stack_info=True, stacklevel=2)


out = io.StringIO()
log = logging.getLogger('stacks')
handler = logging.StreamHandler(out)
handler.setFormatter(logging.Formatter('%(funcName)s %(lineno)d %(message)s'))
log.addHandler(handler)
deep()
import re
print(re.sub(r'File ".*?"', 'File', re.sub(r'\n +[~^]+', '', out.getvalue())))

items = array.array('h', [0] * 6)
struct.pack_into('<3sH', items, 1, b'abc', 0x1234)
print(items, struct.unpack_from('<3sH', items, 1))
show(lambda: struct.pack_into('8s', items, 5, b''))
struct.pack_into('b', memoryview(items), -1, -7)
print(items[-1], re.findall(rb'[a-c]+', items), re.match(rb'.', items)[0])

beside = pickle.PickleBuffer(bytearray(b'abc'))
print(bytes(beside), bytearray(beside), memoryview(beside).readonly, bytes(memoryview(beside)), b''.join([beside]))
taken = []
data = pickle.dumps([beside, 1], 5, buffer_callback=taken.append)
print(data, taken[0].raw().tobytes(), pickle.loads(data, buffers=map(bytearray, taken)))
show(lambda: pickle.loads(data))
show(lambda: pickle.loads(data, buffers=[]))
show(lambda: pickle.PickleBuffer(memoryview(b'abcdef')[::2]).raw())


class Closer(logging.Handler):
    def __init__(self, name, fails=None):
        super().__init__()
        self.told, self.fails = name, fails

    def acquire(self):
        self.step('acquire')

    def release(self):
        self.step('release')

    def flush(self):
        self.step('flush')

    def close(self):
        self.step('close')

    def step(self, what):
        print(self.told, what)
        if what == self.fails:
            raise OSError


import weakref
for fails in (None, 'acquire', 'flush', 'close'):
    closers = [Closer('a'), Closer('b', fails), Closer('c')]
    for closer in closers:
        closer.fails, closer.later = None, closer.fails
    closers[1].fails = fails
    logging.shutdown([weakref.ref(closer) for closer in closers])
