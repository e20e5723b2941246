"""File name patterns: `*`, `?`, `[seq]` and `[!seq]`."""
import re
from functools import lru_cache
from posixpath import normcase

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']


def fnmatch(name, pat):
    """Whether a name matches a pattern; on this platform case counts."""
    return fnmatchcase(normcase(name), normcase(pat))


@lru_cache(maxsize=256, typed=True)
def _matcher(pat):
    if isinstance(pat, bytes):
        return re.compile(translate(pat.decode('latin-1')).encode('latin-1')).match
    return re.compile(translate(pat)).match


def fnmatchcase(name, pat):
    """Whether a name matches a pattern, upper and lower case being different."""
    return _matcher(pat)(name) is not None


def filter(names, pat):
    """The names that match a pattern."""
    match = _matcher(normcase(pat))
    return [name for name in names if match(name)]


def _set(body):
    """The regular expression for what is between [ and ]."""
    if '-' in body:
        # Splits at the hyphens that make ranges. The first and the last character never do.
        pieces, start = [], 0
        hyphen = body.find('-', 2 if body[0] == '!' else 1)
        while 0 <= hyphen < len(body):
            pieces.append(body[start:hyphen])
            start = hyphen + 1
            hyphen = body.find('-', hyphen + 3)
        if body[start:]:
            pieces.append(body[start:])
        elif pieces:
            pieces[-1] += '-'
        # A range in reverse order is empty.
        for i in range(len(pieces) - 1, 0, -1):
            if pieces[i - 1][-1] > pieces[i][0]:
                pieces[i - 1] = pieces[i - 1][:-1] + pieces[i][1:]
                del pieces[i]
        body = '-'.join(piece.replace('\\', r'\\').replace('-', r'\-') for piece in pieces)
    else:
        body = body.replace('\\', r'\\')
    if not body:
        return '(?!)'
    if body == '!':
        return '.'
    body = re.sub(r'([&~|])', r'\\\1', body)
    if body[0] == '!':
        body = '^' + body[1:]
    elif body[0] in '^[':
        body = '\\' + body
    return f'[{body}]'


def _translate(pat, STAR, QUESTION_MARK):
    """The pieces of the regular expression: for a run of stars and for a question mark there is what is given."""
    pieces, at = [], 0
    while at < len(pat):
        c = pat[at]
        at += 1
        if c == '*':
            if not pieces or pieces[-1] is not STAR:
                pieces.append(STAR)
        elif c == '?':
            pieces.append(QUESTION_MARK)
        elif c == '[':
            end = at
            if pat[end:end + 1] == '!':
                end += 1
            if pat[end:end + 1] == ']':
                end += 1
            end = pat.find(']', end)
            if end < 0:
                pieces.append('\\[')
            else:
                pieces.append(_set(pat[at:end]))
                at = end + 1
        else:
            pieces.append(re.escape(c))
    return pieces


def translate(pat):
    """The regular expression that matches what a pattern matches."""
    # The texts between the stars must occur in this order.
    star, between = object(), ['']
    for piece in _translate(pat, star, '.'):
        if piece is star:
            between.append('')
        else:
            between[-1] += piece
    if len(between) == 1:
        return f'(?s:{between[0]})\\Z'
    # Every star except the last matches as little as possible, without backtracking.
    middle = ''.join([f'(?>.*?{text})' for text in between[1:-1]])
    return f'(?s:{between[0]}{middle}.*{between[-1]})\\Z'
