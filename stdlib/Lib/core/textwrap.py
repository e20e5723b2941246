"""Filling text into lines, and indenting lines."""
import re

__all__ = ['TextWrapper', 'wrap', 'fill', 'dedent', 'indent', 'shorten']
_SPACE = '\t\n\x0b\x0c\r '


class TextWrapper:
    unicode_whitespace_trans = {ord(char): 32 for char in _SPACE}
    _patterns = {}  # the chunk patterns, compiled when first used

    def __init__(self, width=70, initial_indent='', subsequent_indent='', expand_tabs=True,
                 replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None,
                 placeholder=' [...]'):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    @property
    def wordsep_re(self):
        found = self._patterns.get('words')
        if found is None:
            # whitespace | em-dash between words | a word, perhaps ending after a hyphen
            found = self._patterns['words'] = re.compile(
                r'''([\t\n\x0b\x0c\r\ ]+'''
                r'''|(?<=[\w!"'&.,?])-{2,}(?=\w)'''
                r'''|[^\t\n\x0b\x0c\r\ ](?:[^\t\n\x0b\x0c\r\ ]*?'''
                r'''(?:-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])'''
                r'''|(?=[\t\n\x0b\x0c\r\ ]|\Z)'''
                r'''|(?<=[\w!"'&.,?])(?=-{2,}\w))))''')
        return found

    @property
    def wordsep_simple_re(self):
        found = self._patterns.get('simple')
        if found is None:
            found = self._patterns['simple'] = re.compile(r'([\t\n\x0b\x0c\r\ ]+)')
        return found

    @property
    def sentence_end_re(self):
        found = self._patterns.get('sentence')
        if found is None:
            found = self._patterns['sentence'] = re.compile(r'''[a-z][\.\!\?][\"\']?\Z''')
        return found

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(self.unicode_whitespace_trans)
        return text

    def _split(self, text):
        pattern = self.wordsep_re if self.break_on_hyphens is True else self.wordsep_simple_re
        return [chunk for chunk in pattern.split(text) if chunk]

    def _fix_sentence_endings(self, chunks):
        at = 0
        while at < len(chunks) - 1:
            if chunks[at + 1] == ' ' and self.sentence_end_re.search(chunks[at]):
                chunks[at + 1] = '  '
                at += 2
            else:
                at += 1

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        room = 1 if width < 1 else width - cur_len
        if self.break_long_words:
            word = reversed_chunks[-1]
            end = room
            if self.break_on_hyphens and len(word) > room:
                hyphen = word.rfind('-', 0, room)
                if hyphen > 0 and any([char != '-' for char in word[:hyphen]]):
                    end = hyphen + 1
            cur_line.append(word[:end])
            reversed_chunks[-1] = word[end:]
        elif not cur_line:
            cur_line.append(reversed_chunks.pop())

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError('invalid width %r (must be > 0)' % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError('placeholder too large for max width')
        lines = []
        chunks.reverse()
        while chunks:
            line = []
            used = 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            while chunks and used + len(chunks[-1]) <= width:
                used += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._handle_long_word(chunks, line, used, width)
                used = sum([len(chunk) for chunk in line])
            if self.drop_whitespace and line and not line[-1].strip():
                used -= len(line.pop())
            if not line:
                continue
            last = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or last and used <= width:
                lines.append(indent + ''.join(line))
                continue
            self._place_placeholder(lines, line, used, width, indent)
            break
        return lines

    def _place_placeholder(self, lines, line, used, width, indent):
        while line:
            if line[-1].strip() and used + len(self.placeholder) <= width:
                line.append(self.placeholder)
                lines.append(indent + ''.join(line))
                return
            used -= len(line.pop())
        if lines:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                lines[-1] = before + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def wrap(self, text):
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        return '\n'.join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(' '.join(text.strip().split()))


def dedent(text):
    if not isinstance(text, str):
        raise TypeError('cannot use a string pattern on a bytes-like object' if isinstance(text, (bytes, bytearray))
                        else f"expected string or bytes-like object, got '{type(text).__name__}'")
    margin = None
    lines = text.split('\n')
    for at, line in enumerate(lines):
        body = line.lstrip(' \t')
        if not body:
            lines[at] = ''
            continue
        lead = line[:len(line) - len(body)]
        if margin is None:
            margin = lead
        else:
            shared = 0
            for one, other in zip(margin, lead):
                if one != other:
                    break
                shared += 1
            margin = margin[:shared]
    if not margin:
        return '\n'.join(lines)
    cut = len(margin)
    return '\n'.join([line[cut:] for line in lines])


def indent(text, prefix, predicate=None):
    made = []
    for line in text.splitlines(True):
        if line.strip() if predicate is None else predicate(line):
            made.append(prefix)
        made.append(line)
    return ''.join(made)
