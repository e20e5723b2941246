"""Classes with very many classes above them: found the same way each time, whatever was looked up before."""

bases = []
for number in range(150):
    bases.append(type("Base%d" % number, (), {"own%d" % number: number}))

Wide = type("Wide", tuple(bases), {"shared": "wide"})
print(len(Wide.__mro__), Wide.__mro__[1].__name__, Wide.__mro__[-2].__name__, Wide.__mro__[-1].__name__)


class Point(Wide):
    kind = "point"

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __len__(self):
        return self.x

    def total(self):
        return self.x + self.y

    @property
    def twice(self):
        return self.total() * 2

    @classmethod
    def named(cls):
        return cls.__name__

    @staticmethod
    def plain(value):
        return value + 1

    def inherited(self):
        return super().own149


total = 0
for turn in range(60):
    point = Point(turn, 1)
    point.x += 1
    total += point.total() + point.twice + point.own0 + point.own149 + point.plain(turn) + len(point)
    total += point.inherited() + len(point.named()) + (point == Point(turn + 1, 1)) + len({point, Point(turn + 1, 1)})
    total += hasattr(point, "missing") + isinstance(point, bases[77]) + issubclass(Point, bases[149])
    total += getattr(point, "missing", 2) + len(point.kind) + bool(point)
print(total)

bases[100].late = "late"
print(Point(1, 2).late, Wide.late)
del bases[100].late
print(hasattr(Point(1, 2), "late"))
try:
    Point(1, 2).late
except AttributeError as error:
    print(error)


class WideError(*bases, ValueError):
    pass


caught = 0
for turn in range(40):
    try:
        raise WideError(turn)
    except ValueError as error:
        caught += error.args[0] + error.own33
print(caught)

# One class above another, two hundred deep.
Deep = type("Deep0", (), {"bottom": "found"})
for number in range(200):
    Deep = type("Deep%d" % (number + 1), (Deep,), {})
print(len(Deep.__mro__), Deep().bottom, [Deep().bottom for _ in range(3)], hasattr(Deep(), "top"))
Deep.__mro__[-2].bottom = "changed"
print(Deep().bottom)

# A lattice: each level has two classes over the two below.
left, right = type("L0", (), {}), type("R0", (), {})
for number in range(1, 30):
    left, right = type("L%d" % number, (left, right), {}), type("R%d" % number, (left, right), {})
Top = type("Top", (left, right), {})
print(" ".join(cls.__name__ for cls in Top.__mro__))
Top.__mro__[-3].common = 7
print(Top().common, left.common, right.common)

# Orders that cannot be merged.
A, B = type("A", (), {}), type("B", (), {})
X, Y = type("X", (A, B), {}), type("Y", (B, A), {})
for attempt in [(X, Y), (A, X), (Y, X, A)]:
    try:
        type("Z", attempt, {})
    except TypeError as error:
        print(error)
try:
    type("Z", tuple(bases) + (bases[3],), {})
except TypeError as error:
    print(error)


# Names of a class that are removed in all orders.
class Names:
    pass


def present():
    return [name for name in vars(Names) if name.startswith("n")]


for number in range(30):
    setattr(Names, "n%d" % number, number)
for number in range(0, 30, 2):
    delattr(Names, "n%d" % number)
print(present())
for number in range(28, -1, -4):
    setattr(Names, "n%d" % number, -number)
print(present(), Names.n28, hasattr(Names, "n26"))
for name in present():
    delattr(Names, name)
print(present(), hasattr(Names, "n1"))
Names.n1 = "again"
print(present(), Names.n1, Names().n1)
