class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
class Color:
    RED = 1
    GREEN = 2
def describe(v):
    match v:
        case 0: return "zero"
        case 1 | 2 | 3: return "small"
        case -1: return "minus one"
        case 1.5: return "one and a half"
        case 2 + 3j: return "complex"
        case "a" | "b": return "a or b"
        case b"x": return "bytes"
        case None: return "none"
        case True: return "true"
        case []: return "empty seq"
        case [x]: return f"one {x}"
        case [x, y]: return f"two {x} {y}"
        case [1, *rest, 9]: return f"1..9 {rest}"
        case ["cmd", str(name), *_]: return f"cmd {name}"
        case (a, b, *others): return f"seq {a} {b} {others}"
        case {"type": "circle", "r": r}: return f"circle {r}"
        case {"type": t, **more} if more: return f"{t} {more}"
        case {"only": None}: return "only none"
        case {}: return "some mapping"
        case Point(x=0, y=0): return "origin"
        case Point(0, y): return f"on y axis {y}"
        case Point(x, y) if x == y: return f"diagonal {x}"
        case Point() as p: return f"point {p.x},{p.y}"
        case int(n) if n > 100: return f"big int {n}"
        case int() | float() as num: return f"number {num}"
        case str() as s if len(s) > 3: return f"long str {s}"
        case str(s): return f"str {s}"
        case _: return f"other {type(v).__name__}"
values = [0, 1, 3, -1, 1.5, 2 + 3j, "a", "b", b"x", None, True, [], [5], (1, 2), [1, 2, 9], [1, 9, 9, 9], ["cmd", "go", 1, 2], ("q", 2, 3),
          {"type": "circle", "r": 2}, {"type": "sq", "a": 1}, {"type": "sq"}, {"only": None}, {}, Point(0, 0), Point(0, 4), Point(3, 3),
          Point(1, 2), 500, 50, 5.5, "hello", "hey", {3}, object, "", bytearray(b"x"), range(3), False]
for v in values:
    if not isinstance(v, set):
        print(describe(v))

# What is both a sequence and a mapping is what the first of its bases says
import collections
import collections.abc


def as_sequence(x):
    match x:
        case [*_]:
            return 'sequence'
        case {}:
            return 'mapping'


def as_mapping(x):
    match x:
        case {}:
            return 'mapping'
        case [*_]:
            return 'sequence'


class Neither:
    pass


for bases in [(collections.UserDict, collections.abc.Sequence), (collections.UserDict, Neither, list), (dict, collections.abc.Sequence, Neither),
              (collections.UserList, collections.abc.Mapping), (list, Neither, collections.UserDict), (collections.OrderedDict, collections.abc.Sequence)]:
    class Both(*bases):
        pass
    print([base.__name__ for base in bases], as_sequence(Both()), as_mapping(Both()))
