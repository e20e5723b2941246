"""Encodings by name, as functions and as steps over parts of a text."""
from _codecs_table import codec_functions, normalize_encoding, normalized, transforms
from _stockade import argument_name, guest_getattr, make_class as _make_class
import _codecs_multibyte as _multi
import _codecs_steps as _steps

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
        data = self.buffer + input
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


def _passed_on(wrapper, name):
    if name == 'stream':
        # The object is not complete yet, because it is being made or copied.
        raise AttributeError(f'{type(wrapper).__name__!r} object has no attribute {name!r}')
    return guest_getattr(wrapper.stream, name)


def _unpicklable(wrapper, proto):
    raise TypeError("can't serialize %s" % wrapper.__class__.__name__)


# Methods of every class over a stream of bytes: `__getattr__`, `__enter__`, `__exit__`, `__reduce_ex__`.
_over_a_stream = (_passed_on, lambda wrapper: wrapper, lambda wrapper, type, value, tb: wrapper.stream.close(), _unpicklable)


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

    __getattr__, __enter__, __exit__, __reduce_ex__ = _over_a_stream


class StreamReader(Codec):
    """Reads text from a stream of bytes."""
    charbuffertype = str

    def __init__(self, stream, errors='strict'):
        self.stream = stream
        self.errors = errors
        self.bytebuffer = b''
        self.charbuffer = self.charbuffertype()
        # Drops the separate buffer of lines.
        self.linebuffer = None

    def decode(self, input, errors='strict'):
        raise NotImplementedError

    def read(self, size=-1, chars=-1, firstline=False):
        """About `size` bytes decoded, or exactly `chars` characters where there are as many."""
        if chars < 0:
            chars = size
        while chars < 0 or len(self.charbuffer) < chars:
            new = self.stream.read() if size < 0 else self.stream.read(size)
            data = self.bytebuffer + new
            if not data:
                break
            try:
                text, used = self.decode(data, self.errors)
            except UnicodeDecodeError as error:
                if not firstline:
                    raise
                # A whole line before the error can still be returned.
                text, used = self.decode(data[:error.start], self.errors)
                if len(text.splitlines(keepends=True)) <= 1:
                    raise
            self.bytebuffer = data[used:]
            self.charbuffer += text
            if not new:
                break
        if chars < 0:
            chars = len(self.charbuffer)
        text, self.charbuffer = self.charbuffer[:chars], self.charbuffer[chars:]
        return text

    def readline(self, size=None, keepends=True):
        step = size or 72
        text = self.charbuffertype()
        carriage = '\r' if self.charbuffertype is str else b'\r'
        while True:
            more = self.read(step, firstline=True)
            if more.endswith(carriage):
                # It may be the first half of a line end.
                more += self.read(size=1, chars=1)
            text += more
            lines = text.splitlines(True)
            if len(lines) > 1 or lines and lines[0].splitlines()[0] != lines[0]:
                line = lines[0]
                self.charbuffer = text[len(line):] + self.charbuffer
                break
            if not more or size is not None:
                line = text
                break
            step = min(step * 2, 8000)
        return line if keepends or not line else line.splitlines()[0]

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self.bytebuffer = b''
        self.charbuffer = self.charbuffertype()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __iter__(self):
        return self

    __getattr__, __enter__, __exit__, __reduce_ex__ = _over_a_stream


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
        if whence == 0 and offset == 0:
            self.writer.reset()

    __getattr__, __enter__, __exit__, __reduce_ex__ = _over_a_stream


class StreamRecoder:
    """A stream of bytes in one encoding shown in another."""
    data_encoding = 'unknown'
    file_encoding = 'unknown'

    def __init__(self, stream, encode, decode, Reader, Writer, errors='strict'):
        self.stream, self.encode, self.decode = stream, encode, decode
        self.reader, self.writer, self.errors = Reader(stream, errors), Writer(stream, errors), errors

    def read(self, size=-1):
        return self.encode(self.reader.read(size), self.errors)[0]

    def readline(self, size=None):
        data = self.reader.readline() if size is None else self.reader.readline(size)
        return self.encode(data, self.errors)[0]

    def readlines(self, sizehint=None):
        return self.encode(self.reader.read(), self.errors)[0].splitlines(keepends=True)

    def __next__(self):
        return self.encode(next(self.reader), self.errors)[0]

    def __iter__(self):
        return self

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        return self.writer.write(self.decode(b''.join(list), self.errors)[0])

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.reader.seek(offset, whence)
        self.writer.seek(offset, whence)

    __getattr__, __enter__, __exit__, __reduce_ex__ = _over_a_stream


def _made(name, encode, decode, is_text=True):
    """A CodecInfo around two functions."""
    native = 'latin_1' if name == 'iso8859-1' else name.replace('-', '_')
    step = _steps.functions.get(native + '_decode')
    if name in ('utf-16', 'utf-32'):
        return _marked(name, encode, decode)
    if name == 'utf-8-sig':
        return _signed(name, encode, decode)

    class Incremental(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    if step is None or name in ('latin-1', 'ascii', 'iso8859-1'):
        class Decoder(IncrementalDecoder):
            def decode(self, input, final=False):
                return decode(input, self.errors)[0]
    else:
        class Decoder(BufferedIncrementalDecoder):
            def _buffer_decode(self, input, errors, final):
                return step(input, errors, final)

    if step is not None:
        kept = {'encode': staticmethod(_steps.functions[native + '_encode']), 'decode': staticmethod(step)}
        if name.startswith('utf'):
            Reader = _make_class('StreamReader', (StreamReader,), {'decode': kept['decode']})
            Writer = _make_class('StreamWriter', (StreamWriter,), {'encode': kept['encode']})
        else:
            both = _make_class('Codec', (Codec,), kept)
            _shown(both, 'Codec', name)
            Reader, Writer = _make_class('StreamReader', (both, StreamReader), {}), _make_class('StreamWriter', (both, StreamWriter), {})
            if 'escape' in name:
                def whole(self, input, errors='strict'):
                    return step(input, errors, False)
                whole.__name__ = 'decode'
                Reader.decode = whole
    else:
        class Both(Codec):
            def encode(self, input, errors='strict'):
                return encode(input, errors)

            def decode(self, input, errors='strict'):
                return decode(input, errors)

        _shown(Both, 'Codec', name)

        class Reader(Both, StreamReader):
            charbuffertype = str if is_text or name == 'rot-13' else bytes

        class Writer(Both, StreamWriter):
            charbuffertype = Reader.charbuffertype

    return _info(name, encode, decode, Reader, Writer, Incremental, Decoder, is_text)


_function = type(lambda: None)


def _shown(kind, shown, encoding):
    kind.__name__ = kind.__qualname__ = shown
    kind.__module__ = 'encodings.' + encoding.replace('-', '_')
    for method in vars(kind).values():
        if type(method) is _function:
            method.__qualname__ = f'{shown}.{method.__name__}'


def _info(name, encode, decode, Reader, Writer, Encoder, Decoder, is_text=True):
    for kind, shown in ((Encoder, 'IncrementalEncoder'), (Decoder, 'IncrementalDecoder'), (Reader, 'StreamReader'), (Writer, 'StreamWriter')):
        _shown(kind, shown, name)
    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name, _is_text_encoding=is_text)


def _marked(name, encode, decode):
    """An encoding with a mark for its byte order at the start."""
    ex = _steps.functions[name.replace('-', '_') + '_ex_decode']
    little, big = [_steps.functions[f'{name.replace("-", "_")}_{order}_decode'] for order in ('le', 'be')]
    plain = _steps.functions[f'{name.replace("-", "_")}_le_encode']
    size = 2 if name == 'utf-16' else 4

    class Encoder(IncrementalEncoder):
        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.encoder = None

        def encode(self, input, final=False):
            if self.encoder is None:
                result = encode(input, self.errors)[0]
                self.encoder = plain
                return result
            return self.encoder(input, self.errors)[0]

        def reset(self):
            super().reset()
            self.encoder = None

        def getstate(self):
            return 2 if self.encoder is None else 0

        def setstate(self, state):
            self.encoder = None if state else plain

    class Decoder(BufferedIncrementalDecoder):
        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.decoder = None

        def _buffer_decode(self, input, errors, final):
            if self.decoder is None:
                text, used, order = ex(input, errors, 0, final)
                if order:
                    self.decoder = little if order < 0 else big
                elif used >= size:
                    raise UnicodeDecodeError(name, input, 0, size, 'Stream does not start with BOM')
                return text, used
            return self.decoder(input, errors, final)

        def reset(self):
            super().reset()
            self.decoder = None

        def getstate(self):
            state = super().getstate()[0]
            if self.decoder is None:
                return (state, 2)
            return (state, int(self.decoder is not little))

        def setstate(self, state):
            super().setstate(state)
            self.decoder = {0: little, 1: big}.get(state[1])

    class Reader(StreamReader):
        def reset(self):
            super().reset()
            self.__dict__.pop('decode', None)

        def decode(self, input, errors='strict'):
            text, used, order = ex(input, errors, 0, False)
            if order:
                self.decode = little if order < 0 else big
            elif used >= size:
                raise UnicodeDecodeError(name, input, 0, size, 'Stream does not start with BOM')
            return text, used

    class Writer(StreamWriter):
        def __init__(self, stream, errors='strict'):
            super().__init__(stream, errors)
            self.encoder = None

        def reset(self):
            super().reset()
            self.encoder = None

        def encode(self, input, errors='strict'):
            if self.encoder is None:
                result = encode(input, errors)
                self.encoder = plain
                return result
            return self.encoder(input, errors)

    return _info(name, encode, decode, Reader, Writer, Encoder, Decoder)


def _signed(name, encode, decode):
    """UTF-8 with a mark at the start."""
    class Encoder(IncrementalEncoder):
        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.first = 1

        def encode(self, input, final=False):
            if self.first:
                self.first = 0
                return BOM_UTF8 + utf_8_encode(input, self.errors)[0]
            return utf_8_encode(input, self.errors)[0]

        def reset(self):
            super().reset()
            self.first = 1

        def getstate(self):
            return self.first

        def setstate(self, state):
            self.first = state

    class Decoder(BufferedIncrementalDecoder):
        def __init__(self, errors='strict'):
            super().__init__(errors)
            self.first = 1

        def _buffer_decode(self, input, errors, final):
            if self.first:
                if len(input) < 3:
                    if BOM_UTF8.startswith(input):
                        # It may be the start of the byte order mark.
                        return '', 0
                    self.first = 0
                else:
                    self.first = 0
                    if input[:3] == BOM_UTF8:
                        text, used = utf_8_decode(input[3:], errors, final)
                        return text, used + 3
            return utf_8_decode(input, errors, final)

        def reset(self):
            super().reset()
            self.first = 1

        def getstate(self):
            return (super().getstate()[0], self.first)

        def setstate(self, state):
            super().setstate(state)
            self.first = state[1]

    class Reader(StreamReader):
        def reset(self):
            super().reset()
            self.__dict__.pop('decode', None)

        def decode(self, input, errors='strict'):
            if len(input) < 3:
                if BOM_UTF8.startswith(input):
                    return '', 0
            elif input[:3] == BOM_UTF8:
                self.decode = utf_8_decode
                text, used = utf_8_decode(input[3:], errors)
                return text, used + 3
            self.decode = utf_8_decode
            return utf_8_decode(input, errors)

    class Writer(StreamWriter):
        def reset(self):
            super().reset()
            self.__dict__.pop('encode', None)

        def encode(self, input, errors='strict'):
            self.encode = utf_8_encode
            return encode(input, errors)

    return _info(name, encode, decode, Reader, Writer, Encoder, Decoder)


def _multibyte(name):
    """An encoding of East Asia."""
    encode, decode = _multi.functions(name)
    both = _make_class('Codec', (Codec,), {'encode': staticmethod(encode), 'decode': staticmethod(decode)})
    _shown(both, 'Codec', name)
    kept = {'_codec_name': name}
    Encoder = _make_class('IncrementalEncoder', (_multi.MultibyteIncrementalEncoder, IncrementalEncoder), dict(kept))
    Decoder = _make_class('IncrementalDecoder', (_multi.MultibyteIncrementalDecoder, IncrementalDecoder), dict(kept))
    Reader = _make_class('StreamReader', (both, _multi.MultibyteStreamReader, StreamReader), dict(kept))
    Writer = _make_class('StreamWriter', (both, _multi.MultibyteStreamWriter, StreamWriter), dict(kept))
    return _info(name, encode, decode, Reader, Writer, Encoder, Decoder)


def _hosts(name):
    """`idna` and `punycode`."""
    import _codecs_idna as hosts
    if name == 'punycode':
        def encode(input, errors='strict'):
            return hosts.punycode_encode(input), len(input)

        def decode(input, errors='strict'):
            return hosts.punycode_decode(input, errors or 'strict'), len(input)
        return _made(name, encode, decode)

    def encode(input, errors='strict'):
        return hosts.idna_encode(input, errors or 'strict')

    def decode(input, errors='strict'):
        return hosts.idna_decode(input, errors or 'strict')

    class Encoder(BufferedIncrementalEncoder):
        def _buffer_encode(self, input, errors, final):
            return hosts.idna_encode(input, errors, final)

    class Decoder(BufferedIncrementalDecoder):
        def _buffer_decode(self, input, errors, final):
            return hosts.idna_decode(input, errors, final)

    class Reader(StreamReader):
        def decode(self, input, errors='strict'):
            return decode(input, errors)

    class Writer(StreamWriter):
        def encode(self, input, errors='strict'):
            return encode(input, errors)

    return _info(name, encode, decode, Reader, Writer, Encoder, Decoder)


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
        raise TypeError(f'lookup() argument must be str, not {argument_name(encoding)}')
    key = encoding.lower().replace(' ', '_')
    found = _known.get(key)
    if found is not None:
        return found
    # Names are normalized to words of ASCII letters and digits with single underscores between them.
    plain = normalize_encoding(key).lower()
    if plain != key.replace('-', '_'):
        try:
            found = _known[key] = lookup(plain)
        except LookupError:
            raise LookupError(f'unknown encoding: {encoding}') from None
        return found
    if (name := normalized(key)) is not None:
        # All names of a codec share one codec object.
        found = _known.get(name)
        if found is None:
            found = _known[name] = _multibyte(name) if name in _multi.NAMES else _made(name, *codec_functions(name))
    elif (pair := transforms(key)) is not None:
        name, encode, decode = pair
        found = _made(name, encode, decode, name == 'charmap')
    elif key in ('idna', 'punycode'):
        found = _hosts(key)
    elif key == 'undefined':
        found = _made(key, _undefined, _undefined)
    else:
        found = _known.get(plain)
        for search in _search if found is None else ():
            found = search(plain)
            if found is not None:
                if not isinstance(found, tuple) or len(found) != 4:
                    raise TypeError('codec search functions must return 4-tuples')
                break
        if found is None:
            raise LookupError(f'unknown encoding: {encoding}')
        _known[plain] = found
    _known[key] = found
    return found


def _undefined(input, errors='strict'):
    raise UnicodeError('undefined encoding')


def _converted(function, value, errors, encoding, verb):
    try:
        result = function(value, errors)
    except Exception as error:
        error.add_note(f"{verb} with '{encoding}' codec failed")
        raise
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f'{verb[:-3]}er must return a tuple (object, integer)')
    return result[0]


def _named(verb, encoding, errors):
    for name, value in (('encoding', encoding), ('errors', errors)):
        if not isinstance(value, str):
            raise TypeError(f"{verb}() argument '{name}' must be str, not {argument_name(value)}")


def encode(obj, encoding='utf-8', errors='strict'):
    _named('encode', encoding, errors)
    return _converted(lookup(encoding)[0], obj, errors, encoding, 'encoding')


def decode(obj, encoding='utf-8', errors='strict'):
    _named('decode', encoding, errors)
    return _converted(lookup(encoding)[1], obj, errors, encoding, 'decoding')


def encode_text(text, encoding, errors):
    """What `str.encode` does with names that the machine does not know: of an encoding, or of a handler of errors."""
    key = encoding.lower().replace(' ', '_')
    if (name := normalized(key)) is not None:
        if name in _multi.NAMES:
            return _converted(lookup(name)[0], text, errors, encoding, 'encoding')
        return _steps.encode_by_handler(text, encoding, errors)
    found = lookup(encoding)
    if not getattr(found, '_is_text_encoding', True):
        raise LookupError(f"{encoding!r} is not a text encoding; use codecs.encode() to handle arbitrary codecs")
    made = _converted(found[0], text, errors, encoding, 'encoding')
    if not isinstance(made, bytes):
        raise TypeError(f"{encoding!r} encoder returned '{type(made).__name__}' instead of 'bytes'; use codecs.encode() to encode to "
                        'arbitrary types')
    return made


def decode_bytes(data, encoding, errors):
    """As `encode_text`, for `bytes.decode`."""
    key = encoding.lower().replace(' ', '_')
    if (name := normalized(key)) is not None:
        if name in _multi.NAMES:
            return _converted(lookup(name)[1], bytes(data), errors, encoding, 'decoding')
        return _steps.decode_by_handler(bytes(data), encoding, errors)
    found = lookup(encoding)
    if not getattr(found, '_is_text_encoding', True):
        raise LookupError(f"{encoding!r} is not a text encoding; use codecs.decode() to handle arbitrary codecs")
    made = _converted(found[1], data, errors, encoding, 'decoding')
    if not isinstance(made, str):
        raise TypeError(f"{encoding!r} decoder returned '{type(made).__name__}' instead of 'str'; use codecs.decode() to decode to "
                        'arbitrary types')
    return made


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
    """A stream of a file whose texts are encoded."""
    from builtins import open
    if encoding is not None and 'b' not in mode:
        mode += 'b'
    file = open(filename, mode, buffering)
    if encoding is None:
        return file
    try:
        known = lookup(encoding)
        made = StreamReaderWriter(file, known.streamreader, known.streamwriter, errors)
        made.encoding = encoding
        return made
    except:
        file.close()
        raise


def EncodedFile(file, data_encoding, file_encoding=None, errors='strict'):
    if file_encoding is None:
        file_encoding = data_encoding
    data, kept = lookup(data_encoding), lookup(file_encoding)
    made = StreamRecoder(file, data.encode, data.decode, kept.streamreader, kept.streamwriter, errors)
    made.data_encoding = data_encoding
    made.file_encoding = file_encoding
    return made


def strict_errors(exception, /):
    if issubclass(type(exception), BaseException):
        raise exception
    raise TypeError('codec must pass exception instance')


_span = _steps.error_span


def ignore_errors(exception, /):
    return '', _span(exception)[2]


def replace_errors(exception, /):
    _, start, end = _span(exception)
    if isinstance(exception, UnicodeEncodeError):
        return '?' * (end - start), end
    return '\ufffd' * (1 if isinstance(exception, UnicodeDecodeError) else end - start), end


def xmlcharrefreplace_errors(exception, /):
    text, start, end = _span(exception, UnicodeEncodeError)
    return ''.join([f'&#{ord(char)};' for char in text[start:end]]), end


def _escaped(code):
    return f'\\x{code:02x}' if code < 0x100 else f'\\u{code:04x}' if code < 0x10000 else f'\\U{code:08x}'


def backslashreplace_errors(exception, /):
    given, start, end = _span(exception)
    part = given[start:end]
    return ''.join([_escaped(code) for code in (part if isinstance(part, bytes) else map(ord, part))]), end


def namereplace_errors(exception, /):
    text, start, end = _span(exception, UnicodeEncodeError)
    from unicodedata import name
    named = [(char, name(char, None)) for char in text[start:end]]
    return ''.join([_escaped(ord(char)) if known is None else f'\\N{{{known}}}' for char, known in named]), end


_handlers = {'strict': strict_errors, 'ignore': ignore_errors, 'replace': replace_errors,
             'xmlcharrefreplace': xmlcharrefreplace_errors, 'backslashreplace': backslashreplace_errors,
             'namereplace': namereplace_errors, 'surrogateescape': _steps.surrogateescape_errors,
             'surrogatepass': _steps.surrogatepass_errors}


def register_error(errors, handler, /):
    """A handler of errors, by name."""
    if not isinstance(errors, str):
        raise TypeError(f'register_error() argument 1 must be str, not {argument_name(errors)}')
    if not callable(handler):
        raise TypeError('handler must be callable')
    _handlers[errors] = handler


def lookup_error(errors, /):
    if not isinstance(errors, str):
        raise TypeError(f'lookup_error() argument must be str, not {argument_name(errors)}')
    errors.encode()
    if errors not in _handlers:
        raise LookupError(f"unknown error handler name '{errors}'")
    return _handlers[errors]


def charmap_build(map, /):
    if not isinstance(map, str):
        raise TypeError(f'charmap_build() argument must be str, not {argument_name(map)}')
    if not map:
        raise TypeError('bad argument type for built-in operation')
    return {ord(char): code for code, char in enumerate(map)}


def make_identity_dict(rng):
    return {code: code for code in rng}


def make_encoding_map(decoding_map):
    made = {}
    for key, value in decoding_map.items():
        made[value] = None if value in made else key
    return made


readbuffer_encode = _steps.readbuffer_encode
escape_decode = _steps.escape_decode
escape_encode = _steps.escape_encode
charmap_encode = _steps.charmap_encode
charmap_decode = _steps.charmap_decode
globals().update(_steps.functions)
utf_8_encode = _steps.functions['utf_8_encode']
utf_8_decode = _steps.functions['utf_8_decode']
