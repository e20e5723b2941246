"""Encodings by name, as functions and as steps over parts of a text."""
from _codecs_table import normalized, transforms

__all__ = ['register', 'lookup', 'open', 'EncodedFile', 'BOM', 'BOM_BE', 'BOM_LE', 'BOM32_BE', 'BOM32_LE', 'BOM64_BE', 'BOM64_LE',
           'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32', 'BOM_UTF32_LE', 'BOM_UTF32_BE', 'CodecInfo',
           'Codec', 'IncrementalEncoder', 'IncrementalDecoder', 'StreamReader', 'StreamWriter', 'StreamReaderWriter',
           'StreamRecoder', 'getencoder', 'getdecoder', 'getincrementalencoder', 'getincrementaldecoder', 'getreader',
           'getwriter', 'encode', 'decode', 'iterencode', 'iterdecode', 'strict_errors', 'ignore_errors', 'replace_errors',
           'xmlcharrefreplace_errors', 'backslashreplace_errors', 'namereplace_errors', 'register_error', 'lookup_error']
BOM_UTF8 = b'\xef\xbb\xbf'
BOM_LE = BOM_UTF16_LE = BOM_UTF16 = BOM = BOM32_LE = b'\xff\xfe'
BOM_BE = BOM_UTF16_BE = BOM32_BE = b'\xfe\xff'
BOM_UTF32_LE = BOM_UTF32 = BOM64_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = BOM64_BE = b'\x00\x00\xfe\xff'


class CodecInfo(tuple):
    """The functions of one encoding."""
    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None,
                incrementaldecoder=None, name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode, self.decode = encode, decode
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        self.streamwriter, self.streamreader = streamwriter, streamreader
        if _is_text_encoding is not None:
            self._is_text_encoding = _is_text_encoding
        return self

    def __repr__(self):
        kind = type(self)
        return f'<{kind.__module__}.{kind.__qualname__} object for encoding {self.name} at {id(self):#x}>'

    def __getnewargs__(self):
        return tuple(self)


class Codec:
    """Encoding without state."""

    def encode(self, input, errors='strict'):
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        raise NotImplementedError


class IncrementalEncoder:
    """Encodes a text part by part."""

    def __init__(self, errors='strict'):
        self.errors = errors
        self.buffer = ''

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class BufferedIncrementalEncoder(IncrementalEncoder):
    """Keeps what could not be encoded yet."""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        data = self.buffer + input
        result, consumed = self._buffer_encode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        super().reset()
        self.buffer = ''

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ''


class IncrementalDecoder:
    """Decodes bytes part by part."""

    def __init__(self, errors='strict'):
        self.errors = errors

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return (b'', 0)

    def setstate(self, state):
        pass


class BufferedIncrementalDecoder(IncrementalDecoder):
    """Keeps the bytes of a character that is not complete yet."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self.buffer = b''

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        data = self.buffer + bytes(input)
        result, consumed = self._buffer_decode(data, self.errors, final)
        self.buffer = data[consumed:]
        return result

    def reset(self):
        super().reset()
        self.buffer = b''

    def getstate(self):
        return (self.buffer, 0)

    def setstate(self, state):
        self.buffer = state[0]


class StreamWriter(Codec):
    """Writes text to a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        data, _ = self.encode(object, self.errors)
        self.stream.write(data)

    def writelines(self, list):
        self.write(''.join(list))

    def reset(self):
        pass

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        if whence == 0 and offset == 0:
            self.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReader(Codec):
    """Reads text from a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors
        self._rest = b''
        self._text = ''

    def _fill(self, size):
        """Decodes some more of the stream; whether there was any."""
        data = self.stream.read() if size is None or size < 0 else self.stream.read(size)
        joined = self._rest + data
        text, used = self.decode(joined, self.errors)
        self._rest = joined[used:]
        self._text += text
        return bool(data)

    def read(self, size=-1, chars=-1, firstline=False):
        if chars >= 0:
            while len(self._text) < chars and self._fill(size):
                pass
            text, self._text = self._text[:chars], self._text[chars:]
            return text
        if size < 0 or not self._text:
            self._fill(size)
        text, self._text = self._text, ''
        return text

    def readline(self, size=None, keepends=True):
        step = size or 72
        while True:
            lines = self._text.splitlines(True)
            # A carriage return at the end may be half of a line's end.
            if len(lines) > 1 or lines and lines[0].splitlines()[0] != lines[0] and not lines[0].endswith('\r'):
                break
            if not self._fill(step):
                lines = self._text.splitlines(True)
                break
            if size is not None:
                lines = self._text.splitlines(True)
                break
            step = min(step * 2, 8000)
        if not lines:
            return ''
        line, self._text = lines[0], self._text[len(lines[0]):]
        return line if keepends else line.splitlines()[0]

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self._rest, self._text = b'', ''

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReaderWriter:
    """A reader and a writer on one stream."""
    encoding = 'unknown'

    def __init__(self, stream, Reader, Writer, errors='strict'):
        self.stream = stream
        self.reader = Reader(stream, errors)
        self.writer = Writer(stream, errors)
        self.errors = errors

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None, keepends=True):
        return self.reader.readline(size, keepends)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def __next__(self):
        return next(self.reader)

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamRecoder:
    """A stream of bytes in one encoding shown in another."""

    def __init__(self, stream, encode, decode, Reader, Writer, errors='strict'):
        self.stream, self.encode, self.decode = stream, encode, decode
        self.reader, self.writer, self.errors = Reader(stream, errors), Writer(stream, errors), errors

    def read(self, size=-1):
        return self.encode(self.reader.read(size), self.errors)[0]

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def __getattr__(self, name):
        return getattr(self.stream, name)


def _made(name, encode, decode, is_text=True):
    """A CodecInfo around two functions."""
    whole = name not in ('utf-8', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be', 'utf-8-sig', 'utf-7')

    class Incremental(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    class Decoder(BufferedIncrementalDecoder):
        def _buffer_decode(self, input, errors, final):
            if whole or final:
                return decode(input, errors)
            for kept in range(min(4, len(input) + 1)):
                # A character that the bytes end in the middle of waits for the rest.
                head = input[:len(input) - kept]
                try:
                    decode(head, 'strict')
                except UnicodeDecodeError as error:
                    if error.end >= len(head) and ('unexpected end' in error.reason or 'truncated' in error.reason):
                        continue
                return decode(head, errors)[0], len(head)
            return decode(input, errors)

    class Reader(StreamReader):
        def decode(self, input, errors='strict'):
            return decode(input, errors)

    class Writer(StreamWriter):
        def encode(self, input, errors='strict'):
            return encode(input, errors)

    Incremental.__name__, Decoder.__name__ = 'IncrementalEncoder', 'IncrementalDecoder'
    Reader.__name__, Writer.__name__ = 'StreamReader', 'StreamWriter'
    return CodecInfo(encode, decode, Reader, Writer, Incremental, Decoder, name, _is_text_encoding=is_text)


_known = {}
_search = []


def register(search_function, /):
    if not callable(search_function):
        raise TypeError('argument must be callable')
    _search.append(search_function)


def unregister(search_function, /):
    if search_function in _search:
        _search.remove(search_function)
        _known.clear()


def lookup(encoding, /):
    """The functions of an encoding."""
    if not isinstance(encoding, str):
        raise TypeError(f'lookup() argument must be str, not {type(encoding).__name__}')
    key = encoding.lower().replace(' ', '_')
    found = _known.get(key)
    if found is not None:
        return found
    if (name := normalized(key)) is not None:
        def encode(input, errors='strict'):
            if not isinstance(input, str):
                raise TypeError(f'{name.replace("-", "_")}_encode() argument 1 must be str, not {type(input).__name__}')
            return input.encode(name, errors or 'strict'), len(input)

        def decode(input, errors='strict'):
            if isinstance(input, str):
                raise TypeError("a bytes-like object is required, not 'str'")
            return bytes(input).decode(name, errors or 'strict'), len(input)
        encode.__name__, decode.__name__ = 'encode', 'decode'
        found = _made(name, encode, decode)
    elif (pair := transforms(key)) is not None:
        name, encode, decode = pair
        found = _made(name, encode, decode, name == 'charmap')
    else:
        for search in _search:
            found = search(key)
            if found is not None:
                if not isinstance(found, tuple) or len(found) != 4:
                    raise TypeError('codec search functions must return 4-tuples')
                break
        else:
            raise LookupError(f'unknown encoding: {encoding}')
    _known[key] = found
    return found


def encode(obj, encoding='utf-8', errors='strict'):
    return lookup(encoding)[0](obj, errors)[0]


def decode(obj, encoding='utf-8', errors='strict'):
    return lookup(encoding)[1](obj, errors)[0]


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    found = lookup(encoding).incrementalencoder
    if found is None:
        raise LookupError(encoding)
    return found


def getincrementaldecoder(encoding):
    found = lookup(encoding).incrementaldecoder
    if found is None:
        raise LookupError(encoding)
    return found


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def iterencode(iterator, encoding, errors='strict', **kwargs):
    encoder = getincrementalencoder(encoding)(errors, **kwargs)
    for input in iterator:
        output = encoder.encode(input)
        if output:
            yield output
    output = encoder.encode('', True)
    if output:
        yield output


def iterdecode(iterator, encoding, errors='strict', **kwargs):
    decoder = getincrementaldecoder(encoding)(errors, **kwargs)
    for input in iterator:
        output = decoder.decode(input)
        if output:
            yield output
    output = decoder.decode(b'', True)
    if output:
        yield output


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    raise PermissionError('there are no files in the sandbox')


def EncodedFile(file, data_encoding, file_encoding=None, errors='strict'):
    data, kept = lookup(data_encoding), lookup(file_encoding or data_encoding)
    return StreamRecoder(file, data.encode, data.decode, kept.streamreader, kept.streamwriter, errors)


def strict_errors(exception, /):
    if isinstance(exception, BaseException):
        raise exception
    raise TypeError('codec must pass exception instance')


def _handles(exception):
    if not isinstance(exception, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError)):
        raise TypeError(f"don't know how to handle {type(exception).__name__} in error callback")
    return exception


def ignore_errors(exception, /):
    return ('', _handles(exception).end)


def replace_errors(exception, /):
    size = _handles(exception).end - exception.start
    if isinstance(exception, UnicodeEncodeError):
        return ('?' * size, exception.end)
    return ('\ufffd' * (1 if isinstance(exception, UnicodeDecodeError) else size), exception.end)


def xmlcharrefreplace_errors(exception, /):
    if not isinstance(exception, UnicodeEncodeError):
        raise TypeError(f"don't know how to handle {type(exception).__name__} in error callback")
    return (''.join([f'&#{ord(char)};' for char in exception.object[exception.start:exception.end]]), exception.end)


def backslashreplace_errors(exception, /):
    part = _handles(exception).object[exception.start:exception.end]
    if isinstance(part, bytes):
        return (''.join([f'\\x{byte:02x}' for byte in part]), exception.end)
    return (part.encode('ascii', 'backslashreplace').decode(), exception.end)


def namereplace_errors(exception, /):
    if not isinstance(exception, UnicodeEncodeError):
        raise TypeError(f"don't know how to handle {type(exception).__name__} in error callback")
    return (exception.object[exception.start:exception.end].encode('ascii', 'namereplace').decode(), exception.end)


_handlers = {'strict': strict_errors, 'ignore': ignore_errors, 'replace': replace_errors,
             'xmlcharrefreplace': xmlcharrefreplace_errors, 'backslashreplace': backslashreplace_errors,
             'namereplace': namereplace_errors}


def register_error(errors, handler, /):
    """Keeps a handler for `lookup_error`; `str.encode` and `bytes.decode` know the standard ones."""
    if not callable(handler):
        raise TypeError('handler must be callable')
    _handlers[errors] = handler


def lookup_error(errors, /):
    if errors not in _handlers:
        raise LookupError(f'unknown error handler name {errors!r}')
    return _handlers[errors]


def charmap_build(map, /):
    return {ord(char): code for code, char in enumerate(map)}


def make_identity_dict(rng):
    return {code: code for code in rng}


def make_encoding_map(decoding_map):
    made = {}
    for key, value in decoding_map.items():
        made[value] = None if value in made else key
    return made


def escape_decode(data, errors='strict', /):
    from ast import literal_eval
    if isinstance(data, str):
        data = data.encode('utf-8')
    text = bytes(data).decode('latin-1').replace("'", "\\'").replace('\n', '\\n').replace('\r', '\\r')
    return literal_eval(f"b'{text}'"), len(data)


def escape_encode(data, errors='strict', /):
    return repr(bytes(data))[2:-1].encode(), len(data)


def utf_8_encode(input, errors=None, /):
    return input.encode('utf-8', errors or 'strict'), len(input)


def utf_8_decode(input, errors=None, final=False, /):
    return bytes(input).decode('utf-8', errors or 'strict'), len(input)


def latin_1_encode(input, errors=None, /):
    return input.encode('latin-1', errors or 'strict'), len(input)


def latin_1_decode(input, errors=None, /):
    return bytes(input).decode('latin-1', errors or 'strict'), len(input)


def ascii_encode(input, errors=None, /):
    return input.encode('ascii', errors or 'strict'), len(input)


def ascii_decode(input, errors=None, /):
    return bytes(input).decode('ascii', errors or 'strict'), len(input)
