# Copies, sums and multiples of a class over `deque` are of that class, which is called for them.
import copy
import pickle
from collections import deque
def t(f):
    try:
        r = f()
        print(type(r).__name__, r)
    except Exception as e:
        print(type(e).__name__ + ":", e)
class D(deque):
    pass
class Told(deque):
    def __init__(self, *args, **kwargs):
        print("init", args, kwargs)
        super().__init__(*args, **kwargs)
class Odd(deque):
    def __new__(cls, *args):
        return deque.__new__(cls) if not args else "odd"
class Narrow(deque):
    def __init__(self):
        super().__init__("ab", 3)
for d in (D([1, 2], 5), D("abc"), Told([1], maxlen=3), Told([1]), Narrow(), Odd()):
    t(lambda: d.copy()); t(lambda: d + d); t(lambda: d + deque([9])); t(lambda: deque([9]) + d); t(lambda: d * 2); t(lambda: 2 * d); t(lambda: d * -1)
    t(lambda: d + [1]); t(lambda: [1] + d); t(lambda: d * 1.5); t(lambda: copy.copy(d)); t(lambda: copy.deepcopy(d)); t(lambda: d.__add__(d)); t(lambda: d.__mul__(2)); t(lambda: d.__add__([1]))
    before = d
    d += "z"; d *= 2
    print(d is before, d)
