"""The operators as functions, and functions that fetch items, attributes or call methods."""
from _stockade import index as _index, special as _special, type_name as _type_name

__all__ = ['abs', 'add', 'and_', 'attrgetter', 'call', 'concat', 'contains', 'countOf', 'delitem', 'eq',
           'floordiv', 'ge', 'getitem', 'gt', 'iadd', 'iand', 'iconcat', 'ifloordiv', 'ilshift',
           'imatmul', 'imod', 'imul', 'index', 'indexOf', 'inv', 'invert', 'ior', 'ipow', 'irshift',
           'is_', 'is_not', 'isub', 'itemgetter', 'itruediv', 'ixor', 'le', 'length_hint', 'lshift', 'lt',
           'matmul', 'methodcaller', 'mod', 'mul', 'ne', 'neg', 'not_', 'or_', 'pos', 'pow', 'rshift',
           'setitem', 'sub', 'truediv', 'truth', 'xor']

from _stockade import guest_getattr as _guest_getattr

_abs = abs


def abs(a, /):
    """The absolute value of the argument."""
    return _abs(a)


def lt(a, b, /):
    """a < b"""
    return a < b


def le(a, b, /):
    """a <= b"""
    return a <= b


def eq(a, b, /):
    """a == b"""
    return a == b


def ne(a, b, /):
    """a != b"""
    return a != b


def ge(a, b, /):
    """a >= b"""
    return a >= b


def gt(a, b, /):
    """a > b"""
    return a > b


def not_(a, /):
    """not a"""
    return not a


def truth(a, /):
    """Whether a is true."""
    return True if a else False


def is_(a, b, /):
    """a is b"""
    return a is b


def is_not(a, b, /):
    """a is not b"""
    return a is not b


def add(a, b, /):
    """a + b"""
    return a + b


def and_(a, b, /):
    """a & b"""
    return a & b


def floordiv(a, b, /):
    """a // b"""
    return a // b


def index(a, /):
    """a as an int, where an index is allowed."""
    if isinstance(a, int):
        return a if type(a) is int else int.__index__(a)
    return _index(a)


def inv(a, /):
    """~a"""
    return ~a


def invert(a, /):
    """~a"""
    return ~a


def lshift(a, b, /):
    """a << b"""
    return a << b


def mod(a, b, /):
    """a % b"""
    return a % b


def mul(a, b, /):
    """a * b"""
    return a * b


def matmul(a, b, /):
    """a @ b"""
    return a @ b


def neg(a, /):
    """-a"""
    return -a


def or_(a, b, /):
    """a | b"""
    return a | b


def pos(a, /):
    """+a"""
    return +a


def pow(a, b, /):
    """a ** b"""
    return a ** b


def rshift(a, b, /):
    """a >> b"""
    return a >> b


def sub(a, b, /):
    """a - b"""
    return a - b


def truediv(a, b, /):
    """a / b"""
    return a / b


def xor(a, b, /):
    """a ^ b"""
    return a ^ b


def _check_concat(a, b):
    """Complains of what has no `+` of sequences, and is none beside another one."""
    if isinstance(a, (str, bytes, bytearray, list, tuple)):
        return
    if isinstance(a, (dict, range, memoryview)) or not (hasattr(type(a), '__getitem__') and hasattr(type(b), '__getitem__')):
        raise TypeError(f"'{_type_name(a)}' object can't be concatenated")


def concat(a, b, /):
    """a + b, for sequences."""
    _check_concat(a, b)
    return a + b


def contains(a, b, /):
    """b in a"""
    return b in a


def __iterate(a):
    try:
        return iter(a)
    except TypeError:
        raise TypeError(f"argument of type '{_type_name(a)}' is not iterable") from None


def countOf(a, b, /):
    """How often b is in a."""
    return sum(1 for item in __iterate(a) if item is b or item == b)


def delitem(a, b, /):
    """del a[b]"""
    del a[b]


def getitem(a, b, /):
    """a[b]"""
    return a[b]


def setitem(a, b, c, /):
    """a[b] = c"""
    a[b] = c


def indexOf(a, b, /):
    """Where b is first in a."""
    for i, item in enumerate(__iterate(a)):
        if item is b or item == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')


def length_hint(obj, default=0, /):
    """About how many items there are."""
    if not isinstance(default, int):
        raise TypeError(f"'{_type_name(default)}' object cannot be interpreted as an integer")
    if not -0x8000000000000000 <= default <= 0x7fffffffffffffff:
        raise OverflowError('Python int too large to convert to C ssize_t')
    default = int(default)
    try:
        return len(obj)
    except TypeError:
        pass
    hint = _special(obj, '__length_hint__')
    try:
        value = hint() if hint is not None else type(obj).__length_hint__(obj)
    except (AttributeError, TypeError) as error:
        if hint is not None and not isinstance(error, TypeError):
            raise
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError(f'__length_hint__ must be an integer, not {_type_name(value)}')
    if value < 0:
        raise ValueError('__length_hint__() should return >= 0')
    return value


def call(obj, /, *args, **kwargs):
    """obj(*args, **kwargs)"""
    return obj(*args, **kwargs)


class attrgetter:
    """Fetches attributes; dots go deeper."""
    __slots__ = ('_names', '_paths')
    __text_signature__ = '(attr, /, *attrs)'

    def __init__(self, *attrs):
        if not attrs:
            raise TypeError('attrgetter expected 1 argument, got 0')
        for name in attrs:
            if not isinstance(name, str):
                raise TypeError('attribute name must be a string')
        self._names = attrs
        self._paths = [name.split('.') for name in attrs]

    def __call__(self, obj, /):
        if len(self._paths) == 1:
            for part in self._paths[0]:
                obj = _guest_getattr(obj, part)
            return obj
        found = []
        for path in self._paths:
            value = obj
            for part in path:
                value = _guest_getattr(value, part)
            found.append(value)
        return tuple(found)

    def __repr__(self):
        return f'operator.attrgetter({", ".join(map(repr, self._names))})'

    def __reduce__(self):
        return attrgetter, self._names


class itemgetter:
    """Fetches items."""
    __slots__ = ('_items',)
    __text_signature__ = '(item, /, *items)'

    def __init__(self, *items):
        if not items:
            raise TypeError('itemgetter expected 1 argument, got 0')
        self._items = items

    def __call__(self, obj, /):
        items = self._items
        if len(items) == 1:
            return obj[items[0]]
        return tuple([obj[i] for i in items])

    def __repr__(self):
        return f'operator.itemgetter({", ".join(map(repr, self._items))})'

    def __reduce__(self):
        return itemgetter, self._items


class methodcaller:
    """Calls a method by its name."""
    __slots__ = ('_name', '_args', '_kwargs')
    __text_signature__ = '(name, /, *args, **kwargs)'

    def __init__(self, /, *args, **kwargs):
        if not args:
            raise TypeError('methodcaller needs at least one argument, the method name')
        if not isinstance(args[0], str):
            raise TypeError('method name must be a string')
        self._name, *rest = args
        self._args, self._kwargs = tuple(rest), kwargs

    def __call__(self, obj, /):
        return _guest_getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(self._name), *map(repr, self._args), *(f'{k}={v!r}' for k, v in self._kwargs.items())]
        return f'operator.methodcaller({", ".join(parts)})'

    def __reduce__(self):
        if not self._kwargs:
            return methodcaller, (self._name, *self._args)
        from functools import partial
        return partial(methodcaller, self._name, **self._kwargs), self._args


def iadd(a, b, /):
    """a += b"""
    a += b
    return a


def iand(a, b, /):
    """a &= b"""
    a &= b
    return a


def iconcat(a, b, /):
    """a += b, for sequences."""
    _check_concat(a, b)
    a += b
    return a


def ifloordiv(a, b, /):
    """a //= b"""
    a //= b
    return a


def ilshift(a, b, /):
    """a <<= b"""
    a <<= b
    return a


def imod(a, b, /):
    """a %= b"""
    a %= b
    return a


def imul(a, b, /):
    """a *= b"""
    a *= b
    return a


def imatmul(a, b, /):
    """a @= b"""
    a @= b
    return a


def ior(a, b, /):
    """a |= b"""
    a |= b
    return a


def ipow(a, b, /):
    """a **= b"""
    a **= b
    return a


def irshift(a, b, /):
    """a >>= b"""
    a >>= b
    return a


def isub(a, b, /):
    """a -= b"""
    a -= b
    return a


def itruediv(a, b, /):
    """a /= b"""
    a /= b
    return a


def ixor(a, b, /):
    """a ^= b"""
    a ^= b
    return a


__lt__, __le__, __eq__, __ne__, __ge__, __gt__ = lt, le, eq, ne, ge, gt
__not__, __abs__, __add__, __and__, __call__ = not_, abs, add, and_, call
__floordiv__, __index__, __inv__, __invert__ = floordiv, index, inv, invert
__lshift__, __mod__, __mul__, __matmul__, __neg__ = lshift, mod, mul, matmul, neg
__or__, __pos__, __pow__, __rshift__, __sub__ = or_, pos, pow, rshift, sub
__truediv__, __xor__, __concat__, __contains__ = truediv, xor, concat, contains
__delitem__, __getitem__, __setitem__ = delitem, getitem, setitem
__iadd__, __iand__, __iconcat__, __ifloordiv__ = iadd, iand, iconcat, ifloordiv
__ilshift__, __imod__, __imul__, __imatmul__ = ilshift, imod, imul, imatmul
__ior__, __ipow__, __irshift__, __isub__ = ior, ipow, irshift, isub
__itruediv__, __ixor__ = itruediv, ixor
