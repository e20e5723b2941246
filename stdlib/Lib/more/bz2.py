"""Compressed streams in bzip2's format."""
import io
from _stockade import c_int as _c_int, index as _index, type_name as _type_name
from _bz2 import combine as _combine, compress as _compress, read_part as _read_part
from _unpacked import PackedFile as _PackedFile, UnpackedReader as _UnpackedReader, check_text_mode as _check_text_mode, in_mode as _in_mode

__all__ = ['BZ2File', 'BZ2Compressor', 'BZ2Decompressor', 'open', 'compress', 'decompress']


def _size(size):
    if not isinstance(size, int) and not hasattr(size, '__index__'):
        raise TypeError('Integer argument expected')
    return _index(size)


def _level(compresslevel):
    level = _c_int(compresslevel)
    if not 1 <= level <= 9:
        raise ValueError('compresslevel must be between 1 and 9')
    return level


def _bytes(data):
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{_type_name(data)}'") from None


class BZ2Compressor:
    """Takes data a piece at a time; what it makes of it comes with `flush`."""
    __slots__ = ('_level', '_pieces')
    __module__ = '_bz2'

    def __init__(self, compresslevel=9, /):
        self._level = _level(compresslevel)
        self._pieces = []

    def compress(self, data, /):
        if self._pieces is None:
            raise ValueError('Compressor has been flushed')
        self._pieces.append(_bytes(data))
        return b''

    def flush(self):
        if self._pieces is None:
            raise ValueError('Repeated call to flush()')
        data, self._pieces = b''.join(self._pieces), None
        return _compress(data, self._level)

    def __reduce__(self):
        raise TypeError(f'cannot pickle {_type_name(self)!r} object')


class BZ2Decompressor:
    """Takes a stream a piece at a time, and gives what is in it."""
    __slots__ = ('_data', '_bit', '_level', '_check', '_ready', '_ready_size', '_ended', '_tried', 'eof', 'unused_data', 'needs_input')
    __module__ = '_bz2'

    def __init__(self):
        self._data = b''  # what is read of the stream, from the part that is not decoded yet
        self._bit = 0
        self._level = 0
        self._check = 0
        self._ready = []
        self._ready_size = 0
        self._ended = False
        self._tried = -1
        self.eof = False
        self.unused_data = b''
        self.needs_input = True

    def decompress(self, data, max_length=-1):
        data, max_length = _bytes(data), _index(max_length)
        if self.eof:
            raise EOFError('End of stream already reached')
        self._data = self._data + data if self._data else data
        try:
            while not self._ended and (max_length < 0 or self._ready_size < max_length or not self._ready_size):
                if not self._advance():
                    break
                if max_length == 0:
                    break
        except ValueError:
            raise OSError('Invalid data stream') from None
        whole = b''.join(self._ready)
        found = whole if max_length < 0 else whole[:max_length]
        rest = whole[len(found):]
        self._ready, self._ready_size = [rest] if rest else [], len(rest)
        if self._ended and not rest:
            self.eof = True
            self.unused_data, self._data = self._data[(self._bit + 7) // 8:], b''
            self.needs_input = False
        else:
            self.needs_input = not rest and not self._ended and self._tried == len(self._data)
        return found

    def _advance(self):
        """Decodes one part more; False where data is missing."""
        if not self._level:
            head = self._data[:4]
            if head[:3] != b'BZh'[:len(head)] or len(head) == 4 and not 49 <= head[3] <= 57:
                raise ValueError
            if len(head) < 4:
                self._tried = len(self._data)
                return False
            self._level, self._bit = head[3] - 48, 32
        found = _read_part(self._data, self._bit, self._level)
        if found is None:
            self._tried = len(self._data)
            return False
        block, check, bit = found
        if block is None:
            if check != self._check:
                raise ValueError
            self._ended, self._bit = True, bit
            return True
        self._check = _combine(self._check, check)
        if block:
            self._ready.append(block)
            self._ready_size += len(block)
        # What is decoded is not kept.
        self._tried = -1
        self._data, self._bit = self._data[bit // 8:], bit % 8
        return True

    def __reduce__(self):
        raise TypeError(f'cannot pickle {_type_name(self)!r} object')


class BZ2File(_PackedFile):
    """Compresses what is written into a file object, or gives what is in one."""

    def __init__(self, filename, mode='r', *, compresslevel=9):
        self._fp = None
        if not isinstance(compresslevel, int) or not 1 <= compresslevel <= 9:
            raise ValueError('compresslevel must be between 1 and 9')
        if mode in ('', 'r', 'rb'):
            compressor = None
        elif mode in ('w', 'wb', 'x', 'xb', 'a', 'ab'):
            compressor = BZ2Compressor(compresslevel)
        else:
            raise ValueError(f'Invalid mode: {mode!r}')
        self._open(filename, mode, compressor)
        if compressor is None:
            self._buffer = io.BufferedReader(_UnpackedReader(self._fp, BZ2Decompressor, OSError))

    def peek(self, n=0):
        self._check_reads()
        return self._buffer.peek(n)

    def readinto(self, b):
        self._check_reads()
        return self._buffer.readinto(b)

    def readline(self, size=-1):
        return super().readline(_size(size))

    def readlines(self, size=-1):
        size = _size(size)
        self._check_reads()
        return self._buffer.readlines(size)

    def __iter__(self):
        self._check_not_closed()
        return self

    def writelines(self, seq):
        io.BufferedIOBase.writelines(self, seq)

    def __enter__(self):
        self._check_not_closed()
        return self


def open(filename, mode='rb', compresslevel=9, encoding=None, errors=None, newline=None):
    """A `BZ2File` over a file object; in text mode, what decodes it."""
    _check_text_mode(mode, encoding, errors, newline)
    made = BZ2File(filename, mode.replace('t', ''), compresslevel=compresslevel)
    return _in_mode(made, mode, encoding, errors, newline)


def compress(data, compresslevel=9):
    """The data as one stream."""
    return _compress(data, _level(compresslevel))


def decompress(data):
    """What all streams of the data hold, together."""
    parts = []
    while data:
        stream = BZ2Decompressor()
        try:
            part = stream.decompress(data)
        except OSError:
            if parts:
                break  # what follows a stream and is none means nothing
            raise
        parts.append(part)
        if not stream.eof:
            raise ValueError('Compressed data ended before the end-of-stream marker was reached')
        data = stream.unused_data
    return b''.join(parts)
