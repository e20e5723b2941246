"""The text of headers: encoded words read, addresses taken apart, lines folded."""
import re
from email import _encoded_words, errors
from urllib.parse import quote as _percent

_encoded = re.compile(r'=\?[^?\s]+\?[bBqQ]\?[^?\s]*\?=')
_special = re.compile(r'[()<>@,:;.\\"\[\]]')
_line_end = re.compile('[\r\n]')
_words = re.compile(r'([ \t]*)([^ \t]+)')
_tokens = re.compile(r'[ \t]+|[^ \t]+')
_BLANKS = ' \t'
# A name or an address in pieces: comments, quoted texts, words, and what has a meaning.
_pieces = re.compile(r'\((?:[^()\\]|\\.|\([^()]*\))*\)|"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^\s()<>@,:;."\[\]]+|\s+|.', re.DOTALL)


def quoted(text):
    """A text between quotes."""
    escaped = text.replace('\\', '\\\\').replace('"', '\\"')
    return f'"{escaped}"'


def _unquoted(text):
    return re.sub(r'\\(.)', r'\1', text[1:-1])


def unstructured(value, defects):
    """A text with its encoded words decoded; blanks between two of them mean nothing."""
    shown = []
    at = 0
    after_encoded = False
    for found in _encoded.finditer(value):
        between = value[at:found.start()]
        if not (after_encoded and not between.strip(' \t')):
            shown.append(between)
        try:
            text, _, _, noted = _encoded_words.decode(found[0])
        except (ValueError, KeyError):
            text, noted = found[0], []
        shown.append(text)
        defects += noted
        at = found.end()
        after_encoded = True
    shown.append(value[at:])
    return ''.join(shown)


def without_comments(text):
    """A text without the comments that stand in no quotes."""
    return ''.join([piece for piece in _pieces.findall(text) if not (piece.startswith('(') and len(piece) > 1)]).strip()


def phrase_text(pieces, defects):
    """A name: its words with one blank between them."""
    words = _without_blanks(pieces)
    if words and words[0] == '.':
        defects.append(errors.InvalidHeaderDefect('phrase does not start with word'))
    if '.' in words:
        defects.append(errors.ObsoleteHeaderDefect("period in 'phrase'"))
    text = ''.join([_unquoted(piece) if piece.startswith('"') and len(piece) > 1 else ' ' if piece.isspace() else piece
                    for piece in pieces if not piece.startswith('(')])
    return unstructured(text.strip(), defects)


def _split(pieces, separator):
    """Pieces between the separators that stand in no angle brackets."""
    parts = [[]]
    inside = False
    for piece in pieces:
        if piece == separator and not inside:
            parts.append([])
            continue
        if piece == '<':
            inside = True
        elif piece == '>':
            inside = False
        parts[-1].append(piece)
    return parts


def _without_blanks(pieces):
    return [piece for piece in pieces if not piece.isspace() and not (piece.startswith('(') and len(piece) > 1)]


_local = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^\s()<>@,:;"\[\]\\]+(?:\s+[^\s()<>@,:;"\[\]\\]+)*)\s*')
_domain = re.compile(r'@\s*(\[[^\]]*\]|[^\s()<>@,:;"\[\]\\]+)\s*')


def parse_address_spec(text):
    """Local part, domain, what is left, and defects."""
    found = _local.match(text)
    if not found:
        raise errors.HeaderParseError(f'expected local-part but found {text!r}')
    local, rest = found[1], text[found.end():]
    if not rest.startswith('@'):
        return local, '', rest, [errors.InvalidHeaderDefect('addr-spec local part with no domain')]
    domain = _domain.match(rest)
    if not domain:
        raise errors.HeaderParseError(f'expected domain but found {rest[1:]!r}')
    defects = []
    if local.startswith('"'):
        local = _unquoted(local)
    elif not all([part and not re.search(r'\s', part) for part in local.split('.')]):
        defects.append(errors.InvalidHeaderDefect('local-part is not dot-atom, quoted-string, or obs-local-part'))
    if not local.isascii():
        defects.append(errors.NonASCIILocalPartDefect('local-part contains non-ASCII characters)'))
    return local, domain[1], rest[domain.end():], defects


def _parse_mailbox(pieces, defects):
    """Name, local part and domain; None where there is nothing."""
    if not _without_blanks(pieces):
        return None
    name = ''
    if '<' in pieces:
        at = pieces.index('<')
        name = phrase_text(pieces[:at], defects)
        pieces = pieces[at + 1:]
        if '>' in pieces:
            pieces = pieces[:pieces.index('>')]
        else:
            defects.append(errors.InvalidHeaderDefect("missing trailing '>' on angle-addr"))
        if '@' in pieces and ':' in pieces:
            # A route means nothing any more.
            pieces = pieces[pieces.index(':') + 1:]
    bare = _without_blanks(pieces)
    if '@' not in bare:
        defects.append(errors.InvalidHeaderDefect('invalid address in address-list'))
        return name, ''.join([_unquoted(piece) if piece.startswith('"') else piece for piece in bare]), ''
    at = pieces.index('@')
    local = ''.join([_unquoted(piece) if piece.startswith('"') else ' ' if piece.isspace() else piece
                     for piece in pieces[:at] if not (piece.startswith('(') and len(piece) > 1)])
    local = re.sub(' *[.] *', '.', local).strip()
    bare = ['@', *_without_blanks(pieces[at + 1:])]
    at = 0
    if '@' in bare[1:]:
        defects.append(errors.InvalidHeaderDefect('invalid address in address-list'))
    if not local.isascii():
        defects.append(errors.NonASCIILocalPartDefect('local-part contains non-ASCII characters)'))
    return name, local, ''.join(bare[at + 1:])


def parse_addresses(value, defects):
    """Groups: pairs of a name, or None for a single address, and the addresses."""
    groups = []
    pieces = _pieces.findall(value)
    while pieces:
        # A group goes up to its semicolon, whatever commas are in it.
        comma = _split(pieces, ',')[0]
        colon = _split(comma, ':')
        if len(colon) > 1 and '<' not in colon[0] and '@' not in colon[0]:
            rest = pieces[len(colon[0]) + 1:]
            members = _split(rest, ';')[0]
            found = [_parse_mailbox(part, defects) for part in _split(members, ',')]
            groups.append((phrase_text(colon[0], defects), [member for member in found if member]))
            pieces = rest[len(members) + 1:]
            following = _without_blanks(pieces)
            if following and following[0] == ',':
                pieces = pieces[pieces.index(',') + 1:]
            continue
        member = _parse_mailbox(comma, defects)
        if member:
            groups.append((None, [member]))
        elif len(comma) < len(pieces):
            defects.append(errors.ObsoleteHeaderDefect('address-list entry with no content'))
        pieces = pieces[len(comma) + 1:]
    return groups


class _Lines:
    """Lines that grow: words are put where they fit, encoded where ASCII has not their characters."""

    def __init__(self, begin, longest, utf8, addresses=False):
        self.addresses = addresses
        self.lines = [begin]
        self.longest = longest
        self.utf8 = utf8
        # The text of the encoded words the last line ends with, and where they begin.
        self.encoded = None
        self.encoded_at = 0

    def plain(self, text):
        return (self.utf8 or text.isascii()) and not _line_end.search(text)

    def fits(self, blanks, text):
        return len(self.lines[-1]) + len(blanks) + len(text) <= self.longest

    def word(self, blanks, text, can_encode=True, tail=''):
        """A word and the blanks before it, on this line or the next; for what comes after it there is always room."""
        if self.plain(text) and (not can_encode or '=?' not in text):
            if self.fits(blanks, text):
                self.lines[-1] += blanks + text + tail
                if self.encoded is not None:
                    self.encoded += blanks + text
                return
            if blanks and len(blanks) + len(text) <= self.longest or not can_encode:
                if blanks:
                    self.lines.append(blanks + text + tail)
                else:
                    self.lines[-1] += text + tail
                self.encoded = None
                return
        self.encode(blanks, text)

    def next_line(self):
        if self.addresses:
            self.lines[-1] = self.lines[-1].rstrip(' \t')
        self.lines.append(' ')
        self.encoded_at = 1

    def encode(self, blanks, text):
        if self.encoded is not None:
            # One encoded word for neighbours, with the blanks between them in it.
            self.lines[-1] = self.lines[-1][:self.encoded_at]
            text = self.encoded + blanks + text
        else:
            if len(self.lines[-1]) + len(blanks) > self.longest:
                self.lines.append(blanks or ' ')
            else:
                self.lines[-1] += blanks
            self.encoded_at = len(self.lines[-1])
        around = len('utf-8') + 7
        if around + 1 >= self.longest:
            raise errors.HeaderParseError('max_line_length is too small to fit an encoded word')
        while True:
            room = self.longest - len(self.lines[-1])
            if room - around <= 0:
                self.next_line()
                continue
            taken = min(room - around, len(text))
            encoded = _encoded_words.encode(text[:taken])
            while len(encoded) > room and taken > 1:
                taken -= 1
                encoded = _encoded_words.encode(text[:taken])
            if len(encoded) > room and len(self.lines[-1]) > 1:
                self.next_line()
                continue
            self.lines[-1] += encoded
            self.encoded = text[:taken]
            text = text[taken:]
            if not text:
                break
            self.next_line()

    def words(self, blanks, text):
        """A text word by word."""
        found = _words.findall(text)
        for before, word in found:
            self.word(blanks + before, word)
            blanks = ''
        tail = text[len(text.rstrip(' \t')):]
        if tail and found:
            if self.encoded is not None or self.fits('', tail):
                self.lines[-1] += tail
            else:
                self.lines.append(tail)


def _blank_taken(lines):
    """The blank that the last line ends with, which it loses."""
    last = lines[-1]
    if not last or last[-1] not in _BLANKS:
        return ''
    lines[-1] = last[:-1]
    return last[-1]


def _put_encoded(text, lines, longest, begun, charset, before):
    """Puts a text as encoded words, together with the one that the last line ends with from `begun` on; gives where the last one begins."""
    if begun is not None:
        text = unstructured(lines[-1][begun:] + text, [])
        lines[-1] = lines[-1][:begun]
    elif text[0] in _BLANKS:
        if len(lines[-1]) == longest:
            lines.append(_blank_taken(lines))
        lines[-1] += text[0]
        text = text[1:]
    tail = ''
    if text[-1] in _BLANKS:
        tail, text = text[-1], text[:-1]
    last = len(lines[-1]) if begun is None else begun
    around = len(charset) + 7
    if around + 1 >= longest:
        raise errors.HeaderParseError('max_line_length is too small to fit an encoded word')
    while text:
        room = longest - len(lines[-1])
        taken = room - around - len(before)
        if taken <= 0:
            lines.append(' ')
            continue
        if before and len(lines) > 1 and len(lines[-1]) == 1:
            lines[-1] += _encoded_words.encode(before, charset)
            before = ''
        part = text[:taken]
        while len(word := _encoded_words.encode(part, charset)) > room:
            part = part[:-1]
        lines[-1] += word
        text = text[len(part):]
        before = ''
        if text:
            lines.append(' ')
            last = 1
    lines[-1] += tail
    return last


def fold_words(begin, text, longest, utf8):
    """A text on lines: as it is where it fits, else word by word, and what ASCII has not the characters of in encoded words."""
    if not text:
        return [begin]
    lines = [begin + ' ']
    is_plain = not _line_end.search(text) and (utf8 or text.isascii())
    if is_plain and len(text) <= longest - len(lines[-1]):
        return [lines[0] + text]
    if is_plain and len(text) + 1 <= longest:
        return [begin, ' ' + text]
    begun, before = None, ''
    for token in _tokens.findall(text):
        if not _line_end.search(token) and (utf8 or token.isascii()):
            if len(token) <= longest - len(lines[-1]):
                lines[-1] += token
                continue
            before = ''
            if len(token) + 1 <= longest:
                blank = _blank_taken(lines)
                if blank or token[0] in _BLANKS:
                    lines.append(blank + token)
                    before = lines[-1][:len(lines[-1]) - len(lines[-1].lstrip(_BLANKS))]
                    begun = None
                    continue
        begun = _put_encoded(token, lines, longest, begun, 'utf-8', before)
        before = ''
    return lines


def _is_as_written(text, utf8):
    """Whether a text goes onto lines as it is."""
    return (utf8 or text.isascii()) and '=?' not in text and not _line_end.search(text)


def _group_of(entry):
    """How many pieces the name of a group has; None if it is no group."""
    name = _split(entry, ':')[0]
    return len(name) if len(name) < len(entry) and '<' not in name and '@' not in name else None


def entries_of(text):
    """The addresses and groups of a list as they are written, in pieces, with the blanks around them."""
    pieces = _pieces.findall(text)
    found = []
    while pieces:
        entry = _split(pieces, ',')[0]
        name = _group_of(entry)
        if name is not None:
            # A group goes up to its semicolon, and what follows that up to the comma belongs to nothing else.
            size = min(name + 2 + len(_split(pieces[name + 1:], ';')[0]), len(pieces))
            entry = pieces[:size] + _split(pieces[size:], ',')[0]
        found.append(entry)
        pieces = pieces[len(entry) + 1:]
    return found


def _parts_of(entry):
    """What an entry falls into where it does not fit, each with what that falls into in its turn: a name and an address in brackets, or
    the name of a group and its members."""
    name = _group_of(entry)
    if name is None:
        at = entry.index('<') if '<' in entry else 0
        return [(''.join(part), [(atom, _words_of(atom)) for atom in _atoms_of(part)]) for part in (entry[:at], entry[at:]) if part]
    members = _split(entry[name + 1:], ';')[0]
    parts = [(''.join(entry[:name]), [(atom, _words_of(atom)) for atom in _atoms_of(entry[:name])]), (':', [])]
    for member in _split(members, ','):
        parts += [(''.join(member), _parts_of(member)), (',', [])]
    return [*parts[:-1], (''.join(entry[name + 1 + len(members):]), [])]


def _words_of(atom):
    """The words of a quoted text, whose quotes are lost where it fits on no line."""
    bare = atom.strip()
    return [(word, []) for word in _tokens.findall(atom.replace(bare, _unquoted(bare)))] if bare[:1] == '"' and len(bare) > 1 else []


def _atoms_of(part):
    """Pieces with the blanks around the first and behind the others."""
    atoms = []
    for piece in part:
        if atoms and (piece.isspace() or atoms[-1].isspace()):
            atoms[-1] += piece
        else:
            atoms.append(piece)
    return atoms


def fold_written_addresses(begin, text, longest, utf8):
    """A list of addresses as it is written, broken where parts of it begin; None if not all of it can be put so."""
    if not text or not _is_as_written(text, utf8):
        return None
    lines = [begin + ' ']

    def put(part):
        """Whether a part fits, on this line or on the next."""
        if len(part) <= longest - len(lines[-1]):
            lines[-1] += part
            return True
        if len(part) + 1 > longest:
            return False
        blank = _blank_taken(lines)
        if not blank and part[:1] not in ('', ' ', '\t'):
            return False
        lines.append(blank + part)
        return True

    if put(text):
        return lines
    todo = []
    for entry in entries_of(text):
        todo += [(',', []), (''.join(entry), _parts_of(entry))]
    todo = todo[:0:-1]
    while todo:
        part, below = todo.pop()
        if put(part):
            continue
        if below:
            todo += below[::-1]
            continue
        blank = _blank_taken(lines)
        if blank or part[0] in _BLANKS:
            lines.append(blank + part)
        else:
            lines[-1] += part
    return lines


def _fold_mailbox(lines, blanks, address, tail, written=None):
    """One address: whole where it fits, else its name word by word."""
    whole = str(address) if written is None else written
    if lines.plain(whole) and (lines.fits(blanks, whole) or len(blanks) + len(whole) <= lines.longest):
        lines.word(blanks, whole, False, tail)
        return
    name = address.display_name
    spec = address.addr_spec
    if not name:
        lines.word(blanks, spec, False, tail)
        return
    shown = str(address)[:-len(spec) - 3]
    if shown.startswith('"'):
        if lines.plain(shown):
            lines.word(blanks, shown)
        else:
            # Words that would need quotes are encoded too.
            for number, word in enumerate(name.split(' ')):
                if lines.plain(word) and not _special.search(word):
                    lines.word(blanks if number == 0 else ' ', word)
                else:
                    lines.encode(blanks if number == 0 else ' ', word)
    else:
        lines.words(blanks, name)
    lines.encoded = None
    lines.word(' ', f"<{'' if spec == '<>' else spec}>", False, tail)


def fold_address_list(begin, groups, longest, utf8, source=None):
    lines = _Lines(begin, longest, utf8, True)
    if not groups:
        return [begin + ' ']
    written = [''.join(entry).strip() for entry in entries_of(source or '')]
    written = [text if _is_as_written(text, utf8) else None for text in written if text]
    if len(written) != len(groups):
        written = [None] * len(groups)
    for number, group in enumerate(groups):
        tail = ',' if number < len(groups) - 1 else ''
        if group.display_name is None and len(group.addresses) == 1:
            _fold_mailbox(lines, ' ', group.addresses[0], tail, written[number])
            continue
        shown = str(group)
        if lines.plain(shown) and (lines.fits(' ', shown + tail) or len(shown + tail) < longest):
            lines.word(' ', shown + tail, False)
            continue
        lines.words(' ', group.display_name or '')
        lines.lines[-1] += ':'
        lines.encoded = None
        for at, address in enumerate(group.addresses):
            _fold_mailbox(lines, ' ', address, ',' if at < len(group.addresses) - 1 else ';' + tail)
        if not group.addresses:
            lines.lines[-1] += ';' + tail
    return lines.lines


def fold_parameters(begin, value, params, longest, utf8):
    """A value and its parameters, each on a line that has room for it; what is not ASCII in sections."""
    lines = [begin] if not value else [f'{begin} {value}'] if len(begin) + len(value) + 2 <= longest else [begin, ' ' + value]
    for name, text in params.items():
        if not lines[-1].rstrip().endswith(';'):
            lines[-1] = lines[-1].rstrip() + ';'
        if text.isascii() or utf8:
            shown = f'{name}={quoted(text)}'
        else:
            shown = f"{name}*=utf-8''{_percent(text, safe='', errors='surrogateescape')}"
        room = longest - len(lines[-1]) - len(shown) - 1
        # A header that fits as a whole is not broken.
        if room > 0 or room == 0 and len(lines) == 1 and name == [*params][-1]:
            lines[-1] += ' ' + shown
            continue
        if len(shown) + 2 <= longest:
            lines.append(' ' + shown)
            continue
        section = 0
        before = "us-ascii''" if text.isascii() else "utf-8''"
        while text:
            around = len(name) + len(str(section)) + 3 + len(before)
            most = (78 if longest <= around + 3 else longest) - around - 2
            taken = min(most, len(text))
            while len(encoded := _percent(text[:taken], safe='', errors='surrogateescape')) > most:
                taken -= 1
            text = text[taken:]
            lines.append(f" {name}*{section}*={before}{encoded}{';' if text else ''}")
            before = ''
            section += 1
    return lines
