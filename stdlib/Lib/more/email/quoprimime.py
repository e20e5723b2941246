"""Quoted-printable as messages have it, in bodies and in headers."""
import re
from string import ascii_letters, digits

__all__ = ['body_decode', 'body_encode', 'body_length', 'decode', 'decodestring', 'header_decode', 'header_encode',
           'header_length', 'quote', 'unquote']

_QUOTED = [f'={code:02X}' for code in range(256)]
_HEADER = _QUOTED[:]
_BODY = _QUOTED[:]
for _plain in '-!*+/' + ascii_letters + digits:
    _HEADER[ord(_plain)] = _plain
_HEADER[ord(' ')] = '_'
for _code in (*range(ord(' '), ord('~') + 1), ord('\t')):
    if _code != ord('='):
        _BODY[_code] = chr(_code)
_HEADER_TABLE = dict(enumerate(_HEADER))
# Ends of lines stay what they are in a body.
_BODY_TABLE = dict(enumerate(_BODY)) | {10: '\n', 13: '\r'}
_hex = re.compile('=([a-fA-F0-9]{2})')


def header_check(octet):
    """Whether an octet is escaped in headers."""
    return chr(octet) != _HEADER[octet]


def body_check(octet):
    """Whether an octet is escaped in bodies."""
    return chr(octet) != _BODY[octet]


def header_length(bytearray):
    return sum([len(_HEADER[octet]) for octet in bytearray])


def body_length(bytearray):
    return sum([len(_BODY[octet]) for octet in bytearray])


def quote(c):
    return _QUOTED[ord(c)]


def unquote(s):
    return chr(int(s[1:3], 16))


def header_encode(header_bytes, charset='iso-8859-1'):
    """An encoded word."""
    if not header_bytes:
        return ''
    return f'=?{charset}?q?{header_bytes.decode("latin1").translate(_HEADER_TABLE)}?='


def _parts_of_line(line, most):
    """A line of escaped text in parts that are no longer than allowed; all but the last end with `=`."""
    trailing = ''
    if line and line[-1] in ' \t':
        line, trailing = line[:-1], line[-1]
    total = len(line) + len(trailing)
    start = 0
    while total - start > most:
        stop = start + most - 1
        # An escape is not taken apart.
        if line[stop - 2:stop - 1] == '=':
            stop -= 2
        elif line[stop - 1:stop] == '=':
            stop -= 1
        yield line[start:stop] + '='
        start = stop
    rest = line[start:]
    if not trailing:
        yield rest
    elif total - start <= most - 2:
        yield rest + quote(trailing)
    elif total - start == most - 1:
        yield rest + trailing + '='
        yield ''
    else:
        yield rest + '='
        yield quote(trailing)


def body_encode(body, maxlinelen=76, eol='\n'):
    """A body with its lines broken softly."""
    if maxlinelen < 4:
        raise ValueError('maxlinelen must be at least 4')
    if not body:
        return body
    body = body.translate(_BODY_TABLE)
    lines = []
    for line in body.splitlines():
        lines.extend(_parts_of_line(line, maxlinelen))
    if body[-1] in '\r\n':
        lines.append('')
    return eol.join(lines)


def _plain_of(found):
    return chr(int(found[1], 16))


def decode(encoded, eol='\n'):
    """A text without its escapes."""
    if not encoded:
        return encoded
    parts = []
    for line in encoded.splitlines():
        line = line.rstrip()
        soft = line.endswith('=')
        parts.append(_hex.sub(_plain_of, line[:-1] if soft else line))
        if not soft:
            parts.append(eol)
    decoded = ''.join(parts)
    if encoded[-1] not in '\r\n' and decoded.endswith(eol):
        decoded = decoded[:-1]
    return decoded


body_decode = decode
decodestring = decode


def header_decode(s):
    """The text of an encoded word, without its escapes."""
    return _hex.sub(_plain_of, s.replace('_', ' '))
