"""Views compared item by item, `!=` with subclasses, arrays and their views, time zones taken apart, code of generators."""
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
class C:
    def __eq__(self, other): return True
d1 = {1: C(), 2: [1]}; d2 = {1: C(), 2: [1]}
t(lambda: d1.items() == d2.items())
t(lambda: d1.items() <= d2.items())
t(lambda: d1.items() != d2.items())
t(lambda: d1.items() < {**d2, 3: 1}.items())
t(lambda: {1: [1]}.items() == {1: [1]}.items())
t(lambda: (1, C()) in d1.items())
t(lambda: d1.items() & d2.items())
def g():
    yield
x = g()
print(x.gi_code is g.__code__, g.__code__ is g.__code__, x.gi_code == g.__code__)
import fractions, decimal
t(lambda: hash(fractions.Fraction(1, 3)))
import types, typing
import array
a = array.array('i', [1, 2]); b = array.array('i', [1, 2])
t(lambda: memoryview(a) == memoryview(b))
t(lambda: memoryview(a) == b)
t(lambda: memoryview(a) == array.array('l', [1, 2]))
t(lambda: memoryview(b'ab') == array.array('B', b'ab'))
class L(list): pass
t(lambda: type(L([1]) + [2]))
def make(base):
    class C(base):
        def __init__(self, value): self.value = int(value)
        def __eq__(self, other):
            if isinstance(other, C): return self.value == other.value
            if isinstance(other, int): return self.value == other
            return NotImplemented
        def __ne__(self, other):
            if isinstance(other, C): return self.value != other.value
            if isinstance(other, int): return self.value != other
            return NotImplemented
        def __lt__(self, other):
            if isinstance(other, C): return self.value < other.value
            if isinstance(other, int): return self.value < other
            return NotImplemented
        def __le__(self, other):
            if isinstance(other, C): return self.value <= other.value
            if isinstance(other, int): return self.value <= other
            return NotImplemented
        def __gt__(self, other):
            if isinstance(other, C): return self.value > other.value
            if isinstance(other, int): return self.value > other
            return NotImplemented
        def __ge__(self, other):
            if isinstance(other, C): return self.value >= other.value
            if isinstance(other, int): return self.value >= other
            return NotImplemented
    return C
class classic: pass
for base in (classic, int, object, list):
    try: C = make(base); c = {1: C(1), 2: C(2), 3: C(3)}
    except TypeError as e: print(e); continue
    for x in 1, 2, 3:
        for y in 1, 2, 3:
            for op in "<", "<=", "==", "!=", ">", ">=":
                for form in ("c[x] %s c[y]", "c[x] %s y", "x %s c[y]"):
                    if eval(form % op) != eval("x %s y" % op): print(base.__name__, x, y, form % op, eval(form % op))
import array
a = array.array('i', [1, 2]); b = array.array('i', [1, 2])
m, n = memoryview(a), memoryview(b)
print(m.tolist(), n.tolist(), m.shape, n.shape, m.format)
print(m == n, m != n, m == memoryview(array.array('i', [1, 3])))
print(m == b, m == array.array('h', [1, 2]), b == m)
def f(): return m == n
print(f())
m[0] = 5
print(a, m == n)
x = m == n
print(x)
if m == n: print('eq')
else: print('ne')
print(m.__eq__(n))
import pickle, copy
from datetime import *
class FixedOffset(tzinfo):
    def __init__(self, offset, name, dstoffset=42):
        if isinstance(offset, int): offset = timedelta(minutes=offset)
        if isinstance(dstoffset, int): dstoffset = timedelta(minutes=dstoffset)
        self.__offset = offset
        self.__name = name
        self.__dstoffset = dstoffset
    def __repr__(self): return self.__name.lower()
    def utcoffset(self, dt): return self.__offset
    def tzname(self, dt): return self.__name
    def dst(self, dt): return self.__dstoffset
class PicklableFixedOffset(FixedOffset):
    def __init__(self, offset=None, name=None, dstoffset=None):
        FixedOffset.__init__(self, offset, name, dstoffset)
class PicklableFixedOffsetWithSlots(PicklableFixedOffset):
    __slots__ = '_FixedOffset__offset', '_FixedOffset__name', 'spam'
offset = timedelta(minutes=-300)
for otype, args in [(PicklableFixedOffset, (offset, 'cookie')), (PicklableFixedOffsetWithSlots, (offset, 'cookie')), (timezone, (offset,)), (timezone, (offset, "EST"))]:
    orig = otype(*args)
    oname = orig.tzname(None)
    for proto in range(pickle.HIGHEST_PROTOCOL + 1):
        derived = pickle.loads(pickle.dumps(orig, proto))
        print(derived.utcoffset(None), derived.tzname(None) == oname, end=' ')
    for f in (copy.copy, copy.deepcopy):
        d = f(orig); print(d.utcoffset(None), end=' ')
    t = time(5, 6, 7, tzinfo=orig)
    print(pickle.loads(pickle.dumps(t)) == t)
    print()
print(None != make(list)(1), 'a' != make(list)(2), b'a' != make(int)(3), 1.5 != make(int)(1), (1,) != make(list)(1), [1] != make(list)(1))
