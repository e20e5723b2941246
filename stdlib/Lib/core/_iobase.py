"""What every stream shares: closing, iteration over lines, and refusal of what it cannot do."""

from _stockade import argument_name as _argument_name, c_int as _c_int, index as _index, type_name as _type_name


class UnsupportedOperation(OSError, ValueError):
    pass


def _size(n):
    """A size argument as an int, -1 for "all of it"."""
    if n is None:
        return -1
    if type(n) is not int:
        if not hasattr(type(n), '__index__'):
            raise TypeError(f"argument should be integer or None, not '{_type_name(n)}'")
        n = _index(n)
    if not -0x8000000000000000 <= n <= 0x7fffffffffffffff:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    return n


def _count(n):
    """An argument that must be an int of the size of an index."""
    return _c_int(n, 'ssize_t')


class _IOBase:
    """The base class of all streams: what is not overridden is refused."""
    __slots__ = ('_was_closed', '__dict__', '__weakref__')
    __module__ = '_io'

    def _unsupported(self, name):
        raise UnsupportedOperation(name)

    def seek(self, pos, whence=0, /):
        """Change the position: from the start (0), from here (1), from the end (2)."""
        self._unsupported('seek')

    def tell(self):
        """Return the position."""
        return self.seek(0, 1)

    def truncate(self, size=None, /):
        """Cut the stream at a size, at the position by default."""
        self._unsupported('truncate')

    def fileno(self):
        """Streams in memory have no file descriptor."""
        self._unsupported('fileno')

    def flush(self):
        """Write out what is buffered: nothing here."""
        self._checkClosed()

    def close(self):
        """Flush and close; closing again does nothing."""
        if not self.closed:
            try:
                self.flush()
            finally:
                self._was_closed = True

    @property
    def closed(self):
        try:
            return self._was_closed
        except AttributeError:
            return False

    def seekable(self):
        """Whether the position can be changed."""
        self._checkClosed()
        return False

    def readable(self):
        """Whether the stream can be read."""
        self._checkClosed()
        return False

    def writable(self):
        """Whether the stream can be written."""
        self._checkClosed()
        return False

    def isatty(self):
        """Whether a terminal is behind the stream: never."""
        self._checkClosed()
        return False

    def _checkClosed(self, msg=None):
        if self.closed:
            raise ValueError('I/O operation on closed file.' if msg is None else msg)

    def _checkReadable(self, msg=None):
        if not self.readable():
            raise UnsupportedOperation('File or stream is not readable.' if msg is None else msg)

    def _checkWritable(self, msg=None):
        if not self.writable():
            raise UnsupportedOperation('File or stream is not writable.' if msg is None else msg)

    def _checkSeekable(self, msg=None):
        if not self.seekable():
            raise UnsupportedOperation('File or stream is not seekable.' if msg is None else msg)

    def __enter__(self):
        self._checkClosed()
        return self

    def __exit__(self, *args):
        self.close()

    def readline(self, size=-1, /):
        """Read up to and including the next line end, at most `size` bytes."""
        size = _size(size)
        line = bytearray()
        while size < 0 or len(line) < size:
            piece = self.read(1)
            if not piece:
                break
            if not isinstance(piece, bytes):
                raise OSError(f"read() should have returned a bytes object, not '{_type_name(piece)}'")
            line += piece
            if piece.endswith(b'\n'):
                break
        return bytes(line)

    def __iter__(self):
        self._checkClosed()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=None, /):
        """The remaining lines; past `hint` characters no further one is begun."""
        hint = _size(hint)
        if hint <= 0:
            return list(self)
        lines, total = [], 0
        for line in self:
            lines.append(line)
            total += len(line)
            if total > hint:
                break
        return lines

    def writelines(self, lines, /):
        """Write each of several pieces; no line ends are added."""
        self._checkClosed()
        for line in lines:
            self.write(line)


class _RawIOBase(_IOBase):
    """The base class of unbuffered byte streams: subclasses write `readinto` or `write`."""
    __slots__ = ()
    __module__ = '_io'

    def read(self, size=-1, /):
        size = _index(size)
        if size < 0:
            return self.readall()
        room = bytearray(size)
        n = self.readinto(room)
        if n is None:
            return None
        n = _index(n)
        if not 0 <= n <= size:
            raise ValueError(f'readinto returned {n} outside buffer size {size}')
        return bytes(room[:n])

    def readall(self):
        """Read until nothing comes any more."""
        data = bytearray()
        while piece := self.read(8192):
            if not isinstance(piece, bytes):
                raise TypeError('read() should return bytes')
            data += piece
        return bytes(data) if data else piece

    def readinto(self, *args, **kwargs):
        raise NotImplementedError

    def write(self, *args, **kwargs):
        raise NotImplementedError


def _filled(buffer, fill, caller='readinto'):
    """What `fill` gives for a view of the bytes of an object that can be written."""
    if hasattr(buffer, 'typecode') and hasattr(buffer, 'frombytes'):
        # The items of an `array` are replaced as a whole.
        data = bytearray(buffer.tobytes())
        found = fill(memoryview(data))
        fresh = buffer[:0]
        fresh.frombytes(bytes(data))
        buffer[:] = fresh
        return found
    if not isinstance(buffer, (bytearray, memoryview)) or isinstance(buffer, memoryview) and buffer.readonly:
        raise TypeError(f'{caller}() argument must be read-write bytes-like object, not {_argument_name(buffer)}')
    return fill(memoryview(buffer).cast('B'))


class _BufferedIOBase(_IOBase):
    """The base class of buffered byte streams."""
    __slots__ = ()
    __module__ = '_io'

    def read(self, size=-1, /):
        """Read at most `size` bytes, everything by default."""
        self._unsupported('read')

    def read1(self, size=-1, /):
        """Read at most `size` bytes with one underlying read."""
        self._unsupported('read1')

    def write(self, data, /):
        """Write bytes, return how many."""
        self._unsupported('write')

    def detach(self):
        """Give up the underlying stream and return it."""
        self._unsupported('detach')

    def readinto(self, buffer, /):
        """Fill a buffer, return how many bytes came."""
        return _filled(buffer, lambda view: self._fill(view, self.read, 'read'))

    def readinto1(self, buffer, /):
        return _filled(buffer, lambda view: self._fill(view, self.read1, 'read1'), 'readinto1')

    def _fill(self, view, read, name):
        data = read(len(view))
        if not isinstance(data, bytes):
            raise TypeError(f'{name}() should return bytes')
        if len(data) > len(view):
            raise ValueError(f'{name}() returned too much data: {len(view)} bytes requested, {len(data)} returned')
        view[:len(data)] = data
        return len(data)


class _TextIOBase(_IOBase):
    """The base class of text streams."""
    __slots__ = ()
    __module__ = '_io'

    def read(self, size=-1, /):
        """Read at most `size` characters, everything by default."""
        self._unsupported('read')

    def readline(self, size=-1, /):
        """Read up to and including the next line end."""
        self._unsupported('readline')

    def write(self, text, /):
        """Write a string, return its length."""
        self._unsupported('write')

    def detach(self):
        """Give up the underlying buffer and return it."""
        self._unsupported('detach')

    @property
    def encoding(self):
        return None

    @property
    def newlines(self):
        return None

    @property
    def errors(self):
        return None
