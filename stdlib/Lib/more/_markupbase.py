"""What `html.parser` needs besides tags: positions, comments, marked sections."""
import re

_section_name = re.compile(r'([a-zA-Z][-_.a-zA-Z0-9]*)\s*')


class ParserBase:
    def __init__(self):
        if self.__class__ is ParserBase:
            raise RuntimeError('_markupbase.ParserBase must be subclassed')

    def reset(self):
        self.lineno = 1
        self.offset = 0

    def getpos(self):
        """Line and column of the current piece."""
        return self.lineno, self.offset

    def updatepos(self, i, j):
        if i >= j:
            return j
        lines = self.rawdata.count('\n', i, j)
        if lines:
            self.lineno += lines
            self.offset = j - (self.rawdata.rindex('\n', i, j) + 1)
        else:
            self.offset += j - i
        return j

    def parse_marked_section(self, i, report=1):
        text = self.rawdata
        name = _section_name.match(text, i + 3)
        if not name:
            return -1 if i + 3 >= len(text) else self._odd_section(i)
        if name.end() == len(text):
            return -1
        kind = name.group(1).lower()
        if kind in ('temp', 'cdata', 'ignore', 'include', 'rcdata'):
            close = re.compile(r']\s*]\s*>')
        elif kind in ('if', 'else', 'endif'):
            close = re.compile(r']\s*>')
        else:
            raise AssertionError(f'unknown status keyword {text[i + 3:name.end()]!r} in marked section')
        match = close.search(text, i + 3)
        if not match:
            return -1
        if report:
            self.unknown_decl(text[i + 3:match.start()])
        return match.end()

    def _odd_section(self, i):
        self.lineno, self.offset = self.getpos()
        raise AssertionError('expected name token at %r' % self.rawdata[i + 3:i + 23])

    def parse_comment(self, i, report=1):
        match = re.compile(r'--\s*>').search(self.rawdata, i + 4)
        if not match:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 4:match.start()])
        return match.end()

    def unknown_decl(self, data):
        pass
