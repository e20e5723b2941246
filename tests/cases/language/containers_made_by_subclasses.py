# Mutable containers are filled by `__init__`, not by `__new__`; what is iterated over is read once.
from collections import OrderedDict, deque


def numbers():
    yield 1
    yield 2


def pairs():
    yield 'a', 1
    yield 'b', 2


class Calls(type):
    def __call__(cls, *args):
        print('call', cls.__name__, end=' ')
        return super().__call__(*args)


for base, source in ((list, numbers), (set, numbers), (dict, pairs), (deque, numbers), (bytearray, numbers), (OrderedDict, pairs),
                     (tuple, numbers), (frozenset, numbers)):
    class Plain(base):
        pass

    class New(base):
        def __new__(cls, it):
            return super().__new__(cls, it)

    class Bare(base):
        def __new__(cls, it):
            return super().__new__(cls)

    class Init(base):
        def __init__(self, it):
            print('begins with', len(self), end=' ')

    class Both(base):
        def __new__(cls, it):
            return super().__new__(cls, it)

        def __init__(self, it):
            print('begins with', len(self), end=' ')

    class Called(base, metaclass=Calls):
        pass

    for kind in (Plain, New, Bare, Init, Both, Called):
        for make in (source, lambda: list(source()), lambda: map(lambda x: x, source())):
            made = kind(make())
            print(kind.__name__, dict(made) if isinstance(made, dict) else list(made), end='; ')
    print(base.__name__)
    print(type.__call__(base, source()))


# What derives from a list says itself what it goes through, but to itself.
class Other(list):
    def __iter__(self):
        return iter('xy')


class Keys(dict):
    def __iter__(self):
        return iter('pq')


other = Other([1, 2, 3])
print(sorted(set(other)), sorted(frozenset(other)), sorted({1} | set(other), key=str), tuple(other), sorted(set(Keys(a=1))))
found = {7}
found.update(other, Keys(a=1))
print(sorted(map(str, found)), sorted({'x', 'p', 'a'}.intersection(Keys(a=1))), sorted({'x', 'y', 3}.difference(other)))
print({'x'}.issubset(other), {'x', 'y', 'z'}.issuperset(other), {1, 2}.isdisjoint(other), sorted({'x', 'q'} ^ set(other)), sorted({'x', 'q'}.symmetric_difference(other)))
other.extend(other)
print(len(other), list.copy(other)[3:])
