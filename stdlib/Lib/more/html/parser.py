"""Reads HTML, well formed or not, and calls a method for each piece."""
import re
from html import unescape
from _markupbase import ParserBase

__all__ = ['HTMLParser']

_SPACES = ' \t\n\r\f\v'
_interesting = re.compile('[&<]')

_NAME_CHARACTERS = '-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'


def _word(text, at):
    """Where a tag name that begins at a position ends."""
    while at < len(text) and text[at] not in '\t\n\r\f />\0':
        at += 1
    return at


def _scan_tag(text, i):
    """(name, attributes, end, '>' or '/>') of the start tag at a position.

    Instead of the bracket: `None` when the tag is not complete, '' when it is no tag.
    """
    size = len(text)
    at = _word(text, i + 1)
    tag, attrs = text[i + 1:at].lower(), []
    while True:
        while at < size and (text[at] in _SPACES or text[at] == '/' and not text.startswith('/>', at)):
            at += 1
        if at >= size:
            return tag, attrs, at, None
        if text[at] == '>':
            return tag, attrs, at + 1, '>'
        if text[at] == '/':
            return tag, attrs, at + 2, '/>'
        if text[at] == '\0':
            return tag, attrs, at, ''
        # A name: its first character may even be =.
        start = at
        at += 1
        while at < size and text[at] not in _SPACES and text[at] not in '/=>':
            at += 1
        name, value = text[start:at].lower(), None
        behind = at
        while behind < size and text[behind] in _SPACES:
            behind += 1
        if text.startswith('=', behind):
            at = behind
            while at < size and text[at] == '=':
                at += 1
            while at < size and text[at] in _SPACES:
                at += 1
            quote = text[at:at + 1]
            if quote in ('"', "'"):
                close = text.find(quote, at + 1)
                if close < 0:
                    return tag, attrs, size, None
                value, at = text[at + 1:close], close + 1
            else:
                start = at
                while at < size and text[at] not in _SPACES and text[at] != '>':
                    at += 1
                value = text[start:at]
            if value:
                value = unescape(value)
        if at >= size:
            return tag, attrs, at, None
        attrs.append((name, value))


class HTMLParser(ParserBase):
    """Subclass it and write the `handle_...` methods; text is given to `feed`."""
    CDATA_CONTENT_ELEMENTS = ('script', 'style')

    def __init__(self, *, convert_charrefs=True):
        super().__init__()
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Forget everything fed."""
        self.rawdata = ''
        self.lasttag = '???'
        self.cdata_elem = None
        self._stop = _interesting
        super().reset()

    def feed(self, data):
        """Add text and handle what is complete."""
        self.rawdata += data
        self.goahead(False)

    def close(self):
        """Handle the rest as it is."""
        self.goahead(True)

    def get_starttag_text(self):
        """The source of the last start tag."""
        return self._starttag_text

    _starttag_text = None

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()
        self._stop = re.compile(r'</%s(?=[\t\n\r\f />])|</\s*%s\s*>' % (self.cdata_elem, self.cdata_elem), re.I)

    def clear_cdata_mode(self):
        self._stop = _interesting
        self.cdata_elem = None

    def goahead(self, end):
        text, at, size = self.rawdata, 0, len(self.rawdata)
        while at < size:
            if self.convert_charrefs and not self.cdata_elem:
                stop = text.find('<', at)
                if stop < 0:
                    # A reference may go on in the next piece.
                    last = text.rfind('&', max(at, size - 34))
                    if last >= 0 and not re.compile(r'[\s;]').search(text, last) and not end:
                        break
                    stop = size
            else:
                found = self._stop.search(text, at)
                if found:
                    stop = found.start()
                elif self.cdata_elem:
                    break
                else:
                    stop = size
            if at < stop:
                if self.convert_charrefs and not self.cdata_elem:
                    self.handle_data(unescape(text[at:stop]))
                else:
                    self.handle_data(text[at:stop])
            at = self.updatepos(at, stop)
            if at == size:
                break
            if text[at] == '<':
                next_at = self._markup(at, end)
                if next_at < 0:
                    if not end:
                        break
                    next_at = self._broken_markup(at)
                at = self.updatepos(at, next_at)
            else:
                next_at = self._reference(at, end)
                if next_at < 0:
                    break
                at = self.updatepos(at, next_at)
        if end and at < size:
            if self.convert_charrefs and not self.cdata_elem:
                self.handle_data(unescape(text[at:size]))
            else:
                self.handle_data(text[at:size])
            at = self.updatepos(at, size)
        self.rawdata = text[at:]

    def _markup(self, at, end):
        """Handle what begins with <; where it ends, -1 when it does not yet."""
        text = self.rawdata
        if re.match('[a-zA-Z]', text[at + 1:at + 2]):
            return self.parse_starttag(at)
        if text.startswith('</', at):
            return self.parse_endtag(at)
        if text.startswith('<!--', at):
            return self.parse_comment(at)
        if text.startswith('<?', at):
            return self.parse_pi(at)
        if text.startswith('<!', at):
            return self.parse_html_declaration(at)
        if at + 1 < len(text) or end:
            self.handle_data('<')
            return at + 1
        return -1

    def _broken_markup(self, at):
        """At the end of the input: up to the next bracket it is text."""
        text = self.rawdata
        next_at = text.find('>', at + 1)
        if next_at < 0:
            next_at = text.find('<', at + 1)
            if next_at < 0:
                next_at = at + 1
        else:
            next_at += 1
        piece = text[at:next_at]
        self.handle_data(unescape(piece) if self.convert_charrefs and not self.cdata_elem else piece)
        return next_at

    def _reference(self, at, end):
        """Handle what begins with &; where it ends, -1 when it does not yet."""
        text = self.rawdata
        size = len(text)
        number = text.startswith('#', at + 1)
        stop = start = at + 1 + number
        if number:
            hexadecimal = text[start:start + 1] in ('x', 'X')
            stop = start = start + hexadecimal
            allowed = '0123456789abcdefABCDEF' if hexadecimal else '0123456789'
        else:
            allowed = _NAME_CHARACTERS
        while stop < size and text[stop] in allowed:
            stop += 1
        if not number and text[start:stop] and not text[start].isalpha():
            stop = start
        if stop == size and not end:
            # The rest of it may be still to come.
            return -1
        if stop == start:
            self.handle_data(text[at:at + 1 + number])
            return at + 1 + number
        if stop == size:
            # As CPython: of a name that is cut off, the ampersand is dropped.
            self.handle_data(text[at if number else start:])
            return size
        if number:
            self.handle_charref(text[at + 2:stop])
        else:
            self.handle_entityref(text[start:stop])
        return stop + text.startswith(';', stop)

    def parse_html_declaration(self, i):
        text = self.rawdata
        if text.startswith('<!--', i):
            return self.parse_comment(i)
        if text.startswith('<![', i):
            return self.parse_marked_section(i)
        if text[i:i + 9].lower() == '<!doctype':
            stop = text.find('>', i + 9)
            if stop < 0:
                return -1
            self.handle_decl(text[i + 2:stop])
            return stop + 1
        return self.parse_bogus_comment(i)

    def parse_bogus_comment(self, i, report=1):
        stop = self.rawdata.find('>', i + 2)
        if stop < 0:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 2:stop])
        return stop + 1

    def parse_pi(self, i):
        stop = self.rawdata.find('>', i + 2)
        if stop < 0:
            return -1
        self.handle_pi(self.rawdata[i + 2:stop])
        return stop + 1

    def parse_starttag(self, i):
        self._starttag_text = None
        tag, attrs, at, ending = _scan_tag(self.rawdata, i)
        if ending is None:
            return -1
        self._starttag_text = self.rawdata[i:at]
        self.lasttag = tag
        if ending == '':
            # Something that is no tag after all.
            self.handle_data(self._starttag_text)
        elif ending == '/>':
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return at

    def parse_endtag(self, i):
        text = self.rawdata
        closing = text.find('>', i + 1)
        if closing < 0:
            return -1
        inner = text[i + 2:closing].strip(_SPACES)
        exact = _word(inner, 0) == len(inner) and inner[:1].isascii() and inner[:1].isalpha() and all(
            c.isascii() and (c.isalnum() or c in '-.:_') for c in inner)
        if self.cdata_elem is not None:
            if not exact or inner.lower() != self.cdata_elem:
                self.handle_data(text[i:closing + 1])
                return closing + 1
        if exact:
            self.handle_endtag(inner.lower())
            self.clear_cdata_mode()
            return closing + 1
        if not (text[i + 2:i + 3].isascii() and text[i + 2:i + 3].isalpha()):
            if text[i + 2:i + 3] == '>':
                return i + 3
            return self.parse_bogus_comment(i)
        # Whatever follows the name in an end tag means nothing.
        end = _word(text, i + 2)
        self.handle_endtag(text[i + 2:end].lower())
        return text.find('>', end) + 1

    # To be written by subclasses.

    def handle_startendtag(self, tag, attrs):
        """`<br/>`: both, unless it is overridden."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass
