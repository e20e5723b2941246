"""Character sets: how their text is encoded in headers and bodies."""
import email.base64mime
import email.quoprimime
from email import errors
from email.encoders import encode_7or8bit

__all__ = ['Charset', 'add_alias', 'add_charset', 'add_codec']

QP = 1
BASE64 = 2
SHORTEST = 3
RFC2047_CHROME_LEN = 7
DEFAULT_CHARSET = 'us-ascii'
UNKNOWN8BIT = 'unknown-8bit'
EMPTYSTRING = ''

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
    if body_enc == SHORTEST:
        raise ValueError('SHORTEST not allowed for body_enc')
    CHARSETS[charset] = (header_enc, body_enc, output_charset)


def add_alias(alias, canonical):
    ALIASES[alias] = canonical


def add_codec(charset, codecname):
    CODEC_MAP[charset] = codecname


def _encode(string, codec):
    if codec == UNKNOWN8BIT:
        return string.encode('ascii', 'surrogateescape')
    return string.encode(codec)


class Charset:
    """A character set and what messages do with it."""

    def __init__(self, input_charset=DEFAULT_CHARSET):
        try:
            if isinstance(input_charset, str):
                input_charset.encode('ascii')
            else:
                input_charset = str(input_charset, 'ascii')
        except UnicodeError:
            raise errors.CharsetError(input_charset)
        input_charset = input_charset.lower()
        self.input_charset = ALIASES.get(input_charset, input_charset)
        header, body, output = CHARSETS.get(self.input_charset, (SHORTEST, BASE64, None))
        self.header_encoding = header
        self.body_encoding = body
        self.output_charset = ALIASES.get(output or self.input_charset, output or self.input_charset)
        self.input_codec = CODEC_MAP.get(self.input_charset, self.input_charset)
        self.output_codec = CODEC_MAP.get(self.output_charset, self.output_charset)

    def __repr__(self):
        return self.input_charset.lower()

    def __str__(self):
        return self.input_charset.lower()

    def __eq__(self, other):
        return str(self) == str(other).lower()

    def get_body_encoding(self):
        """The name of what bodies are encoded with, or a function that sees to it."""
        if self.body_encoding == QP:
            return 'quoted-printable'
        if self.body_encoding == BASE64:
            return 'base64'
        return encode_7or8bit

    def get_output_charset(self):
        return self.output_charset or self.input_charset

    def _header_module(self, header_bytes):
        if self.header_encoding == BASE64:
            return email.base64mime
        if self.header_encoding == QP:
            return email.quoprimime
        if self.header_encoding == SHORTEST:
            if email.base64mime.header_length(header_bytes) < email.quoprimime.header_length(header_bytes):
                return email.base64mime
            return email.quoprimime
        return None

    def header_encode(self, string):
        """A text as one encoded word."""
        codec = self.output_codec or 'us-ascii'
        octets = _encode(string, codec)
        module = self._header_module(octets)
        return string if module is None else module.header_encode(octets, codec)

    def header_encode_lines(self, string, maxlengths):
        """A text as encoded words, one a line; None stands for a first line that has no room."""
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
        if self.body_encoding == BASE64:
            if isinstance(string, str):
                string = string.encode(self.output_charset)
            return email.base64mime.body_encode(string)
        if self.body_encoding == QP:
            # The module wants characters that stand for octets.
            if isinstance(string, str):
                string = string.encode(self.output_charset)
            return email.quoprimime.body_encode(string.decode('latin1'))
        if isinstance(string, str):
            string = string.encode(self.output_charset).decode('ascii')
        return string
