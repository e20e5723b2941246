from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique, EnumType, member, nonmember, property as eprop, CONFORM, KEEP, STRICT, EJECT, verify, UNIQUE, CONTINUOUS, NAMED_FLAGS, global_enum, Enum as E
import json, pickle, copy
def attempt(label, f):
    try: print(label, "->", repr(f()))
    except Exception as e: print(label, "!!", type(e).__name__, e)
class Planet(Enum):
    MERCURY = (3.303e+23, 2.4397e6)
    EARTH = (5.976e+24, 6.37814e6)
    TERRA = EARTH
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def g(self): return 6.67300E-11 * self.mass / self.radius ** 2
    @classmethod
    def heaviest(cls): return max(cls, key=lambda p: p.mass)
    @staticmethod
    def unit(): return "kg"
    def __str__(self): return self.name.title()
print(Planet.EARTH, repr(Planet.EARTH), Planet.EARTH.g, Planet.TERRA is Planet.EARTH, list(Planet), Planet.__members__, Planet.heaviest(), Planet.unit(), f"{Planet.EARTH!s:>8}|{Planet.EARTH!r}", Planet["TERRA"], Planet((3.303e+23, 2.4397e6)), len(Planet), Planet.EARTH in Planet, "EARTH" in Planet.__members__, (5.976e+24, 6.37814e6) in Planet, {Planet.EARTH: 1}, Planet.EARTH.value[0], type(Planet.EARTH), Planet.EARTH.name, isinstance(Planet.EARTH, Planet), bool(Planet.MERCURY), hash(Planet.EARTH) == hash("EARTH"))
attempt("value", lambda: Planet(5)); attempt("name", lambda: Planet["X"]); attempt("attr", lambda: Planet.X); attempt("set", lambda: setattr(Planet, "EARTH", 1)); attempt("del", lambda: delattr(Planet, "EARTH")); attempt("lt", lambda: Planet.EARTH < Planet.MERCURY); attempt("call", lambda: Planet()); attempt("setval", lambda: setattr(Planet.EARTH, "value", 3)); attempt("setname", lambda: setattr(Planet.EARTH, "name", 3)); attempt("iter", lambda: list(reversed(Planet))); attempt("in", lambda: 5 in Planet); attempt("member.member", lambda: Planet.EARTH.MERCURY)
class Color(Enum):
    _ignore_ = ["tmp"]
    tmp = 1
    RED = auto(); GREEN = auto(); BLUE = "b"
    @classmethod
    def _missing_(cls, value): return next((m for m in cls if m.name == str(value).upper()), None)
    class Inner: pass
print(list(Color), Color("red"), Color("b"), Color.Inner.__name__); attempt("miss", lambda: Color("pink"))
class Auto(Enum):
    def _generate_next_value_(name, start, count, last): return f"{name.lower()}-{count}-{last[-1] if last else None}"
    A = auto(); B = auto(); C = 7; D = auto()
print([m.value for m in Auto])
class N(IntEnum): ONE = 1; TWO = 2; DUO = 2
print(N.ONE + N.TWO, N.TWO == 2, N(1), sorted([N.TWO, N.ONE]), f"{N.ONE} {N.ONE:03d} {N.TWO!r} {N.TWO:>4}", "%d %s" % (N.ONE, N.ONE), str(N.ONE), [10, 20, 30][N.ONE], json.dumps({"n": N.TWO, "k": [N.ONE]}), N.ONE < 1.5, -N.ONE, N.DUO.name, isinstance(N.ONE, int), {1: "one"}[N.ONE], range(N.TWO), N.TWO ** 3, int(N.TWO), N.ONE.real, N.ONE | N.TWO, list(N), N.__members__.keys())
class S(StrEnum): ALPHA = auto(); Beta_X = auto(); G = "gamma"
print(list(S), S.ALPHA + "!", S.G.upper(), f"{S.G:>7}", S("gamma"), json.dumps([S.G]), S.G == "gamma", S.ALPHA in ("alpha",), str(S.G), "-".join(S), S.G[0], len(S.G), S.Beta_X.value)
class Perm(Flag):
    R = 4; W = 2; X = 1
    RW = R | W
    NONE = 0
print(Perm.R | Perm.X, Perm(7), ~Perm.R, Perm.RW & Perm.W, Perm.R ^ Perm.RW, Perm.RW, list(Perm.RW), len(Perm.RW), Perm.R in Perm.RW, bool(Perm.R & Perm.W), list(Perm), Perm["R"], repr(Perm(0)), Perm.R.value, Perm(3), (Perm.R | Perm.W | Perm.X) == Perm(7), Perm.R | Perm.R, Perm.X in Perm.RW, Perm(5).name, Perm.NONE.name, str(Perm.R | Perm.X), f"{Perm.RW}", sorted(Perm, key=lambda p: p.value), Perm.__members__.keys(), [*Perm(7)], ~Perm(0))
attempt("bad flag", lambda: Perm(8)); attempt("or int", lambda: Perm.R | 1); attempt("in", lambda: 1 in Perm.R); attempt("neg", lambda: Perm(-1)); attempt("inv", lambda: ~Perm(7))
class IP(IntFlag): A = 1; B = 2; C = 8
print(IP.A | 4, IP(16), IP.A + 1, ~IP.A, IP.A | IP.B == 3, IP(3), list(IP(11)), IP(0), repr(IP.A | 32), IP.C > IP.A, IP(-1), IP.A & 3, f"{IP.A | IP.B}", bin(IP.C))
class Keep(Flag, boundary=KEEP): A = 1; B = 2
class Conf(Flag, boundary=CONFORM): A = 1; B = 2
class Ej(Flag, boundary=EJECT): A = 1; B = 2
print(Keep(9), Conf(9), Ej(9), Keep(8), Conf(8)); 
for dec, body in ((unique, {"A": 1, "B": 1}), (verify(CONTINUOUS), {"A": 1, "B": 3}), (verify(UNIQUE), {"A": 2, "B": 2})):
    attempt("verify", lambda: dec(Enum("Ver", body)))
attempt("named", lambda: verify(NAMED_FLAGS)(Flag("NF", {"A": 1, "B": 6})))
print(Enum("Animal", "CAT DOG"), list(Enum("Animal", ["CAT", "DOG"], start=5)), list(IntEnum("I", {"X": 10})), list(Enum("T", [("a", 1), ("b", 2)])), Enum("Q", "A,B", module="m", qualname="x.Q").A, Enum("One", "A").A.value)
class M(Enum):
    @member
    def f(): return "called"
    g = nonmember(5)
    h = lambda self: self
    k = member(lambda: 3)
print(list(M) == [M.f, M.k], M.g, M.f.value(), M.k.value(), M.f.h() is M.f)
class Op(Enum):
    ADD = "+"; SUB = "-"
    def __call__(self, a, b): return {"+": a + b, "-": a - b}[self.value]
    @eprop
    def label(self): return f"<{self.value}>"
    def __lt__(self, o): return self.value < o.value
print(Op.ADD(2, 3), Op("-")(5, 1), Op.SUB.label, sorted(Op), max(Op).name, copy.deepcopy(Op.ADD) is Op.ADD, copy.copy([Op.ADD])[0] is Op.ADD, Op.__name__, Op.ADD.__class__, Op.__doc__, isinstance(Op, EnumType), dir(Op.ADD)[-3:] if False else "", Op.ADD._name_, Op.ADD._value_)
class Mixed(float, Enum): HALF = 0.5; THIRD = 1 / 3
class Tup(tuple, Enum): P = (1, 2)
print(Mixed.HALF * 2, repr(Mixed.HALF), str(Mixed.HALF), f"{Mixed.THIRD.value:.2f}", Tup.P[1], Tup.P, len(Tup.P), Mixed(0.5), Mixed.HALF < Mixed.THIRD)
class Weekday(Enum):
    MON = 1; SUN = 7
    @classmethod
    def from_date(cls, d): return cls(d)
    def __new__(cls, v): obj = object.__new__(cls); obj._value_ = v; obj.weekend = v > 5; return obj
    @property
    def next(self): ms = list(type(self)); return ms[(ms.index(self) + 1) % len(ms)]
print(Weekday.SUN.weekend, Weekday.MON.next, Weekday.from_date(7), [m for m in Weekday if not m.weekend])
for bad in (lambda: Enum("B", {"mro": 1}), lambda: Enum("B", "A A"), lambda: Enum("B", 5), lambda: IntEnum("B", {"A": "x"}), lambda: StrEnum("B", {"A": 1}), lambda: Enum("B", {"_x_": 1})):
    attempt("def", bad)
match N.TWO:
    case N.ONE: print("one")
    case N.TWO: print("two")
match "gamma":
    case S.G: print("str enum match")
