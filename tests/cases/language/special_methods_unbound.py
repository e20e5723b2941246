# Special methods that bind to nothing (classes, builtin functions, callable instances), and comparisons where every method said no.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class NI:
    def __eq__(s, o): return NotImplemented
    def __ne__(s, o): return NotImplemented
    def __lt__(s, o): return NotImplemented
    def __add__(s, o): return NotImplemented
    def __mul__(s, o): return NotImplemented
    def __contains__(s, o): return False


for base in (tuple, list, dict, set, str, int, float, bytes, frozenset, bytearray):
    class X(NI, base):
        __hash__ = None
    print(base.__name__)
    a, b = X(), X()
    for f in (lambda: a == b, lambda: a != b, lambda: a == base(), lambda: base() == a, lambda: a != base(), lambda: base() != a,
              lambda: a < b, lambda: a < base(), lambda: base() < a, lambda: a + b, lambda: a + base(), lambda: a * 2, lambda: 2 * a,
              lambda: [a] == [b], lambda: (a,) == (base(),), lambda: b in [a], lambda: a > b, lambda: a == a, lambda: a == 0.0,
              lambda: 0.0 == a, lambda: a == 0, lambda: a == object(), lambda: 0.0 != a, lambda: a != 0.0):
        t(f)


class Cal:
    def __init__(s, v):
        s.v = v

    def __call__(s, *a):
        return (s.v, len(a)) if s.v != 'n' else len(a)


class C1:
    __len__ = int
    __str__ = str
    __repr__ = Cal('r')
    __bool__ = bool
    __hash__ = Cal('n')
    __iter__ = list
    __contains__ = Cal('c')
    __getitem__ = Cal('g')
    __call__ = Cal('call')
    __add__ = Cal('add')
    __radd__ = Cal('radd')
    __eq__ = Cal('eq')
    __index__ = Cal('n')
    __enter__ = Cal('en')
    __exit__ = Cal('ex')
    __neg__ = Cal('neg')
    __format__ = Cal('fo')
    __lt__ = Cal('lt')
    __setitem__ = Cal('si')
    __delitem__ = Cal('di')
    __int__ = int
    __float__ = float
    __abs__ = abs
    __next__ = Cal('ne')
    __length_hint__ = int
    __reversed__ = Cal('rev')
    __iadd__ = Cal('iadd')
    __getattr__ = Cal('ga')
    __divmod__ = Cal('dm')
    __round__ = Cal('ro')
    __complex__ = complex
    __bytes__ = bytes
    __dir__ = list


c = C1()
for f in (lambda: len(c), lambda: str(c), lambda: repr(c), lambda: bool(c), lambda: hash(c), lambda: iter(c), lambda: 5 in c,
          lambda: c[1], lambda: c(1, 2), lambda: c + 1, lambda: 1 + c, lambda: c == 1, lambda: [1, 2, 3][c], lambda: -c,
          lambda: format(c), lambda: c < 1, lambda: c.__setitem__(1, 2), lambda: int(c), lambda: float(c), lambda: abs(c),
          lambda: next(c), lambda: reversed(c), lambda: c.zz, lambda: divmod(c, 1), lambda: round(c), lambda: complex(c),
          lambda: bytes(c), lambda: dir(c), lambda: f'{c}', lambda: '%s' % c, lambda: print(c), lambda: list(c), lambda: range(c)):
    t(f)
c[1] = 2
del c[1]
d = c
d += 1
print(d)
with c as q:
    print(q)
import operator
t(lambda: operator.length_hint(c))


class W:
    __len__ = len
    __hash__ = id
    __iter__ = iter
    __repr__ = repr
    __add__ = max
    __call__ = print
    __eq__ = min


w = W()
for f in (lambda: len(w), lambda: hash(w), lambda: iter(w), lambda: w + 1, lambda: w(1), lambda: w == 5):
    t(f)


class SM:
    @staticmethod
    def __len__(): return 4
    @classmethod
    def __iter__(cls): return iter([cls.__name__])
    @staticmethod
    def __add__(o): return ('sadd', o)
    @classmethod
    def __call__(cls, x): return (cls.__name__, x)
    @staticmethod
    def __getattr__(n): return 'sga' + n
    @staticmethod
    def __eq__(o): return 'seq'
    __hash__ = property(lambda s: lambda: 77)
    __bool__ = property(lambda s: lambda: True)
    __getitem__ = property(lambda s: lambda k: ('pgi', k))


s = SM()
for f in (lambda: len(s), lambda: list(s), lambda: s + 2, lambda: s(3), lambda: s.foo, lambda: s == 1, lambda: hash(s),
          lambda: bool(s), lambda: s[3], lambda: 1 if s else 2, lambda: len({s: 1}), lambda: s in [1]):
    t(f)


class NN:
    __complex__ = __delitem__ = __float__ = __getitem__ = __setitem__ = None


def del_item(x):
    del x[0]


def set_item(x):
    x[0] = 1


class NL(list):
    __delitem__ = __setitem__ = __getitem__ = __contains__ = None


for x in (NN(), NL([1])):
    for f in (complex, float, lambda x: complex(1, x), del_item, set_item, lambda x: x[0], lambda x: 1 in x):
        t(lambda: f(x))


class G(float):
    def __getitem__(self, i): return 'abc'[i]


t(lambda: list(G()))
t(lambda: sorted(set(G())))
import collections


class DQ(collections.deque):
    pass


t(lambda: hash(DQ()))
t(lambda: pow(NL(), 2, 5))
t(lambda: pow(2, DQ(), 5))
t(lambda: SyntaxError('m', (c for c in ('f', 1, 2, 'text'))).text)
t(lambda: SyntaxError('m', (c for c in 'ab')))
names = {}
exec("class A:\n    def f(self): self.q = 1", names)
print(list(vars(names['A'])))
