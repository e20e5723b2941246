"""Which encodings there are, and those that are not between text and bytes."""

_TEXT = {
    'utf-8': 'utf_8 u8 utf utf8 utf8_ucs2 utf8_ucs4 cp65001', 'utf-16': 'utf_16 u16 utf16',
    'utf-16-le': 'utf_16_le unicodelittleunmarked utf_16le', 'utf-16-be': 'utf_16_be unicodebigunmarked utf_16be',
    'utf-32': 'utf_32 u32 utf32', 'utf-32-le': 'utf_32_le utf_32le', 'utf-32-be': 'utf_32_be utf_32be',
    'utf-7': 'utf_7 u7 utf7 unicode_1_1_utf_7', 'utf-8-sig': 'utf_8_sig',
    'ascii': '646 ansi_x3.4_1968 ansi_x3_4_1968 ansi_x3.4_1986 cp367 csascii ibm367 iso646_us iso_646.irv_1991 iso_ir_6 us us_ascii',
    'iso8859-1': 'latin_1 8859 cp819 csisolatin1 ibm819 iso8859 iso8859_1 iso_8859_1 iso_8859_1_1987 iso_ir_100 l1 latin latin1',
    'iso8859-15': 'iso8859_15 iso_8859_15 latin9 l9 latin_9', 'cp1252': '1252 windows_1252', 'cp437': '437 cspc8codepage437 ibm437',
    'unicode-escape': 'unicode_escape', 'raw-unicode-escape': 'raw_unicode_escape',
}
_ALIASES = {}
for _name, _others in _TEXT.items():
    _ALIASES[_name.replace('-', '_')] = _name
    for _other in _others.split():
        _ALIASES[_other] = _name


def normalize_encoding(encoding):
    """A name with one underscore for each run of what is no letter, digit or dot; other characters than ASCII's are left out."""
    if isinstance(encoding, bytes):
        encoding = str(encoding, 'ascii')
    words, between = [], True
    for char in encoding:
        inside = char.isalnum() or char == '.'
        if inside and between:
            words.append('')
        if inside and char.isascii():
            words[-1] += char
        between = not inside
    # A word that lost all its characters keeps its place unless it is the first.
    return '_'.join(words).lstrip('_')


def normalized(name):
    """An encoding's own name, or None when `str.encode` does not have it."""
    found = _ALIASES.get(name.replace('-', '_'))
    if found is None:
        try:
            ''.encode(name)
        except LookupError:
            return None
        return name.replace('_', '-')
    return found


def _rot13(text):
    low, high = 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    return str.translate(text, str.maketrans(low + high, low[13:] + low[:13] + high[13:] + high[:13]))


def transforms(name):
    """(name, encode, decode) of an encoding from text to text or from bytes to bytes; None for others."""
    name = name.replace('-', '_')
    if name in ('rot13', 'rot_13'):
        def turn(input, errors='strict'):
            return _rot13(input), len(input)
        return 'rot-13', turn, turn
    if name in ('hex', 'hex_codec'):
        import binascii
        return 'hex', _pair(binascii.hexlify), _pair(binascii.unhexlify)
    if name in ('base64', 'base64_codec', 'base_64'):
        import base64
        return 'base64', _pair(base64.encodebytes), _pair(base64.decodebytes)
    if name in ('zlib', 'zip', 'zlib_codec'):
        import zlib
        return 'zlib', _pair(zlib.compress), _pair(zlib.decompress)
    if name in ('bz2', 'bz2_codec'):
        import bz2
        return 'bz2', _pair(bz2.compress), _pair(bz2.decompress)
    if name in ('quopri', 'quopri_codec', 'quoted_printable', 'quotedprintable'):
        import quopri
        return 'quopri', _pair(lambda data: quopri.encodestring(data, True)), _pair(quopri.decodestring)
    if name in ('uu', 'uu_codec'):
        return 'uu', _uu_encode, _uu_decode
    return None


def _uu_encode(input, errors='strict', filename='<data>', mode=0o666):
    import binascii
    assert errors == 'strict'
    input = bytes(input)
    name = filename.replace('\n', '\\n').replace('\r', '\\r')
    lines = [f'begin {mode & 0o777:o} {name}\n'.encode('ascii')]
    lines += [binascii.b2a_uu(input[at:at + 45]) for at in range(0, len(input), 45)]
    return b''.join(lines) + b' \nend\n', len(input)


def _uu_decode(input, errors='strict'):
    import binascii
    assert errors == 'strict'
    input = bytes(input)
    lines = input.splitlines(True)
    at = next((at for at, line in enumerate(lines) if line[:5] == b'begin'), None)
    if at is None:
        raise ValueError('Missing "begin" line in input data')
    out = []
    for line in lines[at + 1:]:
        if line == b'end\n' or line == b'end':
            return b''.join(out), len(input)
        try:
            out.append(binascii.a2b_uu(line))
        except binascii.Error:
            # Some encoders write more than the length says.
            out.append(binascii.a2b_uu(line[:((line[0] - 32 & 63) * 4 + 5) // 3]))
    raise ValueError('Truncated input data')


def _pair(function):
    def convert(input, errors='strict'):
        assert errors == 'strict'
        return function(input), len(input)
    return convert
