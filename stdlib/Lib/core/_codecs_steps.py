"""Decoding part by part, streams, and encodings that are made of mappings: what `codecs` shows of each encoding."""
import re
from _stockade import argument_name

_ESCAPES = {10: b'', 39: b"'", 34: b'"', 92: b'\\', 97: b'\a', 98: b'\b', 102: b'\f', 110: b'\n', 114: b'\r', 116: b'\t', 118: b'\v'}
# Matches an escape that is cut off at the end of the bytes.
_open_escape = re.compile(rb'(?:\\x[0-9a-fA-F]?|\\u[0-9a-fA-F]{0,3}|\\U[0-9a-fA-F]{0,7}|\\N(?:\{[^}]*)?|\\)\Z')
_open_raw = re.compile(rb'(?:\\u[0-9a-fA-F]{0,3}|\\U[0-9a-fA-F]{0,7}|\\)\Z')


def _complete(name, data):
    """How many of the bytes are whole characters, as far as that can be said from their end."""
    size = len(data)
    if name == 'utf-8':
        for back in range(1, min(3, size) + 1):
            byte = data[size - back]
            if byte & 0xC0 == 0x80:
                continue
            if byte < 0xC0:
                return size
            tail = data[size - back:]
            if back == 2 and byte == 0xED and 0xA0 <= tail[1] <= 0xBF:
                return size - 2
            try:
                tail.decode('utf-8')
            except UnicodeDecodeError as error:
                if error.reason == 'unexpected end of data' and error.start == 0:
                    return size - back
            return size
        return size
    if name.startswith('utf-16'):
        size -= size % 2
        if size >= 2:
            high = data[size - 1] if name.endswith('le') else data[size - 2]
            if 0xD8 <= high <= 0xDB:
                size -= 2
        return size
    if name.startswith('utf-32'):
        return size - size % 4
    if name == 'utf-7':
        at = 0
        while (plus := data.find(b'+', at)) >= 0:
            end = plus + 1
            while end < size and (data[end:end + 1].isalnum() or data[end] in b'+/'):
                end += 1
            if end == size:
                return plus
            at = end + 1 if data[end] == 45 else end
        return size
    match = (_open_escape if name == 'unicode-escape' else _open_raw).search(data)
    if match:
        start = match.start()
        # In a run of backslashes, every second one is escaped.
        before = start
        while before and data[before - 1] == 92:
            before -= 1
        if (start - before) % 2 == 0:
            return start
        if match.group() == b'\\' or name != 'unicode-escape':
            return size
    return size


def as_bytes(data):
    """Bytes of a bytes-like object."""
    if type(data) is bytes:
        return data
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


def handler(errors, name, verb):
    """The name of a handler of errors, `strict` without one."""
    if errors is not None and not isinstance(errors, str):
        raise TypeError(f'{name.replace("-", "_")}_{verb}() argument 2 must be str or None, not {argument_name(errors)}')
    return 'strict' if errors is None else errors


def _decoder(name):
    shown = name.replace('-', '_')
    whole = name in ('latin-1', 'ascii')

    if whole:
        def decode(data, errors=None, /):
            data = as_bytes(data)
            return data.decode(name, handler(errors, name, 'decode')), len(data)
    elif 'escape' in name:
        def decode(data, errors=None, final=True, /):
            data = data.encode('utf-8') if isinstance(data, str) else as_bytes(data)
            size = len(data) if final else _complete(name, data)
            return data[:size].decode(name, handler(errors, name, 'decode')), size
    else:
        def decode(data, errors=None, final=False, /):
            data = as_bytes(data)
            if name in ('utf-16', 'utf-32'):
                text, used, _ = _marked(name, data, errors, 0, final)
                return text, used
            size = len(data) if final else _complete(name, data)
            return data[:size].decode(name, handler(errors, name, 'decode')), size
    decode.__name__ = decode.__qualname__ = f'{shown}_decode'
    decode.__module__ = '_codecs'
    return decode


def _encoder(name):
    shown = name.replace('-', '_')

    def encode(text, errors=None, /):
        if not isinstance(text, str):
            raise TypeError(f'{shown}_encode() argument 1 must be str, not {argument_name(text)}')
        return text.encode(name, handler(errors, name, 'encode')), len(text)

    if name in ('utf-16', 'utf-32'):
        plain = encode

        def encode(text, errors=None, byteorder=0, /):
            if not isinstance(text, str) or not byteorder:
                return plain(text, errors)
            return text.encode(f'{name}-{"le" if byteorder < 0 else "be"}', handler(errors, name, 'encode')), len(text)
    encode.__name__ = encode.__qualname__ = f'{shown}_encode'
    encode.__module__ = '_codecs'
    return encode


def _marked(name, data, errors, order, final):
    """(text, bytes used, byte order) where the order comes from a mark at the start."""
    size = 2 if name == 'utf-16' else 4
    skipped = 0
    if order == 0 and len(data) >= size:
        mark = data[:size]
        if mark == (b'\xff\xfe' if size == 2 else b'\xff\xfe\x00\x00'):
            order, skipped = -1, size
        elif mark == (b'\xfe\xff' if size == 2 else b'\x00\x00\xfe\xff'):
            order, skipped = 1, size
    elif order == 0 and not final:
        return '', 0, 0
    own = f'{name}-{"be" if order > 0 else "le"}'
    rest = data[skipped:]
    end = len(rest) if final else _complete(own, rest)
    try:
        return rest[:end].decode(own, errors or 'strict'), skipped + end, order
    except UnicodeDecodeError as error:
        if skipped:
            raise UnicodeDecodeError(error.encoding, data, error.start + skipped, error.end + skipped, error.reason) from None
        raise


def _ex_decode(name):
    shown = name.replace('-', '_') + '_ex_decode'

    def decode(data, errors=None, byteorder=0, final=False, /):
        return _marked(name, as_bytes(data), errors, byteorder, final)
    decode.__name__ = decode.__qualname__ = shown
    return decode


NAMES = ('utf-8', 'utf-7', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be', 'latin-1', 'ascii', 'unicode-escape',
         'raw-unicode-escape')
functions = {}
for _name in NAMES:
    functions[_name.replace('-', '_') + '_encode'] = _encoder(_name)
    functions[_name.replace('-', '_') + '_decode'] = _decoder(_name)
for _name in ('utf-16', 'utf-32'):
    functions[_name.replace('-', '_') + '_ex_decode'] = _ex_decode(_name)
del _name


def readbuffer_encode(data, errors=None, /):
    data = data.encode('utf-8') if isinstance(data, str) else bytes(memoryview(data))
    return data, len(data)


def escape_decode(data, errors=None, /):
    """The bytes of the inside of a bytes literal."""
    data = data.encode('utf-8') if isinstance(data, str) else as_bytes(data)
    out = bytearray()
    at = 0
    warned = None
    while at < len(data):
        slash = data.find(b'\\', at)
        if slash < 0:
            out += data[at:]
            break
        out += data[at:slash]
        if slash + 1 == len(data):
            raise ValueError('Trailing \\ in string')
        char = data[slash + 1]
        at = slash + 2
        if char in _ESCAPES:
            out += _ESCAPES[char]
        elif 48 <= char <= 55:
            end = at
            while end < len(data) and end < slash + 4 and 48 <= data[end] <= 55:
                end += 1
            value = int(data[slash + 1:end], 8)
            if value > 255 and warned is None:
                warned = f"invalid octal escape sequence '\\{value:o}'"
            out.append(value & 255)
            at = end
        elif char == 120:
            digits = data[at:at + 2]
            if len(digits) == 2 and all(digit in b'0123456789abcdefABCDEF' for digit in digits):
                out.append(int(digits, 16))
                at += 2
            elif not errors or errors == 'strict':
                raise ValueError(f'invalid \\x escape at position {slash}')
            else:
                if errors == 'replace':
                    out += b'?'
                elif errors != 'ignore':
                    raise ValueError(f'decoding error; unknown error handling code: {errors}')
                if digits and digits[0] in b'0123456789abcdefABCDEF':
                    at += 1
        else:
            if warned is None:
                warned = f"invalid escape sequence '\\{chr(char)}'"
            out += data[slash:at]
    if warned:
        import warnings
        warnings._warn_program(warned, DeprecationWarning)
    return bytes(out), len(data)


def escape_encode(data, errors=None, /):
    if not isinstance(data, bytes):
        raise TypeError(f'escape_encode() argument 1 must be bytes, not {type(data).__name__}')
    named = {9: b'\\t', 10: b'\\n', 13: b'\\r', 39: b"\\'", 92: b'\\\\'}
    return b''.join([named.get(byte) or (bytes((byte,)) if 32 <= byte < 127 else b'\\x%02x' % byte) for byte in data]), len(data)


def _resume(error, errors, is_encoding):
    """The result of an error handler: (the replacement, where to go on)."""
    from codecs import lookup_error
    from _codecs_multibyte import NAMES
    found = lookup_error(errors or 'strict')(error)
    which = ('encoding', '(str/bytes, int)') if is_encoding else ('decoding', '(str, int)')
    kinds = (str, bytes) if is_encoding else str
    if not (isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], kinds) and isinstance(found[1], int)):
        # The encodings of East Asia have words of their own.
        words = '(str, int)' if error.encoding in NAMES else which[1]
        raise TypeError(f'{which[0]} error handler must return {words} tuple')
    instead, at = found
    size = len(error_object(error))
    if at < 0:
        at += size
    if not 0 <= at <= size:
        raise IndexError(f'position {found[1]} from error handler out of bounds')
    return instead, at


def charmap_decode(data, errors=None, mapping=None, /):
    data = bytes(data)
    if mapping is None:
        return data.decode('latin-1'), len(data)
    out = []
    at = 0
    while at < len(data):
        byte = data[at]
        try:
            char = mapping[byte]
        except LookupError:
            char = None
        if isinstance(char, int):
            if not 0 <= char <= 0x10FFFF:
                raise TypeError('character mapping must be in range(0x110000)')
            char = chr(char)
        elif char is not None and not isinstance(char, str):
            raise TypeError('character mapping must return integer, None or str')
        if char is None or char == '\ufffe':
            char, at = _resume(UnicodeDecodeError('charmap', data, at, at + 1, 'character maps to <undefined>'), errors, False)
        else:
            at += 1
        out.append(char)
    return ''.join(out), len(data)


def _mapped(mapping, char):
    """The bytes of one character, None where there are none."""
    try:
        found = mapping[ord(char)]
    except LookupError:
        return None
    if isinstance(found, int):
        if not 0 <= found < 256:
            raise TypeError('character mapping must be in range(256)')
        return bytes((found,))
    if found is not None and not isinstance(found, bytes):
        raise TypeError(f'character mapping must return integer, bytes or None, not {type(found).__name__}')
    return found


def charmap_encode(text, errors=None, mapping=None, /):
    if mapping is None:
        return text.encode('latin-1', errors or 'strict'), len(text)
    out = bytearray()
    at = 0
    while at < len(text):
        found = _mapped(mapping, text[at])
        if found is not None:
            out += found
            at += 1
            continue
        end = at + 1
        while end < len(text) and _mapped(mapping, text[end]) is None:
            end += 1
        error = UnicodeEncodeError('charmap', text, at, end, 'character maps to <undefined>')
        instead, at = _resume(error, errors, True)
        if isinstance(instead, str):
            for char in instead:
                found = _mapped(mapping, char)
                if found is None:
                    raise error
                out += found
        else:
            out += instead
    return bytes(out), len(text)


def encode_by_handler(text, encoding, errors):
    """`str.encode` with a handler that was registered."""
    out = bytearray()
    at = 0
    name = encoding
    while True:
        try:
            out += text[at:].encode(name)
            return bytes(out)
        except UnicodeEncodeError as error:
            failure = error
        # The handler runs outside the `except` block, so its own exception gets no context.
        start, end = at + failure.start, at + failure.end
        out += text[at:start].encode(name)
        if name == encoding and (plain := encoding.lower().replace('_', '-')) in ('utf-16', 'utf-32', 'utf16', 'utf32'):
            name = f'{plain}-le'
        instead, at = _resume(UnicodeEncodeError(failure.encoding, text, start, end, failure.reason), errors, True)
        unit = {'utf8': 1, 'utf16': 2, 'utf32': 4}.get(re.sub('[-_]|[lb]e$', '', name.lower()))
        failed = unit and (not instead.isascii() if isinstance(instead, str) else len(instead) % unit)
        if isinstance(instead, str) and not failed:
            try:
                instead = instead.encode(name)
            except UnicodeEncodeError:
                failed = True
        if failed:
            raise UnicodeEncodeError(failure.encoding, text, start, end, failure.reason) from None
        out += instead


def decode_by_handler(data, encoding, errors):
    """`bytes.decode` with a handler that was registered."""
    out = []
    at = 0
    name = encoding
    while True:
        try:
            out.append(data[at:].decode(name))
            return ''.join(out)
        except UnicodeDecodeError as error:
            failure = error
        # The handler runs outside the `except` block, so its own exception gets no context.
        start, end = at + failure.start, at + failure.end
        out.append(data[at:start].decode(name, 'ignore'))
        if name == encoding and (plain := encoding.lower().replace('_', '-')) in ('utf-16', 'utf-32', 'utf16', 'utf32'):
            name = f'{plain}-{"be" if data[:4] in (bytes((0, 0, 254, 255)),) or data[:2] == bytes((254, 255)) else "le"}'
        problem = UnicodeDecodeError(failure.encoding, data, start, end, failure.reason)
        instead, at = _resume(problem, errors, False)
        # A handler may replace the bytes that could not be decoded.
        data = problem.object
        out.append(instead)
        if at >= len(data):
            return ''.join(out)


def error_span(exception, *kinds):
    """(object, start, end) of an error that a handler is given, inside what the object has; the kinds are those that it knows."""
    kinds = kinds or (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError)
    if not issubclass(type(exception), kinds):
        raise TypeError(f"don't know how to handle {type(exception).__name__} in error callback")
    given = error_object(exception)
    return given, max(0, min(exception.start, len(given) - 1)), min(max(exception.end, 1), len(given))


def error_object(exception):
    """What could not be encoded or decoded."""
    is_bytes = issubclass(type(exception), UnicodeDecodeError)
    if not isinstance(exception.object, bytes if is_bytes else str):
        raise TypeError(f'object attribute must be {"bytes" if is_bytes else "unicode"}')
    return exception.object


def surrogateescape_errors(exception, /):
    given, start, end = error_span(exception, UnicodeEncodeError, UnicodeDecodeError)
    part = given[start:end]
    if isinstance(exception, UnicodeEncodeError):
        if all('\udc80' <= char <= '\udcff' for char in part):
            return bytes([ord(char) - 0xDC00 for char in part]), end
        raise exception
    kept = []
    for byte in part[:4]:
        if byte < 128:
            break
        kept.append(chr(0xDC00 + byte))
    if kept:
        return ''.join(kept), start + len(kept)
    raise exception


def surrogatepass_errors(exception, /):
    error_span(exception, UnicodeEncodeError, UnicodeDecodeError)
    name = exception.encoding.lower().replace('_', '-')
    size, order = {'utf-8': (3, ''), 'utf8': (3, ''), 'cp65001': (3, '')}.get(name, (0, ''))
    if name.startswith(('utf-16', 'utf-32')):
        size, order = int(name[4:6]) // 8, 'big' if name.endswith('be') else 'little'
    if not size:
        raise exception
    if isinstance(exception, UnicodeEncodeError):
        out = bytearray()
        for char in exception.object[exception.start:exception.end]:
            code = ord(char)
            if not 0xD800 <= code <= 0xDFFF:
                raise exception
            out += code.to_bytes(size, order) if order else bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63))
        return bytes(out), exception.end
    part = exception.object[exception.start:exception.start + size]
    if len(part) == size:
        if order:
            code = int.from_bytes(part, order)
        elif part[0] & 0xF0 == 0xE0 and part[1] & 0xC0 == 0x80 == part[2] & 0xC0:
            code = (part[0] & 15) << 12 | (part[1] & 63) << 6 | part[2] & 63
        else:
            code = 0
        if 0xD800 <= code <= 0xDFFF:
            return chr(code), exception.start + size
    raise exception
