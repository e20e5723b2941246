"""The simple types of C: their values and their sizes. There are no libraries to load here, and no memory to point into."""
import struct as _struct


class _Simple:
    """A value of a type of C. Numbers that do not fit wrap around."""

    def __init__(self, value=0):
        self.value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = self._fit(value)

    def __bool__(self):
        return bool(self._value)

    def __repr__(self):
        return f'{type(self).__name__}({self._value!r})'


class _Integer(_Simple):
    def _fit(self, value):
        if not hasattr(type(value), '__index__'):
            raise TypeError('an integer is required')
        value = value.__index__() & (1 << 8 * self._size_) - 1
        is_negative = self._type_.islower() and value >> 8 * self._size_ - 1
        return value - (1 << 8 * self._size_) if is_negative else value


class _Real(_Simple):
    def __init__(self, value=0.0):
        self.value = value

    def _fit(self, value):
        if not isinstance(value, (int, float)):
            raise TypeError(f'must be real number, not {type(value).__name__}')
        return _struct.unpack('f', _struct.pack('f', value))[0] if self._size_ == 4 else float(value)


class c_bool(_Simple):
    _type_, _size_ = '?', 1

    def __init__(self, value=False):
        self.value = value

    def _fit(self, value):
        return bool(value)


class c_char(_Simple):
    _type_, _size_ = 'c', 1

    def __init__(self, value=b'\0'):
        self.value = value

    def _fit(self, value):
        if isinstance(value, int) and 0 <= value < 256:
            return bytes([value])
        if isinstance(value, (bytes, bytearray)) and len(value) == 1:
            return bytes(value)
        raise TypeError('one character bytes, bytearray, or an integer in range(256) expected')


class c_wchar(_Simple):
    _type_, _size_ = 'u', 4

    def __init__(self, value='\0'):
        self.value = value

    def _fit(self, value):
        if not isinstance(value, str):
            raise TypeError(f'unicode string expected instead of {type(value).__name__} instance')
        if len(value) != 1:
            raise TypeError('one character unicode string expected')
        return value


def _made(names, base, letter, size):
    class made(base):
        _type_, _size_ = letter, size

    names = names.split()
    made.__name__ = made.__qualname__ = names[0]
    globals().update(dict.fromkeys(names, made))


for _row in (
    ('c_byte c_int8', _Integer, 'b', 1), ('c_ubyte c_uint8', _Integer, 'B', 1),
    ('c_short c_int16', _Integer, 'h', 2), ('c_ushort c_uint16', _Integer, 'H', 2),
    ('c_int c_int32', _Integer, 'i', 4), ('c_uint c_uint32', _Integer, 'I', 4),
    ('c_long c_longlong c_int64 c_ssize_t', _Integer, 'l', 8), ('c_ulong c_ulonglong c_uint64 c_size_t', _Integer, 'L', 8),
    ('c_float', _Real, 'f', 4), ('c_double', _Real, 'd', 8), ('c_longdouble', _Real, 'g', 16),
):
    _made(*_row)
del _row, _made


def sizeof(type_or_value):
    """The bytes that a type, or a value of it, takes."""
    size = getattr(type_or_value, '_size_', None)
    if size is None:
        raise TypeError('this type has no size')
    return size


alignment = sizeof
