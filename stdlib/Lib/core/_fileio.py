"""Streams of the files in memory: the unbuffered one, and what `open` makes around it."""
import _files
from _iobase import UnsupportedOperation, _RawIOBase, _size
from _stockade import index as _index, sealed, type_name as _type_name, unsealed


class FileIO(_RawIOBase):
    """A stream of a file, without a buffer."""
    __module__ = '_io'
    #: The open file, sealed: a program that looks into the stream does not get further than the stream. And its number: a file that is
    #: opened by name gets one when `fileno` is called.
    _file = None
    _number = -1
    _closes = False
    _blksize = 8192

    def __init__(self, file, mode='r', closefd=True, opener=None):
        if isinstance(file, float):
            raise TypeError('integer argument expected, got float')
        if not isinstance(mode, str):
            raise TypeError(f"FileIO() argument 'mode' must be str, not {_type_name(mode)}")
        number = -1
        if isinstance(file, int):
            number = _index(file)
            if number < 0:
                raise ValueError('negative file descriptor')
        if set(mode) - set('rwxab+'):
            raise ValueError(f'invalid mode: {mode}')
        if len([letter for letter in mode if letter in 'rwxa']) != 1 or mode.count('+') > 1:
            raise ValueError('Must have exactly one of create/read/write/append mode and at most one plus')
        if self._file is not None and self._closes:
            self.close()
        self._was_closed = False
        self._number = -1
        plus = '+' in mode
        self._reads, self._writes = plus or 'r' in mode, plus or 'r' not in mode
        self._creates, self._appends = 'x' in mode, 'a' in mode
        flags = 2 if plus else int('r' not in mode)
        flags |= 0o2000000 | {'r': 0, 'w': 0o1100, 'x': 0o300, 'a': 0o2100}[next(letter for letter in mode if letter in 'rwxa')]
        self._closes = bool(closefd)
        if number < 0:
            if not closefd:
                raise ValueError('Cannot use closefd=False with file name')
            import os
            if opener is None:
                path = os.fspath(file)
                if ('\0' if isinstance(path, str) else b'\0') in path:
                    raise ValueError('embedded null byte')
                held = _files.open_node(os.fsdecode(path), flags, 0o666, path)
            else:
                number = opener(file, flags)
                if not isinstance(number, int):
                    raise TypeError('expected integer from opener')
                if number < 0:
                    raise ValueError(f'opener returned {number}')
                held = _files.by_number(number)
        else:
            held = _files.by_number(number)
        if isinstance(held.node, _files.Folder):
            if not isinstance(file, int) and number >= 0:
                _files.close(number)
            raise IsADirectoryError(21, 'Is a directory', file)
        self._file, self._number = sealed(held), number
        self.name = file
        if self._appends:
            _files.seek(held, 0, 2)

    def __repr__(self):
        kind = f'{type(self).__module__}.{type(self).__qualname__}' if type(self) is not FileIO else '_io.FileIO'
        if self.closed:
            return f'<{kind} [closed]>'
        try:
            named = f'name={self.name!r}'
        except AttributeError:
            named = f'fd={self.fileno()}'
        return f'<{kind} {named} mode={self.mode!r} closefd={self._closes}>'

    def __reduce_ex__(self, protocol):
        raise TypeError(f'cannot pickle {type(self).__name__!r} object')

    def _checkClosed(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def read(self, size=-1, /):
        """So many bytes, or all that is left."""
        held = held_by(self)
        if not self._reads:
            raise UnsupportedOperation('File not open for reading')
        size = _size(size)
        return _files.read(held, size) if size >= 0 else self.readall()

    def readall(self):
        held = held_by(self)
        if not self._reads:
            raise UnsupportedOperation('File not open for reading')
        if isinstance(held.node, _files.Standard):
            pieces = []
            while piece := _files.read(held, 65536):
                pieces.append(piece)
            return b''.join(pieces)
        return _files.read(held, max(held.node.size() - held.place, 0))

    def readinto(self, buffer, /):
        view = memoryview(buffer).cast('B')
        piece = self.read(len(view))
        view[:len(piece)] = piece
        return len(piece)

    def write(self, data, /):
        """Writes bytes; gives how many."""
        held = held_by(self)
        if not self._writes:
            raise UnsupportedOperation('File not open for writing')
        if isinstance(data, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return _files.write(held, data)

    def seek(self, pos, whence=0, /):
        held = held_by(self)
        if isinstance(pos, float):
            raise TypeError('an integer is required')
        return _files.seek(held, _index(pos), _index(whence))

    def tell(self):
        return held_by(self).place

    def truncate(self, size=None, /):
        held = held_by(self)
        if not self._writes:
            raise UnsupportedOperation('File not open for writing')
        size = held.place if size is None else _index(size)
        if size < 0:
            raise OSError(22, 'Invalid argument')
        _files.cut(held.node, size)
        return size

    def close(self):
        if self.closed:
            return
        try:
            super().close()
        finally:
            number, self._number = self._number, -1
            file, self._file = self._file, None
            if self._closes and number >= 0:
                _files.close(number)
            # A stream that was never opened has no file.
            if file is not None:
                _files.writers.pop(unsealed(file), None)

    def seekable(self):
        self._checkClosed()
        return True

    def readable(self):
        self._checkClosed()
        return self._reads

    def writable(self):
        self._checkClosed()
        return self._writes

    def fileno(self):
        self._checkClosed()
        if self._number < 0:
            self._number = _files.numbered(unsealed(self._file))
        return self._number

    def isatty(self):
        self._checkClosed()
        return False

    @property
    def closefd(self):
        return self._closes

    @property
    def mode(self):
        if self._creates:
            return 'xb+' if self._reads else 'xb'
        if self._appends:
            return 'ab+' if self._reads else 'ab'
        return ('rb+' if self._writes else 'rb') if self._reads else 'wb'


def held_by(stream):
    """The open file of a stream. No method, which the program could call."""
    stream._checkClosed()
    return unsealed(stream._file) if stream._number < 0 else _files.by_number(stream._number)


def held(raw, stream):
    if raw._writes:
        _files.hold(unsealed(raw._file), stream)
    return stream


def opened(file, mode, buffering, encoding, errors, newline, closefd, opener):
    """The stream that `open` gives, whose arguments were looked at."""
    text, plus = 'b' not in mode, '+' in mode
    from io import BufferedRandom, BufferedReader, BufferedWriter, TextIOWrapper
    raw = FileIO(file, ''.join(letter for letter in mode if letter in 'rwxa+'), closefd, opener)
    stream = raw
    try:
        line_buffering = buffering == 1 and text
        if buffering < 0 or line_buffering:
            buffering = 8192
        if buffering == 0:
            if text:
                raise ValueError("can't have unbuffered text I/O")
            return raw
        if buffering == 1:
            from warnings import warn
            warn("line buffering (buffering=1) isn't supported in binary mode, the default buffer size will be used", RuntimeWarning, 3)
            buffering = 8192
        kind = BufferedRandom if plus else BufferedReader if 'r' in mode else BufferedWriter
        stream = kind(raw, buffering)
        if not text:
            return held(raw, stream)
        stream = TextIOWrapper(stream, 'UTF-8' if encoding in (None, 'locale') else encoding, errors, newline, line_buffering)
        stream.mode = mode
        return held(raw, stream)
    except:
        stream.close()
        raise
