"""Text over a byte stream: decoding on the way in, encoding and line ends on the way out."""
from _stockade import argument_name as _argument_name, c_int as _c_int, index as _index
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

    def __getattr__(self, name):
        if name in ('_decoder', '_seen', '_pending'):
            raise ValueError('IncrementalNewlineDecoder.__init__() not called')
        raise AttributeError(f"'_io.IncrementalNewlineDecoder' object has no attribute {name!r}")

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
        decoder = self._decoder
        if not isinstance(state, tuple):
            raise TypeError('state argument must be a tuple')
        buffer, flag = state
        self._pending = bool(flag & 1)
        if decoder is not None:
            self._decoder.setstate((buffer, flag >> 1))

    def reset(self):
        decoder = self._decoder
        self._seen = 0
        self._pending = False
        if decoder is not None:
            decoder.reset()

    @property
    def newlines(self):
        return _KINDS[self._seen]


# The encoding for text after the byte order mark, by the encoding that starts with a mark.
_AFTER_MARK = {'utf-16': 'utf-16-le', 'utf16': 'utf-16-le', 'utf-32': 'utf-32-le', 'utf32': 'utf-32-le', 'utf-8-sig': 'utf-8'}
_shown = set()


def _is_set(flag):
    """Whether a number is not zero; it must be one of C's."""
    return _c_int(flag) != 0


def _checked_encoding(encoding):
    encoding.encode()
    try:
        ''.encode(encoding)
    except LookupError as error:
        if 'is not a text encoding' in str(error):
            raise LookupError(f"{encoding!r} is not a text encoding; use codecs.open() to handle arbitrary codecs") from None
        raise
    return encoding


def _checked_errors(errors):
    errors.encode()
    if '\0' in errors:
        raise ValueError('embedded null character')
    return errors


class TextIOWrapper(_TextIOBase):
    """A text stream over a byte stream.

    Bytes are read and written in blocks. `_decoded` is the text of the block that was read last (None: nothing is read ahead), `_used` how
    much of it was given out, `_snapshot` the decoder's state before that block and the bytes since then.
    """
    __slots__ = ('_buffer', '_ok', '_detached', '_encoding', '_errors', '_newline', '_lines', '_through', '_reads', '_writes', '_can_seek',
                 '_telling', '_has_read1', '_at_mark', '_decoder', '_decoded', '_used', '_snapshot', '_pending', '_pending_size', '_chunk',
                 '_seen')
    __module__ = '_io'

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        self._ok = self._detached = False
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
            if value is not None and not isinstance(value, str):
                raise TypeError(f"TextIOWrapper() argument '{name}' must be str or None, not {_argument_name(value)}")
        if newline not in (None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline}')
        self._encoding = _checked_encoding('UTF-8' if encoding in (None, 'locale') else encoding)
        self._errors = _checked_errors('strict' if errors is None else errors)
        self._newline = newline
        self._lines, self._through = bool(line_buffering), bool(write_through)
        self._buffer = buffer
        self._reads, self._writes = bool(buffer.readable()), bool(buffer.writable())
        self._can_seek = self._telling = bool(buffer.seekable())
        self._has_read1 = hasattr(buffer, 'read1')
        self._decoder = self._decoded = self._snapshot = None
        self._used = self._seen = self._pending_size = 0
        self._pending = []
        self._chunk = 8192
        self._at_mark = True
        if self._can_seek and self._writes:
            self._at_mark = buffer.tell() == 0
        self._ok = True

    def _attached(self):
        try:
            if self._ok:
                return
            detached = self._detached
        except AttributeError:
            detached = False
        raise ValueError('underlying buffer has been detached' if detached else 'I/O operation on uninitialized object')

    def _open(self):
        self._attached()
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def __repr__(self):
        shown = '_io.TextIOWrapper' if type(self) is TextIOWrapper else type(self).__name__
        try:
            self._encoding
        except AttributeError:
            self._attached()
        key = id(self)
        if key in _shown:
            raise RuntimeError(f'reentrant call inside {shown}.__repr__')
        _shown.add(key)
        try:
            told = ''
            for name in ('name', 'mode'):
                try:
                    told += f' {name}={getattr(self, name)!r}'
                except (AttributeError, ValueError):
                    pass
            return f'<{shown}{told} encoding={self._encoding!r}>'
        finally:
            _shown.discard(key)

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
        self._attached()
        return _KINDS[self._seen | getattr(self._decoder, '_seen', 0)]

    @property
    def line_buffering(self):
        return self._lines

    @property
    def write_through(self):
        return self._through

    @property
    def buffer(self):
        return self._buffer

    @property
    def name(self):
        self._attached()
        return self._buffer.name

    @property
    def closed(self):
        self._attached()
        return self._buffer.closed

    @property
    def _CHUNK_SIZE(self):
        self._attached()
        return self._chunk

    @_CHUNK_SIZE.setter
    def _CHUNK_SIZE(self, size):
        self._attached()
        size = _index(size)
        if size <= 0:
            raise ValueError('a strictly positive integer is required')
        self._chunk = size

    def reconfigure(self, *, encoding=None, errors=None, newline=Ellipsis, line_buffering=None, write_through=None):
        """Change the settings for what follows."""
        self._attached()
        if self._decoded is not None and (encoding is not None or errors is not None or newline is not Ellipsis):
            raise UnsupportedOperation(
                'It is not possible to set the encoding or newline of stream after the first read')
        for name, value in (('encoding', encoding), ('errors', errors), ('newline', None if newline is Ellipsis else newline)):
            if value is not None and not isinstance(value, str):
                raise TypeError(f"reconfigure() argument '{name}' must be str or None, not {_argument_name(value)}")
        if newline not in (Ellipsis, None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline}')
        lines = self._lines if line_buffering is None else _is_set(line_buffering)
        through = self._through if write_through is None else _is_set(write_through)
        self.flush()
        if newline is not Ellipsis:
            self._newline = newline
        if encoding is not None:
            if '\0' in encoding:
                raise LookupError(f'unknown encoding: {encoding}')
            self._encoding = _checked_encoding('UTF-8' if encoding == 'locale' else encoding)
            self._errors = 'strict'
        if errors is not None:
            errors.encode()
            self._errors = errors
        if encoding is not None or errors is not None or newline is not Ellipsis:
            self._seen |= getattr(self._decoder, '_seen', 0)
            self._decoder = None
            self._at_mark = not self._can_seek or self._buffer.tell() == 0
        self._lines, self._through = lines, through

    def readable(self):
        self._attached()
        return self._buffer.readable()

    def writable(self):
        self._attached()
        return self._buffer.writable()

    def seekable(self):
        self._attached()
        return self._buffer.seekable()

    def isatty(self):
        self._attached()
        return self._buffer.isatty()

    def fileno(self):
        self._attached()
        return self._buffer.fileno()

    # Reading

    def _decoding(self):
        if self._decoder is None:
            from codecs import getincrementaldecoder
            self._decoder = getincrementaldecoder(self._encoding)(self._errors)
            if not self._newline:
                self._decoder = IncrementalNewlineDecoder(self._decoder, self._newline is None)
        return self._decoder

    def _is_plain(self):
        """Whether the bytes of a text are those of its parts."""
        return self._encoding.lower().replace('_', '-') in ('utf-8', 'utf8', 'ascii', 'us-ascii', 'latin-1', 'iso-8859-1')

    def _begin_reading(self):
        self._open()
        if not self._reads:
            raise UnsupportedOperation('not readable')
        self._write_pending()

    def _bytes_of(self, data, method):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"underlying {method}() should have returned a bytes-like object, not '{type(data).__name__}'")
        return bytes(data)

    def _text_of(self, data, final):
        text = self._decoding().decode(data, final)
        if not isinstance(text, str):
            raise TypeError(f"decoder should return a string result, not '{type(text).__name__}'")
        return text

    def _read_chunk(self, size=0):
        """Decodes one more block; whether there was one."""
        decoder = self._decoding()
        if self._telling:
            kept, flags = decoder.getstate()
        method = 'read1' if self._has_read1 else 'read'
        data = self._bytes_of(getattr(self._buffer, method)(max(self._chunk, size)), method)
        text = self._text_of(data, not data)
        self._decoded, self._used = text, 0
        if self._telling:
            self._snapshot = (flags, kept + data)
        return bool(data or text)

    def _take(self, size=-1):
        if self._decoded is None:
            return ''
        start = self._used
        text = self._decoded[start:] if size < 0 else self._decoded[start:start + size]
        self._used += len(text)
        return text

    def read(self, size=-1, /):
        self._attached()
        size = _size(size)
        self._begin_reading()
        if size < 0:
            data = self._bytes_of(self._buffer.read(), 'read')
            if self._decoder is None and self._is_plain():
                text = data.decode(self._encoding, self._errors)
                if not self._newline:
                    self._seen |= _line_ends(text)
                    if self._newline is None and '\r' in text:
                        text = text.replace('\r\n', '\n').replace('\r', '\n')
            else:
                text = self._text_of(data, True)
            text = self._take() + text
            if self._snapshot is not None:
                self._decoded = self._snapshot = None
            return text
        text = self._take(size)
        while len(text) < size:
            if not self._read_chunk(size - len(text)):
                break
            text += self._take(size - len(text))
        return text

    def _line_end(self, text, start):
        """Where the first line ends; 0 if it does not."""
        if self._newline == '':
            feed, back = text.find('\n', start), text.find('\r', start)
            if back < 0 or 0 <= feed < back:
                return feed + 1
            return back + 2 if feed == back + 1 else back + 1
        mark = self._newline or '\n'
        found = text.find(mark, max(start - len(mark) + 1, 0))
        return found + len(mark) if found >= 0 else 0

    def readline(self, size=-1, /):
        self._attached()
        size = _count(size)
        self._begin_reading()
        line, searched = self._take(), 0
        while True:
            end = self._line_end(line, searched)
            if end or 0 <= size <= len(line):
                break
            searched = len(line)
            while self._read_chunk():
                if self._decoded:
                    break
            if not self._decoded:
                self._decoded = self._snapshot = None
                return line
            line += self._take()
        end = end or len(line)
        if 0 <= size < end:
            end = size
        self._used -= len(line) - end
        return line[:end]

    def __next__(self):
        self._attached()
        self._telling = False
        line = self.readline()
        if not line:
            self._snapshot = None
            self._telling = self._can_seek
            raise StopIteration
        return line

    # Writing

    def write(self, text, /):
        self._open()
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {_argument_name(text)}')
        if not self._writes:
            raise UnsupportedOperation('not writable')
        count = len(text)
        must_flush = self._lines and ('\n' in text or '\r' in text)
        if self._newline in ('\r', '\r\n'):
            text = text.replace('\n', self._newline)
        encoding = self._encoding
        if not self._at_mark:
            encoding = _AFTER_MARK.get(encoding.lower().replace('_', '-'), encoding)
        data = text.encode(encoding, self._errors)
        self._at_mark = False
        while self._pending and self._pending_size + len(data) > self._chunk:
            # While this is written, more data may be added.
            self._write_pending()
        self._pending.append(data)
        self._pending_size += len(data)
        if self._pending_size >= self._chunk or must_flush or self._through:
            self._write_pending()
        if must_flush:
            self._buffer.flush()
        if self._snapshot is not None:
            self._decoded = self._snapshot = None
        if self._decoder is not None:
            self._decoder.reset()
        return count

    def _write_pending(self):
        if self._pending:
            data = b''.join(self._pending)
            self._pending, self._pending_size = [], 0
            self._buffer.write(data)

    def flush(self):
        self._open()
        self._telling = self._can_seek
        self._write_pending()
        self._buffer.flush()

    # Positions

    def tell(self):
        self._open()
        if not self._can_seek:
            raise UnsupportedOperation('underlying stream is not seekable')
        if not self._telling:
            raise OSError('telling position disabled by next() call')
        self._write_pending()
        self.flush()
        place = self._buffer.tell()
        if self._decoder is None or self._snapshot is None:
            return place
        flags, data = self._snapshot
        place -= len(data)
        skip = 0 if self._decoded is None else self._used
        if not skip:
            return place | flags << 64
        if b'\r' not in data and not flags and self._errors == 'strict' and self._is_plain():
            return place + len(self._decoded[:skip].encode(self._encoding))
        # Decodes again byte by byte, and returns the last position at which the decoder held nothing back.
        decoder = self._decoding()
        state = decoder.getstate()
        try:
            decoder.setstate((b'', flags))
            fed = made = safe_fed = safe_made = 0
            safe_flags = flags
            while made < skip and fed < len(data):
                made += len(decoder.decode(data[fed:fed + 1]))
                fed += 1
                held, now = decoder.getstate()
                if not held and made <= skip:
                    safe_fed, safe_made, safe_flags = fed, made, now
                if made >= skip:
                    break
            need_eof = 0
            if made < skip:
                made += len(decoder.decode(b'', True))
                need_eof = 1
                if made < skip:
                    raise OSError("can't reconstruct logical file position")
        finally:
            decoder.setstate(state)
        if safe_made == skip:
            return place + safe_fed | safe_flags << 64
        return place + safe_fed | safe_flags << 64 | fed - safe_fed << 96 | skip - safe_made << 128 | need_eof << 160

    def seek(self, pos, whence=0, /):
        self._open()
        whence = _index(whence)
        if not self._can_seek:
            raise UnsupportedOperation('underlying stream is not seekable')
        if whence == 1:
            if pos != 0:
                raise UnsupportedOperation("can't do nonzero cur-relative seeks")
            self.flush()
            pos = self.tell()
        elif whence == 2:
            if pos != 0:
                raise UnsupportedOperation("can't do nonzero end-relative seeks")
            self.flush()
            self._decoded = self._snapshot = None
            if self._decoder is not None:
                self._decoder.reset()
            found = self._buffer.seek(0, 2)
            self._at_mark = found == 0
            return found
        elif whence != 0:
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        # Any number is a valid position, and `tell` returns it unchanged.
        if pos < 0:
            raise ValueError(f'negative seek position {pos!r}')
        self.flush()
        place = int(pos)
        start = place & 0xffffffffffffffff
        flags, feed, skip = (place >> shift & 0xffffffff for shift in (64, 96, 128))
        need_eof = place >> 160
        self._buffer.seek(start)
        self._decoded = self._snapshot = None
        if self._decoder is not None or flags or skip:
            decoder = self._decoding()
            if not start and not flags:
                decoder.reset()
            else:
                decoder.setstate((b'', flags))
            self._snapshot = (flags, b'')
        if skip:
            data = self._bytes_of(self._buffer.read(feed), 'read')
            self._snapshot = (flags, data)
            self._decoded, self._used = self._text_of(data, bool(need_eof)), skip
            if len(self._decoded) < skip:
                raise OSError("can't restore logical file position")
        self._at_mark = start == 0
        return pos

    def truncate(self, pos=None, /):
        self._attached()
        self.flush()
        return self._buffer.truncate(pos)

    def detach(self):
        self._attached()
        self.flush()
        buffer, self._buffer = self._buffer, None
        self._ok, self._detached = False, True
        return buffer

    def close(self):
        self._attached()
        if not self.closed:
            try:
                self.flush()
            finally:
                self._buffer.close()
