"""Fields of named tuples where one place sees many, and where the class changes under it."""
import math
from collections import namedtuple
from typing import NamedTuple

Point = namedtuple('Point', 'x y')


class Named(NamedTuple):
    y: int
    x: int = 7


class Child(Point):
    __slots__ = ()

    @property
    def total(self):
        return self.x + self.y


class Open(Point):
    pass


def x_of(thing):
    return thing.x


class Plain:
    x = 'plain'


things = [Point(1, 2), Named(3), Child(4, 5), Open(6, 7), Plain(), Point(8, 9)]
for turn in range(3):
    print([x_of(thing) for thing in things], things[2].total)
things[3].x_own = 1
try:
    things[3].x = 5
except AttributeError as error:
    print(error)
Child.x = 'changed'
print([x_of(thing) for thing in things])
Point.x = property(lambda self: 'property')
print([x_of(thing) for thing in things])
del Child.x
print([x_of(thing) for thing in things])
del Point.x
try:
    x_of(things[0])
except AttributeError as error:
    print(error)


def far(n):
    return [math.gcd(i, 12) for i in range(n)] + [math.hypot(3, 4), math.floor(2.5)]


print(far(6))
real = math.gcd
math.gcd = lambda a, b: -1
print(far(3))
math.gcd = real
print(far(3))
try:
    math.gcd('a', 1)
except TypeError as error:
    print(error)


class Counted:
    def __init__(self):
        self.log = []

    @property
    def v(self):
        return len(self.log)

    @v.setter
    def v(self, value):
        if value == 3:
            raise ValueError('three')
        self.log.append(value)


counted = Counted()
for value in range(6):
    try:
        counted.v = value
    except ValueError as error:
        print(error)
print(counted.log, counted.v)
