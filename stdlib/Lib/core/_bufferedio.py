"""Buffers before raw byte streams: what is read ahead, what is held back before writing.

One buffer serves both directions. `_pos` is where the stream stands in it, `_raw_pos` where the raw stream stands; what was read goes to
`_read_end` (-1: nothing was), what is to be written from `_write_pos` to `_write_end` (-1: nothing is).
"""
from _iobase import _BufferedIOBase, _count, _filled, _size, UnsupportedOperation
from _bytesio import _bytes_like
from _stockade import index as _index

_shown = set()


def _check(answer, kind):
    if answer is not True:
        raise UnsupportedOperation(f'File or stream is not {kind}.')


class _Wrapped(_BufferedIOBase):
    """A buffered stream over `raw`."""
    # One layout for readers and writers, because a stream can be both.
    __slots__ = ('_raw', '_ok', '_detached', '_buffer', '_block', '_pos', '_raw_pos', '_abs_pos', '_read_end', '_write_pos', '_write_end')
    __module__ = '_io'
    _reads = _writes = False

    def _begin(self, raw, buffer_size):
        self._raw = raw
        if buffer_size <= 0:
            raise ValueError('buffer size must be strictly positive')
        self._block = buffer_size
        self._buffer = bytearray(buffer_size)
        self._pos = self._raw_pos = self._write_pos = 0
        self._read_end = self._write_end = self._abs_pos = -1
        self._ok = True
        try:
            self._raw_tell()
        except Exception:
            # A raw stream without `tell` can still be read and written.
            pass

    def _forget(self):
        self._ok = self._detached = False

    def _ready(self):
        try:
            if self._ok:
                return
            detached = self._detached
        except AttributeError:
            detached = False
        raise ValueError('raw stream has been detached' if detached else 'I/O operation on uninitialized object')

    def _check_open(self, what):
        self._ready()
        if (self._buffer is None or self._raw.closed) and not self._ahead():
            raise ValueError(f'{what} closed file')

    def __repr__(self):
        kind = type(self)
        shown = '_io.' + kind.__name__ if kind.__module__ == '_io' else kind.__name__
        try:
            name = self.name
        except (AttributeError, ValueError):
            return f'<{shown}>'
        key = id(self)
        if key in _shown:
            raise RuntimeError(f'reentrant call inside {shown}.__repr__')
        _shown.add(key)
        try:
            return f'<{shown} name={name!r}>'
        finally:
            _shown.discard(key)

    def __reduce__(self):
        raise TypeError(f'cannot pickle {type(self).__name__!r} instances')

    @property
    def raw(self):
        return self._raw

    @property
    def closed(self):
        self._ready()
        return self._raw.closed

    @property
    def name(self):
        self._ready()
        return self._raw.name

    @property
    def mode(self):
        self._ready()
        return self._raw.mode

    def close(self):
        self._ready()
        if self.closed:
            return
        try:
            self.flush()
        finally:
            try:
                self._raw.close()
            finally:
                self._buffer = None
                self._read_end = self._write_end = -1

    def detach(self):
        self._ready()
        self.flush()
        raw, self._raw = self._raw, None
        self._ok, self._detached = False, True
        return raw

    def seekable(self):
        self._ready()
        return self._raw.seekable()

    def fileno(self):
        self._ready()
        return self._raw.fileno()

    def isatty(self):
        self._ready()
        return self._raw.isatty()

    # The raw stream and its position

    def _ahead(self):
        """How many bytes are in the buffer and not read yet."""
        return self._read_end - self._pos if self._read_end >= 0 else 0

    def _offset(self):
        """How far the raw stream is in front."""
        if (self._read_end >= 0 or self._write_end >= 0) and self._raw_pos >= 0:
            return self._raw_pos - self._pos
        return 0

    def _move(self, pos):
        self._pos = pos
        if 0 <= self._read_end < pos:
            self._read_end = pos

    def _moved_raw(self, n):
        n = _index(n)
        if n < 0:
            raise OSError(f'Raw stream returned invalid position {n}')
        self._abs_pos = n
        return n

    def _raw_tell(self):
        return self._moved_raw(self._raw.tell())

    def _raw_seek(self, target, whence):
        return self._moved_raw(self._raw.seek(target, whence))

    def _raw_count(self, n, room, method):
        try:
            n = _index(n)
        except Exception as error:
            raise OSError(f'raw {method}() failed') from error
        if not 0 <= n <= room:
            raise OSError(f'raw {method}() returned invalid length {n} (should have been between 0 and {room})')
        if n > 0 and self._abs_pos != -1:
            self._abs_pos += n
        return n

    def _raw_read(self, view):
        """One raw read into a view: how much came, None where the raw stream would wait."""
        n = self._raw.readinto(view)
        return None if n is None else self._raw_count(n, len(view), 'readinto')

    def _raw_write(self, view):
        n = self._raw.write(view)
        return None if n is None else self._raw_count(_index(n), len(view), 'write')

    def _fill_buffer(self):
        start = max(self._read_end, 0)
        n = self._raw_read(memoryview(self._buffer)[start:])
        if n:
            self._read_end = self._raw_pos = start + n
        return n

    def _flush_held(self):
        if self._write_end >= 0 and self._write_pos != self._write_end:
            rewind = self._offset() + self._pos - self._write_pos
            if rewind:
                self._raw_seek(-rewind, 1)
                self._raw_pos -= rewind
            while self._write_pos < self._write_end:
                n = self._raw_write(memoryview(self._buffer)[self._write_pos:self._write_end])
                if n is None:
                    raise BlockingIOError(0, 'write could not complete without blocking', 0)
                self._write_pos += n
                self._raw_pos = self._write_pos
        self._write_pos, self._write_end = 0, -1

    def _settle(self):
        """Writes the bytes that are held back, and moves the raw stream to the position of this one."""
        self._flush_held()
        if self._reads:
            try:
                self._raw_seek(-self._offset(), 1)
            finally:
                self._read_end = -1

    def tell(self):
        self._ready()
        return max(self._raw_tell() - self._offset(), 0)

    def seek(self, pos, whence=0, /):
        self._ready()
        whence = _index(whence)
        if whence not in (0, 1, 2):
            raise ValueError(f'whence value {whence} unsupported')
        self._check_open('seek of')
        _check(self._raw.seekable(), 'seekable')
        pos = _count(pos)
        if whence != 2 and self._reads:
            # A position inside the buffer needs no seek of the raw stream.
            current = self._raw_tell() if self._abs_pos == -1 else self._abs_pos
            ahead = self._ahead()
            if ahead > 0:
                here = current - self._offset()
                offset = pos - here if whence == 0 else pos
                if -self._pos <= offset <= ahead:
                    self._pos += offset
                    return max(here + offset, 0)
        if self._writes:
            self._flush_held()
        if whence == 1:
            pos -= self._offset()
        found = self._raw_seek(pos, whence)
        self._raw_pos = -1
        if self._reads:
            self._read_end = -1
        return found

    def truncate(self, pos=None, /):
        self._check_open('truncate of')
        if not self._writes:
            self._unsupported('truncate')
        self._settle()
        found = self._raw.truncate(pos)
        try:
            self._raw_tell()
        except Exception:
            pass
        return found


class BufferedReader(_Wrapped):
    """Reads ahead from a raw stream."""
    __slots__ = ()
    __module__ = '_io'
    _reads = True

    def __init__(self, raw, buffer_size=8192):
        buffer_size = _count(buffer_size)
        self._forget()
        _check(raw.readable(), 'readable')
        self._begin(raw, buffer_size)

    def readable(self):
        self._ready()
        return self._raw.readable()

    def flush(self):
        self._ready()
        return self._raw.flush()

    def write(self, data, /):
        self._unsupported('write')

    def _take(self, size):
        data = bytes(memoryview(self._buffer)[self._pos:self._pos + size])
        self._pos += len(data)
        return data

    def _before_reading(self):
        if self._writes:
            self._settle()

    def _read_all(self):
        data = self._take(self._ahead())
        self._before_reading()
        self._read_end = -1
        readall = getattr(self._raw, 'readall', None)
        if readall is not None:
            rest = readall()
            if rest is not None and not isinstance(rest, bytes):
                raise TypeError('readall() should return bytes')
            return (data or None) if rest is None else data + rest
        pieces = [data]
        while True:
            piece = self._raw.read()
            if piece is not None and not isinstance(piece, bytes):
                raise TypeError('read() should return bytes')
            if not piece:
                return b''.join(pieces) or piece
            pieces.append(piece)
            if self._abs_pos != -1:
                self._abs_pos += len(piece)

    def read(self, size=-1, /):
        self._ready()
        size = _size(size)
        if size < -1:
            raise ValueError('read length must be non-negative or -1')
        self._check_open('read of')
        if size == -1:
            return self._read_all()
        held = self._ahead()
        if size <= held:
            return self._take(size)
        found = bytearray(self._take(held))
        self._before_reading()
        self._read_end = -1
        missing = size - held
        # Whole blocks are read without the buffer.
        while blocks := missing - missing % self._block:
            room = bytearray(min(blocks, max(self._block, 1 << 20)))
            n = self._raw_read(memoryview(room))
            if not n:
                return bytes(found) if n == 0 or found else None
            found += room[:n]
            missing -= n
        self._pos = self._raw_pos = 0
        while missing and self._read_end < self._block:
            n = self._fill_buffer()
            if not n:
                return bytes(found) if n == 0 or found else None
            piece = self._take(min(n, missing))
            found += piece
            missing -= len(piece)
        return bytes(found)

    def read1(self, size=-1, /):
        self._ready()
        size = _size(size)
        if size < 0:
            size = self._block
        self._check_open('read of')
        held = self._ahead()
        if held or not size:
            return self._take(min(size, held))
        self._before_reading()
        self._read_end = -1
        room = bytearray(size)
        return bytes(room[:self._raw_read(memoryview(room)) or 0])

    def readinto(self, buffer, /):
        return _filled(buffer, lambda view: self._read_into(view, False), 'readinto')

    def readinto1(self, buffer, /):
        return _filled(buffer, lambda view: self._read_into(view, True), 'readinto1')

    def _read_into(self, view, once):
        self._check_open('readinto of')
        room = len(view)

        def take(size):
            view[written:written + size] = memoryview(self._buffer)[self._pos:self._pos + size]
            self._pos += size
            return size
        written = 0
        written = take(min(self._ahead(), room))
        if written == room:
            return written
        self._before_reading()
        self._read_end, self._pos = -1, 0
        while written < room:
            if room - written > self._block:
                n = self._raw_read(view[written:])
            elif once and written:
                break
            else:
                n = self._fill_buffer()
                if n:
                    written += take(min(n, room - written))
                    continue
            if not n:
                return written if n == 0 or written else None
            written += n
            if once:
                break
        return written

    def peek(self, size=0, /):
        """What can be read without moving the position."""
        _count(size)
        self._check_open('peek of')
        self._before_reading()
        if not self._ahead():
            self._read_end, self._pos = -1, 0
            self._fill_buffer()
            self._pos = 0
        return bytes(memoryview(self._buffer)[self._pos:max(self._read_end, self._pos)])

    def readline(self, size=-1, /):
        self._ready()
        size = _size(size)
        self._check_open('readline of')
        found = b''
        while True:
            held = self._ahead()
            if size >= 0:
                held = min(held, size - len(found))
            end = self._buffer.find(b'\n', self._pos, self._pos + held) + 1 if held else 0
            found += self._take(end - self._pos if end else held)
            if end or len(found) == size:
                return found
            if not found:
                self._before_reading()
            self._read_end, self._pos = -1, 0
            if not self._fill_buffer():
                return found


class BufferedWriter(_Wrapped):
    """Holds back what is written to a raw stream until there is a block of it."""
    __slots__ = ()
    __module__ = '_io'
    _writes = True

    def __init__(self, raw, buffer_size=8192):
        buffer_size = _count(buffer_size)
        self._forget()
        _check(raw.writable(), 'writable')
        self._begin(raw, buffer_size)

    def writable(self):
        self._ready()
        return self._raw.writable()

    def _hold(self, data):
        self._buffer[self._pos:self._pos + len(data)] = data
        if self._write_end < 0 or self._write_pos > self._pos:
            self._write_pos = self._pos
        self._move(self._pos + len(data))
        self._write_end = max(self._write_end, self._pos)

    def write(self, data, /):
        self._ready()
        data = _bytes_like(data)
        if self._buffer is None or self._raw.closed:
            raise ValueError('write to closed file')
        size, block = len(data), self._block
        if self._read_end < 0 and self._write_end < 0:
            self._pos = self._raw_pos = 0
        if size <= block - self._pos and size < block:
            self._hold(data)
            return size
        try:
            self._flush_held()
        except BlockingIOError as error:
            if self._reads:
                self._read_end = -1
            # Makes room for the bytes that the raw stream did not accept.
            start, held = self._write_pos, self._write_end - self._write_pos
            self._buffer[:held] = bytes(self._buffer[start:self._write_end])
            self._raw_pos -= start
            self._pos -= start
            self._write_pos, self._write_end = 0, held
            room = min(block - held, size)
            self._buffer[held:held + room] = data[:room]
            self._write_end += room
            self._pos += room
            if room == size:
                return size
            raise BlockingIOError(error.errno, error.strerror, room) from None
        offset = self._offset()
        if offset:
            self._raw_seek(-offset, 1)
            self._raw_pos -= offset
        written, view = 0, memoryview(data)
        while size - written > block:
            n = self._raw_write(view[written:])
            if n is None:
                self._buffer[:] = data[written:written + block]
                self._raw_pos = self._write_pos = 0
                self._move(block)
                self._write_end = block
                raise BlockingIOError(0, 'write could not complete without blocking', written + block)
            written += n
        if self._reads:
            self._read_end = -1
        rest = size - written
        self._buffer[:rest] = data[written:]
        self._raw_pos = self._write_pos = 0
        self._write_end = rest
        self._move(rest)
        return size

    def flush(self):
        self._ready()
        if self._buffer is None or self._raw.closed:
            raise ValueError('flush of closed file')
        self._settle()


class BufferedRandom(BufferedWriter, BufferedReader):
    """Both directions over one raw stream that can be positioned."""
    __slots__ = ()
    __module__ = '_io'

    def __init__(self, raw, buffer_size=8192):
        buffer_size = _count(buffer_size)
        self._forget()
        _check(raw.seekable(), 'seekable')
        _check(raw.readable(), 'readable')
        _check(raw.writable(), 'writable')
        self._begin(raw, buffer_size)


class BufferedRWPair(_BufferedIOBase):
    """A reader and a writer over two raw streams."""
    __slots__ = ('reader', 'writer')
    __module__ = '_io'

    def __init__(self, reader, writer, buffer_size=8192, /):
        buffer_size = _index(buffer_size)
        _check(reader.readable(), 'readable')
        _check(writer.writable(), 'writable')
        self.reader = BufferedReader(reader, buffer_size)
        self.writer = BufferedWriter(writer, buffer_size)

    def _of(self, name):
        try:
            return getattr(self, name)
        except AttributeError:
            raise ValueError('I/O operation on uninitialized object') from None

    def read(self, size=-1, /):
        return self._of('reader').read(size)

    def read1(self, size=-1, /):
        return self._of('reader').read1(size)

    def readinto(self, buffer, /):
        return self._of('reader').readinto(buffer)

    def readinto1(self, buffer, /):
        return self._of('reader').readinto1(buffer)

    def peek(self, size=0, /):
        return self._of('reader').peek(size)

    def readline(self, size=-1, /):
        return super().readline(size)

    def write(self, data, /):
        return self._of('writer').write(data)

    def readable(self):
        return self._of('reader').readable()

    def writable(self):
        return self._of('writer').writable()

    def flush(self):
        return self._of('writer').flush()

    def isatty(self):
        return self._of('writer').isatty() or self._of('reader').isatty()

    def close(self):
        try:
            self._of('writer').close()
        finally:
            self._of('reader').close()

    @property
    def closed(self):
        return self._of('writer').closed
