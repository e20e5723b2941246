"""TOML 1.0 into dicts, lists, strings, numbers, booleans and dates."""
import re

__all__ = ('loads', 'load', 'TOMLDecodeError')


class TOMLDecodeError(ValueError):
    """The text is not valid TOML."""
    __module__ = 'tomllib'


def load(fp, /, *, parse_float=float):
    """Read TOML from a stream of bytes."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """Read TOML from a string."""
    source = s.replace('\r\n', '\n')
    if parse_float is not float:
        made = parse_float

        def parse_float(text):
            value = made(text)
            if isinstance(value, (dict, list)):
                raise ValueError('parse_float must not return dicts or lists')
            return value
    return _Parser(source, parse_float).document()


_BARE = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
_CONTROL = frozenset(map(chr, range(32))) | {'\x7f'}
_SIMPLE_ESCAPES = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}
_time = r'([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?'
_date_time = re.compile(r'([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
                        rf'(?:[Tt ]{_time}(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?')
_local_time = re.compile(_time)
_number = re.compile(r'0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)'
                     r'|[+-]?(?:0|[1-9](?:_?[0-9])*)'
                     r'(?P<fraction>(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)')


class _Table(dict):
    """A table while it is read: how it came to be decides what may still be added."""
    # Written as [header]; made by dotted keys (and closed when the header changes); inline.
    __slots__ = ('header', 'dotted_in', 'frozen')

    def __init__(self):
        self.header = False
        self.dotted_in = None
        self.frozen = False


class _Tables(list):
    """An array of tables, written as [[header]]."""
    __slots__ = ()


class _Parser:
    def __init__(self, source, parse_float):
        self.source = source
        self.at = 0
        self.parse_float = parse_float

    def fail(self, message, at=None):
        at = self.at if at is None else at
        if at >= len(self.source):
            where = 'end of document'
        else:
            line = self.source.count('\n', 0, at) + 1
            column = at - self.source.rfind('\n', 0, at)
            where = f'line {line}, column {column}'
        raise TOMLDecodeError(f'{message} (at {where})')

    def char(self):
        return self.source[self.at:self.at + 1]

    def blanks(self):
        while self.char() in (' ', '\t'):
            self.at += 1

    def comment(self):
        if self.char() == '#':
            end = self.source.find('\n', self.at)
            end = len(self.source) if end < 0 else end
            for i in range(self.at + 1, end):
                c = self.source[i]
                if c in _CONTROL and c != '\t':
                    self.at = i
                    self.fail(f'Found invalid character {c!r}')
            self.at = end

    def gaps(self):
        """Blanks, line ends and comments inside arrays."""
        while True:
            start = self.at
            while self.char() in (' ', '\t', '\n') and self.char():
                self.at += 1
            self.comment()
            if self.at == start:
                return

    def document(self):
        root = table = _Table()
        header = ()
        while True:
            while self.char() in (' ', '\t', '\n') and self.char():
                self.at += 1
            c = self.char()
            if not c:
                break
            if c == '#':
                self.comment()
            elif c == '[':
                table, header = self.table_header(root)
                self.blanks()
                self.comment()
            elif c in _BARE or c in '"\'':
                self.key_value(table, header)
                self.blanks()
                self.comment()
            else:
                self.fail('Invalid statement')
            if self.char() not in ('', '\n'):
                self.fail('Expected newline or end of document after a statement')
        return _plain(root)

    def table_header(self, root):
        is_array = self.source.startswith('[[', self.at)
        self.at += 1 + is_array
        self.blanks()
        key = self.key()
        table = root
        for part in key[:-1]:
            table = self.step(table, part, key, is_array)
        last = key[-1]
        found = table.get(last)
        if is_array:
            if found is None:
                found = table[last] = _Tables()
            elif not isinstance(found, _Tables):
                if isinstance(found, _Table) and not found.header and not found.frozen:
                    self.fail('Cannot overwrite a value')
                self.fail(f'Cannot mutate immutable namespace {key}' if _is_frozen(found) else 'Cannot overwrite a value')
            made = _Table()
            made.header = True
            found.append(made)
            closing = ']]'
        else:
            if found is None:
                made = table[last] = _Table()
            elif isinstance(found, _Table) and not found.header and not found.frozen and found.dotted_in is None:
                made = found
            else:
                self.fail(f'Cannot declare {key} twice' if _is_declared(found) else 'Cannot overwrite a value')
            made.header = True
            closing = ']'
        self.blanks()
        if not self.source.startswith(closing, self.at):
            self.fail(f"Expected '{closing}' at the end of {'an array' if is_array else 'a table'} declaration")
        self.at += len(closing)
        return made, key

    def step(self, table, part, key, is_array):
        """Into a table on the way to the one that a header names."""
        found = table.get(part)
        if found is None:
            found = table[part] = _Table()
        if isinstance(found, _Tables):
            found = found[-1]
        if not isinstance(found, _Table):
            self.fail(f'Cannot mutate immutable namespace {key}' if is_array and _is_frozen(found)
                      else f'Cannot declare {key} twice' if _is_frozen(found) else 'Cannot overwrite a value')
        if found.frozen:
            self.fail(f'Cannot mutate immutable namespace {key}' if is_array else f'Cannot declare {key} twice')
        return found

    def key_value(self, table, header):
        key, value = self.pair()
        for part in key[:-1]:
            found = table.get(part)
            if found is None:
                found = table[part] = _Table()
                found.dotted_in = header
            elif isinstance(found, _Tables) or isinstance(found, _Table) and (
                    found.header or found.frozen or found.dotted_in is not None and found.dotted_in != header):
                if isinstance(found, _Tables) or found.header:
                    self.fail(f'Cannot redefine namespace {header + key[:key.index(part) + 1]}')
                self.fail(f'Cannot mutate immutable namespace {header + key[:-1]}')
            elif not isinstance(found, _Table):
                self.fail(f'Cannot mutate immutable namespace {header + key[:-1]}' if isinstance(found, list)
                          else 'Cannot overwrite a value')
            elif found.dotted_in is None:
                # Made by a header below it: dotted keys may still add to it here.
                found.dotted_in = header
            table = found
        if key[-1] in table:
            self.fail('Cannot overwrite a value')
        table[key[-1]] = value

    def pair(self):
        key = self.key()
        if self.char() != '=':
            self.fail("Expected '=' after a key in a key/value pair")
        self.at += 1
        self.blanks()
        return key, self.value()

    def key(self):
        parts = [self.key_part()]
        self.blanks()
        while self.char() == '.':
            self.at += 1
            self.blanks()
            parts.append(self.key_part())
            self.blanks()
        return tuple(parts)

    def key_part(self):
        c = self.char()
        if c and c in _BARE:
            start = self.at
            while self.char() and self.char() in _BARE:
                self.at += 1
            return self.source[start:self.at]
        if c == "'":
            return self.literal()
        if c == '"':
            return self.basic()
        self.fail('Invalid initial character for a key part')

    def literal(self):
        start = self.at + 1
        at = start
        while True:
            c = self.source[at:at + 1]
            if not c:
                self.fail('Expected "\'"', at)
            if c == "'":
                self.at = at + 1
                return self.source[start:at]
            if c in _CONTROL and c != '\t':
                self.fail(f'Found invalid character {c!r}', at)
            at += 1

    def basic(self, multiline=False):
        """A string with escapes; the position is at its opening quote or behind three of them."""
        if not multiline:
            self.at += 1
        out = []
        while True:
            c = self.char()
            if not c:
                self.fail('Unterminated string')
            if c == '"':
                if not multiline:
                    self.at += 1
                    return ''.join(out)
                if self.source.startswith('"""', self.at):
                    self.at += 3
                    return ''.join(out)
                out.append(c)
                self.at += 1
            elif c == '\\':
                out.append(self.escape(multiline))
            elif c in _CONTROL and c != '\t' and not (multiline and c == '\n'):
                self.fail(f'Illegal character {c!r}')
            else:
                out.append(c)
                self.at += 1

    def escape(self, multiline):
        c = self.source[self.at + 1:self.at + 2]
        if c in _SIMPLE_ESCAPES:
            self.at += 2
            return _SIMPLE_ESCAPES[c]
        if c in ('u', 'U'):
            size = 4 if c == 'u' else 8
            digits = self.source[self.at + 2:self.at + 2 + size]
            self.at += 2
            if len(digits) != size or any(d not in '0123456789abcdefABCDEF' for d in digits):
                self.fail('Invalid hex value')
            self.at += size
            n = int(digits, 16)
            if n > 0x10FFFF or 0xD800 <= n <= 0xDFFF:
                self.fail('Escaped character is not a Unicode scalar value')
            return chr(n)
        if multiline and c in (' ', '\t', '\n') and c:
            # A backslash at the end of a line: blanks and line ends behind it are skipped.
            self.at += 1
            self.blanks()
            if self.char() not in ('\n', ''):
                self.fail("Unescaped '\\' in a string")
            while self.char() in (' ', '\t', '\n') and self.char():
                self.at += 1
            return ''
        self.fail("Unescaped '\\' in a string", self.at + 2)

    def multiline_string(self, quote):
        self.at += 3
        if self.char() == '\n':
            self.at += 1
        if quote == "'":
            end = self.source.find("'''", self.at)
            if end < 0:
                self.fail('Expected "\'\'\'"', len(self.source))
            text = self.source[self.at:end]
            for i, c in enumerate(text):
                if c in _CONTROL and c not in '\t\n':
                    self.fail(f'Found invalid character {c!r}', self.at + i)
            self.at = end + 3
        else:
            text = self.basic(True)
        # Up to two quotes may stand before the closing three.
        for _ in range(2):
            if self.char() == quote:
                text += quote
                self.at += 1
        return text

    def value(self):
        c = self.char()
        if c == '"' or c == "'":
            if self.source.startswith(c * 3, self.at):
                return self.multiline_string(c)
            return self.basic() if c == '"' else self.literal()
        if c == '[' or c == '{':
            return self.nested()
        if c == 't' and self.source.startswith('true', self.at):
            self.at += 4
            return True
        if c == 'f' and self.source.startswith('false', self.at):
            self.at += 5
            return False
        match = _date_time.match(self.source, self.at)
        if match:
            try:
                value = _to_date_time(match)
            except ValueError:
                self.fail('Invalid date or datetime')
            self.at = match.end()
            return value
        match = _local_time.match(self.source, self.at)
        if match:
            self.at = match.end()
            from datetime import time
            hour, minute, second, fraction = match.groups()
            return time(int(hour), int(minute), int(second), int((fraction or '').ljust(6, '0')))
        match = _number.match(self.source, self.at)
        if match:
            self.at = match.end()
            if match['fraction']:
                return self.parse_float(match.group())
            return int(match.group(), 0)
        for text in ('inf', 'nan', '-inf', '+inf', '-nan', '+nan'):
            if self.source.startswith(text, self.at):
                self.at += len(text)
                return self.parse_float(text)
        self.fail('Invalid value')

    def nested(self):
        """An array or inline table; those inside are kept on a list, not on the call stack."""
        stack = []
        while True:
            # A value begins here.
            c = self.char()
            if c == '[':
                self.at += 1
                stack.append(([], None))
                self.gaps()
                if self.char() == ']':
                    self.at += 1
                    value = stack.pop()[0]
                else:
                    continue
            elif c == '{':
                self.at += 1
                stack.append((_Table(), None))
                self.blanks()
                if self.char() == '}':
                    self.at += 1
                    value = stack.pop()[0]
                    value.frozen = True
                else:
                    stack[-1] = (stack[-1][0], self.inline_key())
                    continue
            else:
                value = self.value()
            # A value is there: into what is open, perhaps closing that too.
            while True:
                if not stack:
                    return value
                holder, key = stack[-1]
                if isinstance(holder, list):
                    holder.append(value)
                    self.gaps()
                    c = self.char()
                    if c == ',':
                        self.at += 1
                        self.gaps()
                        if self.char() != ']':
                            break
                        c = ']'
                    if c != ']':
                        self.fail('Unclosed array')
                    self.at += 1
                else:
                    self.put_inline(holder, key, value)
                    self.blanks()
                    c = self.char()
                    if c == ',':
                        self.at += 1
                        self.blanks()
                        stack[-1] = (holder, self.inline_key())
                        break
                    if c != '}':
                        self.fail('Unclosed inline table')
                    self.at += 1
                    _freeze(holder)
                value = stack.pop()[0]

    def inline_key(self):
        key = self.key()
        if self.char() != '=':
            self.fail("Expected '=' after a key in a key/value pair")
        self.at += 1
        self.blanks()
        return key

    def put_inline(self, table, key, value):
        for part in key[:-1]:
            found = table.get(part)
            if found is None:
                found = table[part] = _Table()
            if not isinstance(found, _Table) or found.frozen:
                self.fail(f'Cannot mutate immutable namespace {key}' if _is_frozen(found) else 'Cannot overwrite a value')
            table = found
        if key[-1] in table:
            self.fail(f'Duplicate inline table key {key[-1]!r}')
        table[key[-1]] = value


def _freeze(table):
    todo = [table]
    while todo:
        t = todo.pop()
        t.frozen = True
        todo.extend(v for v in t.values() if isinstance(v, _Table) and not v.frozen)


def _is_frozen(found):
    return isinstance(found, list) and not isinstance(found, _Tables) or isinstance(found, _Table) and found.frozen


def _is_declared(found):
    return isinstance(found, (_Table, list))


def _plain(root):
    """The tables as ordinary dicts and lists."""
    result = {}
    todo = [(root, result)]
    while todo:
        source, target = todo.pop()
        items = source.items() if isinstance(source, dict) else enumerate(source)
        for key, value in items:
            if isinstance(value, dict):
                made = {}
                todo.append((value, made))
            elif isinstance(value, list):
                made = [None] * len(value)
                todo.append((value, made))
            else:
                made = value
            target[key] = made
    return result


def _to_date_time(match):
    from datetime import date, datetime, timedelta, timezone
    year, month, day, hour, minute, second, fraction, zulu, sign, off_hour, off_minute = match.groups()
    if hour is None:
        return date(int(year), int(month), int(day))
    zone = None
    if sign:
        away = timedelta(hours=int(sign + off_hour), minutes=int(sign + off_minute))
        zone = timezone(away)
    elif zulu:
        zone = timezone.utc
    micro = int(fraction.ljust(6, '0')) if fraction else 0
    return datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), micro, tzinfo=zone)
