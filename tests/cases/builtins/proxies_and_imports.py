# A mappingproxy stands before any mapping, and what is asked of it is asked of that.
from collections import ChainMap
from types import MappingProxyType
import bisect
import functools
import inspect
import operator


def attempt(function):
    try:
        print(function())
    except Exception as e:
        print(type(e).__name__, e)


chain = MappingProxyType(ChainMap({1: 2}, {3: 4}))
print(chain, repr(chain), chain[1], len(chain), sorted(chain), 3 in chain, 9 in chain, chain.get(9, 'none'), bool(chain))
print(sorted(chain.items()), chain.copy(), chain == ChainMap({1: 2, 3: 4}), dict(chain) == {1: 2, 3: 4}, {**chain} == {1: 2, 3: 4}, chain | {5: 6})


class Odd(dict):
    def __iter__(self):
        return iter(['odd'])

    def __len__(self):
        return 500


odd = MappingProxyType(Odd(a=1))
print(list(odd), len(odd), odd, 'a' in odd)


class Doubles:
    def __getitem__(self, key):
        return key * 2


doubles = MappingProxyType(Doubles())
print(doubles[3])
attempt(lambda: len(doubles))
attempt(lambda: doubles.keys())
for wrong in [], (1,), 5, None:
    attempt(lambda: MappingProxyType(wrong))


# What is asked of the items of a dict is not noticed when the dict changes.
class Clears:
    def __eq__(self, other):
        store.clear()
        return NotImplemented


store = {0: set()}
print((0, Clears()) in store.items(), ('a', 1) in {'a': 1}.items(), (1, 2, 3) in {}.items(), 5 in {}.items())


class Watched(Exception):
    def __setattr__(self, name, value):
        print('set', name)
        super().__setattr__(name, value)


watched = Watched()
watched.add_note('first')
watched.add_note('second')
print(watched.__notes__)

print(operator.add, operator.neg, functools.reduce, bisect.insort, [operator.mul])
for function in max, min, iter, next, getattr, vars, dir:
    attempt(lambda: inspect.signature(function))

print(__import__('math').pi, __import__('collections.abc').__name__, __import__('collections.abc', fromlist=['Mapping']).__name__)
for name in 5, '', 'no_such_module':
    attempt(lambda: __import__(name))
print(__spec__, __package__)

for leave in exit, quit:
    try:
        leave(3)
    except SystemExit as e:
        print(e.code)
try:
    from . import something
except ImportError as e:
    print(e)
