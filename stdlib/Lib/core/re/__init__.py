"""Regular expressions: the functions, flags and the exception; patterns and matches are the machine's."""
import enum as _enum
import _re
from _re import Match, Pattern

__all__ = [
    'match', 'fullmatch', 'search', 'sub', 'subn', 'split', 'findall', 'finditer', 'compile',
    'purge', 'escape', 'error', 'Pattern', 'Match', 'A', 'I', 'L', 'M', 'S', 'X', 'U', 'ASCII',
    'IGNORECASE', 'LOCALE', 'MULTILINE', 'DOTALL', 'VERBOSE', 'UNICODE', 'NOFLAG', 'RegexFlag',
    'PatternError',
]
__version__ = '2.2.1'


class PatternError(Exception):
    """A pattern or template that can't be used: what is wrong, and where."""

    __module__ = 're'

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = '%s at position %d' % (msg, pos)
            newline = '\n' if isinstance(pattern, str) else b'\n'
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = '%s (line %d, column %d)' % (msg, self.lineno, self.colno)
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


error = PatternError


class RegexFlag(_enum.IntFlag, boundary=_enum.KEEP):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    DEBUG = 128
    _numeric_repr_ = hex
    __repr__ = _enum.global_flag_repr
    __str__ = object.__str__


NOFLAG = RegexFlag.NOFLAG
A = ASCII = RegexFlag.ASCII
I = IGNORECASE = RegexFlag.IGNORECASE
L = LOCALE = RegexFlag.LOCALE
U = UNICODE = RegexFlag.UNICODE
M = MULTILINE = RegexFlag.MULTILINE
S = DOTALL = RegexFlag.DOTALL
X = VERBOSE = RegexFlag.VERBOSE
DEBUG = RegexFlag.DEBUG

_compile = _re.compile
_cache = {}


class _ZeroSentinel(int):
    pass


_zero_sentinel = _ZeroSentinel()


def match(pattern, string, flags=0):
    """The match at the start of the string, or None."""
    return _compile(_cache, pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    """The match of the whole string, or None."""
    return _compile(_cache, pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    """The first match anywhere in the string, or None."""
    return _compile(_cache, pattern, flags).search(string)


def _by_position(name, keyword, args, count, flags):
    """Optional arguments given by position, which is deprecated."""
    if count is not _zero_sentinel:
        raise TypeError("%s() got multiple values for argument '%s'" % (name, keyword))
    count, *args = args
    if args:
        if flags is not _zero_sentinel:
            raise TypeError("%s() got multiple values for argument 'flags'" % name)
        flags, *args = args
        if args:
            first = 2 if name == 'split' else 3
            raise TypeError('%s() takes from %d to %d positional arguments but %d were given'
                            % (name, first, first + 2, first + 2 + len(args)))
    import warnings
    warnings.warn("'%s' is passed as positional argument" % keyword, DeprecationWarning, stacklevel=3)
    return count, flags


def sub(pattern, repl, string, *args, count=_zero_sentinel, flags=_zero_sentinel):
    """The string with matches replaced by a template or by what a function makes of each."""
    if args:
        count, flags = _by_position('sub', 'count', args, count, flags)
    return _compile(_cache, pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, *args, count=_zero_sentinel, flags=_zero_sentinel):
    """As `sub`: the new string and the number of replacements."""
    if args:
        count, flags = _by_position('subn', 'count', args, count, flags)
    return _compile(_cache, pattern, flags).subn(repl, string, count)


def split(pattern, string, *args, maxsplit=_zero_sentinel, flags=_zero_sentinel):
    """The pieces between matches, and what groups of the pattern matched between them."""
    if args:
        maxsplit, flags = _by_position('split', 'maxsplit', args, maxsplit, flags)
    return _compile(_cache, pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    """All matches without overlap: strings, or groups where the pattern has some."""
    return _compile(_cache, pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    """An iterator over all matches without overlap."""
    return _compile(_cache, pattern, flags).finditer(string)


def compile(pattern, flags=0):
    """A pattern object."""
    return _compile(_cache, pattern, flags)


def purge():
    """Forget patterns compiled for the functions of this module."""
    _cache.clear()


def escape(pattern):
    """The text as a pattern that matches just it."""
    return _re.escape(pattern)


class Scanner:
    """Reads a text as a run of tokens, each with an action of its own."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self._parts = [(compile(phrase, flags), action) for phrase, action in lexicon]
        self._flags = flags

    @property
    def scanner(self):
        """All phrases as one pattern, each a group."""
        return compile('|'.join([f'({phrase})' for phrase, _ in self.lexicon]), self._flags)

    def scan(self, string):
        result, at, match = [], 0, None
        while True:
            for pattern, action in self._parts:
                match = pattern.match(string, at)
                if match is not None:
                    break
            else:
                break
            if match.end() == at:
                break
            if callable(action):
                self.match = match
                action = action(self, match.group())
            if action is not None:
                result.append(action)
            at = match.end()
        return result, string[at:]
