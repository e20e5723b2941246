"""Text over a byte stream: decoding on the way in, encoding and line ends on the way out."""
from _stockade import argument_name as _argument_name, index as _index
from _iobase import _count, _size, _TextIOBase, UnsupportedOperation
from _stringio import _KINDS, _line_ends


class IncrementalNewlineDecoder:
    """Turns text that comes in pieces into text with \\n line ends, and remembers the kinds seen."""
    __module__ = '_io'
    __slots__ = ('_decoder', '_translate', 'errors', '_seen', '_pending')

    def __init__(self, decoder, translate, errors='strict'):
        self._decoder = decoder
        self._translate = translate
        self.errors = errors
        self._seen = 0
        self._pending = False

    def __reduce__(self):
        raise TypeError("cannot pickle '_io.IncrementalNewlineDecoder' object")

    def decode(self, input, final=False):
        text = input if self._decoder is None else self._decoder.decode(input, final=final)
        if not isinstance(text, str):
            raise TypeError(f"decoder should return a string result, not '{type(text).__name__}'")
        if self._pending and (text or final):
            text = '\r' + text
            self._pending = False
        if text.endswith('\r') and not final:
            # It may be the first half of \r\n.
            text = text[:-1]
            self._pending = True
        self._seen |= _line_ends(text)
        if self._translate and '\r' in text:
            text = text.replace('\r\n', '\n').replace('\r', '\n')
        return text

    def getstate(self):
        buffer, flag = (b'', 0) if self._decoder is None else self._decoder.getstate()
        return buffer, flag << 1 | self._pending

    def setstate(self, state):
        if not isinstance(state, tuple):
            raise TypeError('state argument must be a tuple')
        buffer, flag = state
        self._pending = bool(flag & 1)
        if self._decoder is not None:
            self._decoder.setstate((buffer, flag >> 1))

    def reset(self):
        self._seen = 0
        self._pending = False
        if self._decoder is not None:
            self._decoder.reset()

    @property
    def newlines(self):
        return _KINDS[self._seen]


class TextIOWrapper(_TextIOBase):
    """A text stream over a byte stream.

    The rest of the byte stream is decoded at the first read: there is no file behind it that could
    be longer than memory.
    """
    __slots__ = ('_buffer', '_encoding', '_errors', '_newline', '_lines', '_ahead', '_start', '_seen')
    __module__ = '_io'

    def __init__(self, buffer, encoding=None, errors=None, newline=None,
                 line_buffering=False, write_through=False):
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
            if value is not None and not isinstance(value, str):
                raise TypeError(f"TextIOWrapper() argument '{name}' must be str or None, not {_argument_name(value)}")
        if newline not in (None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline}')
        encoding = 'utf-8' if encoding in (None, 'locale') else encoding
        ''.encode(encoding)
        buffer.readable(), buffer.writable(), buffer.seekable()
        self._buffer = buffer
        self._encoding = encoding
        self._errors = 'strict' if errors is None else errors
        self._newline = newline
        self._lines = line_buffering
        # Decoded and not yet read; the byte position where it begins.
        self._ahead = None
        self._start = 0
        self._seen = 0

    def __repr__(self):
        return f"<_io.TextIOWrapper encoding='{self._encoding}'>"

    def __reduce__(self):
        raise TypeError(f'cannot pickle {type(self).__name__!r} instances')

    @property
    def encoding(self):
        return self._encoding

    @property
    def errors(self):
        return self._errors

    @property
    def newlines(self):
        return _KINDS[self._seen]

    @property
    def line_buffering(self):
        return self._lines

    @property
    def write_through(self):
        return True

    @property
    def buffer(self):
        if self._buffer is None:
            raise ValueError('underlying buffer has been detached')
        return self._buffer

    @property
    def name(self):
        return self.buffer.name

    @property
    def closed(self):
        return self.buffer.closed

    def reconfigure(self, *, encoding=None, errors=None, newline=Ellipsis,
                    line_buffering=None, write_through=None):
        """Change the settings for what follows."""
        if self._ahead is not None and (encoding is not None or errors is not None or newline is not Ellipsis):
            raise UnsupportedOperation(
                'It is not possible to set the encoding or newline of stream after the first read')
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', None if newline is Ellipsis else newline)):
            if value is not None and not isinstance(value, str):
                raise TypeError(f"reconfigure() argument '{name}' must be str or None, not {_argument_name(value)}")
        if newline not in (Ellipsis, None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline}')
        for flag in (line_buffering, write_through):
            if flag is not None:
                _index(flag)
        if encoding is not None:
            encoding = 'utf-8' if encoding == 'locale' else encoding
            ''.encode(encoding)
            self._encoding, self._errors = encoding, 'strict'
        if errors is not None:
            self._errors = errors
        if newline is not Ellipsis:
            self._newline = newline
        if line_buffering is not None:
            self._lines = line_buffering

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def seekable(self):
        return self.buffer.seekable()

    def isatty(self):
        return self.buffer.isatty()

    def fileno(self):
        return self.buffer.fileno()

    def _rest(self):
        if self._ahead is None:
            if self.closed:
                raise ValueError('I/O operation on closed file.')
            if not self.readable():
                raise UnsupportedOperation('not readable')
            self._start = self.buffer.tell() if self.buffer.seekable() else 0
            text = self.buffer.read().decode(self._encoding, self._errors)
            if not self._newline:
                self._seen |= _line_ends(text)
                if self._newline is None and '\r' in text:
                    text = text.replace('\r\n', '\n').replace('\r', '\n')
            self._ahead = text
        elif self.closed:
            raise ValueError('I/O operation on closed file.')
        return self._ahead

    def _take(self, size):
        taken, self._ahead = self._ahead[:size], self._ahead[size:]
        if self._ahead:
            self._start += len(taken.encode(self._encoding, self._errors))
        else:
            # At the end: the next read asks the byte stream again.
            self._ahead = None
        return taken

    def read(self, size=-1, /):
        size = _size(size)
        rest = self._rest()
        return self._take(len(rest) if size < 0 else size)

    def readline(self, size=-1, /):
        size = _count(size)
        rest = self._rest()
        if self._newline == '':
            feed, back = rest.find('\n'), rest.find('\r')
            if back < 0 or 0 <= feed < back:
                end = feed + 1
            else:
                end = back + 2 if feed == back + 1 else back + 1
        else:
            mark = self._newline or '\n'
            found = rest.find(mark)
            end = 0 if found < 0 else found + len(mark)
        end = end or len(rest)
        return self._take(end if size < 0 else min(end, size))

    def write(self, text, /):
        if self.closed:
            raise ValueError('write to closed file')
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {_argument_name(text)}')
        count = len(text)
        if self._newline in ('\r', '\r\n'):
            text = text.replace('\n', self._newline)
        if self._ahead is not None:
            self.buffer.seek(self._start)
            self._ahead = None
        self.buffer.write(text.encode(self._encoding, self._errors))
        return count

    def flush(self):
        self.buffer.flush()

    def tell(self):
        if not self.buffer.seekable():
            raise UnsupportedOperation('underlying stream is not seekable')
        return self.buffer.tell() if self._ahead is None else self._start

    def seek(self, pos, whence=0, /):
        if self.closed:
            raise ValueError('tell on closed file')
        if not self.buffer.seekable():
            raise UnsupportedOperation('underlying stream is not seekable')
        if whence == 1:
            if pos:
                raise UnsupportedOperation("can't do nonzero cur-relative seeks")
            pos, whence = self.tell(), 0
        elif whence == 2 and pos != 0:
            raise UnsupportedOperation("can't do nonzero end-relative seeks")
        elif whence not in (0, 2):
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        self._ahead = None
        if whence == 2:
            return self.buffer.seek(0, 2)
        # A place is any number, and is given back as it came.
        if pos < 0:
            raise ValueError(f'negative seek position {pos!r}')
        self.buffer.seek(int(pos))
        return pos

    def truncate(self, pos=None, /):
        self.flush()
        return self.buffer.truncate(self.tell() if pos is None else pos)

    def detach(self):
        self.flush()
        buffer, self._buffer = self.buffer, None
        return buffer

    def close(self):
        if self._buffer is not None and not self.closed:
            try:
                self.flush()
            finally:
                self._buffer.close()
