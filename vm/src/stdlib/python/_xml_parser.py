"""Text in XML -> events: what an element starts and ends with, and the text between. Errors have expat's words and places."""
import re

_NAME = r'[:A-Z_a-z\xb7\xc0-\ufffd\U00010000-\U000effff][-.:\w\xb7\xc0-\ufffd\U00010000-\U000effff]*'
_name = re.compile(_NAME)
_space = re.compile(r'[ \t\r\n]*')
_attribute = re.compile(rf'[ \t\r\n]+({_NAME})[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|\'[^\'<]*\')')
_text = re.compile(r'[^<&]+')
_reference = re.compile(rf'&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|({_NAME}));')
_bad = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|]]>')
_entities = {'lt': '<', 'gt': '>', 'amp': '&', 'quot': '"', 'apos': "'"}
_CODES = {'syntax error': 2, 'no element found': 3, 'not well-formed (invalid token)': 4, 'unclosed token': 5, 'mismatched tag': 7,
          'duplicate attribute': 8, 'junk after document element': 9, 'undefined entity': 11, 'reference to invalid character number': 14,
          'unclosed CDATA section': 20, 'XML or text declaration not at start of entity': 17, 'unbound prefix': 27, 'unknown encoding': 18,
          'must not undeclare prefix': 28}
_INVALID = 'not well-formed (invalid token)'
_XML = 'http://www.w3.org/XML/1998/namespace'


class Problem(Exception):
    """(what is wrong, code, line, column)"""


def text_of(data, encoding=None):
    """The text that bytes are, by their mark, by what they say themselves, or in UTF-8."""
    if encoding is None:
        if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
            encoding = 'utf-16'
        elif data[:3] == b'\xef\xbb\xbf':
            encoding = 'utf-8-sig'
        else:
            declared = re.match(rb'<\?xml[^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["\']([A-Za-z][-A-Za-z0-9._]*)["\']', data)
            encoding = declared.group(1).decode() if declared else 'utf-8'
    try:
        return data.decode(encoding)
    except LookupError:
        raise LookupError(f'unknown encoding: {encoding}') from None
    except UnicodeDecodeError as error:
        before = data[:error.start]
        line, column = before.count(b'\n') + 1, error.start - before.rfind(b'\n') - 1
        raise Problem(f'not well-formed (invalid token): line {line}, column {column}', 4, line, column) from None


class Reader:
    """Reads one document and tells a target of what it finds: `start`, `end`, `data`, `comment`, `pi`, `start_ns`, `end_ns`, `doctype`.

    A target with `raw_names` gets names as they are written, the declarations of namespaces among the attributes, what prefixes
    stand for, and is told of CDATA sections (`cdata`) and the declaration (`declaration`) too."""

    def __init__(self, target):
        self.target = target
        self.entities = {}
        self.spaces = [{'xml': _XML}]
        self.typed = False
        self.tag_at = None
        self.raw = getattr(target, 'raw_names', False)
        for name in ('start', 'end', 'data', 'comment', 'pi', 'start_ns', 'end_ns', 'doctype', 'cdata', 'declaration'):
            setattr(self, '_' + name, getattr(target, name, None))

    def fail(self, words, at):
        line = self.text.count('\n', 0, at) + 1
        column = at - self.text.rfind('\n', 0, at) - 1
        kind = 'undefined entity' if words.startswith('undefined entity') else words
        raise Problem(f'{words}: line {line}, column {column}', _CODES[kind], line, column)

    def read(self, text):
        if '\r' in text:
            text = text.replace('\r\n', '\n').replace('\r', '\n')
        self.text = text
        at = 0
        if text[:1] == '\ufeff':
            self.text = text = text[1:]
        if text.startswith('<?xml') and text[5:6] in (' ', '\t', '\n'):
            at = self._after(text, '?>', 0, 2)
            if self._declaration is not None:
                said = {key: value[1:-1] for key, value in _attribute.findall(text, 5, at - 2)}
                standalone = said.get('standalone')
                self._declaration(said.get('version'), said.get('encoding'), None if standalone is None else standalone == 'yes')
        open_tags = []
        rooted = False
        size = len(text)
        while at < size:
            if not open_tags:
                at = _space.match(text, at).end()
                if at == size:
                    break
                if text[at] != '<':
                    self.fail('junk after document element' if rooted else _INVALID if text[at] == '&' else 'syntax error', at)
            char = text[at]
            if char != '<':
                at = self._content(text, at)
                continue
            following = text[at + 1:at + 2]
            if following == '/':
                at = self._closing(text, at, open_tags)
            elif following == '!':
                at = self._special(text, at, open_tags, rooted)
            elif following == '?':
                at = self._instruction(text, at)
            else:
                if rooted and not open_tags:
                    if _name.match(text, at + 1):
                        self.fail('junk after document element', at)
                at = self._opening(text, at, open_tags)
                rooted = True
        if not rooted or open_tags:
            self.fail('no element found', size)

    def _after(self, text, mark, at, skip):
        end = text.find(mark, at + skip)
        if end < 0:
            self.fail('unclosed token', at)
        return end + len(mark)

    def _content(self, text, at):
        """Text up to the next tag, with its references."""
        parts = []
        while True:
            match = _text.match(text, at)
            if match:
                bad = _bad.search(text, at, match.end())
                if bad:
                    self.fail(_INVALID, bad.start() + (2 if bad.group() == ']]>' else 0))
                parts.append(match.group())
                at = match.end()
            if text[at:at + 1] != '&':
                break
            match = _reference.match(text, at)
            if match is None:
                self.fail(_INVALID if at + 1 < len(text) else 'unclosed token', self._past_name(text, at))
            parts.append(self._resolve(match))
            at = match.end()
        if self._data is not None:
            self._data(''.join(parts))
        return at

    def _past_name(self, text, at):
        """Where a reference stops being one."""
        match = re.compile(rf'&(?:#x[0-9A-Fa-f]*|#[0-9]*|{_NAME})?').match(text, at)
        return min(match.end(), len(text))

    def _resolve(self, match):
        decimal, hexadecimal, name = match.groups()
        if name is None:
            code = int(decimal) if decimal else int(hexadecimal, 16)
            if not (code in (9, 10, 13) or 32 <= code <= 0xd7ff or 0xe000 <= code <= 0xfffd or 0x10000 <= code <= 0x10ffff):
                self.fail('reference to invalid character number', match.start())
            return chr(code)
        found = _entities.get(name, self.entities.get(name))
        if found is None:
            found = getattr(self.target, 'entity', {}).get(name)
        if found is None:
            self.fail(f'undefined entity &{name};' if self.typed else 'undefined entity', match.start() if self.tag_at is None else self.tag_at)
        return found

    def _qualified(self, name, spaces, at, attribute=False):
        prefix, colon, local = name.partition(':')
        if not colon:
            if attribute or not (space := spaces.get('')):
                return name
            return f'{{{space}}}{name}'
        space = spaces.get(prefix)
        if space is None:
            self.fail('unbound prefix', at)
        return f'{{{space}}}{local}'

    def _opening(self, text, at, open_tags):
        match = _name.match(text, at + 1)
        if match is None:
            self.fail('unclosed token' if at + 1 >= len(text) else _INVALID, at if at + 1 >= len(text) else at + 1)
        name, here = match.group(), match.end()
        if name.count(':') > 1:
            self.fail(_INVALID, text.index(':', text.index(':', at) + 1))
        self.tag_at = at
        found = {}
        spaces, own, declared = self.spaces[-1], None, {}
        while True:
            match = _attribute.match(text, here)
            if match is None:
                break
            key, value = match.groups()
            if key in found:
                self.fail('duplicate attribute', match.start(1))
            if key == 'xmlns' or key.startswith('xmlns:'):
                if own is None:
                    own = dict(spaces)
                prefix = key[6:]
                value = self._value(value[1:-1], match.start(2) + 1)
                if prefix and not value:
                    self.fail('must not undeclare prefix', match.start(1))
                own[prefix] = declared[prefix] = value
                if self._start_ns is not None:
                    self._start_ns(prefix, value)
            else:
                found[key] = self._value(value[1:-1], match.start(2) + 1)
            here = match.end()
        self.tag_at = None
        here = _space.match(text, here).end()
        if text.startswith('/>', here):
            empty, end = True, here + 2
        elif text.startswith('>', here):
            empty, end = False, here + 1
        else:
            self._broken(text, at, here)
        self.spaces.append(own or spaces)
        spaces = self.spaces[-1]
        tag = self._qualified(name, spaces, at)
        attributes = {self._qualified(key, spaces, at, True): value for key, value in found.items()}
        if self.raw:
            declared = {f'xmlns:{prefix}' if prefix else 'xmlns': space for prefix, space in (declared or {}).items()}
            self._start(name, declared | found, spaces)
        elif self._start is not None:
            self._start(tag, attributes)
        fresh = len(own) if own is not None else 0
        declared = [prefix for prefix in own if own[prefix] is not self.spaces[-2].get(prefix)] if fresh else []
        open_tags.append((name, tag, declared))
        if empty:
            self._close(open_tags)
        return end

    def _broken(self, text, at, here):
        """What is wrong inside a tag."""
        if here >= len(text) or text[here:] == '/':
            self.fail('unclosed token', at)
        match = re.compile(rf'({_NAME})[ \t\n]*(=?)[ \t\n]*').match(text, here)
        if match and text[here - 1] in ' \t\n':
            if not match.group(2):
                here = match.end()
            elif text[match.end():match.end() + 1] in ('"', "'") and match.end() < len(text):
                end = text.find(text[match.end()], match.end() + 1)
                less = text.find('<', match.end() + 1)
                if less >= 0 and (end < 0 or less < end):
                    here = less
                elif end < 0:
                    self.fail('unclosed token', at)
                else:
                    here = end + 1
            else:
                here = match.end()
        if here >= len(text):
            self.fail('unclosed token', at)
        if text[here] == '/' and here + 1 < len(text):
            here += 1
        self.fail(_INVALID, here)

    def _value(self, value, at):
        if '&' in value:
            made, here = [], 0
            while True:
                amp = value.find('&', here)
                if amp < 0:
                    break
                made.append(value[here:amp].translate(_blanks))
                match = _reference.match(self.text, at + amp)
                if match is None:
                    self.fail(_INVALID, self._past_name(self.text, at + amp))
                made.append(self._resolve(match))
                here = match.end() - at
            made.append(value[here:].translate(_blanks))
            return ''.join(made)
        return value.translate(_blanks) if '\n' in value or '\t' in value else value

    def _closing(self, text, at, open_tags):
        match = _name.match(text, at + 2)
        if match is None:
            self.fail(_INVALID if at + 2 < len(text) else 'unclosed token', at + 2 if at + 2 < len(text) else at)
        end = _space.match(text, match.end()).end()
        if text[end:end + 1] != '>':
            self.fail(_INVALID if end < len(text) else 'unclosed token', end if end < len(text) else at)
        if not open_tags:
            self.fail(_INVALID if at + 1 else _INVALID, at + 1)
        if open_tags[-1][0] != match.group():
            self.fail('mismatched tag', at + 2)
        self._close(open_tags)
        return end + 1

    def _close(self, open_tags):
        _, tag, declared = open_tags.pop()
        if self._end is not None:
            self._end(tag)
        self.spaces.pop()
        if self._end_ns is not None:
            for prefix in reversed(declared):
                self._end_ns(prefix)

    def _special(self, text, at, open_tags, rooted):
        if text.startswith('<!--', at):
            end = text.find('--', at + 4)
            if end < 0:
                self.fail('unclosed token', at)
            if text[end + 2:end + 3] != '>':
                self.fail(_INVALID, end + 2)
            if self._comment is not None:
                self._comment(text[at + 4:end])
            return end + 3
        if text.startswith('<![CDATA[', at) and open_tags:
            end = text.find(']]>', at + 9)
            if end < 0:
                self.fail('unclosed CDATA section', len(text))
            if self._cdata is not None:
                self._cdata(text[at + 9:end])
            elif self._data is not None and end > at + 9:
                self._data(text[at + 9:end])
            return end + 3
        if text.startswith('<!DOCTYPE', at) and not open_tags and not rooted:
            return self._document_type(text, at)
        self.fail(_INVALID if not '<![CDATA['.startswith(text[at:]) else 'unclosed token', at + 2 if len(text) > at + 2 else at)

    def _document_type(self, text, at):
        match = re.compile(rf'<!DOCTYPE[ \t\n]+({_NAME})[ \t\n]*(?:(PUBLIC)[ \t\n]+("[^"]*"|\'[^\']*\')[ \t\n]+("[^"]*"|\'[^\']*\')|'
                           r'(SYSTEM)[ \t\n]+("[^"]*"|\'[^\']*\'))?[ \t\n]*(\[)?').match(text, at)
        if match is None:
            self.fail('syntax error', at)
        self.typed = True
        here = match.end()
        if match.group(7):
            close = re.compile(r'"[^"]*"|\'[^\']*\'|<!--.*?-->|\]', re.S)
            inside = here
            while True:
                piece = close.search(text, inside)
                if piece is None:
                    self.fail('unclosed token', at)
                inside = piece.end()
                if piece.group() == ']':
                    break
            for entity in re.compile(rf'<!ENTITY[ \t\n]+({_NAME})[ \t\n]+("[^"]*"|\'[^\']*\')[ \t\n]*>').finditer(text, here, inside):
                if entity.group(1) not in self.entities:
                    value = entity.group(2)[1:-1]
                    if '<' not in value:
                        self.entities[entity.group(1)] = _reference.sub(self._resolve, value)
            here = _space.match(text, inside).end()
        if text[here:here + 1] != '>':
            self.fail('syntax error' if here < len(text) else 'unclosed token', here if here < len(text) else at)
        if self._doctype is not None:
            public, system = match.group(3), match.group(4) or match.group(6)
            told = [match.group(1), public and public[1:-1], system and system[1:-1]]
            if self.raw and match.group(7):
                told.append(text[match.end():inside - 1])
            self._doctype(*told)
        return here + 1

    def _instruction(self, text, at):
        end = self._after(text, '?>', at, 2)
        match = _name.match(text, at + 2)
        if match is None:
            self.fail(_INVALID, at + 2)
        if match.group().lower() == 'xml':
            self.fail('XML or text declaration not at start of entity', at)
        if self._pi is not None:
            self._pi(match.group(), text[match.end():end - 2].lstrip(' \t\n'))
        return end


_blanks = {9: ' ', 10: ' ', 13: ' '}
