# Trees of classes, arguments of frames as text, annotations by module; and methods of UserString that take what they say.
import copy
import inspect
import uuid
from collections import UserString
from typing import ParamSpec, ParamSpecArgs, ParamSpecKwargs
from urllib.parse import quote_plus


def show(text):
    try:
        print(text, '->', eval(text))
    except Exception as e:
        print(text, '!', type(e).__name__, e)


class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass


for unique in (False, True):
    print(inspect.getclasstree([D, A, C, B, object], unique))
    print(inspect.getclasstree([int, bool, B], unique))
print(inspect.getclasstree([]), inspect.walktree([], {}, None))
show('inspect.getclasstree([1])')


def f(a, b=2, *c, d=4, **e):
    return inspect.currentframe()


def sample(a, *rest, **more):
    print(inspect.getlineno(inspect.currentframe()))
    print(inspect.formatargvalues(['a'], 'rest', 'more', {'a': a, 'rest': rest, 'more': more}))
    print(inspect.formatargvalues(['a'], None, None, {'a': a}, formatvalue=lambda v: f' is {v}'), inspect.formatargvalues([], None, None, {}))


sample(1, 2, x=3)
print(inspect.formatannotationrelativeto(A)(B), inspect.formatannotationrelativeto(int)(B), inspect.formatannotationrelativeto(A)(uuid.UUID))
print(list(inspect.BufferFlags.__members__), inspect.BufferFlags.FULL, repr(inspect.BufferFlags(9)))
show('inspect.BufferFlags("x")')
print(issubclass(inspect.EndOfBlock, Exception), issubclass(inspect.ClassFoundException, Exception))
for name in ('getabsfile', 'getclasstree', 'walktree', 'formatargvalues', 'getlineno', 'formatannotationrelativeto', 'BufferFlags'):
    print(name, name in inspect.__all__, callable(getattr(inspect, name)))
print(uuid.int_('5'), uuid.bytes_(2))

text = UserString(' ab ')
for call in ('text.strip()', 'text.lstrip(" a")', 'text.center(8, "*")', 'text.center()', 'text.upper(1)', 'text.isalpha(1)', 'text.title(x=1)',
             'text.zfill(6)', 'text.zfill()', 'text.expandtabs(tabsize=2)', 'text.translate({97: None})', 'text.rjust(3, 4)', 'text.isspace()',
             'text.casefold()', 'text.swapcase()', 'UserString.lower("a")', 'text.ljust(width=6)', 'text.strip(None)', 'text.rstrip(1)'):
    show(call)

P = ParamSpec('P')
show('ParamSpecArgs()')
show('ParamSpecArgs(1, 2, 3)')
show('ParamSpecKwargs(P, 2)')
show('ParamSpecKwargs(P, x=2)')
show('ParamSpecKwargs(origin=P)')
show('ParamSpecArgs(P)')
show('copy.deepcopy(5, 5)')
show('copy.deepcopy(len, "memo")')
for call in ('quote_plus([], len)', 'quote_plus(5, "")', 'quote_plus("a b&c", "&")', 'quote_plus(b"a b", b" ")'):
    show(call)

# What objects of compiled types say of their module.
import collections
import functools
import hashlib
import io
import itertools
import re
import zlib
from array import array

for value in ('functools.partial(int)', 'collections.deque()', 're.compile("a")', 're.match("a", "a")', 'itertools.count()', 'int | str', '5', '[]',
              'zlib.compressobj()', 'hashlib.md5()', 'iter([])', 'functools.cached_property(functools.partial(int))', 'len', 'list[int]'):
    show(f'({value}).__module__')
for name in ('__module__', '__name__', '__qualname__'):
    show(f'staticmethod(functools.partial(int)).{name}')
    show(f'classmethod(len).{name}')
    show(f'classmethod(5).{name}')
    show(f'functools.cmp_to_key(len).{name}')


@functools.wraps(functools.partial(int))
def wrapper(): pass


print(wrapper.__module__, wrapper.__name__)
show('io.StringIO("a").read(io.BytesIO())')
show('io.BytesIO(b"a").readline(collections.deque())')
show('array("i", [1])[10 ** 20]')
show('array("i", [1])[5]')
show('UserString("ab").rindex(UserString("b"))')
