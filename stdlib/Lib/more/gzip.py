"""Compressed streams in gzip's format. Files are those the program has at hand: there are none to open by name."""
import io
import struct
import zlib
from _unpacked import UnpackedReader as _UnpackedReader, check_text_mode as _check_text_mode, in_mode as _in_mode

__all__ = ['BadGzipFile', 'GzipFile', 'open', 'compress', 'decompress']

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = 'rb', 'wb'
READ_BUFFER_SIZE = 128 * 1024
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9


class BadGzipFile(OSError):
    """What is read is not in gzip's format."""


def open(filename, mode='rb', compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None, newline=None):
    """A `GzipFile` over a file object; in text mode, what decodes it."""
    _check_text_mode(mode, encoding, errors, newline)
    plain = mode.replace('t', '')
    if isinstance(filename, (str, bytes)) or hasattr(filename, '__fspath__'):
        made = GzipFile(filename, plain, compresslevel)
    elif hasattr(filename, 'read') or hasattr(filename, 'write'):
        made = GzipFile(None, plain, compresslevel, filename)
    else:
        raise TypeError('filename must be a str or bytes object, or a file')
    return _in_mode(made, mode, encoding, errors, newline)


def _now():
    from time import time
    return time()


def _header(level, mtime, name=b''):
    extra = 2 if level == _COMPRESS_LEVEL_BEST else 4 if level == _COMPRESS_LEVEL_FAST else 0
    return struct.pack('<BBBBLBB', 0x1f, 0x8b, 8, FNAME if name else 0, int(mtime), extra, 255) + (name + b'\0' if name else b'')


def _exactly(fp, size):
    """That many bytes; EOFError when there are fewer."""
    data = fp.read(size)
    while len(data) < size:
        more = fp.read(size - len(data))
        if not more:
            raise EOFError('Compressed file ended before the end-of-stream marker was reached')
        data += more
    return data


def _read_gzip_header(fp):
    """Reads one member's header; its time, or None where there is no more member."""
    magic = fp.read(2)
    if magic == b'':
        return None
    if magic != b'\037\213':
        raise BadGzipFile('Not a gzipped file (%r)' % magic)
    method, flags, mtime = struct.unpack('<BBIxx', _exactly(fp, 8))
    if method != 8:
        raise BadGzipFile('Unknown compression method')
    if flags & FEXTRA:
        _exactly(fp, int.from_bytes(_exactly(fp, 2), 'little'))
    for flag in (FNAME, FCOMMENT):
        if flags & flag:
            while fp.read(1) not in (b'', b'\0'):
                pass
    if flags & FHCRC:
        _exactly(fp, 2)
    return mtime


class _Ahead:
    """A file whose last bytes can be put back."""

    def __init__(self, file):
        self.file = file
        self._kept = b''

    def read(self, size):
        if not self._kept:
            return self.file.read(size)
        data, self._kept = self._kept[:size], self._kept[size:]
        return data if len(data) == size else data + self.file.read(size - len(data))

    def prepend(self, data):
        self._kept = data + self._kept

    def seek(self, offset):
        self._kept = b''
        return self.file.seek(offset)

    def seekable(self):
        return self.file.seekable()


class _GzipReader(_UnpackedReader):
    """What is in a stream of members, one after the other, each held to its check sum."""

    def __init__(self, fp):
        self._last_mtime = None
        super().__init__(_Ahead(fp), lambda: zlib.decompressobj(wbits=-zlib.MAX_WBITS))

    def _restart(self):
        super()._restart()
        self._inside = False

    def read(self, size=-1):
        if size < 0:
            return self.readall()
        if not size or self._eof:
            return b''
        while True:
            if self._inside and self._stream.eof:
                # Checked when more is read: the data before it is returned in any case.
                self._end_of_member()
                self._inside = False
            if not self._inside:
                mtime = _read_gzip_header(self._fp)
                if mtime is None:
                    self._eof = True
                    self._size = self._pos
                    return b''
                self._last_mtime = mtime
                self._inside = True
                self._crc = zlib.crc32(b'')
                self._length = 0
                self._stream = self._make()
                self._waiting = b''
            compressed = self._waiting or self._fp.read(READ_BUFFER_SIZE)
            data = self._stream.decompress(compressed, size)
            self._waiting = self._stream.unconsumed_tail
            if data:
                self._crc = zlib.crc32(data, self._crc)
                self._length += len(data)
                self._pos += len(data)
            if self._stream.eof:
                self._fp.prepend(self._stream.unused_data or b'')
                self._waiting = b''
            elif not data and not compressed:
                raise EOFError('Compressed file ended before the end-of-stream marker was reached')
            if data:
                return data

    def _end_of_member(self):
        crc, length = struct.unpack('<II', _exactly(self._fp, 8))
        if crc != self._crc:
            raise BadGzipFile(f'CRC check failed {hex(crc)} != {hex(self._crc)}')
        if length != self._length & 0xffffffff:
            raise BadGzipFile('Incorrect length of data produced')
        # Zeros between members mean nothing.
        byte = b'\0'
        while byte == b'\0':
            byte = self._fp.read(1)
        if byte:
            self._fp.prepend(byte)


class GzipFile(io.BufferedIOBase):
    """Compresses what is written into a file object, or gives what is in one."""

    myfileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None, mtime=None):
        if mode and ('t' in mode or 'U' in mode):
            raise ValueError(f'Invalid mode: {mode!r}')
        if mode and 'b' not in mode:
            mode += 'b'
        if fileobj is None:
            fileobj = self.myfileobj = io.open(filename, mode or 'rb')
        if filename is None:
            filename = getattr(fileobj, 'name', '')
            if not isinstance(filename, (str, bytes)):
                filename = ''
        else:
            import os
            filename = os.fspath(filename)
        writes = getattr(fileobj, 'mode', 'rb') if mode is None else mode
        self.name = filename
        self._mtime = mtime
        if writes.startswith('r'):
            self.mode = READ
            self._buffer = io.BufferedReader(_GzipReader(fileobj))
        elif writes.startswith(('w', 'a', 'x')):
            if mode is None:
                from warnings import warn
                warn('GzipFile was opened for writing, but this will change in future Python releases.  '
                     "Specify the mode argument for opening it for writing.", FutureWarning, 2)
            self.mode = WRITE
            self._level = compresslevel
            self._crc = zlib.crc32(b'')
            self._size = 0
            self.compress = zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, 0)
        else:
            raise ValueError(f'Invalid mode: {writes!r}')
        self.fileobj = fileobj
        if self.mode == WRITE:
            fileobj.write(_header(compresslevel, _now() if mtime is None else mtime, self._written_name()))

    def _written_name(self):
        name = self.name
        if not isinstance(name, bytes):
            try:
                name = name.encode('latin-1')
            except UnicodeEncodeError:
                return b''
        name = name.rpartition(b'/')[2]
        return name[:-3] if name.endswith(b'.gz') else name

    @property
    def mtime(self):
        return self._buffer.raw._last_mtime

    def __repr__(self):
        return f'<gzip {repr(self.fileobj)[1:-1]} {hex(id(self))}>'

    def _check_not_closed(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def write(self, data):
        self._check_not_closed()
        if self.mode != WRITE:
            import errno
            raise OSError(errno.EBADF, 'write() on read-only GzipFile object')
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).tobytes()
        if data:
            self.fileobj.write(self.compress.compress(data))
            self._size += len(data)
            self._crc = zlib.crc32(data, self._crc)
        return len(data)

    def _check_reads(self, name):
        self._check_not_closed()
        if self.mode != READ:
            import errno
            raise OSError(errno.EBADF, f'{name}() on write-only GzipFile object')

    def read(self, size=-1):
        self._check_reads('read')
        return self._buffer.read(size)

    def read1(self, size=-1):
        self._check_reads('read1')
        return self._buffer.read1(io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def peek(self, n):
        self._check_reads('peek')
        return self._buffer.peek(n)

    def readline(self, size=-1):
        self._check_not_closed()
        return self._buffer.readline(size)

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        file = self.fileobj
        if file is None:
            return
        try:
            if self.mode == WRITE:
                file.write(self.compress.flush())
                file.write(struct.pack('<LL', self._crc, self._size & 0xffffffff))
            else:
                self._buffer.close()
        finally:
            self.fileobj = None
            mine, self.myfileobj = self.myfileobj, None
            if mine:
                mine.close()

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        self._check_not_closed()
        if self.mode == WRITE:
            self.fileobj.write(self.compress.flush(zlib_mode))
            self.fileobj.flush()

    def fileno(self):
        return self.fileobj.fileno()

    def rewind(self):
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._buffer.seek(0)

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def tell(self):
        self._check_not_closed()
        return self._size if self.mode == WRITE else self._buffer.tell()

    def seek(self, offset, whence=io.SEEK_SET):
        self._check_not_closed()
        if self.mode == READ:
            return self._buffer.seek(offset, whence)
        if whence == io.SEEK_CUR:
            offset += self._size
        elif whence != io.SEEK_SET:
            raise ValueError('Seek from end not supported')
        if offset < self._size:
            raise OSError('Negative seek in write mode')
        while self._size < offset:
            self.write(bytes(min(offset - self._size, READ_BUFFER_SIZE)))
        return self._size


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """The data as one member."""
    packed = zlib.compress(data, level=compresslevel, wbits=-zlib.MAX_WBITS)
    return b''.join((_header(compresslevel, _now() if mtime is None else mtime), packed,
                     struct.pack('<LL', zlib.crc32(data), len(data) & 0xffffffff)))


def decompress(data):
    """What all members of the data hold, together."""
    parts = []
    while True:
        fp = io.BytesIO(data)
        if _read_gzip_header(fp) is None:
            return b''.join(parts)
        unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        part = unpacker.decompress(data[fp.tell():])
        if not unpacker.eof or len(unpacker.unused_data) < 8:
            raise EOFError('Compressed file ended before the end-of-stream marker was reached')
        crc, length = struct.unpack('<II', unpacker.unused_data[:8])
        if crc != zlib.crc32(part):
            raise BadGzipFile('CRC check failed')
        if length != len(part) & 0xffffffff:
            raise BadGzipFile('Incorrect length of data produced')
        parts.append(part)
        data = unpacker.unused_data[8:].lstrip(b'\0')
