"""What the file objects over compressed streams share: `bz2`, `lzma`."""
import io

_PIECE = 8192


def check_text_mode(mode, encoding, errors, newline):
    """Refuses settings of text where bytes are asked for, and both at once."""
    if 't' in mode:
        if 'b' in mode:
            raise ValueError(f'Invalid mode: {mode!r}')
    else:
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
            if value is not None:
                raise ValueError(f"Argument '{name}' not supported in binary mode")


def in_mode(made, mode, encoding, errors, newline):
    """A file object of bytes, or what decodes it."""
    return io.TextIOWrapper(made, io.text_encoding(encoding), errors, newline) if 't' in mode else made


class UnpackedReader(io.RawIOBase):
    """The bytes inside a file object's streams; what follows them and is no stream is left alone."""

    def __init__(self, fp, decompressor, trailing_error=(), **settings):
        self._fp = fp
        self._decompressor = decompressor
        self._settings = settings
        self._trailing_error = trailing_error
        self._size = -1
        self._restart()

    def _restart(self):
        self._pos = 0
        self._eof = False
        self._stream = self._make()

    def _make(self):
        return self._decompressor(**self._settings)

    def readable(self):
        return True

    def close(self):
        self._stream = None
        return super().close()

    def seekable(self):
        return self._fp.seekable()

    def readinto(self, b):
        with memoryview(b) as view, view.cast('B') as target:
            data = self.read(len(target))
            target[:len(data)] = data
        return len(data)

    def readall(self):
        return b''.join(iter(lambda: self.read(1 << 20), b''))

    def read(self, size=-1):
        if size < 0:
            return self.readall()
        if not size or self._eof:
            return b''
        data = b''
        while not data:
            if self._stream.eof:
                more = self._stream.unused_data or self._fp.read(_PIECE)
                if not more:
                    break
                self._stream = self._make()
                try:
                    data = self._stream.decompress(more, size)
                except self._trailing_error:
                    break
            else:
                more = b''
                if self._stream.needs_input:
                    more = self._fp.read(_PIECE)
                    if not more:
                        raise EOFError('Compressed file ended before the end-of-stream marker was reached')
                data = self._stream.decompress(more, size)
        if not data:
            self._eof = True
            self._size = self._pos
            return b''
        self._pos += len(data)
        return data

    def seek(self, offset, whence=io.SEEK_SET):
        if whence == io.SEEK_CUR:
            offset += self._pos
        elif whence == io.SEEK_END:
            while self._size < 0 and self.read(_PIECE):
                pass
            offset += self._size
        elif whence != io.SEEK_SET:
            raise ValueError(f'Invalid value for whence: {whence}')
        if offset < self._pos:
            self._fp.seek(0)
            self._restart()
        while self._pos < offset and self.read(min(_PIECE, offset - self._pos)):
            pass
        return self._pos

    def tell(self):
        return self._pos


class PackedFile(io.BufferedIOBase):
    """Compresses what is written into a file object, or gives what is in one; who is below it makes the compressor and the reader."""

    def _open(self, filename, mode, compressor):
        """Opens a name or takes a file object: a compressor says that it is written to, None that it is read."""
        self._owns = isinstance(filename, (str, bytes)) or hasattr(filename, '__fspath__')
        self._writing = compressor is not None
        if self._writing:
            self._compressor = compressor
            self._pos = 0
        if self._owns:
            self._fp = io.open(filename, mode if 'b' in mode else (mode or 'r') + 'b')
        elif not hasattr(filename, 'read') and not hasattr(filename, 'write'):
            raise TypeError('filename must be a str, bytes, file or PathLike object')
        else:
            self._fp = filename

    @property
    def mode(self):
        return 'wb' if self._writing else 'rb'

    @property
    def name(self):
        self._check_not_closed()
        return self._fp.name

    @property
    def closed(self):
        return self._fp is None

    def close(self):
        if self._fp is None:
            return
        try:
            if self._writing:
                self._fp.write(self._compressor.flush())
                self._compressor = None
            else:
                self._buffer.close()
        finally:
            file, self._fp, self._buffer = self._fp, None, None
            if self._owns:
                file.close()

    def fileno(self):
        self._check_not_closed()
        return self._fp.fileno()

    def readable(self):
        self._check_not_closed()
        return not self._writing

    def writable(self):
        self._check_not_closed()
        return self._writing

    def seekable(self):
        return self.readable() and self._buffer.seekable()

    def _check_not_closed(self):
        if self._fp is None:
            raise ValueError('I/O operation on closed file')

    def _check_reads(self):
        if not self.readable():
            raise io.UnsupportedOperation('File not open for reading')

    def read(self, size=-1):
        self._check_reads()
        return self._buffer.read(size)

    def read1(self, size=-1):
        self._check_reads()
        return self._buffer.read1(io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def readline(self, size=-1):
        self._check_reads()
        return self._buffer.readline(size)

    def write(self, data):
        if not self.writable():
            raise io.UnsupportedOperation('File not open for writing')
        if isinstance(data, (bytes, bytearray)):
            length = len(data)
        else:
            data = memoryview(data)
            length = data.nbytes
        self._fp.write(self._compressor.compress(data))
        self._pos += length
        return length

    def seek(self, offset, whence=io.SEEK_SET):
        self._check_reads()
        if not self._buffer.seekable():
            raise io.UnsupportedOperation('The underlying file object does not support seeking')
        return self._buffer.seek(offset, whence)

    def tell(self):
        self._check_not_closed()
        return self._pos if self._writing else self._buffer.tell()
