"""A method of a builtin type works on the value itself, whatever a subclass has put in place of other methods."""


class Unequal:
    def __eq__(self, other):
        return False

    def __repr__(self):
        return '<unequal>'


class One:
    def __index__(self):
        return 1


class L(list):
    def __contains__(self, value):
        return 'asked', list.__contains__(self, value)

    def __len__(self):
        print('len')
        return list.__len__(self)

    def __getitem__(self, index):
        print('getitem')
        return list.__getitem__(self, index)

    def __iter__(self):
        print('iter')
        return list.__iter__(self)

    def index(self, value):
        return list.index(self, value)

    def pop(self, index=-1):
        return list.pop(self, index)

    def insert(self, index, value):
        return list.insert(self, index, value)


items = L([1, 2, Unequal()])
print(Unequal() in items, items.count(Unequal()))
for call in (lambda: items.index(Unequal()), lambda: items.remove(Unequal())):
    try:
        call()
    except ValueError as error:
        print(error)
print(items[One()])
items.insert(One(), 'x')
print(items.pop(One()), list.__repr__(items))
items.extend(items)
print(list.__len__(items))
print(list.__eq__(items, [1, 2, Unequal(), 1, 2, Unequal()]))
items *= One()


class T(tuple):
    def __contains__(self, value):
        return 'asked', tuple.__contains__(self, value)

    def __getitem__(self, index):
        return 'asked', tuple.__getitem__(self, index)


print(Unequal() in T((1, Unequal())), T('ab')[One()])


from collections import deque


class D(deque):
    def __len__(self):
        print('len')
        return 0

    def __contains__(self, value):
        return deque.__contains__(self, value)


print(Unequal() in D([1]), D([1, 2]).count(Unequal()))


class Clears:
    def __eq__(self, other):
        queue.clear()
        return NotImplemented


for ask in (lambda: 3 in queue, lambda: queue.count(3), lambda: queue.index(3)):
    queue = deque([Clears(), Clears()])
    try:
        ask()
    except RuntimeError as error:
        print(error)


class Descriptor:
    """Found on the class, and bound there like any other."""

    def __init__(self, result):
        self.result = result

    def __get__(self, obj, kind=None):
        return lambda: self.result


class Numbers:
    __next__ = Descriptor(7)


class Makes:
    def __iter__(self):
        return Numbers()


print(next(iter(Makes())))


class Async:
    async def __anext__(self):
        raise StopAsyncIteration


class AsyncMakes:
    __aiter__ = Descriptor(Async())


async def main():
    async for _ in AsyncMakes():
        pass
    return 'done'

try:
    main().send(None)
except StopIteration as end:
    print(end.value)

import sys


class Sized:
    def __sizeof__(self):
        return 5


print(sys.getsizeof(Sized()), {}.__sizeof__(), {'a': 1}.__sizeof__(), {1: 1}.__sizeof__(), [1].__sizeof__(), 'a'.__sizeof__())


class Key:
    """A key with the hash of a name; it equals nothing."""

    def __init__(self, name):
        self.hash = hash(name)

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        return False


class Holder:
    pass


holder = Holder()
holder.__dict__[Key('a')] = 4
print(hasattr(holder, 'a'))
holder.a = 5
print(holder.a, len(holder.__dict__), vars(holder).get('a'))
del holder.a
print(hasattr(holder, 'a'), len(holder.__dict__))
holder.__dict__.clear()
group = ExceptionGroup('m', [ValueError(1)])
for wrong in ('text', Holder, OSError('i'), [OSError], (OSError, 42), int, (int,)):
    try:
        group.subgroup(wrong)
    except TypeError as error:
        print(error)
for make in (lambda: bytes('', errors='ignore'), lambda: bytes(b'', errors='ignore')):
    try:
        make()
    except TypeError as error:
        print(error)
from operator import length_hint

for values in ('h\u00e9llo', (1, 2), [1], range(5), {1: 2, 3: 4}):
    it = reversed(values)
    print(length_hint(it), next(it), length_hint(it))
from collections.abc import Buffer

print([isinstance(value, Buffer) for value in (b'', bytearray(), memoryview(b''), '', [])])

# What takes a builtin method apart is the builtin that programs have.
print([].append.__reduce_ex__(4)[0] is getattr)
