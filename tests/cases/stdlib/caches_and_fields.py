"""What calls of cached functions are known by, and the fields of named tuples."""
from collections import namedtuple
from functools import lru_cache


def told(*args, **kwargs):
    return args, kwargs


for maxsize, typed in ((None, False), (None, True), (2, False), (3, True), (0, False)):
    f = lru_cache(maxsize, typed)(told)
    for call in (lambda: f(1), lambda: f(1.0), lambda: f(True), lambda: f('1'), lambda: f((1,)), lambda: f(1, 2), lambda: f(a=1), lambda: f(a=1.0), lambda: f(a=1, b=2),
                 lambda: f(b=2, a=1), lambda: f(('a', 1)), lambda: f('a', 1), lambda: f(), lambda: f(10 ** 30), lambda: f(NotImplemented, 'a', 1), lambda: f(1)):
        print(call(), end=' ')
    print(f.cache_info())
    try:
        f([])
    except TypeError as error:
        print(error, f.cache_info())
    f.cache_clear()
    print(f.cache_info())
Point = namedtuple('Point', 'x y', defaults=[5])


class More(Point):
    def __getitem__(self, at):
        return 'own'

    @property
    def both(self):
        return self.x, self.y


p, m = Point(1), More(3, 4)
print(p.x, p.y, m.x, m.y, m.both, m[0], [q.y for q in (p, m, p)])
for get in (lambda: Point.x.__get__(m, More), lambda: Point.x.__get__((7, 8)), lambda: Point.y.__get__([1, 2]), lambda: setattr(p, 'x', 1), lambda: p.z,
            lambda: getattr(m, 'y'), lambda: Point.y.__get__((7,))):
    try:
        print(get())
    except (AttributeError, TypeError, IndexError) as error:
        print(type(error).__name__, error)
