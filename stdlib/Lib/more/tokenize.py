"""Python source as tokens, and tokens as source."""
import re
import token
from token import *
from token import EXACT_TOKEN_TYPES
from collections import namedtuple

cookie_re = re.compile(r'^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)', re.ASCII)
blank_re = re.compile(br'^[ \t\f]*(?:[#\r\n]|$)', re.ASCII)
BOM_UTF8 = b'\xef\xbb\xbf'

__all__ = token.__all__ + ['tokenize', 'generate_tokens', 'detect_encoding', 'untokenize', 'TokenInfo', 'open', 'TokenError']


class TokenError(Exception):
    pass


class TokenInfo(namedtuple('TokenInfo', 'type string start end line')):
    """One token: its kind, its text, where it begins and ends, and its lines."""

    def __repr__(self):
        shown = f'{self.type} ({tok_name[self.type]})'
        return f'TokenInfo(type={shown}, string={self.string!r}, start={self.start!r}, end={self.end!r}, line={self.line!r})'

    @property
    def exact_type(self):
        if self.type == OP and self.string in EXACT_TOKEN_TYPES:
            return EXACT_TOKEN_TYPES[self.string]
        return self.type


# --- from source to tokens

_name = re.compile(r'[a-zA-Z_\x80-\U0010ffff][a-zA-Z0-9_\x80-\U0010ffff]*')
_number = re.compile(r'''0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+
    |(?:[0-9](?:_?[0-9])*\.(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*|[0-9](?:_?[0-9])*)(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?''', re.VERBOSE)
_quoted = re.compile(r'''([a-zA-Z]{0,2})(\'\'\'|"""|'|")''')
_PREFIXES = ('', 'b', 'u', 'r', 'br', 'rb', 'f', 'fr', 'rf')
_operator = re.compile('|'.join([re.escape(text) for text in sorted([*EXACT_TOKEN_TYPES, '<>', '$', '?', '`'], key=len, reverse=True)]))
_spaces = re.compile('[ \t\f]*')
_TAB = 8
_DEEPEST = 200


class _Mode:
    """An f-string that has begun."""

    def __init__(self, quote, is_raw, start):
        self.quote = quote
        self.is_raw = is_raw
        self.start = start
        self.depth = 0  # brackets open inside
        self.fields = -1  # the depth at which the innermost replacement field began
        self.in_text = True
        self.in_spec = False


class _Reader:
    """Goes through the lines of a source."""

    def __init__(self, readline, encoding):
        self.readline = readline
        self.encoding = encoding
        self.number = 0
        self.line = ''  # with a line end in any case
        self.shown = ''  # as it was read
        self.at = 0
        self.is_bare = False  # the last line had no end

    def next_line(self):
        try:
            line = self.readline()
        except StopIteration:
            line = ''
        if self.encoding is not None and not isinstance(line, str):
            line = line.decode(self.encoding)
        if not isinstance(line, str):
            raise TypeError('readline() returned a non-string object')
        if not line:
            return False
        if '\0' in line:
            raise TokenError('source code cannot contain null bytes', (self.number + 1, 0))
        self.number += 1
        self.shown = line
        self.is_bare = not line.endswith('\n')
        self.line = line + '\n' if self.is_bare else line
        self.at = 0
        return True

    def info(self, kind, start, end=None, line=None):
        """A token of this line."""
        end = self.at if end is None else end
        return TokenInfo(kind, self.line[start:end], (self.number, start), (self.number, end), self.shown if line is None else line)

    def end_of_line(self, kind, start):
        """NEWLINE or NL at the end of this line."""
        if self.is_bare:
            return TokenInfo(kind, '', (self.number, start), (self.number, start + 1), self.shown)
        text = '\r\n' if self.line[start] == '\r' else '\n'
        return TokenInfo(kind, text, (self.number, start), (self.number, start + len(text)), self.shown)


def _tokens(readline, encoding=None):
    reader = _Reader(readline, encoding)
    indents, columns = [0], [0]  # with tabs to the next eighth column, and with tabs as one
    level = 0
    modes = []
    continued = False
    fresh = True  # before a statement's first token
    while reader.next_line():
        if fresh and not level and not modes and not continued:
            yield from _indentation(reader, indents, columns)
        continued = False
        while True:
            if modes and modes[-1].in_text:
                yield from _text_of(reader, modes)
                if modes and modes[-1].in_text:
                    continue
            reader.at = _spaces.match(reader.line, reader.at).end()
            start = reader.at
            line = reader.line
            char = line[start]
            if char == '#':
                reader.at = len(line.rstrip('\r\n'))
                yield reader.info(COMMENT, start)
                continue
            if char == '\n' or char == '\r' and line[start:] == '\r\n':
                if fresh or level or modes:
                    yield reader.end_of_line(NL, start)
                else:
                    yield reader.end_of_line(NEWLINE, start)
                    fresh = True
                break
            if char == '\\':
                if line[start + 1:] not in ('\n', '\r\n'):
                    raise TokenError('unexpected character after line continuation character', (reader.number, len(line)))
                if reader.is_bare:
                    raise TokenError('unexpected EOF in multi-line statement', (reader.number, start and start + 2))
                continued = True
                break
            fresh = False
            quoted = _quoted.match(line, start)
            if quoted and quoted[1].lower() in _PREFIXES:
                reader.at = quoted.end()
                if 'f' in quoted[1].lower():
                    modes.append(_Mode(quoted[2], 'r' in quoted[1].lower(), (reader.number, start)))
                    if len(modes) > 150:
                        raise TokenError('too many nested f-strings', (reader.number, start + 1))
                    yield reader.info(FSTRING_START, start)
                else:
                    yield _string(reader, start, quoted[2])
                continue
            found = _name.match(line, start)
            if found:
                reader.at = found.end()
                yield reader.info(NAME, start)
                continue
            if char.isdecimal() or char == '.' and line[start + 1:start + 2].isdecimal():
                yield _numeral(reader, start)
                continue
            found = _operator.match(line, start)
            if not found:
                raise TokenError(f'invalid non-printable character U+{ord(char):04X}', (reader.number, start + 1))
            text = found[0]
            mode = modes[-1] if modes else None
            if mode is not None:
                inside = mode.depth - (text != '{')
                if text[0] == ':' and mode.fields >= 0 and inside == mode.fields:
                    # What follows says how to format.
                    text = ':'
                    mode.in_text = mode.in_spec = True
                elif text in '([{':
                    mode.depth += 1
                elif text in ')]}':
                    if text == '}' and not mode.depth:
                        raise TokenError("f-string: single '}' is not allowed", (reader.number, start + 1))
                    mode.depth -= 1
                    if text == '}' and mode.depth == mode.fields:
                        mode.fields -= 1
                        mode.in_text = True
                        mode.in_spec = False
            if text in '([{':
                level += 1
                if level > _DEEPEST:
                    raise TokenError('too many nested parentheses', (reader.number, start + 1))
            elif text in ')]}':
                level = max(level - 1, 0)
            reader.at = start + len(text)
            yield reader.info(OP, start)
    if level or modes or continued:
        raise TokenError('unexpected EOF in multi-line statement', (reader.number, 0 if not modes else reader.at + 1))
    place = (reader.number + 1, 0)
    for _ in indents[1:]:
        yield TokenInfo(DEDENT, '', place, place, '')
    yield TokenInfo(ENDMARKER, '', place, place, '')


def _indentation(reader, indents, columns):
    """INDENT or DEDENT tokens before the first token of a line that is no comment and not blank."""
    column = alternative = at = 0
    line = reader.line
    while line[at] in ' \t\f':
        if line[at] == ' ':
            column += 1
            alternative += 1
        elif line[at] == '\t':
            column = (column // _TAB + 1) * _TAB
            alternative += 1
        else:
            column = alternative = 0
        at += 1
    if line[at] in '#\n\r' or line[at:] == '\\\n':
        return
    reader.at = at
    if column == indents[-1]:
        if alternative != columns[-1]:
            raise _tab_error(reader)
    elif column > indents[-1]:
        if alternative <= columns[-1]:
            raise _tab_error(reader)
        if len(indents) >= 100:
            raise IndentationError('too many levels of indentation', ('<string>', reader.number, at + 1, line, None, None))
        indents.append(column)
        columns.append(alternative)
        yield reader.info(INDENT, 0)
    else:
        gone = 0
        while column < indents[-1]:
            gone += 1
            del indents[-1], columns[-1]
        if column != indents[-1]:
            shown = reader.line[:-1]
            raise IndentationError('unindent does not match any outer indentation level',
                                   ('<string>', reader.number, len(shown) + 1, shown, None, None))
        if alternative != columns[-1]:
            raise _tab_error(reader)
        for _ in range(gone):
            yield TokenInfo(DEDENT, '', (reader.number, at), (reader.number, at), reader.shown)


def _tab_error(reader):
    shown = reader.line[:-1]
    return TabError('inconsistent use of tabs and spaces in indentation',
                    ('<string>', reader.number, len(shown) + 1, shown, None, None))


def _string(reader, start, quote):
    """A string literal, whose first quote has been read."""
    first, lines, text = reader.number, [reader.shown], [reader.line[start:reader.at]]
    while True:
        line = reader.line
        begin = at = reader.at
        while at < len(line):
            if line.startswith(quote, at):
                reader.at = at + len(quote)
                text.append(line[begin:reader.at])
                return TokenInfo(STRING, ''.join(text), (first, start), (reader.number, reader.at), ''.join(lines))
            if line[at] == '\\':
                at += 1
                if line[at:] == '\r\n':
                    at += 1
            elif line[at] == '\n' and len(quote) == 1:
                raise TokenError(f'unterminated string literal (detected at line {reader.number})', (first, start + 1))
            at += 1
        text.append(line[begin:])
        if reader.is_bare or not reader.next_line():
            if len(quote) == 1:
                raise TokenError(f'unterminated string literal (detected at line {reader.number})', (first, start + 1))
            raise TokenError('EOF in multi-line string', (first, start + 1))
        lines.append(reader.shown)


def _text_of(reader, modes):
    """The tokens of an f-string's text up to a replacement field or its end."""
    mode = modes[-1]
    quote = mode.quote
    line = reader.line
    at = reader.at
    if line.startswith('{', at) and (not line.startswith('{{', at) or mode.in_spec and mode.fields >= 0):
        mode.fields += 1
        mode.in_text = False
        return
    if line.startswith(quote, at):
        reader.at = at + len(quote)
        modes.pop()
        yield reader.info(FSTRING_END, at)
        return
    first, start, lines, text = reader.number, at, [reader.shown], []
    in_spec = mode.in_spec and mode.fields >= 0
    begin = at

    def middle(end, resume):
        reader.at = resume
        text.append(reader.line[begin:end])
        return TokenInfo(FSTRING_MIDDLE, ''.join(text), (first, start), (reader.number, end), ''.join(lines))

    in_name = False
    while True:
        line = reader.line
        while at < len(line):
            char = line[at]
            if line.startswith(quote, at):
                yield middle(at, at)
                return
            if char == '\n' and len(quote) == 1:
                if in_spec:
                    mode.in_text = mode.in_spec = False
                    yield middle(at, at)
                    return
                raise TokenError(f'unterminated f-string literal (detected at line {reader.number})', (mode.start[0], mode.start[1] + 1))
            if char == '{':
                if line.startswith('{{', at) and not in_spec:
                    yield middle(at + 1, at + 2)
                    return
                mode.fields += 1
                mode.in_text = False
                yield middle(at, at)
                return
            if char == '}':
                if in_name:
                    in_name = False
                elif line.startswith('}}', at) and not in_spec and not mode.depth:
                    yield middle(at + 1, at + 2)
                    return
                else:
                    mode.in_text = False
                    yield middle(at, at)
                    return
            elif char == '\\' and line[at + 1] not in '{}':
                at += 1
                if line[at:] == '\r\n':
                    at += 1
                if not mode.is_raw and line.startswith('N{', at):
                    at += 1
                    in_name = True
            at += 1
        text.append(line[begin:])
        if reader.is_bare or not reader.next_line():
            kind = 'triple-quoted f-string' if len(quote) == 3 else 'f-string'
            raise TokenError(f'unterminated {kind} literal (detected at line {reader.number})', (mode.start[0], mode.start[1] + 1))
        lines.append(reader.shown)
        begin = at = 0


def _numeral(reader, start):
    line = reader.line
    found = _number.match(line, start)
    end = found.end()
    text, after = found[0], line[end]
    base = {'0x': 'hexadecimal', '0o': 'octal', '0b': 'binary'}.get(line[start:start + 2].lower())
    if base and len(text) == 1:
        after = line[start + 2]
        if after.isdecimal():
            raise TokenError(f"invalid digit '{after}' in {base} literal", (reader.number, start + 3))
        raise TokenError(f'invalid {base} literal', (reader.number, start + 2))
    if base and after.isdecimal():
        raise TokenError(f"invalid digit '{after}' in {base} literal", (reader.number, end + 1))
    if after == '_':
        raise TokenError(f'invalid {base or "decimal"} literal', (reader.number, end + 1))
    reader.at = end
    return reader.info(NUMBER, start)


def tokenize(readline):
    """Tokens of a source that `readline` gives as bytes, line after line; the first tells the encoding."""
    encoding, consumed = detect_encoding(readline)
    if encoding is not None:
        if encoding == 'utf-8-sig':
            encoding = 'utf-8'
        yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), '')
    kept = iter(consumed)

    def lines():
        for line in kept:
            return line
        return readline()

    yield from _tokens(lines, encoding)


def _generate_tokens_from_c_tokenizer(source, encoding=None, extra_tokens=False):
    """Tokens as the compiler sees them: each operator a type of its own, and no comments or blank lines."""
    def lines():
        try:
            line = source()
        except StopIteration:
            return '' if encoding is None else b''
        return line

    for token in _tokens(lines, encoding):
        if extra_tokens:
            yield token
        elif token.type not in (COMMENT, NL):
            yield token._replace(type=token.exact_type)


def generate_tokens(readline):
    """Tokens of a source that `readline` gives as text, line after line."""
    return _tokens(readline)


# --- encodings

def _plain_name(encoding):
    name = encoding[:12].lower().replace('_', '-')
    if name == 'utf-8' or name.startswith('utf-8-'):
        return 'utf-8'
    for latin in ('latin-1', 'iso-8859-1', 'iso-latin-1'):
        if name == latin or name.startswith(latin + '-'):
            return 'iso-8859-1'
    return encoding


def detect_encoding(readline):
    """The encoding of a source, by its first two lines, and the lines that were read to find it."""
    import codecs
    filename = getattr(getattr(readline, '__self__', None), 'name', None)
    if not isinstance(filename, str):
        filename = None
    has_mark = False
    default = 'utf-8'

    def read():
        try:
            return readline()
        except StopIteration:
            return b''

    def declared(line):
        try:
            text = line.decode('utf-8')
        except UnicodeDecodeError:
            message = 'invalid or missing encoding declaration'
            raise SyntaxError(message if filename is None else f'{message} for {filename!r}')
        found = cookie_re.match(text)
        if not found:
            return None
        encoding = _plain_name(found[1])
        try:
            codecs.lookup(encoding)
        except LookupError:
            raise SyntaxError(f'unknown encoding: {encoding}' if filename is None
                              else f'unknown encoding for {filename!r}: {encoding}')
        if has_mark:
            if encoding != 'utf-8':
                raise SyntaxError('encoding problem: utf-8' if filename is None else f'encoding problem for {filename!r}: utf-8')
            encoding += '-sig'
        return encoding

    first = read()
    if first.startswith(BOM_UTF8):
        has_mark = True
        first = first[3:]
        default = 'utf-8-sig'
    if not first:
        return default, []
    encoding = declared(first)
    if encoding:
        return encoding, [first]
    if not blank_re.match(first):
        return default, [first]
    second = read()
    if not second:
        return default, [first]
    return declared(second) or default, [first, second]


def open(filename):
    """A text stream of a file of code, by the encoding that it declares."""
    from builtins import open
    from io import TextIOWrapper
    file = open(filename, 'rb')
    try:
        encoding, _ = detect_encoding(file.readline)
        file.seek(0)
        text = TextIOWrapper(file, encoding, line_buffering=True)
        text.mode = 'r'
        return text
    except:
        file.close()
        raise


# --- from tokens to source

class Untokenizer:
    """Puts tokens together again."""

    def __init__(self):
        self.tokens = []
        self.prev_row, self.prev_col = 1, 0
        self.encoding = None

    def add_whitespace(self, start):
        row, col = start
        if row < self.prev_row or row == self.prev_row and col < self.prev_col:
            raise ValueError(f'start ({row},{col}) precedes previous end ({self.prev_row},{self.prev_col})')
        if row > self.prev_row:
            # The statement goes on in a later line.
            self.tokens.append('\\\n' * (row - self.prev_row))
            self.prev_col = 0
        if col > self.prev_col:
            self.tokens.append(' ' * (col - self.prev_col))

    def escape_brackets(self, token):
        """The text of an f-string with its braces doubled, names of characters left alone."""
        made, at = [], 0
        while at < len(token):
            found = re.match(r'\\N\{[^{}]*\}', token[at:])
            if found and not self._after_backslash(made):
                made.append(found[0])
                at += found.end()
                continue
            char = token[at]
            made.append(char * 2 if char in '{}' else char)
            at += 1
        return ''.join(made)

    @staticmethod
    def _after_backslash(made):
        count = 0
        while count < len(made) and made[-1 - count] == '\\':
            count += 1
        return count % 2 == 1

    def untokenize(self, iterable):
        rest = iter(iterable)
        indents = []
        at_start = False
        previous = None
        for item in rest:
            if len(item) == 2:
                self.compat(item, rest)
                break
            kind, text, start, end, _ = item
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind == ENDMARKER:
                break
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                self.prev_row, self.prev_col = end
                continue
            if kind in (NEWLINE, NL):
                at_start = True
            elif at_start and indents:
                indent = indents[-1]
                if start[1] >= len(indent):
                    self.tokens.append(indent)
                    self.prev_col = len(indent)
                at_start = False
            elif kind == FSTRING_MIDDLE and ('{' in text or '}' in text):
                doubled = self.escape_brackets(text)
                more = doubled.rpartition('\n')[2].count('{{') + doubled.rpartition('\n')[2].count('}}')
                text = doubled
                end = end[0], end[1] + more
            self.add_whitespace(start)
            if kind in (STRING, FSTRING_START) and previous in (STRING, FSTRING_END):
                self.tokens.append(' ')
            previous = kind
            self.tokens.append(text)
            self.prev_row, self.prev_col = end
            if kind in (NEWLINE, NL):
                self.prev_row += 1
                self.prev_col = 0
        return ''.join(self.tokens)

    def compat(self, token, iterable):
        """From pairs of kind and text: the spaces are ours."""
        indents = []
        at_start = token[0] in (NEWLINE, NL)
        previous = None
        for item in (token, *iterable):
            kind, text = item[:2]
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind in (NAME, NUMBER):
                text += ' '
            if kind in (STRING, FSTRING_START) and previous in (STRING, FSTRING_END):
                # Two strings stay two.
                text = (' ' if kind == previous == STRING else '') + ' ' + text
            previous = kind
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                continue
            if kind in (NEWLINE, NL):
                at_start = True
            elif at_start and indents:
                self.tokens.append(indents[-1])
                at_start = False
            elif kind == FSTRING_MIDDLE:
                text = self.escape_brackets(text)
            self.tokens.append(text)


def untokenize(iterable):
    """Source with these tokens: text, or bytes where the first token tells an encoding."""
    maker = Untokenizer()
    text = maker.untokenize(iterable)
    return text if maker.encoding is None else text.encode(maker.encoding)
