# What metaclasses answer after descriptors, what `inspect` says of descriptors, and small words of many modules.
import ast
import copy
import enum
import importlib.util
import inspect
import io
import json
import locale
import logging
import ntpath
import re
import reprlib
import sys
import threading
import time
import types
import typing
import unicodedata
import warnings
import weakref
import xml.dom.minidom
from collections import Counter
from datetime import date, datetime, timedelta, tzinfo
from email.utils import encode_rfc2231


def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


class Meta(type):
    def __getattr__(cls, name):
        if name == 'eggs':
            return 'scrambled'
        raise AttributeError(name)


class Missing:
    def __get__(self, instance, owner):
        raise AttributeError('nothing')


class Eggs(metaclass=Meta):
    @types.DynamicClassAttribute
    def eggs(self):
        return 'spam'

    other = Missing()


print(Eggs.eggs, Eggs().eggs, ('eggs', 'scrambled') in inspect.getmembers(Eggs), ('eggs', 'spam') in inspect.getmembers(Eggs()))
told(lambda: Eggs.other)
print(getattr(Eggs, 'other', 'default'), hasattr(Eggs, 'eggs'))


class Color(enum.Enum):
    RED = 1


print([name for name, _ in inspect.getmembers(Color) if name in ('name', 'value', 'RED')])
print([inspect.isdatadescriptor(Eggs.__dict__[name]) for name in ('__weakref__', 'other')])
print([inspect.ismethoddescriptor(Eggs.__dict__[name]) for name in ('__weakref__', 'other')])
told(lambda: inspect.Parameter('.0', inspect.Parameter.POSITIONAL_ONLY))
print(inspect.Parameter('.0', inspect.Parameter.POSITIONAL_OR_KEYWORD))


class List_typing:
    pass


List_typing.__module__ = 'my.typing'
print(inspect.formatannotation(typing.Union[typing.List[List_typing], int]))


def function():
    pass


print(function.__type_params__ is function.__type_params__, copy.copy(list[int] | str), copy.deepcopy(int | None))


class Closed:
    def __getattribute__(self, name):
        if name.startswith('__reduce'):
            raise AttributeError(name)
        return object.__getattribute__(self, name)


for made in (copy.copy, copy.deepcopy):
    told(lambda: made(Closed()))


class First(str):
    pass


class Second(str):
    pass


print([type(typing.Annotated[int, kind('x')].__metadata__[0]).__name__ for kind in (First, Second)])
print([typing.Annotated[int, one].__metadata__[0] for one in (1, 1.0, True)])
told(lambda: setattr(typing.NoDefault, 'name', 1))

# Signs that may become operations on sets.
for pattern in ('[0-9--1]', '[%--]', '[a&&b]', '[a~~b]', '[a||b]', '[[a]', '[&&a]', r'[a\--b]', '[|a|b]'):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        re.compile(pattern)
    print(pattern, [(one.category.__name__, str(one.message)) for one in seen])
print(re.Scanner([('a', None), ('b+', None)]).scanner.scanner('').pattern is not None)

# Grammar of older versions.
for text, version in (('(x := 0)', (3, 7)), ('def f(a, /): ...', (3, 7)), ('try: ...\nexcept* E: ...', (3, 10)), ('class C[T]: ...', (3, 11)),
                      ('type X = int', (3, 11)), ('def f[T = int](): ...', (3, 12)), ('match 1:\n case 2: ...', (3, 9))):
    told(lambda: type(ast.parse(text, feature_version=version)).__name__)
    told(lambda: type(ast.parse(text, feature_version=(3, 13))).__name__)
told(lambda: ast.parse('x', 'a\0'))


class Zone(tzinfo):
    def utcoffset(self, moment):
        return timedelta(0)

    def dst(self, moment):
        return None

    def tzname(self, moment):
        class Odd(str):
            def replace(self, *rest):
                return None
        return Odd('odd')


told(lambda: datetime(2020, 1, 2, tzinfo=Zone()).strftime('%Z'))
print(date(b'19\x03\x05').month)
told(lambda: json.decoder.scanstring(b'x', 1 << 63))
print(json.decoder.scanstring('"x"', 1), reprlib.recursive_repr()(function).__annotations__ is function.__annotations__)


class Loud(Counter):
    def __setitem__(self, key, value):
        print('set', key, value)
        super().__setitem__(key, value)


print(Loud('aba'))
handler = logging.StreamHandler(io.StringIO())
logging.shutdown([weakref.ref(handler)])
print(handler.stream.closed)

# What the comparison of members with CPython found.
print(encode_rfc2231('a', language=()), repr(enum.auto().value), type(enum.auto().value).__name__)
told(lambda: importlib.util.resolve_name(object(), 'a'))
told(lambda: io.BufferedRWPair(None, io.BytesIO(), '1'))
told(lambda: locale.setlocale('a', b'a'))
told(lambda: sys.call_tracing(len, ['ab']))
print(sys.call_tracing(len, ('ab',)))
told(lambda: threading.stack_size(5))
told(lambda: threading.stack_size(()))
print(ntpath.join(b'a', '/x'))
told(lambda: unicodedata.lookup(b'x'))
print(unicodedata.lookup(b'DIGIT ONE'))
print(type(xml.dom.minidom.DOMImplementation().createDOMInputSource()).__name__)
told(lambda: xml.dom.minidom.Identified().publicId)


class Outer:
    class Inner:
        __slots__ = ('place',)


told(lambda: Outer.Inner().place)


@warnings.deprecated('old')
async def waited():
    pass


print(inspect.iscoroutinefunction(waited))
for text, pattern in (('', '%D'), ('19', '%Y %')):
    try:
        time.strptime(text, pattern)
    except ValueError as error:
        print(error, error.__suppress_context__)
