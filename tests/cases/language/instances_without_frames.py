# Classes whose `__init__` does no more than give attributes, in loops, so that every way of making an instance comes about.


class Point:
    def __init__(self, x, y=0, *, z=None):
        self.x = x
        self.y = y
        self.z = z


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class Many:
    def __init__(self, a, b="two", c=(3,)):
        self.a = a
        self.b = b
        self.c = c
        self.items = []
        self.table = {}
        self.count = 0
        self.none = None
        self.nothing = False
        self.ratio = 0.5


class Same:
    def __init__(self):
        self.a = self.b = []


class Twice:
    def __init__(self, x):
        self.x = 1
        self.x = x


class Itself:
    def __init__(self, x):
        self.me = self
        self.x = x


class Local:
    def __init__(self, x):
        y = 3
        self.x = y
        self.y = x


class Swapped:
    def __init__(self, a, b):
        self.b = b
        self.a = a


class Bare:
    """Nothing at all."""


class Passes:
    def __init__(self):
        pass


class Slots:
    __slots__ = ("a", "b", "c")

    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.c = []


def kept(made):
    return {name: getattr(made, name) for name in ("x", "y", "z", "value", "next", "a", "b", "c") if hasattr(made, name)}


def around(count):
    seen = []
    for i in range(count):
        head = None
        for value in range(3):
            head = Node(value, head)
        lone = Node(i)
        many = Many(i)
        many.items.append(i)
        many.table[i] = many
        other = Many(i, "b", c=many)
        same, twice, swapped = Same(), Twice(i), Swapped(i, -i)
        bare, passes, slots = Bare(), Passes(), Slots(i, [i])
        bare.x = passes.x = i
        assert Itself(i).me.x == i and type(Itself(i).me) is Itself and vars(Local(i)) == {"x": 3, "y": i}
        slots.c.append(i)
        seen.append(
            [
                head.value, head.next.value, head.next.next.next, lone.next, vars(lone), many.items, list(many.table), other.items,
                other.table, other.c is many, many.c, many.ratio, same.a is same.b, twice.x, vars(swapped), vars(bare), vars(passes),
                slots.a, slots.b, slots.c, kept(Point(i, z=i)), kept(Point(y=1, x=i)),
            ]
        )
    return seen


for row in around(4):
    print(row)


# Wrong arguments are refused as ever, also where the class was called before.
def wrong(*calls):
    for call in calls:
        try:
            print(call())
        except TypeError as error:
            print(error)


for _ in range(3):
    wrong(lambda: Node(), lambda: Node(1, 2, 3), lambda: Bare(1), lambda: Passes(1), lambda: Same(x=1), lambda: Many())


# What the class becomes later counts.
class Changing:
    def __init__(self, a, b):
        self.a = a
        self.b = b


def made(count):
    return [(made.a, made.b) for made in (Changing(i, i + 1) for i in range(count))]


print(made(3))
Changing.a = property(lambda self: "read", lambda self, value: print("set", value))
print(made(2))
del Changing.a
print(made(2))
Changing.__setattr__ = lambda self, name, value: object.__setattr__(self, name, value * 10)
print(made(2))
del Changing.__setattr__
print(made(2))
Changing.__init__ = lambda self, a, b: (setattr(self, "a", b), setattr(self, "b", a))[0]
print(made(2))
del Changing.__init__
try:
    made(1)
except TypeError as error:
    print(error)
Changing.__new__ = lambda cls, *args: print("new", args)
try:
    made(1)
except AttributeError as error:
    print(error)


# Defaults of functions can change, and be taken away.
def with_defaults(count):
    return [Node(i).next for i in range(count)]


print(with_defaults(3))
Node.__init__.__defaults__ = ("other",)
print(with_defaults(3))
Node.__init__.__defaults__ = None
try:
    with_defaults(1)
except TypeError as error:
    print(error)


# Subclasses with and without an `__init__` of their own, and instances of both at one place.
class Base:
    def __init__(self, a, b=2):
        self.a = a
        self.b = b


class Under(Base):
    pass


class Further(Base):
    def __init__(self, a):
        super().__init__(a)
        self.c = 3


for i in range(3):
    for kind in (Base, Under, Further):
        made_of = kind(i)
        print(kind.__name__, vars(made_of), type(made_of) is kind, isinstance(made_of, Base))


# Recursion ends where it ends.
class Deep:
    def __init__(self, below):
        self.below = below


def deep(n):
    return Deep(deep(n - 1) if n else None)


at, depth = deep(200), 0
while at.below is not None:
    at, depth = at.below, depth + 1
print(depth)


def endless(n):
    Deep(n)
    return endless(n + 1)


try:
    endless(0)
except RecursionError as error:
    print(error)


# `object.__init__` called by name, where a class has none of its own, with many functions about.
class Late:
    pass


keep = [lambda given: "another function" for _ in range(9000)]


def by_name(count):
    seen = set()
    for i in range(count):
        late = Late()
        seen.add(late.__init__())
        try:
            late.__init__(i)
        except TypeError as error:
            seen.add(str(error))
    return seen


print(by_name(40) == {None, "Late.__init__() takes exactly one argument (the instance to initialize)"}, len(keep))
Late.__init__ = lambda self, *given: None
print(by_name(2))
del Late.__init__
print(Late().__init__())


# An `__init__` that is a builtin.
class Borrowed(Exception):
    __init__ = Exception.__init__


class Objects:
    __init__ = object.__init__


for _ in range(3):
    print(Borrowed(1, 2).args, type(Objects()).__name__)
    try:
        print(type(Objects(1)).__name__)
    except TypeError as error:
        print(error)
