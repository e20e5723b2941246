# sys.getsizeof tells what CPython takes: dicts and sets grow in its steps.
import sys

size = sys.getsizeof


def sizes(container, add, count):
    told = []
    for i in range(count):
        told.append(size(container))
        add(container, i)
    return told


print(sizes({}, lambda d, i: d.__setitem__(i, i), 100))
print(sizes({}, lambda d, i: d.__setitem__(str(i), i), 100))
print(sizes(set(), set.add, 100))
print([size(list(range(n))) for n in (0, 2, 3, 5, 10, 11, 100, 1000)])
print([size([0] * n) for n in (1, 2, 100, 1000)], size([1, 2]), size([1, 2, 3]), size([1, 2, 3, 4, 5]))
print([size('a' * i) for i in range(3)], [size('é' * i) for i in range(4)], [size('€' * i) for i in range(4)], [size('\U0001f600' * i) for i in range(3)])
print([size(2 ** i) for i in (0, 1, 29, 30, 31, 59, 60, 61, 90, 1000)], size(0), size(-1), size(True), size(1.5), size(1j), size(None))
print(size(b''), size(b'abc'), size(bytearray()), size(bytearray(b'abc')), size(()), size((1, 2, 3)), size(range(9)), size(slice(1)))


class Open:
    def __init__(self):
        self.x = 1


class Slots:
    __slots__ = ('a', 'b')


class Empty:
    __slots__ = ()


class Int(int):
    pass


class List(list):
    pass


class Dict(dict):
    pass


class Tuple(tuple):
    pass


class Str(str):
    pass


class Error(Exception):
    pass


print(size(Open()), size(Slots()), size(Empty()), size(object()))
print(size(Int(5)), size(List()), size(Dict()), size(Tuple((1,))), size(Str('abc')), size(Error()))
print([size(e()) for e in (Exception, KeyError, OSError, StopIteration, ImportError, NameError, AttributeError, SyntaxError)])
print(size(Open), size(Slots), size(Error), size(int), size(type))
print(size(len), size(lambda: 0), size(Open().__init__), size(sys), size(property()), size(iter([])), size(enumerate([])), size(zip()))
print(size((x * x for x in range(1000))), size(Slots.a) > 0)
print([].__sizeof__(), (1).__sizeof__(), 'a'.__sizeof__(), Open().__sizeof__(), {}.__sizeof__(), object().__sizeof__())


class Told:
    def __sizeof__(self):
        return 100


class Wrong:
    def __sizeof__(self):
        return 'x'


print(size(Told()), size(Wrong(), 7), size(1, default=3))
try:
    size(Wrong())
except TypeError as e:
    print(e)
