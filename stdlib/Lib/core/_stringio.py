"""Text in memory. Text written at the end is kept in pieces until the program reads it."""
from _stockade import c_int as _c_int, type_name as _type_name, unexpected_keyword as _unexpected_keyword
from _iobase import _size, _TextIOBase

_KINDS = (None, '\n', '\r', ('\r', '\n'), '\r\n', ('\n', '\r\n'), ('\r', '\r\n'), ('\r', '\n', '\r\n'))


def _line_ends(text):
    """Which of the line ends \\n (1), \\r (2) and \\r\\n (4) a text has."""
    both = text.count('\r\n')
    return ((text.count('\n') > both) | (text.count('\r') > both) << 1 | (both > 0) << 2)


class StringIO(_TextIOBase):
    """A text stream that lives in memory."""
    __slots__ = ('_text', '_pieces', '_length', '_at', '_newline', '_seen', '_open')
    __module__ = '_io'

    def __init__(self, initial_value='', newline='\n', *extra, **unknown):
        if extra:
            raise TypeError(f'StringIO() takes at most 2 arguments ({2 + len(extra)} given)')
        if unknown:
            _unexpected_keyword('StringIO()', next(iter(unknown)), ('initial_value', 'newline'))
        if newline is not None and not isinstance(newline, str):
            raise TypeError(f'newline must be str or None, not {_type_name(newline)}')
        if newline not in (None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline!r}')
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f'initial_value must be str or None, not {_type_name(initial_value)}')
        self._newline = newline
        self._seen = 0
        self._open = True
        self._text = ''
        self._pieces = []
        self._length = self._at = 0
        if initial_value:
            StringIO.write(self, initial_value)
            self._at = 0

    def _check(self):
        if not self._open:
            raise ValueError('I/O operation on closed file')

    def _whole(self):
        if self._pieces:
            self._text += ''.join(self._pieces)
            self._pieces = []
        return self._text

    def getvalue(self):
        """The whole contents, wherever the position is."""
        self._check()
        return self._whole()

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError(f"string argument expected, got '{_type_name(text)}'")
        if not self._open:
            raise ValueError('I/O operation on closed file')
        count = len(text)
        newline = self._newline
        if newline != '\n':
            if not newline:
                self._seen |= _line_ends(text)
                if newline is None and '\r' in text:
                    text = text.replace('\r\n', '\n').replace('\r', '\n')
            else:
                text = text.replace('\n', newline)
        size = len(text)
        if not size:
            return count
        at = self._at
        if at == self._length:
            self._pieces.append(text)
            self._length = self._at = at + size
            return count
        whole = self._whole()
        if at > self._length:
            whole += '\0' * (at - self._length)
        self._text = whole[:at] + text + whole[at + size:]
        self._length = len(self._text)
        self._at = at + size
        return count

    def read(self, size=-1, /):
        self._check()
        size = _size(size)
        whole, at = self._whole(), self._at
        if at >= self._length:
            return ''
        end = self._length if size < 0 else min(at + size, self._length)
        self._at = end
        return whole[at:end]

    def _line_end(self, whole, at):
        """Where the line that begins at a position ends, its line end included."""
        newline = self._newline
        if newline == '':
            feed, back = whole.find('\n', at), whole.find('\r', at)
            if back < 0 or 0 <= feed < back:
                return feed + 1
            return back + 2 if feed == back + 1 else back + 1
        found = whole.find(newline or '\n', at)
        return 0 if found < 0 else found + len(newline or '\n')

    def readline(self, size=-1, /):
        self._check()
        size = _size(size)
        whole, at = self._whole(), self._at
        if at >= self._length:
            return ''
        end = self._line_end(whole, at) or self._length
        if 0 <= size < end - at:
            end = at + size
        self._at = end
        return whole[at:end]

    def __iter__(self):
        self._check_iter()
        return self

    def _check_iter(self):
        if not self._open:
            raise ValueError('I/O operation on closed file.')

    def __next__(self):
        # The `readline` of a subclass decides the lines.
        line = StringIO.readline(self) if type(self) is StringIO else self.readline()
        if not line:
            raise StopIteration
        return line

    def tell(self):
        self._check()
        return self._at

    def seek(self, pos, whence=0, /):
        self._check()
        pos, whence = _c_int(pos, 'ssize_t'), _c_int(whence)
        if whence not in (0, 1, 2):
            raise ValueError(f'Invalid whence ({whence}, should be 0, 1 or 2)')
        if whence == 0 and pos < 0:
            raise ValueError(f'Negative seek position {pos}')
        if whence and pos:
            raise OSError("Can't do nonzero cur-relative seeks")
        self._at = pos if whence == 0 else self._at if whence == 1 else self._length
        return self._at

    def truncate(self, pos=None, /):
        self._check()
        size = self._at if pos is None else _size(pos)
        if size < 0:
            raise ValueError(f'Negative size value {size}')
        if size < self._length:
            self._text = self._whole()[:size]
            self._length = size
        return size

    def flush(self):
        pass

    def close(self):
        self._open = False
        self._text, self._pieces, self._length = '', [], 0

    @property
    def closed(self):
        return not self._open

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    @property
    def line_buffering(self):
        self._check()
        return False

    @property
    def newlines(self):
        self._check()
        return _KINDS[self._seen]

    def __getstate__(self):
        return (self.getvalue(), self._newline, self._at, dict(self.__dict__) or None)

    def __setstate__(self, state):
        if not getattr(self, '_open', True):
            self._check()
        if not isinstance(state, tuple) or len(state) < 4:
            raise TypeError(f'_io.StringIO.__setstate__ argument should be 4-tuple, got {_type_name(state)}')
        text, newline, at, extra = state[:4]
        StringIO.__init__(self, text, newline)
        # The text is restored unchanged. Its line ends are not translated again.
        self._text, self._pieces, self._length = text or '', [], len(text or '')
        if not isinstance(at, int):
            raise TypeError(f'third item of state must be an integer, got {_type_name(at)}')
        if at < 0:
            raise ValueError('position value cannot be negative')
        self._at = at
        if extra is not None:
            if not isinstance(extra, dict):
                raise TypeError(f'fourth item of state should be a dict, got a {_type_name(extra)}')
            self.__dict__.update(extra)
