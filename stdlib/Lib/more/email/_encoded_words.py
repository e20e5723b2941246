"""Encoded words: text of any characters in headers that have ASCII alone."""
import base64
import binascii
import re
from email import errors, quoprimime

__all__ = ['decode_q', 'encode_q', 'decode_b', 'encode_b', 'len_q', 'len_b', 'decode', 'encode']

_escape = re.compile(b'=([a-fA-F0-9]{2})')


def decode_q(encoded):
    encoded = encoded.replace(b'_', b' ')
    return _escape.sub(lambda found: bytes([int(found[1], 16)]), encoded), []


def encode_q(bstring):
    return bstring.decode('latin1').translate(quoprimime._HEADER_TABLE)


def len_q(bstring):
    return quoprimime.header_length(bstring)


def decode_b(encoded):
    """Bytes of base64, whatever can be had, and the defects of what can't."""
    short = len(encoded) % 4
    try:
        decoded = base64.b64decode(encoded + b'==='[:4 - short] if short else encoded, validate=True)
        return decoded, [errors.InvalidBase64PaddingDefect()] if short else []
    except binascii.Error:
        pass
    try:
        return base64.b64decode(encoded), [errors.InvalidBase64CharactersDefect()]
    except binascii.Error:
        pass
    try:
        return base64.b64decode(encoded + b'=='), [errors.InvalidBase64CharactersDefect(), errors.InvalidBase64PaddingDefect()]
    except binascii.Error:
        return encoded, [errors.InvalidBase64LengthDefect()]


def encode_b(bstring):
    return base64.b64encode(bstring).decode('ascii')


def len_b(bstring):
    return (len(bstring) + 2) // 3 * 4


def decode(ew):
    """Text, character set, language and defects of an encoded word."""
    _, charset, encoding, encoded, _ = ew.split('?')
    charset, _, language = charset.partition('*')
    encoding = encoding.lower()
    data, defects = {'q': decode_q, 'b': decode_b}[encoding](encoded.encode('ascii', 'surrogateescape'))
    try:
        text = data.decode(charset)
    except UnicodeDecodeError:
        defects.append(errors.UndecodableBytesDefect(f'Encoded word contains bytes not decodable using {charset!r} charset'))
        text = data.decode(charset, 'surrogateescape')
    except (LookupError, UnicodeError):
        text = data.decode('ascii', 'surrogateescape')
        if charset.lower() != 'unknown-8bit':
            defects.append(errors.CharsetError(f'Unknown charset {charset!r} in encoded word; decoded as unknown bytes'))
    return text, charset, language, defects


def encode(string, charset='utf-8', encoding=None, lang=''):
    """A text as one encoded word, in the encoding that makes it shorter."""
    if charset == 'unknown-8bit':
        data = string.encode('ascii', 'surrogateescape')
    else:
        data = string.encode(charset)
    if encoding is None:
        # What stays readable may be a little longer.
        encoding = 'q' if len_q(data) - len_b(data) < 5 else 'b'
    encoded = {'q': encode_q, 'b': encode_b}[encoding](data)
    return f'=?{charset}{"*" + lang if lang else ""}?{encoding}?{encoded}?='
