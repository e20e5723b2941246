import collections
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
def f(c):
    match c:
        case Color.RED: return "red"
        case Color.BLUE: return "blue"
        case _: return "?"
print(f(Color.RED), f(Color.BLUE), f(1))
def bind(v):
    match v:
        case (1, x) | (x, 1): return x
        case {"k": [first, *_]}: return first
        case [[a, b], [c, d]]: return a + b + c + d
        case whole: return whole
for v in [(1, 5), (6, 1), {"k": "str"}, {"k": [7, 8]}, [[1, 2], [3, 4]], "xy"]:
    print(bind(v))
match "leaks":
    case name:
        pass
print(name)
match 5:
    case x if x > 10: print("no")
    case x: print("bound", x)
match 7:
    case 1: pass
print("no match is fine")
class Pos:
    def __init__(self): self.v = 1
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
def noargs():
    match Pos():
        case Pos(1): return "x"
def toomany():
    match 5:
        case int(1, 2): return "x"
def badmatchargs():
    class B: __match_args__ = "ab"
    match B():
        case B(1): return "x"
def badmatchname():
    class B: __match_args__ = (1,)
    match B():
        case B(1): return "x"
def dup():
    class B:
        __match_args__ = ("a",)
        a = 1
    match B():
        case B(1, a=1): return "x"
def notclass():
    K = 5
    match 5:
        case K(): return "x"
def missing():
    match Pos():
        case Pos(w=1): return "x"
        case Pos(v=1): return "v is 1"
def undefined():
    match 1:
        case Missing(): return 1
def undefined_value():
    match 1:
        case Color.GREEN: return 1
def dupkey():
    k = "a"
    class K: A = "a"; B = "a"
    match {"a": 1}:
        case {K.A: 1, K.B: 1}: return 1
for g in (noargs, toomany, badmatchargs, badmatchname, dup, notclass, missing, undefined, undefined_value, dupkey):
    t(g)
class Seq:
    def __len__(self): return 2
    def __getitem__(self, i): return i
match Seq():
    case [a, b]: print("seq")
    case _: print("not a registered sequence")
match collections.deque([1, 2]):
    case [a, b]: print("deque", a, b)
match collections.OrderedDict(a=1, b=2):
    case {"a": 1, **rest}: print(rest, type(rest).__name__)
match collections.defaultdict(int):
    case {"missing": 0}: print("default used")
    case {}: print("no default used")
for v in ["s", b"b", [1], (1,), range(1), {1}, iter([1]), memoryview(b"a"), {1: 2}.keys()]:
    match v:
        case [*_]: print(type(v).__name__, "is a sequence")
        case _: print(type(v).__name__, "is no sequence")
def nested(v):
    match v:
        case {"user": {"name": str(n), "tags": [*tags]}, "id": int(i)}: return n, tags, i
        case [("add" | "sub") as op, int(a) | float(a), b]: return op, a, b
        case (None | False) as n: return "falsy", n
        case [_, _, _]: return "three"
        case 1 | (2 | 3): return "1-3"
print(nested({"user": {"name": "x", "tags": ("a",)}, "id": 1, "z": 0}), nested(["add", 1.5, "q"]), nested(None), nested("abc"), nested([1, 1, 1]), nested(3), nested(True))
match = 1
case = match + 1
_ = 5
print(match, case, _)
match (1, 2), 3:
    case (a, b), c: print(a, b, c)
match 1, :
    case [x]: print(x)
class D(dict): pass
match D(a=1):
    case dict(d): print("dict", d)
match "abc":
    case str("abc"): print("str value")
match 3.0:
    case int(): print("int")
    case 3: print("equal to 3")
match True:
    case 1: print("1 == True")
match 1:
    case True: print("is True")
    case _: print("1 is not True")
