"""Classes whose calls were seen to come to the same each time, and then do not."""


class Point:
    def __init__(self, x, y=0, z=None):
        self.x = x
        self.y = y
        self.z = z


def point(*args):
    return Point(1, 2, 3) if not args else Point(*args)


def made(of=Point):
    return [vars(of(i, i + 1, i + 2)) for i in range(4)]


def told(what, *args):
    try:
        return what(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


print(made())
for i in range(5):
    short = Point(i)
    two = Point(i, 4)
print(vars(short), vars(two), told(lambda: Point()), told(lambda: Point(1, 2, 3, 4)), vars(Point(1, z=5)))


# Its bases and itself change.
class Loud:
    def __setattr__(self, name, value):
        print("set", name, value)
        object.__setattr__(self, name, value)


class Derived(Point):
    pass


print(made(Derived))
Point.__init__.__defaults__ = (8, 9)
print(vars(Point(1)), vars(Derived(1)))
Point.y = property(lambda self: "got", lambda self, value: print("setter", value))
print(made(Derived)[:1], vars(point()))
del Point.y
print(vars(point()))
Point.__setattr__ = Loud.__setattr__
print(vars(point()), vars(Derived(4)))
del Point.__setattr__
print(vars(point()))


def other(self, x, y, z):
    self.z = x
    self.x = z


before, Point.__init__ = Point.__init__, other
print(vars(point()), vars(Derived(1, 2, 3)), told(lambda: Point(1)))
Point.__init__ = before
print(vars(point()))
Derived.__init__ = other
print(vars(point()), vars(Derived(1, 2, 3)))
del Derived.__init__
before.__code__ = other.__code__
print(vars(point()), vars(Derived(1, 2, 3)))
Point.__new__ = lambda cls, *args: "another"
print(point(), Derived(1, 2, 3))


# Of a metaclass with a call of its own.
class Meta(type):
    def __call__(cls, *args):
        return ("called", args)


class Odd(metaclass=Meta):
    def __init__(self, x):
        self.x = x


print([Odd(1) for _ in range(3)])


# One place that calls many classes.
def family(count):
    classes = []
    for number in range(count):

        class Member:
            def __init__(self, first, second):
                self.first = first
                self.second = second
                self.number = 5

        Member.__name__ = f"Member{number}"
        classes.append(Member)
    return classes


members = family(40)
for turn in range(3):
    objects = [member(turn, member.__name__) for member in members]
print([type(each).__name__ for each in objects[::8]], [vars(each) for each in objects[::13]])
print(all(type(each) is member for each, member in zip(objects, members)))


# Slots, attributes given back, lists and dicts of their own.
class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


for i in range(3):
    slotted = Slotted(i, i * 2)
print(slotted.a, slotted.b, told(lambda: setattr(slotted, "c", 1)))


class Holder:
    def __init__(self, name):
        self.name = name
        self.items = []
        self.table = {}
        self.count = 0


holders = [Holder(name) for name in "abc"]
for holder in holders:
    holder.items.append(holder.name)
    holder.table[holder.name] = 1
print([vars(holder) for holder in holders])
for holder in holders:
    del holder.items
    holder.items = 1
    holder.more = 2
print([list(vars(holder)) for holder in holders], vars(Holder("d")))

# Lists as they are given and lose items.
stack = []
for i in range(40):
    stack.append(i)
while len(stack) > 3:
    last = stack.pop()
print(stack, last, stack.pop(), stack.append(5), stack, told([].pop), told([].append), told([1].pop, 5), [1, 2].pop(0))


class Stack(list):
    def append(self, item):
        super().append((item,))

    def pop(self):
        return super().pop()[0]


for kind in (list, Stack, list, Stack):
    items = kind()
    for i in range(4):
        items.append(i)
    print(items, items.pop(), items)
