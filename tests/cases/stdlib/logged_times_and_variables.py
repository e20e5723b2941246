"""Times in log lines, who is said to log, what bodies and closures have for variables, and lists of what there is in files."""
import datetime
import functools
import inspect
import io
import logging
import operator
import pickle
import pickletools
import plistlib
import sys
import time
from sys import *


def told(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


print(callable(exc_info), 'TextIOWrapper' in dir())
record = logging.makeLogRecord({'msg': 'text', 'created': 1e9, 'msecs': 5.0})
print(logging.Formatter('%(asctime)s %(message)s').format(record))
print(logging.Formatter('{asctime}.{msecs:03.0f} {message}', style='{', datefmt='%Y').format(record))


class InUTC(logging.Formatter):
    converter = time.gmtime


print(InUTC('%(asctime)s', datefmt='%H:%M').format(record))
logging.Formatter.converter = time.gmtime
print(logging.Formatter('%(asctime)s', datefmt='%m').format(record))


class Plain:
    pass


Plain.at = time.gmtime
Plain.joined = operator.add
print(Plain().at(0)[:3], Plain().joined(1, 2), Plain.at is time.gmtime)


class Told(logging.LoggerAdapter):
    def log(self, level, msg, /, *args, stacklevel=1, **kwargs):
        super().log(level, msg, *args, stacklevel=stacklevel + 1, **kwargs)


logging.basicConfig(stream=sys.stdout, format='%(funcName)s: %(message)s', level='INFO')


def work():
    Told(logging.getLogger('x')).warning('one')
    Told(Told(logging.getLogger('x'))).info('two')
    logging.getLogger('x').warning('three', stacklevel=2)


def outer():
    work()


outer()


# closures and bodies
def made(func, arg1):
    def inner(x):
        return func(x, arg1)
    return inner


def less(a, b):
    return a < b


f = made(less, 5)
print(f.__code__.co_freevars, [type(cell.cell_contents).__name__ for cell in f.__closure__])
print(sorted(inspect.getclosurevars(f).nonlocals), inspect.getclosurevars(lambda: True))


def body(a):
    items = [1, 2]

    def held():
        return a
    for v in items:
        yield held() or v


g = body(None)
print(inspect.getgeneratorlocals(g))
print(next(g), [name for name in inspect.getgeneratorlocals(g)], g.gi_frame.f_locals['v'])
g.close()
print(inspect.getgeneratorlocals(g))


# signatures
class C:
    def m(self, a, b, *, c=1):
        pass
    part = functools.partialmethod(m, 1, c=2)


print(inspect.signature(C.part), inspect.signature(C().part), inspect.signature(operator.itemgetter), inspect.signature(operator.methodcaller))
told(inspect.signature(lambda a, b, /, c: 0).bind, 1)
told(lambda: inspect.signature(lambda a, b, /, c: 0).bind(a=1, b=2, c=3))
told(lambda: inspect.Parameter('a', inspect.Parameter.POSITIONAL_ONLY).replace(name=inspect.Parameter.empty))
told(lambda: inspect.Parameter('a', inspect.Parameter.POSITIONAL_ONLY).replace(kind=inspect.Parameter.empty))


class Loud:
    x = 1

    @property
    def p(self):
        raise LookupError('asked')

    __dict__ = p
    __class__ = p


print(inspect.getattr_static(Loud(), 'x'), type(inspect.getattr_static(Loud(), 'p')).__name__)

# pickles taken apart
data = {'a': [1, 2.5, (None, True)], 'b': {1}, 'c': 'text', 'd': b'xy', 'again': None}
data['again'] = data['a']
for protocol in (0, 2, 4, 5):
    packed = pickle.dumps(data, protocol)
    smaller = pickletools.optimize(packed)
    print(pickle.loads(smaller) == data, len(smaller) < len(packed), [opcode.name for opcode, _, _ in pickletools.genops(smaller)][:6])
pickletools.dis(pickletools.optimize(pickle.dumps([(1, 'a'), -70000, 2 ** 70, b'\0', {3: 1.5}], 4)))
for bad in (b'', b'K', b'N', b'x.', b'(t', b't.', b'NN.', b'h\0.', b'q\0.', b'U\5ab', b'Vab'):
    told(pickletools.dis, bad)

# property lists
value = {'int': 7, 'neg': -3, 'big': 2 ** 63, 'real': 1.5, 'yes': True, 'text': 'é <&>', 'data': b'0123456789' * 8, 'none': [], 'deep': {'list': [1, [2]]},
         'when': datetime.datetime(2020, 1, 2, 3, 4, 5)}
print(plistlib.dumps(value).decode())
for form in (plistlib.FMT_XML, plistlib.FMT_BINARY):
    packed = plistlib.dumps(value, fmt=form)
    print(plistlib.loads(packed) == value, plistlib.dumps(plistlib.loads(packed), fmt=form) == packed)
print(plistlib.dumps([1, 'a', 'é', plistlib.UID(3), None, 1], fmt=plistlib.FMT_BINARY))
for bad in ({1: 2}, [object], 2 ** 64):
    told(lambda: plistlib.dumps(bad, fmt=plistlib.FMT_BINARY) if bad != [object] else 0)
for bad in (b'no', b'bplist00' + bytes(40),
            b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY e "x">]><plist><string>&e;</string></plist>'):
    told(plistlib.loads, bad)
