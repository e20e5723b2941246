# Which method answers where builtin types are below the classes, and what classes of exceptions may define.
import operator, math
def t(f, *a):
    try: print('->', repr(f(*a)))
    except BaseException as e: print('!!', type(e).__name__, e)
class A(set):
    def __ror__(self, o): return 'A.ror'
    def __rsub__(self, o): return 'A.rsub'
class B(A): pass
class C(A):
    def __ror__(self, o): return 'C.ror'
for x, y in ((A, B), (A, C), (B, A), (C, A), (A, A), (set, B), (frozenset, B)):
    t(lambda: x([1]) | y([2])); t(lambda: x([1]) - y([2]))
class I(int): pass
class J(int):
    def __radd__(self, o): return 'J.radd'
    def __rand__(self, o): return 'J.rand'
class K(I):
    def __radd__(self, o): return 'K.radd'
for x, y in ((I, J), (I, K), (int, J), (float, J), (J, K), (bool, J), (K, I)):
    t(lambda: x(1) + y(2)); t(lambda: x(1) & y(3))
    def add():
        z = x(1)
        z += y(2)
        return z
    t(add)
class L(list): pass
class M(tuple): pass
class N(dict): pass
for k in L, M, N: t(repr, type("Q", (k,), {"m": lambda s: 1})().m)
def catch():
    class T(tuple): pass
    try: raise ValueError('v')
    except T([KeyError, ValueError]) as e: return 'caught', e
t(catch)
class E(Exception):
    def __index__(self): return 2
    def __divmod__(self, o): return 'dm', o
    def __rdivmod__(self, o): return 'rdm', o
    def __getitem__(self, k): return k
    def __getattr__(self, n): raise LookupError(n)
    def __len__(self): return 2
    def __iter__(self): return iter('xy')
    def __contains__(self, x): return x == 'x'
    def __call__(self, *a): return a
e = E()
for f in hex, range, [1, 2, 3].__getitem__, chr, operator.index, len, list, lambda e: divmod(e, 1), lambda e: divmod(1, e), lambda e: 'x' in e, lambda e: e[5], lambda e: e(1), lambda e: e.__class__, lambda e: e.zz, lambda e: '%(a)s' % e, lambda e: 'plain' % e, lambda e: isinstance(1, e): t(f, e)
class By(bytes): pass
t(lambda: 'plain' % By(b'x')); t(lambda: 'plain' % b'x'); t(lambda: b'plain' % By(b'x')); t(lambda: '%s' % By(b'x'))
class G(int):
    def __getitem__(self, i): return [7, 8][i]
t(lambda: 8 in G(5)); t(lambda: list(G(5))); t(lambda: reversed(G(5))); t(lambda: 9 in G(5))
class S:
    __slots__ = ()
    def __setattr__(self, n, v): object.__setattr__(self, n, v)
class S2: __slots__ = ()
t(setattr, S(), 'q', 1); t(setattr, S2(), 'q', 1)
b = bytearray(b'ab')
t(b.__setitem__, 99, 'x'); t(b.__setitem__, 99, 1); t(b.__setitem__, 'a', 'x'); t(b.__setitem__, 0, 300)
class Own:
    def __init__(self): self.keys = lambda: ['k']
    def __getitem__(self, k): return k * 2
t(lambda: dict(**Own())); t(lambda: {**Own()}); t(lambda: dict(Own()))
for a, c in (5, 'a'), ([1], 'a'), (range(3), 'abc'), ([1], [2]), ({}, {}), (S2(), []): t(operator.concat, a, c)
