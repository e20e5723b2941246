# Class patterns: what an instance has, what its class and its attributes' code have a say in.
from dataclasses import dataclass
from enum import Enum
from abc import ABC


@dataclass
class Point:
    x: int
    y: int


@dataclass
class Point3(Point):
    z: int = 0


class Slotted:
    __slots__ = ('a', 'b')
    __match_args__ = ('a', 'b')

    def __init__(self, a):
        self.a = a


class WithProperty:
    __match_args__ = ('half', 'whole')

    def __init__(self, whole):
        self.whole = whole

    @property
    def half(self):
        return self.whole // 2


class Lazy:
    kind = 'class attribute'

    def __getattr__(self, name):
        if name.startswith('made'):
            return name
        raise AttributeError(name)


class Hidden:
    def __getattribute__(self, name):
        return 'hidden ' + name


class Posing:
    __class__ = Point
    x, y = 5, 6


class Color(Enum):
    RED = 1


class Base(ABC):
    pass


@Base.register
class Registered:
    value = 1


class Meta(type):
    def __instancecheck__(cls, other):
        return other == 'anything'


class Strange(metaclass=Meta):
    pass


class Number(int):
    pass


class Data:
    value = property(lambda self: 'of the class')


data = Data()
data.__dict__['value'] = 'of the instance'
other = Data()
other.own = 1


def look(subject):
    match subject:
        case bool(b):
            return 'bool', b
        case int(n) if n > 100:
            return 'large', n
        case Point3(x=1, z=z):
            return 'point3 of 1', z
        case Point3(x, y, z):
            return 'point3', x, y, z
        case Point(x=0, y=0):
            return 'origin'
        case Point(x, y=y):
            return 'point', x, y
        case Slotted(a, b):
            return 'slotted', a, b
        case Slotted(a=a):
            return 'slotted with', a
        case WithProperty(half, whole):
            return 'property', half, whole
        case Lazy(made_up=m, kind=k):
            return m, k
        case Hidden(z=z):
            return z
        case Data(own=1):
            return 'own'
        case Data(value=v):
            return v
        case Color.RED:
            return 'red'
        case Base(value=v):
            return 'registered', v
        case Strange():
            return 'strange'
        case int() | float():
            return 'number', subject
        case str(s):
            return 'str', s
        case list([first, *_]):
            return 'list of', first
        case tuple() | list():
            return 'sequence', subject
        case dict(d):
            return 'dict', d
        case ValueError(args=args):
            return args
        case type():
            return 'a class'
        case None:
            return 'none'
        case object(__class__=c):
            return c.__name__
    return 'nothing'


slotted = Slotted(2)
full = Slotted(3)
full.b = 4
for subject in (True, 7, 700, 2.5, Number(3), Number(300), Point(0, 0), Point(1, 2), Point3(1, 2, 3), Point3(2, 3, 4), slotted, full, WithProperty(9),
                Lazy(), Hidden(), Posing(), data, other, Color.RED, Registered(), 'anything', 'text', [1, 2], [], (), (3,), {}, {1: 2},
                ValueError(1, 2), KeyError(3), Point, None, set(), b'bytes', range(3), print):
    print([look(subject) for _ in range(2)][1])


class Bad1:
    __match_args__ = ['x']


class Bad2:
    __match_args__ = (1,)


class Bad3:
    __match_args__ = ('x', 'x')
    x = 1


for make in (Bad1, Bad2, Bad3, Point, int):
    subject = make(1, 2) if make is Point else make()
    try:
        match subject:
            case Bad1(x) | Bad2(x):
                print(x)
            case Bad3(x, y):
                print(x, y)
            case Point(x, x=z):
                print(x, z)
            case int(x, y):
                print(x, y)
    except TypeError as error:
        print(error)
try:
    match 1:
        case look():
            pass
except TypeError as error:
    print(error)
late = Point(1, 2)
late.extra = 3
del late.x
match late:
    case Point(x=x):
        print('not here')
    case Point(extra=extra, y=y):
        print(extra, y)
