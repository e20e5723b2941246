"""Base64 as messages have it, in bodies and in headers."""
from base64 import b64encode
from binascii import a2b_base64, b2a_base64

__all__ = ['body_decode', 'body_encode', 'decode', 'decodestring', 'header_encode', 'header_length']


def header_length(bytearray):
    """How many characters the bytes become."""
    return (len(bytearray) + 2) // 3 * 4


def header_encode(header_bytes, charset='iso-8859-1'):
    """An encoded word."""
    if not header_bytes:
        return ''
    if isinstance(header_bytes, str):
        header_bytes = header_bytes.encode(charset)
    return f'=?{charset}?b?{b64encode(header_bytes).decode("ascii")}?='


def body_encode(s, maxlinelen=76, eol='\n'):
    """Lines of base64, each ended with `eol`."""
    if not s:
        return ''
    step = maxlinelen * 3 // 4
    return ''.join(b2a_base64(s[at:at + step], newline=False).decode('ascii') + eol for at in range(0, len(s), step))


def decode(string):
    if not string:
        return b''
    if isinstance(string, str):
        string = string.encode('raw-unicode-escape')
    return a2b_base64(string)


body_decode = decode
decodestring = decode
