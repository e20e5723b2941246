"""Bytes in memory, over one bytearray."""
from _stockade import c_int as _c_int, type_name as _type_name, unexpected_keyword as _unexpected_keyword
from _iobase import _BufferedIOBase, _count, _filled, _size


def _bytes_like(data):
    if isinstance(data, (bytes, bytearray)):
        return data
    if isinstance(data, memoryview):
        return data.tobytes()
    if not isinstance(data, str) and hasattr(type(data), 'tobytes'):
        return data.tobytes()
    raise TypeError(f"a bytes-like object is required, not '{_type_name(data)}'")


class BytesIO(_BufferedIOBase):
    """A byte stream that lives in memory."""
    __slots__ = ('_data', '_at', '_open')
    __module__ = '_io'

    def __init__(self, initial_bytes=b'', *extra, **unknown):
        if extra:
            raise TypeError(f'BytesIO() takes at most 1 argument ({1 + len(extra)} given)')
        if unknown and initial_bytes != b'':
            raise TypeError(f'BytesIO() takes at most 1 argument ({1 + len(unknown)} given)')
        if unknown:
            _unexpected_keyword('BytesIO()', next(iter(unknown)), ('initial_bytes',))
        self._data = bytearray(b'' if initial_bytes is None else _bytes_like(initial_bytes))
        self._at = 0
        self._open = True

    def _check(self):
        if not self._open:
            raise ValueError('I/O operation on closed file.')

    def getvalue(self):
        """The whole contents, wherever the position is."""
        self._check()
        return bytes(self._data)

    def getbuffer(self):
        """A view of the contents that can be written; the size is fixed while it lives."""
        self._check()
        return memoryview(self._data)

    def read(self, size=-1, /):
        self._check()
        size = _size(size)
        at, length = self._at, len(self._data)
        if at >= length:
            return b''
        end = length if size < 0 else min(at + size, length)
        self._at = end
        return bytes(self._data[at:end])

    def read1(self, size=-1, /):
        return BytesIO.read(self, size)

    def readline(self, size=-1, /):
        self._check()
        size = _size(size)
        at, length = self._at, len(self._data)
        if at >= length:
            return b''
        end = self._data.find(b'\n', at) + 1 or length
        if 0 <= size < end - at:
            end = at + size
        self._at = end
        return bytes(self._data[at:end])

    def readlines(self, size=None, /):
        self._check()
        if size is not None:
            if not isinstance(size, int):
                raise TypeError(f"integer argument expected, got '{_type_name(size)}'")
            _count(size)
        return super().readlines(size)

    def writelines(self, lines, /):
        super().writelines(lines)

    def readinto(self, buffer, /):
        self._check()
        return _filled(buffer, self._read_into)

    def readinto1(self, buffer, /):
        self._check()
        return _filled(buffer, self._read_into, 'readinto1')

    def _read_into(self, view):
        data = BytesIO.read(self, len(view))
        view[:len(data)] = data
        return len(data)

    def write(self, data, /):
        self._check()
        data = _bytes_like(data)
        count, at, held = len(data), self._at, self._data
        if not count:
            return 0
        if at > len(held):
            held.extend(bytes(at - len(held)))
        held[at:at + count] = data
        self._at = at + count
        return count

    def tell(self):
        self._check()
        return self._at

    def seek(self, pos, whence=0, /):
        self._check()
        pos, whence = _count(pos), _c_int(whence)
        if whence == 0:
            if pos < 0:
                raise ValueError(f'negative seek value {pos}')
            self._at = pos
        elif whence == 1:
            self._at = max(0, self._at + pos)
        elif whence == 2:
            self._at = max(0, len(self._data) + pos)
        else:
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        return self._at

    def truncate(self, size=None, /):
        self._check()
        size = self._at if size is None else _size(size)
        if size < 0:
            raise ValueError(f'negative size value {size}')
        del self._data[size:]
        return size

    def close(self):
        self._data.clear()
        self._open = False

    @property
    def closed(self):
        return not self._open

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    def __iter__(self):
        return self

    def flush(self):
        self._check()

    def __getstate__(self):
        return (self.getvalue(), self._at, dict(self.__dict__) or None)

    def __setstate__(self, state):
        if not getattr(self, '_open', True):
            self._check()
        if not isinstance(state, tuple) or len(state) < 3:
            raise TypeError(f'_io.BytesIO.__setstate__ argument should be 3-tuple, got {_type_name(state)}')
        data, at, extra = state[:3]
        self._data, self._open = bytearray(), True
        self._data += _bytes_like(data)
        if not isinstance(at, int):
            raise TypeError(f'second item of state must be an integer, not {_type_name(at)}')
        if at < 0:
            raise ValueError('position value cannot be negative')
        self._at = at
        if extra is not None:
            if not isinstance(extra, dict):
                raise TypeError(f'third item of state should be a dict, got a {_type_name(extra)}')
            self.__dict__.update(extra)
