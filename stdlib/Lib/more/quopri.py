"""Bytes as mostly readable text: quoted-printable."""
from binascii import a2b_qp, b2a_qp

__all__ = ['encode', 'decode', 'encodestring', 'decodestring']
MAXLINESIZE = 76
ESCAPE, EMPTYSTRING, HEX = b'=', b'', b'0123456789ABCDEF'


def encodestring(s, quotetabs=False, header=False):
    """Bytes as quoted-printable text."""
    return b2a_qp(s, header=header, quotetabs=quotetabs)


def decodestring(s, header=False):
    """The bytes of a quoted-printable text."""
    return a2b_qp(s, header=header)


def encode(input, output, quotetabs, header=False):
    """Encodes all of one file into another one."""
    output.write(encodestring(input.read(), quotetabs, header))


def decode(input, output, header=False):
    """Decodes all of one file into another one."""
    output.write(decodestring(input.read(), header))


def quote(c):
    """One byte as `=` and two digits."""
    assert isinstance(c, bytes) and len(c) == 1
    return b'=%02X' % ord(c)


def needsquoting(c, quotetabs, header):
    """Whether a byte cannot be left as it is."""
    assert isinstance(c, bytes)
    if c == b'_':
        # In headers it is a space.
        return header
    return quotetabs if c in b' \t' else c == ESCAPE or not b' ' <= c <= b'~'


def ishex(c):
    """Whether a byte is a hexadecimal digit."""
    assert isinstance(c, bytes)
    return c in HEX or c in b'abcdef'


def unhex(s):
    """The number that hexadecimal digits are."""
    return int(s, 16)
