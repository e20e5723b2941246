"""Errors of functions that CPython has compiled, and names that come and go."""
import calendar
import codecs
import collections
import contextvars
import gc
import hashlib
import heapq
import inspect
import io
import operator
import pathlib
import pickle
import types
import typing
import urllib.parse
import weakref
from functools import partial, partialmethod


def say(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


say(hashlib.md5, b'a', b'b')
say(hashlib.md5(b'a').hexdigest, zzz=1)
say(hashlib.shake_128(b'abc').hexdigest, 8, 1)
say(hashlib.new)
say(hashlib.scrypt, b'', salt=b'', n=16, r=1, p=1)
say(hashlib.scrypt, b'password', salt=b'NaCl', n=64, r=8, p=2, dklen=8)
for wrong in ({}, {'n': 3}, {'n': 2, 'r': 0, 'p': 1}, {'n': 1.5}, {'n': 2, 'r': -1}, {'n': 2, 'r': 1, 'p': 1, 'maxmem': -1},
              {'n': 1 << 40, 'r': 8, 'p': 1}, {'n': 2, 'r': 1, 'p': 1, 'dklen': 0}):
    say(hashlib.scrypt, b'pw', salt=b's', **wrong)
say(codecs.decode, 5)
say(codecs.encode, 'a', 1)
say(codecs.lookup_error, 0)
say(codecs.strict_errors)
say(codecs.getincrementaldecoder('utf-8')().decode, None)
say(codecs.charmap_build, 5)
say(contextvars.ContextVar, 'a', 1)
say(contextvars.Context, 5)
say(contextvars.Context().run)
say(collections.Counter('aab').most_common, '')
say(collections.Counter('aab').most_common, -1)
say(collections.OrderedDict().update, 1, 2)
say(collections.deque([1]).__getitem__, 'a')
say(heapq.nlargest, 'a', [1])
say(heapq.nsmallest, 2, [3, 1, 2])
say(gc.set_threshold)
say(gc.collect, 'a')
say(io.BufferedReader, None, 0)
say(io.StringIO('a').read, int)
say(io.StringIO('a').read, 10 ** 30)
say(io.TextIOWrapper(io.BytesIO(b'ab')).readline, 1.5)
say(io.IncrementalNewlineDecoder(None, True).decode, b'x')
say(io.text_encoding)
say(operator.attrgetter('a'))
say(operator.itemgetter(1), [1, 2], zzz=1)
say(operator.concat, {}, 'b')
say(typing.ParamSpec, 'P', int)
say(typing.TypeVarTuple)
say(types.ModuleType, 5)
say(urllib.parse.urlunparse, 5)
print(types.ModuleType('x'), types.MethodType(len, 5), types.MethodType(int, 5))
say(urllib.parse._splituser, 'User:Pass@www.python.org:080')
say(urllib.parse._splitnport, 'parrot:88')
say(urllib.parse._splitattr, '/path;attr1=value1;attr2=value2')
print(pathlib.PureWindowsPath('//a').is_absolute(), pathlib.PureWindowsPath('//some/share/a.py').match('//*/*/*.py'))


class Plain:
    class Inner:
        def __eq__(self, other):
            return type(self) is type(other)


plain = Plain()
print(plain.__weakref__, Plain.__weakref__, [name for name in dir(plain) if not hasattr(plain, name)])
reference = weakref.ref(plain)
print(plain.__weakref__ is reference)
for protocol in range(6):
    assert pickle.loads(pickle.dumps(Plain.Inner(), protocol)) == Plain.Inner()
print({'Month', 'JANUARY'} <= set(dir(calendar)), hasattr(collections.defaultdict, 'default_factory'))


class Mine(partial):
    pass


print(repr(Mine(print, 1, end='')).replace(__name__, 'm'))


def f(a, /, b, *args, c, d=1, **kw):
    pass


say(inspect.signature(f).bind, 1, 2, 3)
print(inspect.signature(f).bind_partial(a=1, c=2))


class Called:
    __call__ = staticmethod(f)
    half = partialmethod(f, 1)


print(inspect.signature(Called()))
f.__text_signature__ = '($self, a, b=1)'
print(inspect.signature(f))
