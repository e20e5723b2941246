"""NamedTuple and TypedDict as bases, `__mro_entries__`, and objects of native bases as attributes of classes."""
import heapq
import operator
import random
import types
from typing import Generic, NamedTuple, Required, TypedDict, TypeVar

T = TypeVar('T')


class Point(NamedTuple):
    """A place."""
    x: int
    y: int = 0

    def moved(self, by):
        return self._replace(x=self.x + by)

    @property
    def total(self):
        return self.x + self.y


p = Point(1)
print(p, p.moved(2), p.total, p._fields, p._field_defaults, p._asdict(), p == (1, 0), Point.__doc__, Point.__annotations__)
print(Point.__bases__, Point.__mro__, types.get_original_bases(Point) == (NamedTuple,), Point._make([4, 5]))
for wrong in ((), (1, 2, 3)):
    try:
        Point(*wrong)
    except TypeError as error:
        print(error)


class Sub(Point):
    def more(self):
        return 'more'


class Box(NamedTuple, Generic[T]):
    item: T


print(Sub(1, 2).more(), Sub(3), Box(1), Box[int](2), NamedTuple('P', [('a', int)])(3))
try:
    class Wrong(NamedTuple):
        a: int = 1
        b: int
except TypeError as error:
    print(error)


class Movie(TypedDict, total=False):
    name: Required[str]
    year: int


m = Movie(name='x', year=1)
print(m, type(m), Movie.__annotations__, Movie.__total__, sorted(Movie.__required_keys__), sorted(Movie.__optional_keys__), Movie({'name': 'y'}))


def stands_for_int():
    pass


stands_for_int.__mro_entries__ = lambda bases: (int,)


class Number(stands_for_int):
    pass


print(Number.__bases__, Number(5) + 1, Number.__orig_bases__ == (stands_for_int,))


class Holder:
    generator = random.Random(1)
    seen = {1, 2}


print(type(Holder.generator), type(Holder().generator), Holder.generator.sample(range(10), 3))


class Claims(list):
    def __contains__(self, item):
        return item == 'everything'


print(1 in Claims([1]), 'everything' in Claims([1]), operator.methodcaller('go', self=1))
heap = [3, 1, 2]
heapq._heapify_max(heap)
print(heap, heapq._heappop_max(heap), heap)


class Disguised:
    @property
    def __class__(self):
        return int


print(isinstance(Disguised(), int), isinstance(Disguised(), Disguised), isinstance(Disguised(), str))
