"""Values packed into bytes and back."""
import _struct
from _struct import calcsize, pack, pack_into, unpack, unpack_from

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    """A format or value that cannot be."""


def iter_unpack(format, buffer, /):
    """The values of one stretch of the buffer after the other."""
    return iter(_struct._unpack_all(format, buffer))


class Struct:
    """A format that is used often."""
    __slots__ = ('size', 'format', '__weakref__')

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format.decode() if isinstance(format, bytes) else format

    def __reduce__(self):
        raise TypeError("cannot pickle '_struct.Struct' object")

    def pack(self, *values):
        return pack(self.format, *values)

    def pack_into(self, *values):
        return pack_into(self.format, *values)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, /, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)

    def __repr__(self):
        return "Struct(%r)" % (self.format,)


Struct.__module__ = '_struct'


def _clearcache():
    """Nothing is kept."""
