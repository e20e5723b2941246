import enum
from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color["BLUE"], list(Color), len(Color), Color.CRIMSON is Color.RED, Color.CRIMSON, Color.RED == 1, Color.RED is Color(1), Color.RED != Color.BLUE, Color.RED in Color, 1 in Color, 9 in Color, isinstance(Color.RED, Color), type(Color.RED), Color.__members__, hash(Color.RED) == hash(Color(1)), {Color.RED: "r"}[Color.RED], f"{Color.RED}", f"{Color.RED:>12}", str(Color), repr(Color), [c.name for c in Color], list(reversed(Color)), bool(Color.RED), Color.RED.__class__.__name__)
class Auto(Enum):
    A = auto()
    B = auto()
    C = 10
    D = auto()
print([m.value for m in Auto], sorted(Auto, key=lambda m: -m.value)[0])
class Num(IntEnum):
    ONE = 1
    TWO = 2
print(Num.ONE + 1, Num.ONE < Num.TWO, Num.ONE == 1, [10, 20, 30][Num.ONE], str(Num.ONE), repr(Num.ONE), f"{Num.TWO}", f"{Num.TWO:03d}", "%d" % Num.ONE, sum(Num), max(Num), int(Num.TWO), Num(1), {1: "x"}[Num.ONE], sorted([Num.TWO, Num.ONE]), Num.ONE.bit_length(), type(Num.ONE + Num.TWO).__name__)
class S(StrEnum):
    X = auto()
    Y = "why"
print(S.X, repr(S.X), S.Y.upper(), S.Y == "why", "-".join(S), f"{S.X}", S("why"), len(S.Y), isinstance(S.X, str))
class Perm(Flag):
    R = 4
    W = 2
    X = 1
    RW = R | W
print(Perm.R | Perm.W, repr(Perm.R | Perm.X), Perm.RW, Perm.R in Perm.RW, Perm.X in Perm.RW, Perm.R & Perm.W, bool(Perm.R & Perm.W), ~Perm.R, Perm.R ^ Perm.RW, Perm(7), list(Perm.RW), len(Perm.RW), Perm(0), list(Perm), (Perm.R | Perm.W).name, (Perm.R | Perm.W | Perm.X).value, Perm.R | Perm.R)
class IF(IntFlag):
    A = 1
    B = 2
    C = auto()
print(IF.A | IF.B, IF.A | 8, IF.C.value, IF(3), IF.A + 1, IF.A == 1, ~IF.A, IF.A in IF(3), repr(IF(9)), IF.B << 1)
class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def g(self): return round(self.mass / self.radius ** 2, 4)
    @classmethod
    def heaviest(cls): return max(cls, key=lambda p: p.mass)
    @staticmethod
    def count(): return 2
print(Planet.EARTH.g, Planet.MARS.mass, Planet.heaviest(), Planet.count(), Planet((0.64, 3.39)), Planet.EARTH.value)
class Op(Enum):
    ADD = "+"
    SUB = "-"
    def __call__(self, a, b): return a + b if self is Op.ADD else a - b
    def __str__(self): return self.value
    @classmethod
    def _missing_(cls, v): return cls.ADD if v == "plus" else None
print(Op.ADD(1, 2), Op.SUB, Op("plus"), f"{Op.ADD}", repr(Op.ADD))
class Weekday(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower()
    MON = auto()
    TUE = auto()
print(Weekday.TUE.value, Weekday("mon"))
F = Enum("F", "A B C"); G = Enum("G", {"P": 1, "Q": "z"}); H = IntEnum("H", ["X", "Y"], start=5); print(list(F), list(G), list(H), F.A.value, F(2))
class Nested(Enum):
    A = {"k": 1}
    B = [1, 2]
    C = lambda self: "method"
print(Nested.A.value, Nested([1, 2]), len(Nested), Nested.A.C())
def dup():
    @unique
    class D(Enum):
        A = 1
        B = 1
def redefine():
    class D(Enum):
        A = 1
        A = 2
def extend():
    class D(Color): pass
def bad_int():
    class D(IntEnum): A = "x"
class Behaviour(Enum):
    def shout(self): return self.name + "!"
class Ext(Behaviour): A = 1
print(Ext.A.shout())
for f in (dup, redefine, extend, bad_int, lambda: Color(99), lambda: Color("RED"), lambda: Color["NOPE"], lambda: Color.NOPE, lambda: setattr(Color, "RED", 5), lambda: setattr(Color.RED, "value", 5), lambda: setattr(Color.RED, "name", 5), lambda: delattr(Color, "RED"), lambda: Color(), lambda: Color.RED < Color.BLUE, lambda: Color.RED + 1, lambda: Color.RED(), lambda: Color[1], lambda: Perm(8), lambda: Perm.R | 1, lambda: Perm.R | "a", lambda: Color.RED.nope, lambda: S(5), lambda: StrEnum("Z", [("A", 1)]), lambda: iter(Color.RED), lambda: Color.RED.RED, lambda: Num("x"), lambda: IF("x"), lambda: Perm("q"), lambda: Color(None), lambda: sorted(Color), lambda: Color.RED & Color.BLUE, lambda: len(Color.RED)):
    t(f)
match Color.GREEN:
    case Color.RED: print("r")
    case Color.GREEN: print("g")
class Tm(Enum):
    _ignore_ = ["i"]
    T1 = 1
    @enum.property
    def double(self): return self.value * 2
    @enum.nonmember
    class Inner: pass
    M = enum.member(7)
print(Tm.T1.double, Tm.M, list(Tm), dir(Tm.T1)[-2:], Color.RED._value_, Color._member_names_, Color.RED.__doc__, enum.verify(enum.UNIQUE)(Auto) is Auto)
