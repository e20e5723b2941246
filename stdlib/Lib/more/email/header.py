"""Headers of several character sets: folded into encoded words, and read again."""
import binascii
import re
from email import base64mime, charset as _charset, quoprimime
from email.charset import Charset
from email.errors import HeaderParseError

__all__ = ['Header', 'decode_header', 'make_header']

NL = '\n'
SPACE = ' '
BSPACE = b' '
SPACE8 = ' ' * 8
EMPTYSTRING = ''
MAXLINELEN = 78
FWS = ' \t'
USASCII = Charset('us-ascii')
UTF8 = Charset('utf-8')

ecre = re.compile(r'=\?(?P<charset>[^?]*?)\?(?P<encoding>[qQbB])\?(?P<encoded>.*?)\?=', re.MULTILINE)
fcre = re.compile(r'[\041-\176]+:$')
_embedded_header = re.compile(r'\n[^ \t]+:')
_blanks = re.compile(f'([{FWS}]+)')


def _decoded(text, encoding):
    if encoding == 'q':
        return quoprimime.header_decode(text)
    try:
        return base64mime.decode(text + '==='[:-len(text) % 4])
    except binascii.Error:
        raise HeaderParseError('Base64 decoding error')


def decode_header(header):
    """Pairs of what a header says, and the character set it is in."""
    if hasattr(header, '_chunks'):
        return [(_charset._encode(string, str(charset)), str(charset)) for string, charset in header._chunks]
    if not ecre.search(header):
        return [(header, None)]
    words = []
    for line in header.splitlines():
        pieces = ecre.split(line)
        pieces[0] = pieces[0].lstrip()
        for at in range(0, len(pieces), 4):
            if pieces[at]:
                words.append((pieces[at], None, None))
            if at + 1 < len(pieces):
                words.append((pieces[at + 3], pieces[at + 2].lower(), pieces[at + 1].lower()))
    # Blanks between encoded words mean nothing.
    kept = [word for at, word in enumerate(words)
            if not (0 < at < len(words) - 1 and word[0].isspace() and words[at - 1][1] and words[at + 1][1])]
    collapsed = []
    for text, encoding, charset in kept:
        data = _decoded(text, encoding) if encoding else text
        if isinstance(data, str):
            data = bytes(data, 'raw-unicode-escape')
        if not collapsed or collapsed[-1][1] != charset:
            collapsed.append((data, charset))
        else:
            between = BSPACE if charset is None else b''
            collapsed[-1] = (collapsed[-1][0] + between + data, charset)
    return collapsed


def make_header(decoded_seq, maxlinelen=None, header_name=None, continuation_ws=' '):
    """A `Header` of what `decode_header` gave."""
    header = Header(maxlinelen=maxlinelen, header_name=header_name, continuation_ws=continuation_ws)
    for text, charset in decoded_seq:
        if charset is not None and not isinstance(charset, Charset):
            charset = Charset(charset)
        header.append(text, charset)
    return header


def _apart(character):
    """Whether a character keeps what follows from being taken for the same word."""
    return character.isspace() or character in ('(', ')', '\\')


def _ascii(charset):
    return charset is None or charset == 'us-ascii'


class Header:
    """A header's value: pieces of text, each with its character set."""

    def __init__(self, s=None, charset=None, maxlinelen=None, header_name=None, continuation_ws=' ', errors='strict'):
        if charset is None:
            charset = USASCII
        elif not isinstance(charset, Charset):
            charset = Charset(charset)
        self._charset = charset
        self._continuation_ws = continuation_ws
        self._chunks = []
        if s is not None:
            self.append(s, charset, errors)
        self._maxlinelen = MAXLINELEN if maxlinelen is None else maxlinelen
        self._headerlen = 0 if header_name is None else len(header_name) + 2

    def __str__(self):
        self._normalize()
        shown = []
        last = blank = None
        for string, charset in self._chunks:
            name = charset
            if charset == _charset.UNKNOWN8BIT:
                string = string.encode('ascii', 'surrogateescape').decode('ascii', 'replace')
            if shown:
                begins = string and _apart(string[0])
                if not _ascii(last):
                    if _ascii(name) and not begins:
                        shown.append(SPACE)
                        name = None
                elif not _ascii(name) and not blank:
                    shown.append(SPACE)
            blank = string and _apart(string[-1])
            last = name
            shown.append(string)
        return EMPTYSTRING.join(shown)

    def __eq__(self, other):
        return other == str(self)

    def append(self, s, charset=None, errors='strict'):
        """Adds a piece, which is text or bytes of the character set."""
        if charset is None:
            charset = self._charset
        elif not isinstance(charset, Charset):
            charset = Charset(charset)
        if not isinstance(s, str):
            codec = charset.input_codec or 'us-ascii'
            if codec == _charset.UNKNOWN8BIT:
                s = s.decode('us-ascii', 'surrogateescape')
            else:
                s = s.decode(codec, errors)
        codec = charset.output_codec or 'us-ascii'
        if codec != _charset.UNKNOWN8BIT:
            try:
                s.encode(codec, errors)
            except UnicodeEncodeError:
                if codec != 'us-ascii':
                    raise
                charset = UTF8
        self._chunks.append((s, charset))

    def _nonctext(self, s):
        return _apart(s)

    def encode(self, splitchars=';, \t', maxlinelen=None, linesep='\n'):
        """The value as lines of ASCII: the first is shorter by the header's name."""
        self._normalize()
        if maxlinelen is None:
            maxlinelen = self._maxlinelen
        # Nought is no limit.
        folder = _Folder(self._headerlen, maxlinelen or 1000000, self._continuation_ws, splitchars)
        last = begins = blank = None
        for string, charset in self._chunks:
            if begins is not None:
                begins = string and _apart(string[0])
                if not _ascii(last):
                    if not begins or not _ascii(charset):
                        folder.gap()
                elif not _ascii(charset) and not blank:
                    folder.gap()
            blank = string and _apart(string[-1])
            last = charset
            begins = False
            lines = string.splitlines()
            folder.feed('', lines[0] if lines else '', charset)
            for line in lines[1:]:
                folder.end_line()
                rest = line.lstrip()
                if charset.header_encoding is not None:
                    folder.feed(self._continuation_ws, ' ' + rest, charset)
                else:
                    folder.feed(line[:len(line) - len(rest)], rest, charset)
            if len(lines) > 1:
                folder.end_line()
        if self._chunks:
            folder.gap()
        value = folder.text(linesep)
        if _embedded_header.search(value):
            raise HeaderParseError(f'header value appears to contain an embedded header: {value!r}')
        return value

    def _normalize(self):
        """Joins neighbours of the same character set."""
        chunks = []
        for string, charset in self._chunks:
            if chunks and chunks[-1][1] == charset:
                chunks[-1][0].append(string)
            else:
                chunks.append(([string], charset))
        self._chunks = [(SPACE.join(strings), charset) for strings, charset in chunks]


class _Folder:
    """Lines that are filled with pieces of text; each piece has the blanks that stand before it."""

    def __init__(self, taken, longest, continuation, splitchars):
        self.lines = []
        self.longest = longest
        self.continuation = continuation
        self.splitchars = splitchars
        self.pieces = []
        # What of the line was taken before its first piece: by the header's name.
        self.taken = taken
        self.length = taken

    def push(self, blanks, text):
        self.pieces.append((blanks, text))
        self.length += len(blanks) + len(text)

    def pop(self):
        if not self.pieces:
            return '', ''
        blanks, text = self.pieces.pop()
        self.length -= len(blanks) + len(text)
        return blanks, text

    def current(self):
        return ''.join([blanks + text for blanks, text in self.pieces])

    def begin(self, pieces):
        self.pieces = pieces
        self.taken = 0
        self.length = sum([len(blanks) + len(text) for blanks, text in pieces])

    def gap(self):
        self.push(' ', '')

    def end_line(self):
        last = self.pop()
        if last != (' ', ''):
            self.push(*last)
        if self.length > 0:
            line = self.current()
            if self.lines and not self.taken and (not line or line.isspace()):
                self.lines[-1] += line
            else:
                self.lines.append(line)
        self.begin([])

    def text(self, linesep):
        self.end_line()
        return linesep.join(self.lines)

    def room(self):
        yield self.longest - self.length
        while True:
            yield self.longest - len(self.continuation)

    def feed(self, blanks, text, charset):
        if charset.header_encoding is None:
            parts = _blanks.split(blanks + text)
            # Blanks and words by turns: a text that begins with a word has none before it.
            parts = ['', *parts] if parts[0] else parts[1:]
            for at in range(0, len(parts) - 1, 2):
                self.add(parts[at], parts[at + 1])
            return
        words = charset.header_encode_lines(text, self.room())
        if words[0] is not None:
            self.add(blanks, words[0])
        if len(words) == 1:
            return
        self.end_line()
        self.push(self.continuation, words[-1])
        self.lines.extend([self.continuation + word for word in words[1:-1]])

    def place_to_split(self):
        """Before which piece the line is best broken; None when nowhere."""
        for character in self.splitchars:
            for at in range(len(self.pieces) - 1, 0, -1):
                if character.isspace() and self.pieces[at][0][:1] == character:
                    return at
                if self.pieces[at - 1][1][-1:] == character:
                    return at
        return None

    def add(self, blanks, text):
        self.push(blanks, text)
        if self.length <= self.longest:
            return
        at = self.place_to_split()
        if at is not None:
            rest = self.pieces[at:]
            del self.pieces[at:]
            self.lines.append(self.current())
            self.begin(rest)
            return
        blanks, text = self.pop()
        if self.taken > 0:
            # Nothing but the name of the header on the first line: what has no place comes after it.
            self.end_line()
            blanks = blanks or ' '
        self.push(blanks, text)
