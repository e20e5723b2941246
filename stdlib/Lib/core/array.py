"""Arrays of numbers of one kind; the machine's representation is only made for bytes."""
import struct
from _collections_abc import MutableSequence
from _stockade import argument_name as _argument_name, type_name as _type_name
from operator import ge as _ge, gt as _gt, index as _index, le as _le, lt as _lt

__all__ = ['array', 'ArrayType', 'typecodes']

typecodes = 'bBuwhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'w': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8,
          'f': 4, 'd': 8}

def _integer_check(code):
    size = _SIZES[code]
    signed = code.islower()
    low, high = (-1 << 8 * size - 1, (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)

    def check(value):
        if type(value) is not int:
            if isinstance(value, float) or not hasattr(value, '__index__'):
                raise TypeError(f"'{_type_name(value)}' object cannot be interpreted as an integer")
            value = _index(value)
        if low <= value <= high:
            return value
        raise OverflowError(_too_big(code, value, low))

    return check


def _too_big(code, value, low):
    if code in 'bBhH':
        kind = {'b': 'signed char', 'B': 'unsigned byte integer', 'h': 'signed short integer',
                'H': 'unsigned short'}[code]
        return f'{kind} is {"less than minimum" if value < low else "greater than maximum"}'
    if code == 'i':
        if -1 << 63 <= value < 1 << 63:
            return f'signed integer is {"less than minimum" if value < low else "greater than maximum"}'
        return 'Python int too large to convert to C long'
    if code == 'I':
        if 0 <= value < 1 << 64:
            return 'unsigned int is greater than maximum'
        return 'can\'t convert negative value to unsigned int' if value < 0 else 'Python int too large to convert to C unsigned long'
    if code == 'l':
        return 'Python int too large to convert to C long'
    if code == 'L':
        return "can't convert negative value to unsigned int" if value < 0 else 'Python int too large to convert to C unsigned long'
    if code == 'q':
        return 'int too big to convert'
    return "can't convert negative int to unsigned" if value < 0 else 'int too big to convert'


def _float_check(code):
    def check(value):
        if type(value) is not float:
            if isinstance(value, str) or not hasattr(value, '__float__') and not hasattr(value, '__index__'):
                raise TypeError('must be real number, not ' + _type_name(value))
            value = float(value)
        if code == 'f':
            # Rounds the value to the four bytes in which it is stored.
            try:
                return struct.unpack('f', struct.pack('f', value))[0]
            except OverflowError:
                return float('inf') if value > 0 else float('-inf')
        return value

    return check


def _character_check(code):
    def check(value):
        if not isinstance(value, str) or len(value) != 1:
            raise TypeError('array item must be unicode character')
        return value

    return check


_CHECKS = {}


def _check_of(code):
    check = _CHECKS.get(code)
    if check is None:
        kind = _character_check if code in 'uw' else _float_check if code in 'fd' else _integer_check
        check = _CHECKS[code] = kind(code)
    return check


def _slice_of(places):
    """The slice that takes just these places: its parts have been asked."""
    if places.step < 0:
        if not places:
            return slice(0, 0, places.step)  # The start may be before the first item.
        return slice(places.start, places.stop if places.stop >= 0 else None, places.step)
    return slice(places.start, max(places.start, places.stop), places.step)


class array:
    """A list that holds only numbers (or characters) of one kind."""
    # A bytearray counts the exported views. It is made with the first view.
    __slots__ = ('_code', '_check', '_items', '_guard', '__weakref__')
    __module__ = 'array'
    __hash__ = None

    def __new__(cls, *args, **kwargs):
        if kwargs and cls is _array_class:
            raise TypeError('array.array() takes no keyword arguments')
        if not args:
            raise TypeError('array() takes at least 1 argument (0 given)')
        if len(args) > 2 and cls is _array_class:
            raise TypeError(f'array() takes at most 2 arguments ({len(args)} given)')
        code = args[0]
        if not isinstance(code, str) or len(code) != 1:
            raise TypeError(f'array() argument 1 must be a unicode character, not {_argument_name(code)}')
        code = str.__str__(code)
        if code == 'u':
            import warnings
            warnings.warn("The 'u' type code is deprecated and will be removed in Python 3.16", DeprecationWarning, stacklevel=2)
        self = object.__new__(cls)
        initial = args[1] if len(args) > 1 else ()
        if isinstance(initial, str) and code not in 'uw':
            raise TypeError(f"cannot use a str to initialize an array with typecode '{code}'")
        if isinstance(initial, _array_class) and initial._code in 'uw' and code not in 'uw':
            raise TypeError("cannot use a unicode array to initialize an array with "
                            f"typecode '{code}'")
        if code not in _SIZES:
            iter(initial)
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self._code = code
        self._check = _check_of(code)
        self._items = []
        self._guard = None
        if isinstance(initial, (bytes, bytearray)):
            self.frombytes(initial)
        else:
            self._items = list(map(self._check, initial))
        return self

    @property
    def typecode(self):
        """The letter of the kind."""
        return self._code

    @property
    def itemsize(self):
        """The bytes of one item."""
        return _SIZES[self._code]

    def _same(self, items):
        new = object.__new__(_array_class)
        new._code, new._check, new._items, new._guard = self._code, self._check, items, None
        return new

    def _resize(self):
        """Called before the length changes: fails if a buffer of the items is in use."""
        if self._guard is None:
            return
        try:
            self._guard.append(0)
        except BufferError:
            raise BufferError('cannot resize an array that is exporting buffers') from None
        self._guard.pop()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return arrayiterator(self)

    def _position(self, i, what):
        try:
            i = _index(i)
        except TypeError:
            raise TypeError('array indices must be integers') from None
        size = len(self._items)
        if i < 0:
            i += size
        if not 0 <= i < size:
            if not -1 << 63 <= i < 1 << 63:
                raise IndexError("cannot fit 'int' into an index-sized integer")
            raise IndexError(f'array {what}index out of range')
        return i

    def __getitem__(self, i):
        if type(i) is slice:
            return self._same(self._items[i])
        return self._items[self._position(i, '')]

    def __setitem__(self, i, value):
        if type(i) is slice:
            places = range(*i.indices(len(self._items)))
            if not isinstance(value, _array_class):
                raise TypeError(f"can only assign array (not \"{_type_name(value)}\") to array slice")
            if value._code != self._code:
                raise TypeError('bad argument type for built-in operation')
            if len(places) != len(value._items):
                if places.step != 1 and not value._items:
                    del self[_slice_of(places)]
                    return
                if places.step != 1:
                    raise ValueError(f'attempt to assign array of size {len(value._items)}'
                                     f' to extended slice of size {len(places)}')
                if self._guard is not None:
                    self._resize()
            self._items[_slice_of(places)] = value._items[:]
        else:
            i = self._position(i, 'assignment ')
            self._items[i] = self._check(value)

    def __delitem__(self, i):
        if type(i) is not slice:
            i = self._position(i, 'assignment ')
            self._resize()
        elif self._guard is not None:
            places = range(*i.indices(len(self._items)))
            if places:
                self._resize()
            i = _slice_of(places)
        del self._items[i]

    def __contains__(self, x):
        return x in self._items

    def __add__(self, other):
        if not isinstance(other, _array_class):
            raise TypeError(f'can only append array (not "{_type_name(other)}") to array')
        if other._code != self._code:
            raise TypeError('bad argument type for built-in operation')
        return self._same(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, _array_class):
            raise TypeError(f'can only extend array with array (not "{_type_name(other)}")')
        self.extend(other)
        return self

    def __mul__(self, n):
        if not hasattr(n, '__index__'):
            raise TypeError(f"can't multiply sequence by non-int of type '{_type_name(n)}'")
        return self._same(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        if not hasattr(n, '__index__'):
            raise TypeError(f"can't multiply sequence by non-int of type '{_type_name(n)}'")
        if n != 1 and self._items:
            self._resize()
        self._items *= n
        return self

    def _differs(self, other):
        # Finds the first position at which two arrays differ. A nan does not equal itself.
        mine, others = self._items, other._items
        if 'f' not in self.typecode + other.typecode and 'd' not in self.typecode + other.typecode and mine == others:
            return None
        for at, (x, y) in enumerate(zip(mine, others)):
            if not x == y:
                return at
        return None

    def _ordered(self, other, op):
        if isinstance(other, bytearray):
            return op(bytes(self), bytes(other))
        if not isinstance(other, _array_class):
            return NotImplemented
        at = self._differs(other)
        return op(len(self), len(other)) if at is None else op(self._items[at], other._items[at])

    def __eq__(self, other):
        if isinstance(other, _array_class):
            if len(self) != len(other):
                return False
            return self._differs(other) is None
        if isinstance(other, memoryview):
            return memoryview(self) == other
        # A bytearray compares with any buffer if its own method is called.
        return bytes(self) == other if isinstance(other, bytearray) else NotImplemented

    def __lt__(self, other):
        return self._ordered(other, _lt)

    def __le__(self, other):
        return self._ordered(other, _le)

    def __gt__(self, other):
        return self._ordered(other, _gt)

    def __ge__(self, other):
        return self._ordered(other, _ge)

    def __repr__(self):
        name = type(self).__name__
        if not self._items:
            return f"{name}('{self._code}')"
        shown = ''.join(self._items) if self._code in 'uw' else self._items
        return f"{name}('{self._code}', {shown!r})"

    def append(self, x, /):
        """Add one item at the end."""
        x = self._check(x)
        if self._guard is not None:
            self._resize()
        self._items.append(x)

    def extend(self, iterable, /):
        """Add several items at the end."""
        if isinstance(iterable, _array_class):
            if iterable._code != self._code:
                raise TypeError('can only extend with array of same kind')
            if iterable._items:
                self._resize()
            self._items.extend(iterable._items)
        else:
            for x in iterable:
                self.append(x)

    def insert(self, i, x, /):
        """Put an item before a position."""
        x = self._check(x)
        self._resize()
        self._items.insert(i, x)

    def pop(self, i=-1, /):
        """Take an item out, the last by default."""
        if not self._items:
            raise IndexError('pop from empty array')
        i = _index(i)
        if i < 0:
            i += len(self._items)
        if not 0 <= i < len(self._items):
            raise IndexError('pop index out of range')
        self._resize()
        return self._items.pop(i)

    def remove(self, x, /):
        """Take out the first item equal to a value."""
        try:
            at = self._items.index(x)
        except ValueError:
            raise ValueError('array.remove(x): x not in array') from None
        self._resize()
        del self._items[at]

    def index(self, x, start=0, stop=None, /):
        """The position of the first item equal to a value."""
        try:
            return self._items.index(x, start, len(self._items) if stop is None else stop)
        except ValueError:
            raise ValueError('array.index(x): x not in array') from None

    def count(self, x, /):
        """How many items are equal to a value."""
        return self._items.count(x)

    def reverse(self):
        """Turn the order around."""
        self._items.reverse()

    def clear(self):
        """Take everything out."""
        if self._items:
            self._resize()
        self._items.clear()

    def tolist(self):
        """The items as a list."""
        return self._items[:]

    def fromlist(self, items, /):
        """Add the items of a list; nothing if one does not fit."""
        if not isinstance(items, list):
            raise TypeError('arg must be list')
        if items:
            self._resize()
        self._items.extend([self._check(x) for x in items])

    def tobytes(self):
        """The machine's representation."""
        if self._code in 'uw':
            return ''.join(self._items).encode('utf-32-le', 'surrogatepass')
        return struct.pack(f'<{len(self._items)}{self._packed()}', *self._items)

    def _packed(self):
        # The standard sizes of struct, in which a long has eight bytes.
        return {'l': 'q', 'L': 'Q'}.get(self._code, self._code)

    def __bytes__(self):
        return self.tobytes()

    def frombytes(self, buffer, /):
        """Add items from the machine's representation."""
        if not isinstance(buffer, (bytes, bytearray, _array_class)):
            try:
                buffer = memoryview(buffer)
            except TypeError:
                raise TypeError(f"a bytes-like object is required, not '{_type_name(buffer)}'") from None
        data = bytes(buffer)
        size = self.itemsize
        if len(data) % size:
            raise ValueError('bytes length not a multiple of item size')
        if data:
            self._resize()
        if self._code in 'uw':
            self._items.extend(data.decode('utf-32-le', 'surrogatepass'))
        else:
            self._items.extend(struct.unpack(f'<{len(data) // size}{self._packed()}', data))

    def tounicode(self):
        """The characters as a string."""
        if self._code not in 'uw':
            raise ValueError("tounicode() may only be called on unicode type arrays ('u' or 'w')")
        return ''.join(self._items)

    def fromunicode(self, text, /):
        """Add the characters of a string."""
        if not isinstance(text, str):
            raise TypeError(f'fromunicode() argument must be str, not {_argument_name(text)}')
        if text:
            self._resize()
        if self._code not in 'uw':
            raise ValueError("fromunicode() may only be called on unicode type arrays ('u' or 'w')")
        self._items.extend(text)

    def byteswap(self):
        """Turn the bytes of each item around."""
        size = self.itemsize
        if size == 1:
            return
        data = self.tobytes()
        swapped = bytearray(len(data))
        for k in range(size):
            swapped[k::size] = data[size - 1 - k::size]
        other = self._same([])
        other.frombytes(bytes(swapped))
        self._items = other._items

    def buffer_info(self):
        """An address that means nothing, and the number of items."""
        return id(self), len(self._items)

    def tofile(self, f, /):
        """Write the representation to a stream."""
        f.write(self.tobytes())

    def fromfile(self, f, n, /):
        """Add items read from a stream."""
        if n < 0:
            raise ValueError('negative count')
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError('read() didn\'t return enough bytes')

    def __copy__(self):
        return self._same(self._items[:])

    def __deepcopy__(self, memo):
        return self._same(self._items[:])

    def __getstate__(self):
        state = getattr(self, '__dict__', None) or {}
        return {name: value for name, value in state.items() if name not in _array_class.__slots__} or None

    def __sizeof__(self, /):
        return 64 + len(self._items) * self.itemsize

    def __reduce_ex__(self, protocol, /):
        if not isinstance(protocol, int):
            raise TypeError('__reduce_ex__ argument should be an integer')
        state = self.__getstate__()
        if protocol < 3:
            return type(self), (self._code, self._items[:]), state
        if self._code in 'uw':
            number = 20
        elif self.itemsize == 1:
            number = 'Bb'.index(self._code)
        else:
            number = _FORMATS.index('<' + {'l': 'q', 'L': 'Q'}.get(self._code, self._code))
        return _array_reconstructor, (type(self), self._code, number, self.tobytes()), state

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


# Used by functions, because a program may replace the public name.
_array_class = array


ArrayType = array


class arrayiterator:
    """The items of an array, also of one that grows."""
    __slots__ = ('_array', '_at')

    def __init__(self, of):
        self._array = of
        self._at = 0

    def __iter__(self):
        return self

    def __next__(self):
        of = self._array
        if of is not None:
            if self._at < len(of._items):
                self._at += 1
                return of._items[self._at - 1]
            self._array = None
        raise StopIteration

    def __reduce__(self):
        if self._array is None:
            return iter, ((),)
        return iter, (self._array,), self._at

    def __reduce_ex__(self, protocol, /):
        return self.__reduce__()

    def __setstate__(self, state, /):
        if self._array is not None:
            self._at = max(0, min(state, len(self._array._items)))


class _reversed:
    """The items of an array from the last to the first."""
    __slots__ = ('_array', '_at')

    def __init__(self, of):
        self._array = of
        self._at = len(of) - 1

    def __iter__(self):
        return self

    def __next__(self):
        of = self._array
        if of is not None and 0 <= self._at < len(of._items):
            self._at -= 1
            return of._items[self._at + 1]
        self._array = None
        raise StopIteration

    def __length_hint__(self):
        return 0 if self._array is None else self._at + 1

    def __reduce__(self):
        if self._array is None:
            return reversed, ((),)
        return reversed, (self._array,), self._at

    def __reduce_ex__(self, protocol, /):
        return self.__reduce__()

    def __setstate__(self, state, /):
        if self._array is not None:
            self._at = max(-1, min(state, len(self._array._items) - 1))


array.__reversed__ = lambda self: _reversed(self)
_reversed.__name__ = _reversed.__qualname__ = 'reversed'
_reversed.__module__ = 'builtins'

# By the number of a format in pickles of arrays: its code for struct or its encoding.
_FORMATS = ('B', 'b', '<H', '>H', '<h', '>h', '<I', '>I', '<i', '>i', '<Q', '>Q', '<q', '>q', '<f', '>f', '<d', '>d',
            'utf-16-le', 'utf-16-be', 'utf-32-le', 'utf-32-be')


def _array_reconstructor(cls, typecode, mformat_code, items, /):
    """An array from bytes of any machine."""
    if not isinstance(cls, type):
        raise TypeError(f'first argument must be a type object, not {_type_name(cls)}')
    if not issubclass(cls, _array_class):
        raise TypeError(f'{cls.__name__} is not a subtype of array.array')
    if not isinstance(typecode, str) or len(typecode) != 1:
        raise TypeError(f'_array_reconstructor() argument 2 must be a unicode character, not {_type_name(typecode)}')
    if typecode not in _SIZES:
        raise ValueError('second argument must be a valid type code')
    if not isinstance(mformat_code, int):
        raise TypeError(f"'{_type_name(mformat_code)}' object cannot be interpreted as an integer")
    if not 0 <= mformat_code < len(_FORMATS):
        raise ValueError('third argument must be a valid machine format code.')
    if not isinstance(items, bytes):
        raise TypeError(f'fourth argument should be bytes, not {_type_name(items)}')
    kind = _FORMATS[mformat_code]
    if kind.startswith('utf'):
        return cls(typecode, items.decode(kind))
    size = struct.calcsize(kind)
    if len(items) % size:
        raise ValueError('string length not a multiple of item size')
    order, letter = (kind[0], kind[1]) if len(kind) > 1 else ('', kind)
    return cls(typecode, list(struct.unpack(f'{order}{len(items) // size}{letter}', items)))


MutableSequence.register(array)
