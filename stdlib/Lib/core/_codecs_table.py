"""Which encodings there are, and those that are not between text and bytes."""
from _codecs_steps import as_bytes, handler
from _stockade import argument_name

_TEXT = {
    'utf-8': 'utf_8 u8 utf utf8 utf8_ucs2 utf8_ucs4 cp65001', 'utf-16': 'utf_16 u16 utf16',
    'utf-16-le': 'utf_16_le unicodelittleunmarked utf_16le', 'utf-16-be': 'utf_16_be unicodebigunmarked utf_16be',
    'utf-32': 'utf_32 u32 utf32', 'utf-32-le': 'utf_32_le utf_32le', 'utf-32-be': 'utf_32_be utf_32be',
    'utf-7': 'utf_7 u7 utf7 unicode_1_1_utf_7', 'utf-8-sig': 'utf_8_sig',
    'ascii': '646 ansi_x3.4_1968 ansi_x3_4_1968 ansi_x3.4_1986 cp367 csascii ibm367 iso646_us iso_646.irv_1991 iso_ir_6 us us_ascii',
    'iso8859-1': 'latin_1 8859 cp819 csisolatin1 ibm819 iso8859 iso8859_1 iso_8859_1 iso_8859_1_1987 iso_ir_100 l1 latin latin1',
    'iso8859-15': 'iso8859_15 iso_8859_15 latin9 l9 latin_9', 'cp1252': '1252 windows_1252', 'cp437': '437 cspc8codepage437 ibm437',
    'unicode-escape': 'unicode_escape', 'raw-unicode-escape': 'raw_unicode_escape',
    'cp1250': '1250 windows_1250', 'cp1251': '1251 windows_1251', 'cp1253': '1253 windows_1253', 'cp1254': '1254 windows_1254',
    'cp1255': '1255 windows_1255', 'cp1256': '1256 windows_1256', 'cp1257': '1257 windows_1257', 'cp1258': '1258 windows_1258',
    'cp850': '850 cspc850multilingual ibm850', 'cp852': '852 cspcp852 ibm852', 'cp858': '858 csibm858 ibm858',
    'cp866': '866 csibm866 ibm866', 'cp874': '', 'iso8859-10': 'csisolatin6 iso_8859_10 iso_8859_10_1992 iso_ir_157 l6 latin6',
    'iso8859-11': 'iso_8859_11 iso_8859_11_2001 thai', 'iso8859-13': 'iso_8859_13 l7 latin7',
    'iso8859-14': 'iso_8859_14 iso_8859_14_1998 iso_celtic iso_ir_199 l8 latin8',
    'iso8859-16': 'iso_8859_16 iso_8859_16_2001 iso_ir_226 l10 latin10',
    'iso8859-2': 'csisolatin2 iso_8859_2 iso_8859_2_1987 iso_ir_101 l2 latin2',
    'iso8859-3': 'csisolatin3 iso_8859_3 iso_8859_3_1988 iso_ir_109 l3 latin3',
    'iso8859-4': 'csisolatin4 iso_8859_4 iso_8859_4_1988 iso_ir_110 l4 latin4',
    'iso8859-5': 'csisolatincyrillic cyrillic iso_8859_5 iso_8859_5_1988 iso_ir_144',
    'iso8859-6': 'arabic asmo_708 csisolatinarabic ecma_114 iso_8859_6 iso_8859_6_1987 iso_ir_127',
    'iso8859-7': 'csisolatingreek ecma_118 elot_928 greek greek8 iso_8859_7 iso_8859_7_1987 iso_ir_126',
    'iso8859-8': 'csisolatinhebrew hebrew iso_8859_8 iso_8859_8_1988 iso_ir_138',
    'iso8859-9': 'csisolatin5 iso_8859_9 iso_8859_9_1989 iso_ir_148 l5 latin5', 'koi8-r': 'cskoi8r', 'koi8-u': '',
    'mac-roman': 'macintosh macroman', 'tis-620': 'iso_ir_166 tis620 tis_620_0 tis_620_2529_0 tis_620_2529_1', 'cp720': '',
    'cp737': '', 'cp775': '775 cspc775baltic ibm775', 'cp855': '855 csibm855 ibm855', 'cp856': '', 'cp857': '857 csibm857 ibm857',
    'cp860': '860 csibm860 ibm860', 'cp861': '861 cp_is csibm861 ibm861', 'cp862': '862 cspc862latinhebrew ibm862',
    'cp863': '863 csibm863 ibm863', 'cp865': '865 csibm865 ibm865', 'cp869': '869 cp_gr csibm869 ibm869',
    'cp1125': '1125 cp866u ibm1125 ruscii', 'koi8-t': '', 'kz1048': 'kz_1048 rk1048 strk1048_2002', 'mac-cyrillic': 'maccyrillic',
    'mac-greek': 'macgreek', 'mac-iceland': 'maciceland', 'mac-latin2': 'mac_centeuro maccentraleurope maclatin2',
    'mac-turkish': 'macturkish', 'mac-croatian': '', 'mac-romanian': '', 'ptcp154': 'cp154 csptcp154 cyrillic_asian pt154',
    'hp-roman8': 'cp1051 csHPRoman8 ibm1051 r8 roman8', 'palmos': '',
    'cp037': '037 csibm037 ebcdic_cp_ca ebcdic_cp_nl ebcdic_cp_us ebcdic_cp_wt ibm037 ibm039', 'cp273': '273 ibm273 csibm273',
    'cp424': '424 csibm424 ebcdic_cp_he ibm424', 'cp500': '500 csibm500 ebcdic_cp_be ebcdic_cp_ch ibm500', 'cp864': '864 csibm864 ibm864',
    'cp875': '', 'cp1006': '', 'cp1026': '1026 csibm1026 ibm1026', 'cp1140': '1140 ibm1140', 'mac-arabic': '', 'mac-farsi': '',
    # The encodings of East Asia.
    'gb2312': 'chinese csiso58gb231280 euc_cn euccn eucgb2312_cn gb2312_1980 gb2312_80 iso_ir_58 x_mac_simp_chinese',
    'gbk': '936 cp936 ms936', 'gb18030': 'gb18030_2000', 'hz': 'hz_gb hz_gb_2312 hzgb', 'big5': 'big5_tw csbig5 x_mac_trad_chinese',
    'big5hkscs': 'big5_hkscs hkscs', 'cp950': '950 ms950', 'cp932': '932 ms932 ms_kanji mskanji windows_31j',
    'shift_jis': 'csshiftjis s_jis shiftjis sjis x_mac_japanese', 'shift_jis_2004': 's_jis_2004 shiftjis2004 sjis_2004',
    'shift_jisx0213': 's_jisx0213 shiftjisx0213 sjisx0213', 'euc_jp': 'eucjp u_jis ujis', 'euc_jis_2004': 'euc_jis2004 eucjis2004 jisx0213',
    'euc_jisx0213': 'eucjisx0213', 'iso2022_jp': 'csiso2022jp iso2022jp iso_2022_jp', 'iso2022_jp_1': 'iso2022jp_1 iso_2022_jp_1',
    'iso2022_jp_2': 'iso2022jp_2 iso_2022_jp_2', 'iso2022_jp_3': 'iso2022jp_3 iso_2022_jp_3',
    'iso2022_jp_2004': 'iso2022jp_2004 iso_2022_jp_2004', 'iso2022_jp_ext': 'iso2022jp_ext iso_2022_jp_ext',
    'euc_kr': 'euckr korean ks_c_5601 ks_c_5601_1987 ks_x_1001 ksc5601 ksx1001 x_mac_korean', 'cp949': '949 ms949 uhc',
    'johab': 'cp1361 ms1361', 'iso2022_kr': 'csiso2022kr iso2022kr iso_2022_kr',
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
    # An empty word keeps its place, unless it is the first.
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
            # Some encoders write more characters than the length requires.
            out.append(binascii.a2b_uu(line[:((line[0] - 32 & 63) * 4 + 5) // 3]))
    raise ValueError('Truncated input data')


def _pair(function):
    def convert(input, errors='strict'):
        assert errors == 'strict'
        return function(input), len(input)
    return convert


def codec_functions(name):
    """The two functions of an encoding that the machine knows."""
    shown = name.replace('-', '_')

    def encode(input, errors='strict'):
        if not isinstance(input, str):
            raise TypeError(f'{shown}_encode() argument 1 must be str, not {argument_name(input)}')
        return input.encode(name, handler(errors, name, 'encode')), len(input)

    def decode(input, errors='strict'):
        # The escape codecs decode text too.
        input = input.encode() if isinstance(input, str) and 'escape' in name else as_bytes(input)
        return input.decode(name, handler(errors, name, 'decode')), len(input)

    encode.__qualname__, decode.__qualname__ = 'encode', 'decode'
    encode.__module__ = decode.__module__ = f'encodings.{shown}'
    return encode, decode
