"""Bytes as text: base 16, 32, 64 and 85."""
import binascii

__all__ = ['encode', 'decode', 'encodebytes', 'decodebytes', 'b64encode', 'b64decode', 'b32encode',
           'b32decode', 'b32hexencode', 'b32hexdecode', 'b16encode', 'b16decode', 'b85encode',
           'b85decode', 'a85encode', 'a85decode', 'z85encode', 'z85decode', 'standard_b64encode',
           'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode']

MAXLINESIZE = 76
MAXBINSIZE = MAXLINESIZE // 4 * 3


def _bytes_or_ascii(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters') from None
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError('argument should be a bytes-like object or ASCII string, '
                        f'not {s.__class__.__name__!r}') from None


def _as_bytes(s):
    return s if isinstance(s, bytes) else memoryview(s).tobytes()


def b64encode(s, altchars=None):
    """Base 64; `altchars` replaces + and /."""
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b'+/', altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    """Back from base 64; unless `validate`, other characters are skipped."""
    s = _bytes_or_ascii(s)
    if altchars is not None:
        altchars = _bytes_or_ascii(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b'+/'))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    """Base 64 with + and /."""
    return b64encode(s)


def standard_b64decode(s):
    """Back from base 64 with + and /."""
    return b64decode(s)


def urlsafe_b64encode(s):
    """Base 64 with - and _."""
    return b64encode(s).translate(bytes.maketrans(b'+/', b'-_'))


def urlsafe_b64decode(s):
    """Back from base 64 with - and _."""
    return b64decode(_bytes_or_ascii(s).translate(bytes.maketrans(b'-_', b'+/')))


_B32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_B32HEX = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'


def _encode32(alphabet, s):
    s = _as_bytes(s)
    missing = -len(s) % 5
    s += bytes(missing)
    out = bytearray()
    for i in range(0, len(s), 5):
        bits = int.from_bytes(s[i:i + 5], 'big')
        out += bytes([alphabet[bits >> shift & 31] for shift in (35, 30, 25, 20, 15, 10, 5, 0)])
    padding = (0, 1, 3, 4, 6)[missing]
    if padding:
        out[-padding:] = b'=' * padding
    return bytes(out)


def _decode32(alphabet, s, casefold, map01):
    s = _bytes_or_ascii(s)
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if map01 is not None:
        map01 = _bytes_or_ascii(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b'01', b'O' + map01))
    if casefold:
        s = s.upper()
    digits = s.rstrip(b'=')
    padding = len(s) - len(digits)
    values = {c: i for i, c in enumerate(alphabet)}
    out, bits = bytearray(), 0
    for i in range(0, len(digits), 8):
        group = digits[i:i + 8]
        bits = 0
        try:
            for c in group:
                bits = bits << 5 | values[c]
        except KeyError:
            raise binascii.Error('Non-base32 digit found') from None
        last = len(group)
        out += (bits << 5 * (8 - last)).to_bytes(5, 'big')
    if padding not in (0, 1, 3, 4, 6):
        raise binascii.Error('Incorrect padding')
    if padding and out:
        del out[len(out) - (0, 1, 0, 2, 3, 0, 4)[padding]:]
    return bytes(out)


def b32encode(s):
    """Base 32."""
    return _encode32(_B32, s)


def b32decode(s, casefold=False, map01=None):
    """Decodes base 32. `map01` is the letter that the digit 1 is read as; 0 is read as O."""
    return _decode32(_B32, s, casefold, map01)


def b32hexencode(s):
    """Base 32 with the digits of base 16 first."""
    return _encode32(_B32HEX, s)


def b32hexdecode(s, casefold=False):
    """Back from base 32 with the digits of base 16 first."""
    return _decode32(_B32HEX, s, casefold, None)


def b16encode(s):
    """Base 16, upper case."""
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """Back from base 16."""
    s = _bytes_or_ascii(s)
    if casefold:
        s = s.upper()
    if s.translate(None, delete=b'0123456789ABCDEF'):
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)


_B85 = (b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~')
_Z85 = (b'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#')
_A85 = bytes(range(33, 118))
_A85START, _A85END = b'<~', b'~>'


def _encode85(s, alphabet, pad=False, zeros=False, spaces=False):
    s = _as_bytes(s)
    missing = -len(s) % 4
    s += bytes(missing)
    out = []
    for i in range(0, len(s), 4):
        n = int.from_bytes(s[i:i + 4], 'big')
        if zeros and n == 0:
            out.append(b'z')
        elif spaces and n == 0x20202020:
            out.append(b'y')
        else:
            digits = []
            for _ in range(5):
                n, d = divmod(n, 85)
                digits.append(alphabet[d])
            out.append(bytes(digits[::-1]))
    if missing and not pad:
        if out[-1] == b'z':
            out[-1] = alphabet[:1] * 5
        out[-1] = out[-1][:-missing]
    return b''.join(out)


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Ascii85: `foldspaces` writes four spaces as y, `adobe` puts <~ and ~> around."""
    result = _encode85(b, _A85, pad, True, foldspaces)
    if adobe:
        result = _A85START + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [result[i:i + wrapcol] for i in range(0, len(result), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b'')
        result = b'\n'.join(lines)
    if adobe:
        result += _A85END
    return result


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    """Back from Ascii85."""
    b = _bytes_or_ascii(b)
    if adobe:
        if not b.endswith(_A85END):
            raise ValueError('Ascii85 encoded byte sequences must end with {!r}'.format(_A85END))
        b = b[2:-2] if b.startswith(_A85START) else b[:-2]
    out, group = [], []
    for c in bytes(b) + b'u' * 4:
        if 33 <= c <= 117:
            group.append(c)
            if len(group) == 5:
                n = 0
                for d in group:
                    n = n * 85 + d - 33
                try:
                    out.append(n.to_bytes(4, 'big'))
                except OverflowError:
                    raise ValueError('Ascii85 overflow') from None
                group = []
        elif c == 122:
            if group:
                raise ValueError('z inside Ascii85 5-tuple')
            out.append(b'\0\0\0\0')
        elif foldspaces and c == 121:
            if group:
                raise ValueError('y inside Ascii85 5-tuple')
            out.append(b'\x20\x20\x20\x20')
        elif c not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % c)
    result = b''.join(out)
    padding = 4 - len(group)
    return result[:-padding] if padding else result


def b85encode(b, pad=False):
    """Base 85 as git and Mercurial write it."""
    return _encode85(b, _B85, pad)


def _decode85(b, alphabet, name):
    b = bytes(_bytes_or_ascii(b))
    values = {c: i for i, c in enumerate(alphabet)}
    padding = -len(b) % 5
    b += alphabet[84:85] * padding
    out = []
    for i in range(0, len(b), 5):
        n = 0
        for j, c in enumerate(b[i:i + 5]):
            if c not in values:
                raise ValueError(f'bad {name} character at position {i + j}')
            n = n * 85 + values[c]
        if n > 0xFFFFFFFF:
            raise ValueError(f'{name} overflow in hunk starting at byte {i}')
        out.append(n.to_bytes(4, 'big'))
    result = b''.join(out)
    return result[:-padding] if padding else result


def b85decode(b):
    """Back from base 85."""
    return _decode85(b, _B85, 'base85')


def z85encode(s):
    """Base 85 with the alphabet of ZeroMQ."""
    return _encode85(s, _Z85)


def z85decode(s):
    """Back from the base 85 of ZeroMQ."""
    return _decode85(s, _Z85, 'z85')


def encodebytes(s):
    """Base 64 in lines of 76 characters."""
    _check_input(s)
    return b''.join([binascii.b2a_base64(s[i:i + MAXBINSIZE]) for i in range(0, len(s), MAXBINSIZE)])


def decodebytes(s):
    """Back from base 64 in lines."""
    _check_input(s)
    return binascii.a2b_base64(s)


def _check_input(s):
    try:
        m = memoryview(s)
    except TypeError as err:
        raise TypeError(f'expected bytes-like object, not {s.__class__.__name__}') from err
    if m.format not in ('c', 'b', 'B'):
        raise TypeError(f'expected single byte elements, not {m.format!r} from {s.__class__.__name__}')
    if m.ndim != 1:
        raise TypeError(f'expected 1-D data, not {m.ndim}-D data from {s.__class__.__name__}')


def encode(input, output):
    """Base 64 from one stream into another."""
    while s := input.read(MAXBINSIZE):
        while len(s) < MAXBINSIZE and (more := input.read(MAXBINSIZE - len(s))):
            s += more
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    """Back from base 64, from one stream into another."""
    while line := input.readline():
        data = binascii.a2b_base64(line)
        output.write(data)
