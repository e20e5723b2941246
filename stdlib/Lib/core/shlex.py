"""Words of a command line, as a shell splits and quotes them."""
from collections import deque
from io import StringIO

__all__ = ['shlex', 'split', 'quote', 'join']


# The order is that of CPython's `wordchars`.
_LETTERS = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
_DIGITS = '0123456789'
_LATIN = 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'

# States of the lexer. Inside quotes and after an escape, the state is the character itself. None is the end.
_BETWEEN, _WORD, _PUNCTUATION = ' ', 'a', 'c'


def _stream(text):
    return StringIO(text) if isinstance(text, str) else text


class shlex:
    """A lexer with a shell's quotes, comments and escapes. Its attributes say which characters mean what."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if instream is None:
            from sys import stdin
            instream, infile = stdin, None
        self.instream, self.infile, self.lineno = _stream(instream), infile, 1
        self.posix, self.eof = posix, None if posix else ''
        self.wordchars = _LETTERS + _DIGITS + '_' + (_LATIN if posix else '')
        self.whitespace, self.commenters = ' \t\r\n', '#'
        self.quotes, self.escapedquotes, self.escape = '\'"', '"', '\\'
        self.whitespace_split, self.source = False, None
        self.state, self.token, self.debug = _BETWEEN, '', 0
        # Tokens that were pushed back, outer streams, and characters that were read too early.
        self.pushback, self.filestack, self._early = deque(), deque(), []
        if punctuation_chars is True:
            punctuation_chars = '();<>|&'
        self._punctuation_chars = punctuation_chars or ''
        if punctuation_chars:
            # Characters that may be part of a file name or an option.
            self.wordchars = ''.join([c for c in self.wordchars + '~-./*?=' if c not in punctuation_chars])

    punctuation_chars = property(lambda self: self._punctuation_chars)

    def push_token(self, tok):
        """Gives a token back: it is the next one."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Reads another stream first."""
        self.filestack.append((self.infile, self.instream, self.lineno))
        self.instream, self.infile, self.lineno = _stream(newstream), newfile, 1

    def pop_source(self):
        """Goes back to the stream before."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.pop()
        self.state = _BETWEEN

    def sourcehook(self, newfile):
        """The name and the stream of a file that is included; its name is relative to the file that includes it."""
        import os.path
        if newfile[0] == '"':
            newfile = newfile[1:-1]
        including = self.infile
        if isinstance(including, str) and not os.path.isabs(newfile):
            newfile = os.path.join(os.path.dirname(including), newfile)
        return newfile, open(newfile)

    def get_token(self):
        """The next token, `eof` at the end."""
        if self.pushback:
            return self.pushback.popleft()
        token = self.read_token()
        while self.source is not None and token == self.source:
            included = self.sourcehook(self.read_token())
            if included:
                name, stream = included
                self.push_source(stream, name)
            token = self.get_token()
        while token == self.eof and self.filestack:
            self.pop_source()
            token = self.get_token()
        return token

    def read_token(self):
        """The next token of the stream; tokens that were given back and other streams are left alone."""
        # `_quoted`: a part was quoted, so an empty token counts. `_outside`: the state before an escape.
        self._quoted, self._outside = False, _BETWEEN
        ended = False
        while not ended:
            c = self._early.pop() if self._early and self._punctuation_chars else self.instream.read(1)
            if c == '\n':
                self.lineno += 1
            state = self.state
            if state is None:
                self.token = ''
                ended = True
            elif state == _BETWEEN:
                ended = self._between(c)
            elif state in self.quotes:
                ended = self._inside_quotes(c)
            elif state in self.escape:
                self._after_escape(c)
            else:
                ended = self._inside_word(c)
        token, self.token = self.token, ''
        return None if self.posix and not token and not self._quoted else token

    # Each method takes a character in one state, and returns whether a token ends with it.

    def _is_token(self):
        return bool(self.token or self.posix and self._quoted)

    def _skip_comment(self):
        self.instream.readline()
        self.lineno += 1

    def _start_escape(self, c):
        self._outside, self.state = _WORD, c

    def _between(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return self._is_token()
        if c in self.commenters:
            self._skip_comment()
        elif c in self.escape and self.posix:
            self._start_escape(c)
        elif c in self.wordchars:
            self.token, self.state = c, _WORD
        elif c in self._punctuation_chars:
            self.token, self.state = c, _PUNCTUATION
        elif c in self.quotes:
            self.state = c
            if not self.posix:
                self.token = c
        else:
            self.token = c
            if not self.whitespace_split:
                return True
            self.state = _WORD
        return False

    def _inside_quotes(self, c):
        self._quoted, opening = True, self.state
        if not c:
            raise ValueError('No closing quotation')
        if c == opening and self.posix:
            self.state = _WORD
        elif c == opening:
            self.token, self.state = self.token + c, _BETWEEN
            return True
        elif self.posix and opening in self.escapedquotes and c in self.escape:
            self._outside, self.state = opening, c
        else:
            self.token += c
        return False

    def _after_escape(self, c):
        if not c:
            raise ValueError('No escaped character')
        escape, outside = self.state, self._outside
        if outside in self.quotes and c not in (escape, outside):
            # Inside quotes, an escape character is kept unless a quote or an escape character follows.
            c = escape + c
        self.token, self.state = self.token + c, outside

    def _inside_word(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = _BETWEEN
            return self._is_token()
        if c in self.commenters:
            self._skip_comment()
            if not self.posix:
                return False
            self.state = _BETWEEN
            return self._is_token()
        punctuation = self._punctuation_chars
        if self.state == _PUNCTUATION:
            if c in punctuation:
                self.token += c
                return False
            self._early.append(c)
            self.state = _BETWEEN
            return True
        if self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._start_escape(c)
        elif c in self.wordchars or c in self.quotes or self.whitespace_split and c not in punctuation:
            self.token += c
        else:
            # The character begins the next token.
            if punctuation:
                self._early.append(c)
            else:
                self.push_token(c)
            self.state = _BETWEEN
            return self._is_token()
        return False

    def error_leader(self, infile=None, lineno=None):
        """The start of an error message: the file and the line."""
        file = self.infile if infile is None else infile
        line = self.lineno if lineno is None else lineno
        return '"%s", line %d: ' % (file, line)

    def __iter__(self):
        return self

    def __next__(self):
        if (token := self.get_token()) == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        raise ValueError('s argument must not be None')
    words = shlex(s, posix=posix)
    if not comments:
        words.commenters = ''
    words.whitespace_split = True
    return list(words)


def join(split_command):
    """Words as one command line."""
    return ' '.join(map(quote, split_command))


_UNQUOTED = frozenset(_LETTERS + _DIGITS + '@%+=:,./-_')


def quote(s):
    """A word quoted so that a shell takes it as it is."""
    if not s:
        return "''"
    if isinstance(s, (bytes, bytearray, memoryview)):
        raise TypeError('cannot use a string pattern on a bytes-like object')
    if not isinstance(s, str):
        raise TypeError(f"expected string or bytes-like object, got '{type(s).__name__}'")
    if _UNQUOTED.issuperset(s):
        return s
    # Single quotes cannot contain a single quote.
    parts = s.split("'")
    return "'" + """'"'"'""".join(parts) + "'"
