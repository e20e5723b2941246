"""Numbers and arrays of numbers that processes share."""
from array import array
from multiprocessing.synchronize import RLock

__all__ = ['RawValue', 'RawArray', 'Value', 'Array', 'copy', 'synchronized']
_FLOATS = {'f', 'd'}
_SIZES = {'b': 1, 'B': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8}


def _fitting(code, value):
    """A number as memory of its type keeps it: ints lose what is too much."""
    if code in _FLOATS:
        return array(code, [value])[0]
    if not isinstance(value, int):
        raise TypeError(f'an integer is required (got type {type(value).__name__})')
    bits = 8 * _SIZES[code]
    value &= (1 << bits) - 1
    return value - (1 << bits) if code.islower() and value >> bits - 1 else value


def _code(kind):
    if kind == 'c' or kind in _SIZES or kind in _FLOATS:
        return kind
    raise TypeError('this type has no size' if isinstance(kind, str) else f'{kind!r} is no type code')


class _RawValue:
    def __init__(self, code, value):
        self._type = code
        self.value = value

    def __setattr__(self, name, value):
        if name == 'value':
            if self._type != 'c':
                value = _fitting(self._type, value)
            elif not isinstance(value, bytes) or len(value) != 1:
                raise TypeError('one character bytes, bytearray, or an integer in range(256) expected')
        object.__setattr__(self, name, value)


class _RawArray:
    """A place for so many numbers."""

    def __init__(self, code, items):
        self._type = code
        self._items = bytearray(items) if code == 'c' else array(code, [_fitting(code, item) for item in items])

    def __len__(self):
        return len(self._items)

    def __getitem__(self, at):
        found = self._items[at]
        if self._type == 'c':
            return bytes(found) if isinstance(at, slice) else bytes([found])
        return found.tolist() if isinstance(at, slice) else found

    def __setitem__(self, at, value):
        if self._type == 'c':
            value = value if isinstance(at, slice) else value[0] if isinstance(value, bytes) else value
        elif isinstance(at, slice):
            value = array(self._type, [_fitting(self._type, item) for item in value])
        else:
            value = _fitting(self._type, value)
        if isinstance(at, slice) and len(value) != len(self._items[at]):
            raise ValueError('Can only assign sequence of same size')
        self._items[at] = value

    @property
    def value(self):
        if self._type != 'c':
            raise AttributeError('value')
        return bytes(self._items).partition(b'\0')[0]

    @value.setter
    def value(self, value):
        if len(value) > len(self._items):
            raise ValueError('byte string too long')
        self._items[:len(value)] = value
        if len(value) < len(self._items):
            self._items[len(value)] = 0

    raw = property(lambda self: bytes(self._items))


class _Synchronized:
    """A shared object with the lock that goes with it."""

    def __init__(self, obj, lock=None, ctx=None):
        self._obj, self._lock = obj, lock or RLock()
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def get_obj(self):
        return self._obj

    def get_lock(self):
        return self._lock

    def __repr__(self):
        return f'<{type(self).__name__} wrapper for {self._obj}>'

    @property
    def value(self):
        with self:
            return self._obj.value

    @value.setter
    def value(self, value):
        with self:
            self._obj.value = value


class Synchronized(_Synchronized):
    pass


class SynchronizedArray(_Synchronized):
    def __len__(self):
        return len(self._obj)

    def __getitem__(self, at):
        with self:
            return self._obj[at]

    def __setitem__(self, at, value):
        with self:
            self._obj[at] = value


class SynchronizedString(SynchronizedArray):
    raw = property(lambda self: self._obj.raw)


def RawValue(typecode_or_type, *args):
    code = _code(typecode_or_type)
    return _RawValue(code, *args or (b'\0' if code == 'c' else 0,))


def RawArray(typecode_or_type, size_or_initializer):
    code = _code(typecode_or_type)
    items = size_or_initializer
    return _RawArray(code, (0 for _ in range(items)) if isinstance(items, int) else items)


def Value(typecode_or_type, *args, lock=True, ctx=None):
    return _locked(RawValue(typecode_or_type, *args), lock)


def Array(typecode_or_type, size_or_initializer, *, lock=True, ctx=None):
    return _locked(RawArray(typecode_or_type, size_or_initializer), lock)


def _locked(made, lock):
    if lock is False:
        return made
    if lock is True or lock is None:
        lock = RLock()
    if not hasattr(lock, 'acquire'):
        raise AttributeError(f'{lock!r} has no method \'acquire\'')
    return synchronized(made, lock)


def copy(obj):
    return _RawValue(obj._type, obj.value) if isinstance(obj, _RawValue) else _RawArray(obj._type, obj[:])


def synchronized(obj, lock=None, ctx=None):
    if isinstance(obj, _Synchronized):
        raise AssertionError('object already synchronized')
    kind = Synchronized if isinstance(obj, _RawValue) else SynchronizedString if obj._type == 'c' else SynchronizedArray
    return kind(obj, lock, ctx)
