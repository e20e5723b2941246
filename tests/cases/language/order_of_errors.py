# Of several things that are wrong with a class or an operation, the one that CPython tells.
import collections
import datetime
import decimal
import functools
import io
import re
import types
from abc import ABC, abstractmethod
from typing import Protocol


def show(text):
    try:
        print(text, '->', eval(text))
    except Exception as e:
        print(text, '!', type(e).__name__, re.sub('0x[0-9a-f]+', '0x', str(e)))


def define(text):
    try:
        exec(text, dict(globals()))
        print(text, 'is defined')
    except Exception as e:
        print(text, '!', type(e).__name__, e)


class A: pass
class B(A): pass


for bases in ('A, B', 'A, A', 'object, A', 'Exception, ValueError', 'A, object', ''):
    for body in ('__slots__ = ("1a",)', '__slots__ = (1,)', '__slots__ = "a"; a = 1', '__slots__ = ["__dict__"]',
                 '__slots__ = ("__weakref__", "__dict__")', '__slots__ = 5', '__qualname__ = 1', '__slots__ = ("b", "1a"); b = 2'):
        define(f'class C({bases}): {body}')
define('class C(ExceptionGroup): __slots__ = ("__weakref__", "__dict__")')
define('class C(A, metaclass=None): pass')


# An abstract class may make other things.
class Shape(ABC):
    @abstractmethod
    def area(self): ...


class Made(Shape):
    def __new__(cls, *args):
        return 7


class Half(Shape):
    def __new__(cls, *args):
        return object.__new__(cls)


class Asked(Protocol):
    def __new__(cls):
        return 1


print(Made(), Made(1, 2), Asked())
show('Half()')
show('Half(1)')


class Wrapping(classmethod):
    def __init__(self, function, more):
        super().__init__(function)
        self.more = more


class Static(staticmethod):
    def __init__(self, function, more=1):
        super().__init__(function)


class User:
    made = Wrapping(lambda cls: cls.__name__, 'more')
    plain = Static(lambda: 'plain')


print(User.made(), User().made(), vars(User)['made'].more, User.plain())


class Failure(Exception): pass
class Other(Exception): pass
class Sized(OSError): pass


show('object.__new__(Failure)')
show('object.__new__(BaseException)')
error = Failure('x')
error.__class__ = Other
print(repr(error), type(error))
for other in (int, ValueError, Sized, 5):
    try:
        error.__class__ = other
    except TypeError as e:
        print(e)


def f(*args, **kwargs): return args, kwargs
class Mapping:
    def keys(self): return ['a']
    def __getitem__(self, key): return key


part = functools.partial(f, 1)
for text in ('part(*5)', 'part(**5)', 'part(a=1, **{"a": 2})', 'part(b=1, a=1, **{"c": 3, "a": 2})', 'f(a=1, **Mapping())', 'f(**Mapping())',
             'part(a=1, **Mapping())', 'print(**5)', 'A(**5)', 'f(**A())', 'part(**{1: 2})'):
    show(text)

# An index that does not fit is told by what has the slots of a sequence.
values = ['A()', 'Failure()', '"a"', 'b"a"', '()', '{1}', 'range(3)', 'memoryview(b"a")', 'datetime.date(1, 1, 1)', 'decimal.Decimal(1)', '1',
          're.compile("a")', 're.match("a", "a")', 'types.SimpleNamespace()', '{}.items()', 'iter([])', 'None']
for value in values:
    for key in ('0', '"a"', '10 ** 20'):
        define(f'x = {value}; del x[{key}]')
        define(f'x = {value}; x[{key}] = 1')
    define(f'x = {value}; x *= [1]')


class Text(str): pass


import math
show('math.floor(Text("a"))')
show('math.sqrt(Text("a"))')


class Broken:
    def __iter__(self): return 1


for text in ('bytes(Broken())', 'bytearray(Broken())', 'bytes(A())'):
    show(text)
for value in ('datetime.date(1, 1, 1)', 'decimal.Decimal(1)', 'collections.deque()', 'io.StringIO()', 're.compile("a")', 'int | str',
              'types.SimpleNamespace()'):
    if 'StringIO' not in value:
        define(f'with ({value}): pass')
    define(f'async def f(): await ({value})\nf().send(None)')
    define(f'async def f():\n    async with ({value}): pass\nf().send(None)')
show('types.UnionType()')
show('datetime.timedelta(collections.deque())')
show('datetime.datetime.fromtimestamp(1, collections.deque())')


class Sequence:
    def __getitem__(self, at):
        if at > 2: raise IndexError
        return at


pairs = zip(Sequence(), [1, 2, 3], strict=True)
print(type(pairs), list(pairs))
pairs = zip(Sequence(), [1, 2], strict=True)
show('list(pairs)')
show('re.compile(Sequence())')
show('re.compile("a", "b")')
show('re.compile(None, "a")')
show('re.compile("a", [])')
show('re.compile([], "a")')
show('re.compile(re.compile("a"), "x")')
show('re.compile(re.compile("a"), "")')
