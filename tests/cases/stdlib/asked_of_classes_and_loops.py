"""What can be called and what its signature is, command lines that are mixed, names in slots, directories and loops that are not there."""
import argparse
import asyncio
import contextlib
import copyreg
import functools
import inspect
import os
import re
import types
import warnings


def shown(call):
    try:
        print(call())
    except (Exception, SystemExit) as error:
        print(type(error).__name__, error)


print(callable(int.real), callable(float.imag), callable(types.FunctionType.__code__), callable(str.join), callable(range.start), callable(len))
for it in (re.Match, re.Pattern, types.NoneType, types.EllipsisType, types.NotImplementedType, property, str.count, bytes.find, dict.update,
           dict.pop, functools.reduce, types.SimpleNamespace, str.split, zip, map, range, functools.partial, slice):
    shown(lambda: (it, str(inspect.signature(it))))


class Plain:
    pass


class Slotted:
    __slots__ = ('a', '__b', '__dict__')


class Under(Slotted):
    __slots__ = 'c'


print(copyreg._slotnames(Plain), copyreg._slotnames(Under), Under.__slotnames__)

parser = argparse.ArgumentParser(prog='PROG', exit_on_error=False, fromfile_prefix_chars='@')
parser.add_argument('--foo', dest='foo')
bar = parser.add_argument('--bar', dest='bar', required=True)
parser.add_argument('cmd')
parser.add_argument('rest', nargs='*', type=int)
shown(lambda: parser.parse_intermixed_args('cmd --foo x 1 --bar y 2 3'.split()))
shown(lambda: parser.parse_known_args('cmd --foo x 1 --bar y 2 3'.split()))
shown(lambda: parser.parse_known_intermixed_args('--foo x --bar y cmd 1 2 --error 3'.split()))
shown(lambda: parser.parse_known_intermixed_args('cmd 1 --bar y --error 2'.split()))
shown(lambda: parser.parse_intermixed_args('cmd 1 2'.split()))
shown(lambda: parser.parse_args(['@no-such-file']))
print(bar.required, parser.usage)
other = argparse.ArgumentParser(prog='PROG')
group = other.add_mutually_exclusive_group(required=True)
group.add_argument('--foo', action='store_true', help='FOO')
group.add_argument('badger', nargs='*', default='X', help='BADGER')
shown(lambda: other.parse_intermixed_args([]))
third = argparse.ArgumentParser(prog='PROG')
third.add_argument('--opt')
third.add_argument('rest', nargs='...')
shown(lambda: third.parse_intermixed_args([]))
shown(lambda: argparse.FileType()('no-such-file'))

shown(lambda: contextlib.chdir('/no/such/place').__enter__())
shown(lambda: os.chdir('/no/such/place'))
with contextlib.chdir('/'):
    print(os.getcwd())
print(isinstance(os.process_cpu_count(), int))

with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    loop = asyncio.get_event_loop()
    again = asyncio.get_event_loop()
print([(str(one.message), one.category.__name__, one.filename == __file__) for one in told], loop is again)
loop.close()
asyncio.set_event_loop(None)
shown(asyncio.get_event_loop)
print([kind.__text_signature__ for kind in (complex, int, enumerate, tuple, float, memoryview, Plain, ValueError, re.Match, str)][:-2])


class Partial(functools.partial):
    pass


class Holds:
    plain = functools.partial(pow, 2)
    own = Partial(pow, 3)
    still = staticmethod(functools.partial(pow, 4))


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    print(Holds.plain(3), Holds().plain(3), Holds.own(2), Holds().own(2), Holds().still(2), type(Holds().own).__name__)
print([(one.category.__name__, one.lineno == told[0].lineno, one.filename == __file__) for one in told], told[0].message)
