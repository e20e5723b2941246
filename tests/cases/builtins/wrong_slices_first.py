# A slice that is wrong in itself is told of before the value to be put there, and each sequence has words of its own.
import array
from collections import Counter, OrderedDict, deque


class Real:
    def __float__(self):
        return 1.0


def told(call):
    try:
        print(call())
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


def put(made, slice_, value):
    made[slice_] = value
    return made


for make in (lambda: [1, 2, 3], lambda: bytearray(b"abcd"), lambda: array.array("i", [1, 2, 3])):
    for step in (slice(None, None, 0), slice(None, "a"), slice(0, 2), slice(None, None, 2)):
        for value in (5, None, "ab", 1.5, 1j, object(), Real(), [300], (7, 8), array.array("i"), array.array("i", [9]), array.array("b", [1, 2])):
            told(lambda: put(make(), step, value))

for other in (5, [1], Counter("a"), OrderedDict(), {}.keys(), {1: 2}.items(), None):
    told(lambda: deque([1]) + other)


class Right:
    def __radd__(self, other):
        return "right"


told(lambda: deque([1]) + Right())
