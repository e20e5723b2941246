# Errors of builtin subclasses name the class, concatenation the builtin; layouts that don't agree; odd arguments of builtins.
class S(str): pass
class I(int): pass
class L(list): pass
class T(set): pass
class B(bytes): pass
class F(frozenset): pass
class U(tuple): pass
class FL(float): pass


def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)


def ia(x, y):
    x += y
    return x


def im(x, y):
    x *= y
    return x


def si(x, y):
    x[0] = y


def di(x):
    del x[0]


t(lambda: divmod(S('a'), 1))
t(lambda: divmod(B(b'a'), 1))
t(lambda: divmod(I(7), FL(2)))
t(lambda: divmod(I(7), 0))
t(lambda: divmod(1, L()))
for x in (S('a'), U(), L(), B()):
    t(lambda: ia(x, 1))
    t(lambda: im(x, 'a'))
    t(lambda: x + 1)
    t(lambda: x * 1.5)
    t(lambda: x - 1)
    t(lambda: ia(I(1), x))
for x in (F(), S('a'), B(b'a'), U([1]), I(), FL(), T(), L([1])):
    t(lambda: si(x, 1))
    t(lambda: di(x))
for x in (I(), FL(), F(), T()):
    t(lambda: x[0])
for x in (I(), FL()):
    t(lambda: list(x))
    t(lambda: 1 in x)
    t(lambda: len(x))
t(lambda: type('x', k=1))
t(lambda: enumerate(foo=1))
t(lambda: enumerate([], start=1, foo=1))
t(lambda: list(enumerate(iterable='a', start=1)))
t(lambda: enumerate(0, iterable=[]))
t(lambda: max(foo=1))
t(lambda: min(foo=1))
t(lambda: max(1, 2, foo=1))
t(lambda: ExceptionGroup(1, foo=1))
t(lambda: ExceptionGroup())
t(lambda: int({1}, 65))
t(lambda: int({1}, 10))
t(lambda: format(1, None))
for x in (None, ..., NotImplemented, 1, 'a', [], {}, len, ValueError(), S(), I()):
    t(lambda: hasattr(x, '__doc__'))
print(None.__doc__, I().__doc__)


def mk(*b, **k):
    return [c.__name__ for c in type('X', b, k).__mro__]


class S1: __slots__ = 'a',
class S2: __slots__ = 'b',
class S3(S1): __slots__ = 'c',
class S4(S1): pass
class S5(S3): __slots__ = ()
class E0: __slots__ = ()
class D: pass
class V(ValueError): __slots__ = 'v',


t(lambda: mk(S1, S2))
t(lambda: mk(S1, int))
t(lambda: mk(int, S1))
t(lambda: mk(S1, tuple))
t(lambda: mk(L, I))
t(lambda: mk(D, S1, L))
t(lambda: mk(S1, str))
t(lambda: mk(L, S1))
t(lambda: mk(object, L, I))
t(lambda: mk(S4, S3))
t(lambda: mk(S3, S4))
t(lambda: mk(S5, S4, D, E0))
t(lambda: mk(S5, S2))
t(lambda: mk(E0, S1, D))
t(lambda: mk(E0, L))
t(lambda: mk(V, KeyError))
t(lambda: mk(V, S1))
t(lambda: mk(S1, KeyError))
t(lambda: mk(D, dict, __slots__=('a',)))
t(lambda: mk(S1, S2, __slots__=('a',)))
