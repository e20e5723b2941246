# Slices of ranges whose lengths and bounds are beyond 64 bits, and other rare corners.
import functools
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
big = 10**30
for r in (range(big), range(0, big, 7), range(big, 0, -3), range(5), range(big, big + 10), range(0), range(-big, big)):
    for s in (slice(5, 10), slice(None, None, -1), slice(big - 5, None), slice(-5, None), slice(big, None), slice(-big, big), slice(None, None, big), slice(None, None, -big), slice(3, -3, 2), slice(None, -big, -1), slice(0, 0)):
        t(lambda: r[s])
t(lambda: range(big)[0:5:0]); t(lambda: range(big)["a":]); t(lambda: range(big)[1.5:]); t(lambda: list(range(big)[big - 3:])); t(lambda: range(big)[::-1][0])
@functools.total_ordering
class O:
    def __init__(self, v):
        self.v = v
    def __eq__(self, o):
        return self.v == o.v
    def __le__(self, o):
        return self.v <= o.v
t(lambda: (O.__gt__.__qualname__, O.__ge__.__qualname__, O.__lt__.__qualname__, O.__gt__.__name__))
class No(ValueError):
    def __new__(cls, *args):
        return 5
def g():
    yield 1
def thrown():
    x = g()
    next(x)
    x.throw(No)
t(thrown)
