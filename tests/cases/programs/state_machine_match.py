# ends: raised
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypedDict, Literal, assert_never


class State(Enum):
    IDLE = auto()
    RUNNING = auto()
    PAUSED = auto()
    DONE = auto()


@dataclass
class Start:
    job: str
    priority: int = 0


@dataclass(frozen=True)
class Tick:
    n: int


class Stop(NamedTuple):
    reason: str
    code: int = 0


class Movie(TypedDict, total=False):
    title: str
    year: int


class Machine:
    __match_args__ = ("state", "queue")

    def __init__(self):
        self.state, self.queue, self.log = State.IDLE, [], []

    def handle(self, event):
        match (self.state, event):
            case (State.IDLE, Start(job, priority=p)) if p > 5:
                self.state, out = State.RUNNING, f"urgent {job}"
            case (State.IDLE, Start(job=j)):
                self.queue.append(j)
                self.state, out = State.RUNNING, f"start {j}"
            case (State.RUNNING, Start(j)):
                self.queue.append(j); out = f"queued {j} ({len(self.queue)})"
            case (State.RUNNING, Tick(0) | Tick(n=-1)):
                self.state, out = State.PAUSED, "paused"
            case (State.RUNNING | State.PAUSED as old, Tick(n)):
                self.state, out = State.RUNNING, f"{old.name.lower()} +{n}"
            case (_, Stop("panic" | "fire" as why, code=int() as c)):
                self.state, out = State.DONE, f"{why}!{c}"
            case (State.DONE, _):
                out = "already done"
            case (s, [str() as first, *rest]):
                out = f"{s.name} list {first} {rest}"
            case (_, {"cmd": str(cmd), "args": [x, y, *_], **extra}):
                out = f"{cmd} {x} {y} {extra}"
            case (_, {"cmd": cmd}):
                out = f"bare {cmd}"
            case (_, (int(a) | float(a), b)) if a == b:
                out = f"pair {a}"
            case (_, None | True | False as const):
                out = f"const {const}"
            case (_, -1 | 0.5 | 2+3j | b"x" | "lit" as v):
                out = f"literal {v!r}"
            case (_, str(x)):
                out = f"str {x}"
            case (_, [[], {}, ()]):
                out = "nested"
            case (_, list() | set() as coll):
                out = f"collection {coll}"
            case _:
                out = f"? {event!r}"
        self.log.append(out)
        return out


m = Machine()
for event in (Tick(3), Start("a"), Start("b", 9), Tick(0), Tick(7), ["x", 1, 2], {"cmd": "mv", "args": (1, 2, 3), "z": 0}, {"cmd": 5}, {"args": []}, (3, 3.0), (3, 4), None, True, 0, -1, 0.5, 2 + 3j, b"x", "lit", "other", [[], {}, ()], [[["d"]]], {1, 2}, [1], range(3), Stop("bored"), Stop("fire"), Tick(1), bytearray(b"x"), Stop("panic", "x")):
    print(f"{m.handle(event):<28} {m.state.name}")
match m:
    case Machine(State.DONE, [first, *_]) if (n := len(m.log)) > 20:
        print("machine", first, n)
for value in ("ab", [1, 2], (1,), {"k": [1, {"z": 2}]}, {}, [], Movie(title="T"), 5, 5.0, "5", True):
    match value:
        case {"k": [_, {"z": z}]}: print("deep", z)
        case {"title": t, **rest}: print("movie", t, rest)
        case {} if value: print("mapping")
        case {}: print("empty mapping")
        case []: print("empty seq")
        case [x] | [x, _]: print("seq", x)
        case bool(): print("bool")
        case int(x) | float(x): print("num", x)
        case str() as s if s.isdigit(): print("digits")
        case _: print("other", value)
class Odd:
    __match_args__ = ["a"]
class Odd2:
    __match_args__ = ("a", 5)
    a = 1
for cls in (Odd, Odd2, int):
    try:
        match cls():
            case Odd(x): pass
            case Odd2(x, y): pass
            case int(x, y): pass
    except TypeError as e:
        print(e)
try:
    match Start("x"):
        case Start(a, b, c): pass
except TypeError as e:
    print(e)
try:
    match Start("x"):
        case Start("x", job="x"): pass
except TypeError as e:
    print(e)
x = 5
match x:
    case State.IDLE: print("no")
    case y: print("captured", y)
def area(shape: Literal["sq", "ci"], n: float) -> float:
    match shape:
        case "sq": return n * n
        case "ci": return 3 * n * n
        case _: assert_never(shape)
print(area("sq", 2))
assert area("tri" if False else "sq", 3) == 10, m.log[-1]
