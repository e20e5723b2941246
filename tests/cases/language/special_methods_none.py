# Special methods that a class has set to None: the operation calls it, or says that it cannot.
def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print('->', r if isinstance(r, (int, str, float, bytes, complex, type(None))) else type(r).__name__)
    except BaseException as e: print('!!', type(e).__name__, e)
import operator, math, sys
import asyncio, copy, os, inspect
def runawait(x):
    async def f(): return await x
    return f().send(None)
def awith(x):
    async def f():
        async with x: pass
    return f().send(None)
def afor(x):
    async def f():
        async for y in x: pass
    return f().send(None)
def withs(x):
    with x: pass
def delitem(x): del x[0]
def iadd(x): x += 1
def ipow(x): x **= 1
def setit(x): x[0] = 1
def m(x):
    match x:
        case C(1): pass
uses = dict(__repr__=[repr, str, '{!r}'.format, lambda x: '%r' % (x,), lambda x: f'{x}', lambda x: repr([x])], __str__=[str, lambda x: f'{x}', '{}'.format, lambda x: '%s' % (x,), print], __float__=[float, math.sqrt, lambda x: '%f' % x, lambda x: math.isnan(x), complex], __int__=[int, lambda x: '%d' % x], __complex__=[complex], __index__=[int, float, hex, operator.index, lambda x: [1][x], range, lambda x: [1, 2][x:], chr, lambda x: 'a' * x, lambda x: '%x' % x, complex, bytes, lambda x: round(1.5, x), lambda x: 'a'.zfill(x), lambda x: 'a'.find('a', x), lambda x: 1 << x], __call__=[lambda x: x(), callable, lambda x: list(map(x, [1])), lambda x: sorted([1], key=x)], __len__=[len, bool, list, reversed], __iter__=[iter, list, lambda x: [*x], lambda x: 1 in x, lambda x: (a for a in x), lambda x: ''.join(x), tuple, set, dict, sum, max, lambda x: zip(x), enumerate, lambda x: map(str, x), lambda x: [].extend(x), sorted], __next__=[next, lambda x: iter(int, 1)], __getitem__=[lambda x: x[0], lambda x: x[0:1]], __setitem__=[setit], __delitem__=[delitem], __contains__=[lambda x: 1 in x, lambda x: 1 not in x, lambda x: operator.contains(x, 1)], __hash__=[hash, lambda x: {x}, lambda x: {x: 1}, lambda x: x in {1: 2}, lambda x: hash((x,))], __bool__=[bool, lambda x: not x, lambda x: 1 if x else 2, lambda x: x and 1, lambda x: all([x])], __bytes__=[bytes], __format__=[format, lambda x: f'{x}', '{}'.format, lambda x: f'{x:>5}'], __add__=[lambda x: x + 1, lambda x: 1 + x], __radd__=[lambda x: 1 + x, lambda x: sum([x])], __iadd__=[iadd], __neg__=[operator.neg], __pos__=[operator.pos], __invert__=[operator.invert], __abs__=[abs], __round__=[round, lambda x: round(x, 1)], __trunc__=[math.trunc], __floor__=[math.floor], __ceil__=[math.ceil], __reversed__=[reversed], __enter__=[withs], __exit__=[withs], __aenter__=[awith], __aexit__=[awith], __await__=[runawait], __aiter__=[aiter, afor], __anext__=[anext, afor], __dir__=[dir], __eq__=[lambda x: x == 1, lambda x: x != 1, lambda x: 1 == x, lambda x: x in [1], lambda x: [x].index(1), lambda x: x == x], __lt__=[lambda x: x < 1, lambda x: 1 > x, lambda x: sorted([x, x]), lambda x: min(x, x)], __getattribute__=[lambda x: x.foo], __setattr__=[lambda x: setattr(x, 'a', 1)], __delattr__=[lambda x: delattr(x, 'a')], __reduce__=[copy.copy], __reduce_ex__=[copy.copy], __copy__=[copy.copy], __deepcopy__=[copy.deepcopy], __length_hint__=[operator.length_hint, list], __mul__=[lambda x: x * 2, lambda x: 2 * x], __matmul__=[lambda x: x @ 2], __pow__=[lambda x: x ** 2, lambda x: pow(x, 2, 3)], __ipow__=[ipow], __divmod__=[lambda x: divmod(x, 1)], __rdivmod__=[lambda x: divmod(1, x)], __sizeof__=[sys.getsizeof], __fspath__=[os.fspath], __match_args__=[m], __getattr__=[lambda x: x.foo, lambda x: hasattr(x, 'foo')], __class__=[isinstance, lambda x: x.__class__], __doc__=[inspect.getdoc, lambda x: x.__doc__])
for n in uses:
    class C: locals()[n] = None
    C.__qualname__ = 'C'
    for i, u in enumerate(uses[n]): print(n, i, end=' '); t(u, C())
    class D(int): locals()[n] = None
    D.__qualname__ = 'D'
    for i, u in enumerate(uses[n]): print('int', n, i, end=' '); t(u, D(5))
    class L(list): locals()[n] = None
    L.__qualname__ = 'L'
    for i, u in enumerate(uses[n]): print('list', n, i, end=' '); t(u, L([5]))
def mk(n):
    class X: locals()[n] = None
    return X
for n in ['__init__', '__new__', '__init_subclass__', '__class_getitem__', '__instancecheck__', '__mro_entries__', '__prepare__', '__set_name__', '__get__', '__missing__']:
    print(n, end=' '); t(mk, n); X = mk(n)
    t(lambda: type(X()).__name__); t(lambda: type('Y', (X,), {}).__name__); t(lambda: X[int]); t(lambda: isinstance(1, X)); t(lambda: issubclass(int, X))
    def z():
        class W: a = X()
        return W.a.__class__.__name__
    t(z)
class Meta(type): __instancecheck__ = None; __call__ = None; __iter__ = None; __getitem__ = None; __contains__ = None; __prepare__ = None
def zz():
    class Q(metaclass=Meta): pass
t(zz)
class M2(type): __instancecheck__ = None; __subclasscheck__ = None; __call__ = None; __iter__ = None; __getitem__ = None; __contains__ = None; __or__ = None; __repr__ = None
class Q(metaclass=M2): pass
for f in [lambda: isinstance(1, Q), lambda: issubclass(int, Q), Q, lambda: iter(Q), lambda: Q[1], lambda: 1 in Q, lambda: Q | int, lambda: repr(Q), lambda: print(Q)]: t(f)
class DM(dict): __missing__ = None
t(lambda: DM()[1])
class G:
    __get__ = None
class H: g = G()
t(lambda: H.g); t(lambda: H().g)
class S: __set__ = None
class H2: s = S()
def ss(): H2().s = 1
t(ss)
class FH: __getattr__ = None
t(lambda: FH().zz); t(hasattr, FH(), 'q'); t(getattr, FH(), 'a', 1)
