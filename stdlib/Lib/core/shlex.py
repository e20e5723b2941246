"""Words of a command line, as a shell splits and quotes them."""
from collections import deque
from io import StringIO

__all__ = ['shlex', 'split', 'quote', 'join']


class shlex:
    """A lexer with a shell's quotes, comments and escapes; the attributes say what is what."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        from sys import stdin
        if isinstance(instream, str):
            instream = StringIO(instream)
        if instream is not None:
            self.instream = instream
            self.infile = infile
        else:
            self.instream = stdin
            self.infile = None
        self.posix = posix
        self.eof = None if posix else ''
        self.commenters = '#'
        self.wordchars = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
        if posix:
            self.wordchars += 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
        self.whitespace = ' \t\r\n'
        self.whitespace_split = False
        self.quotes = '\'"'
        self.escape = '\\'
        self.escapedquotes = '"'
        self.state = ' '
        self.pushback = deque()
        self.lineno = 1
        self.debug = 0
        self.token = ''
        self.filestack = deque()
        self.source = None
        if not punctuation_chars:
            punctuation_chars = ''
        elif punctuation_chars is True:
            punctuation_chars = '();<>|&'
        self._punctuation_chars = punctuation_chars
        if punctuation_chars:
            self._pushback_chars = deque()
            self.wordchars += '~-./*?='
            self.wordchars = self.wordchars.translate(dict.fromkeys(map(ord, punctuation_chars)))

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """Give a token back: it is the next one."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Read from another stream first."""
        if isinstance(newstream, str):
            newstream = StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile = newfile
        self.instream = newstream
        self.lineno = 1

    def pop_source(self):
        """Go back to the stream before."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = ' '

    def get_token(self):
        """The next token, `eof` at the end."""
        if self.pushback:
            return self.pushback.popleft()
        raw = self.read_token()
        if self.source is not None:
            while raw == self.source:
                spec = self.sourcehook(self.read_token())
                if spec:
                    newfile, newstream = spec
                    self.push_source(newstream, newfile)
                raw = self.get_token()
        while raw == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            raw = self.get_token()
        return raw

    def sourcehook(self, newfile):
        """The name of a file that is read here and a stream of it; beside the one that is read now, unless it has a path of its own."""
        from os import path
        if newfile[0] == '"':
            newfile = newfile[1:-1]
        if isinstance(self.infile, str) and not path.isabs(newfile):
            newfile = path.join(path.dirname(self.infile), newfile)
        return newfile, open(newfile)

    def _next_character(self):
        if self._punctuation_chars and self._pushback_chars:
            return self._pushback_chars.pop()
        return self.instream.read(1)

    def read_token(self):
        """The next token of the stream, nothing given back and no other streams."""
        quoted = False
        # The state in which an escape was met: what the escape means depends on it.
        escaped_in = ' '
        while True:
            c = self._next_character()
            if c == '\n':
                self.lineno += 1
            if self.state is None:
                # Past the end.
                self.token = ''
                break
            if self.state == ' ':
                if not c:
                    self.state = None
                    break
                if c in self.whitespace:
                    if self.token or self.posix and quoted:
                        break
                elif c in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                elif self.posix and c in self.escape:
                    escaped_in = 'a'
                    self.state = c
                elif c in self.wordchars:
                    self.token = c
                    self.state = 'a'
                elif c in self._punctuation_chars:
                    self.token = c
                    self.state = 'c'
                elif c in self.quotes:
                    if not self.posix:
                        self.token = c
                    self.state = c
                elif self.whitespace_split:
                    self.token = c
                    self.state = 'a'
                else:
                    self.token = c
                    if self.token or self.posix and quoted:
                        break
            elif self.state in self.quotes:
                quoted = True
                if not c:
                    raise ValueError('No closing quotation')
                if c == self.state:
                    if not self.posix:
                        self.token += c
                        self.state = ' '
                        break
                    self.state = 'a'
                elif self.posix and c in self.escape and self.state in self.escapedquotes:
                    escaped_in = self.state
                    self.state = c
                else:
                    self.token += c
            elif self.state in self.escape:
                if not c:
                    raise ValueError('No escaped character')
                if escaped_in in self.quotes and c != self.state and c != escaped_in:
                    # Inside quotes only the quote and the escape itself can be escaped.
                    self.token += self.state
                self.token += c
                self.state = escaped_in
            else:
                # In a word ('a') or in punctuation ('c').
                if not c:
                    self.state = None
                    break
                if c in self.whitespace:
                    self.state = ' '
                    if self.token or self.posix and quoted:
                        break
                elif c in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                    if self.posix:
                        self.state = ' '
                        if self.token or quoted:
                            break
                elif self.state == 'c':
                    if c in self._punctuation_chars:
                        self.token += c
                    else:
                        if c not in self.whitespace:
                            self._pushback_chars.append(c)
                        self.state = ' '
                        break
                elif self.posix and c in self.quotes:
                    self.state = c
                elif self.posix and c in self.escape:
                    escaped_in = 'a'
                    self.state = c
                elif (c in self.wordchars or c in self.quotes
                        or self.whitespace_split and c not in self._punctuation_chars):
                    self.token += c
                else:
                    if self._punctuation_chars:
                        self._pushback_chars.append(c)
                    else:
                        self.pushback.appendleft(c)
                    self.state = ' '
                    if self.token or self.posix and quoted:
                        break
        result, self.token = self.token, ''
        if self.posix and not quoted and result == '':
            return None
        return result

    def error_leader(self, infile=None, lineno=None):
        """The beginning of an error message that says where."""
        return '"%s", line %d: ' % (self.infile if infile is None else infile,
                                    self.lineno if lineno is None else lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    """The words of a command line."""
    if s is None:
        raise ValueError('s argument must not be None')
    lex = shlex(s, posix=posix)
    lex.whitespace_split = True
    if not comments:
        lex.commenters = ''
    return list(lex)


def join(split_command):
    """Words as one command line."""
    return ' '.join(quote(arg) for arg in split_command)


_UNQUOTED = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_')


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
    return "'" + s.replace("'", "'\"'\"'") + "'"
