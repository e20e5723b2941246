"""Aliases and unions over classes of `typing`: equality, hashes, pickles, and what `functools` makes of classes."""
import collections.abc as c
import copy
import functools
import pickle
import types
from typing import Annotated, Concatenate, Generic, List, ParamSpec, Tuple, TypeVar, TypeVarTuple, get_type_hints

T, P, Ts = TypeVar('T'), ParamSpec('P'), TypeVarTuple('Ts')


def told(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class G(Generic[T]):
    pass


print(list[List[int]] == list[List[int]], list[List[T]][int] == list[List[int]], list[List[int]] == list[int], list[G[int]] == list[G[int]])
print((float | list[T])[int] == float | list[int], list[int] | str == str | list[int], list[T] | int == list[T] | str)
print(hash(list[List[int]]) == hash(list[List[int]]), hash(list[List[int]] | int) == hash(int | list[List[int]]))
for kind in (list[int], list[T], list[int] | int, c.Callable[[int], str], c.Callable[P, T]):
    print(kind, pickle.loads(pickle.dumps(kind)) == kind, copy.copy(kind) == kind, copy.deepcopy(kind) == kind)
print(list[int].__reduce_ex__(2), list[int].append, list[int].__getitem__([1, 2], 0), enumerate[int], types.GenericAlias.__module__)
print(sorted(set(dir(list[int])) - set(dir(list))), set(dir(list[int])) >= set(dir(list)))
told(lambda: list[int].__deepcopy__)
print(c.Callable[[int, T], str], c.Callable[P, T][[int, str], T], c.Callable[P, T][Concatenate[int, P], int], repr(*tuple[*Ts]))
print(c.Callable[P, T][Concatenate[int, P], int] == c.Callable[Concatenate[int, P], int])


class Alias(types.GenericAlias):
    pass


told(isinstance, 1, Alias(list, float))
told(issubclass, int, Alias(list, float))
print(Alias(list, float) | int)


class Odd(type):
    def __eq__(self, other):
        return 1 / 0

    __hash__ = type.__hash__


odd = Odd('odd', (), {})
told(lambda: list[int] | list[odd])
print((odd | int).__args__ == (odd, int) if False else len((odd | int).__args__))


def hinted(a: 'Annotated[list[int], len]', b: 'int | list[Tuple[T, ...]]'):
    pass


print(get_type_hints(hinted), get_type_hints(hinted, include_extras=True)['a'])


class Flag:
    def __bool__(self):
        raise ValueError('no truth')


for flag in (True, [], '1'):
    def f(self): pass
    f.__isabstractmethod__ = flag
    print(property(f).__isabstractmethod__, staticmethod(f).__isabstractmethod__, end=' ')
f.__isabstractmethod__ = Flag()
told(lambda: property(f).__isabstractmethod__)

# partial objects
p = functools.partial(int)
p.keywords['a'] = p
print(p)
p.keywords.clear()
p.keywords[1] = 2
told(p)
told(delattr, p, '__dict__')
q = functools.partial(len)
q.__setstate__((q, (), {}, {}))
print(q)
q.__setstate__((len, (), {}, {}))


class M:
    def both(self, *args):
        return args
    some = functools.partialmethod(functools.partial(lambda word, self, *args: print(word, args), 'bound'), 1)
    both = functools.partialmethod(both, 1)


M().some(2)
print(M().both(2))

# dispatch by abstract classes, in the order they cover each other


@functools.singledispatch
def g(arg):
    return 'object'


class Sizeable(c.Sized):
    def __len__(self):
        return 0


s = Sizeable()
for kind in (c.Iterable, c.Container, c.Sized, c.Set):
    g.register(kind, lambda arg, name=kind.__name__: name)
print(g(s), end=' ')
c.Iterable.register(Sizeable)
print(g(s), end=' ')
c.Container.register(Sizeable)
print(g(s), end=' ')
c.Set.register(Sizeable)
print(g(s), g({1}))


@functools.singledispatch
def h(arg):
    return 'object'


class Both:
    def __iter__(self): return iter(())
    def __contains__(self, x): return False


h.register(c.Iterable, lambda arg: 'iterable')
h.register(c.Container, lambda arg: 'container')
try:
    h(Both())
except RuntimeError as e:
    print(str(e)[:19])
for kind in (c.Iterable[str], List[int], int | List[int]):
    def taking(arg): pass
    taking.__annotations__['arg'] = kind
    told(h.register, taking)


class Meta(type):
    x = functools.cached_property(lambda cls: 1)


class Frozen(metaclass=Meta):
    pass


told(lambda: Frozen.x)
