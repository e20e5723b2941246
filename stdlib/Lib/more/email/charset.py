"""Character sets: how their text is encoded in headers and bodies."""
import email.base64mime
import email.quoprimime
from email import errors
from email.encoders import encode_7or8bit

__all__ = ['Charset', 'add_alias', 'add_charset', 'add_codec']

# How text is encoded; SHORTEST takes the shorter one.
QP, BASE64, SHORTEST = 1, 2, 3
# The characters of an encoded word beside the text and the name of the set: `=?`, `?q?` and `?=`.
RFC2047_CHROME_LEN = 7
DEFAULT_CHARSET, UNKNOWN8BIT, EMPTYSTRING = 'us-ascii', 'unknown-8bit', ''

# What headers are encoded with, what bodies are, and what the set becomes on output.
CHARSETS = {f'iso-8859-{number}': (QP, QP, None) for number in (1, 2, 3, 4, 9, 10, 13, 14, 15, 16)}
CHARSETS |= {
    'windows-1252': (QP, QP, None), 'viscii': (QP, QP, None), 'us-ascii': (None, None, None), 'big5': (BASE64, BASE64, None),
    'gb2312': (BASE64, BASE64, None), 'euc-jp': (BASE64, None, 'iso-2022-jp'), 'shift_jis': (BASE64, None, 'iso-2022-jp'),
    'iso-2022-jp': (BASE64, None, None), 'koi8-r': (BASE64, BASE64, None), 'utf-8': (SHORTEST, BASE64, 'utf-8'),
}
ALIASES = {'cp949': 'ks_c_5601-1987', 'euc_jp': 'euc-jp', 'euc_kr': 'euc-kr', 'ascii': 'us-ascii'}
for _number, _isos in enumerate((1, 2, 3, 4, 9, 10, 13, 14, 15, 16), 1):
    ALIASES[f'latin_{_number}'] = ALIASES[f'latin-{_number}'] = f'iso-8859-{_isos}'
CODEC_MAP = {'gb2312': 'eucgb2312_cn', 'big5': 'big5_tw', 'us-ascii': None}


def add_charset(charset, header_enc=None, body_enc=None, output_charset=None):
    """Says how text of a set is encoded, and into which set it is converted first."""
    if body_enc != SHORTEST:
        CHARSETS[charset] = header_enc, body_enc, output_charset
        return
    raise ValueError('SHORTEST not allowed for body_enc')


def add_alias(alias, canonical):
    """Adds another name of a set."""
    ALIASES.update({alias: canonical})


def add_codec(charset, codecname):
    """Says which codec of Python a set has."""
    CODEC_MAP.update({charset: codecname})


def _encode(text, codec):
    return text.encode('ascii', 'surrogateescape') if codec == UNKNOWN8BIT else text.encode(codec)


class Charset:
    """A character set and what messages do with it."""

    def __init__(self, input_charset=DEFAULT_CHARSET):
        try:
            name = input_charset.encode('ascii').decode() if isinstance(input_charset, str) else str(input_charset, 'ascii')
        except UnicodeError:
            raise errors.CharsetError(input_charset)
        self.input_charset = name = ALIASES.get(name.lower(), name.lower())
        self.header_encoding, self.body_encoding, converted = CHARSETS.get(name, (SHORTEST, BASE64, None))
        converted = converted or name
        self.output_charset = ALIASES.get(converted, converted)
        self.input_codec, self.output_codec = [CODEC_MAP.get(one, one) for one in (name, self.output_charset)]

    def __str__(self): return self.input_charset.lower()
    __repr__ = __str__

    def __eq__(self, other):
        return str(other).lower() == str(self)

    def get_body_encoding(self):
        """The name of what bodies are encoded with, or a function that sees to it."""
        return {QP: 'quoted-printable', BASE64: 'base64'}.get(self.body_encoding, encode_7or8bit)

    def get_output_charset(self):
        """The set that text is converted into."""
        return self.output_charset or self.input_charset

    def _header_module(self, octets):
        """The module that encodes a header, None if it stays as it is."""
        modules = {BASE64: (email.base64mime,), QP: (email.quoprimime,), SHORTEST: (email.quoprimime, email.base64mime)}
        found = modules.get(self.header_encoding)
        return found and min(found, key=lambda module: module.header_length(octets))

    def header_encode(self, string):
        """A text as one encoded word."""
        codec = self.output_codec or 'us-ascii'
        octets = _encode(string, codec)
        module = self._header_module(octets)
        return string if module is None else module.header_encode(octets, codec)

    def header_encode_lines(self, string, maxlengths):
        """A text as encoded words, one a line; None is a first line that has no room."""
        codec = self.output_codec or 'us-ascii'
        module = self._header_module(_encode(string, codec))
        charset = self.get_output_charset()
        around = len(charset) + RFC2047_CHROME_LEN
        lines, held, octets = [], [], bytearray()
        room = next(maxlengths) - around
        for character in string:
            added = _encode(character, charset)
            if module.header_length(octets + added) > room:
                if held or lines:
                    lines.append(module.header_encode(_encode(''.join(held), codec), codec))
                else:
                    lines.append(None)
                held, octets = [], bytearray()
                room = next(maxlengths) - around
            held.append(character)
            octets += added
        lines.append(module.header_encode(_encode(''.join(held), codec), codec))
        return lines

    def body_encode(self, string):
        """A text as the body of a message."""
        if not string:
            return string
        data = string.encode(self.output_charset) if isinstance(string, str) else string
        if self.body_encoding == BASE64:
            return email.base64mime.body_encode(data)
        if self.body_encoding == QP:
            # The module takes a character for each byte.
            return email.quoprimime.body_encode(data.decode('latin1'))
        return data.decode('ascii') if isinstance(string, str) else string
