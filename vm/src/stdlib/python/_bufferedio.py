"""Buffers before raw byte streams: what is read ahead, what is held back before writing."""
from _iobase import _BufferedIOBase, _count, _size, UnsupportedOperation
from _bytesio import _bytes_like
from _stockade import index as _index


def _place(pos, whence):
    whence = _index(whence)
    if whence not in (0, 1, 2):
        raise ValueError(f'whence value {whence} unsupported')
    return _count(pos), whence


class _Wrapped(_BufferedIOBase):
    """A buffered stream over `raw`: the parts that do not depend on the direction."""
    # One layout for both directions, so that a stream can have both.
    __slots__ = ('raw', '_ahead', '_held', '_block')
    __module__ = '_io'

    def __repr__(self):
        return f'<_io.{type(self).__name__}>'

    def __reduce__(self):
        raise TypeError(f'cannot pickle {type(self).__name__!r} instances')

    @property
    def closed(self):
        if self.raw is None:
            raise ValueError('raw stream has been detached')
        return self.raw.closed

    @property
    def name(self):
        return self.raw.name

    @property
    def mode(self):
        return self.raw.mode

    def close(self):
        if self.raw is not None and not self.closed:
            try:
                self.flush()
            finally:
                self.raw.close()

    def detach(self):
        if self.raw is None:
            raise ValueError('raw stream already detached')
        self.flush()
        raw, self.raw = self.raw, None
        return raw

    def seekable(self):
        return self.raw.seekable()

    def fileno(self):
        return self.raw.fileno()

    def isatty(self):
        return self.raw.isatty()

    def _check_open(self, what='read of'):
        if self.closed:
            raise ValueError(f'{what} closed file')


class BufferedReader(_Wrapped):
    """Reads ahead from a raw stream."""
    __slots__ = ()
    __module__ = '_io'

    def __init__(self, raw, buffer_size=8192):
        buffer_size = _count(buffer_size)
        if not raw.readable():
            raise UnsupportedOperation('File or stream is not readable.')
        if buffer_size <= 0:
            raise ValueError('buffer size must be strictly positive')
        self.raw = raw
        self._block = buffer_size
        self._ahead = b''

    def readable(self):
        return self.raw.readable()

    def flush(self):
        if self.closed:
            raise ValueError('flush of closed file')

    def write(self, data, /):
        self._unsupported('write')

    def _more(self, size):
        """One raw read, added to what is held; whether anything came."""
        piece = self.raw.read(max(size, self._block))
        if piece:
            self._ahead += piece
        return bool(piece)

    def _take(self, size):
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        return data

    def read(self, size=-1, /):
        self._check_open()
        size = _size(size)
        if size < -1:
            raise ValueError('read length must be non-negative or -1')
        if size < 0:
            data, self._ahead = self._ahead, b''
            rest = bytearray()
            while piece := self.raw.read():
                rest += piece
            return data + bytes(rest)
        while len(self._ahead) < size and self._more(size - len(self._ahead)):
            pass
        return self._take(size)

    def read1(self, size=-1, /):
        self._check_open()
        size = _size(size)
        if not self._ahead and size != 0:
            self._more(0)
        return self._take(self._block if size < 0 else size)

    def peek(self, size=0, /):
        """What can be read without moving the position."""
        _count(size)
        self._check_open('peek of')
        if not self._ahead:
            self._more(0)
        return self._ahead

    def readline(self, size=-1, /):
        self._check_open('readline of')
        size = _size(size)
        searched = 0
        while True:
            end = self._ahead.find(b'\n', searched) + 1
            if end or 0 <= size <= len(self._ahead):
                break
            searched = len(self._ahead)
            if not self._more(0):
                break
        end = end or len(self._ahead)
        return self._take(end if size < 0 else min(end, size))

    def tell(self):
        return self.raw.tell() - len(self._ahead)

    def seek(self, pos, whence=0, /):
        pos, whence = _place(pos, whence)
        if whence == 1:
            pos -= len(self._ahead)
        self._ahead = b''
        return self.raw.seek(pos, whence)


class BufferedWriter(_Wrapped):
    """Holds back what is written to a raw stream until there is a block of it."""
    __slots__ = ()
    __module__ = '_io'

    def __init__(self, raw, buffer_size=8192):
        buffer_size = _count(buffer_size)
        if not raw.writable():
            raise UnsupportedOperation('File or stream is not writable.')
        if buffer_size <= 0:
            raise ValueError('buffer size must be strictly positive')
        self.raw = raw
        self._block = buffer_size
        self._held = bytearray()

    def writable(self):
        return self.raw.writable()

    def write(self, data, /):
        self._check_open('write to')
        data = _bytes_like(data)
        self._held += data
        if len(self._held) > self._block:
            self.flush()
        return len(data)

    def flush(self):
        if self.closed:
            raise ValueError('flush of closed file')
        while self._held:
            n = self.raw.write(bytes(self._held))
            if not n:
                break
            del self._held[:n]

    def tell(self):
        return self.raw.tell() + len(self._held)

    def seek(self, pos, whence=0, /):
        pos, whence = _place(pos, whence)
        self.flush()
        return self.raw.seek(pos, whence)

    def truncate(self, pos=None, /):
        self.flush()
        return self.raw.truncate(self.raw.tell() if pos is None else pos)


class BufferedRandom(BufferedWriter, BufferedReader):
    """Both directions over one raw stream that can be positioned."""
    __slots__ = ()
    __module__ = '_io'

    def __init__(self, raw, buffer_size=8192):
        if not raw.seekable():
            raise UnsupportedOperation('File or stream is not seekable.')
        BufferedReader.__init__(self, raw, buffer_size)
        BufferedWriter.__init__(self, raw, buffer_size)

    def _before_reading(self):
        if self._held:
            self.flush()

    def read(self, size=-1, /):
        self._before_reading()
        return BufferedReader.read(self, size)

    def read1(self, size=-1, /):
        self._before_reading()
        return BufferedReader.read1(self, size)

    def peek(self, size=0, /):
        self._before_reading()
        return BufferedReader.peek(self, size)

    def readline(self, size=-1, /):
        self._before_reading()
        return BufferedReader.readline(self, size)

    def write(self, data, /):
        if self._ahead:
            self.raw.seek(-len(self._ahead), 1)
            self._ahead = b''
        return BufferedWriter.write(self, data)

    def tell(self):
        return self.raw.tell() + len(self._held) - len(self._ahead)

    def seek(self, pos, whence=0, /):
        self.flush()
        return BufferedReader.seek(self, pos, whence)

    def truncate(self, pos=None, /):
        self.flush()
        return self.raw.truncate(self.tell() if pos is None else pos)


class BufferedRWPair(_BufferedIOBase):
    """A reader and a writer over two raw streams."""
    __slots__ = ('reader', 'writer')
    __module__ = '_io'

    def __init__(self, reader, writer, buffer_size=8192):
        self.reader = BufferedReader(reader, buffer_size)
        self.writer = BufferedWriter(writer, buffer_size)

    def read(self, size=-1, /):
        return self.reader.read(size)

    def read1(self, size=-1, /):
        return self.reader.read1(size)

    def readinto(self, buffer, /):
        return self.reader.readinto(buffer)

    def peek(self, size=0, /):
        return self.reader.peek(size)

    def readline(self, size=-1, /):
        return self.reader.readline(size)

    def write(self, data, /):
        return self.writer.write(data)

    def readable(self):
        return self.reader.readable()

    def writable(self):
        return self.writer.writable()

    def flush(self):
        return self.writer.flush()

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()

    @property
    def closed(self):
        return self.writer.closed
