"""Bytes as mostly readable text: quoted-printable."""
import binascii
from binascii import a2b_qp, b2a_qp

__all__ = ['encode', 'decode', 'encodestring', 'decodestring']
ESCAPE = b'='
MAXLINESIZE = 76
HEX = b'0123456789ABCDEF'
EMPTYSTRING = b''


def needsquoting(c, quotetabs, header):
    assert isinstance(c, bytes)
    if c in b' \t':
        return quotetabs
    if c == b'_':
        return header
    return c == ESCAPE or not b' ' <= c <= b'~'


def quote(c):
    assert isinstance(c, bytes) and len(c) == 1
    return b'=%02X' % ord(c)


def encodestring(s, quotetabs=False, header=False):
    return binascii.b2a_qp(s, quotetabs=quotetabs, header=header)


def decodestring(s, header=False):
    return binascii.a2b_qp(s, header=header)


def encode(input, output, quotetabs, header=False):
    output.write(binascii.b2a_qp(input.read(), quotetabs=quotetabs, header=header))


def decode(input, output, header=False):
    output.write(binascii.a2b_qp(input.read(), header=header))


def ishex(c):
    assert isinstance(c, bytes)
    return c in b'0123456789abcdefABCDEF'


def unhex(s):
    return int(s, 16)
