"""Differences between sequences, lines and words: matching blocks, deltas, close matches."""
from heapq import nlargest

__all__ = ['get_close_matches', 'ndiff', 'restore', 'SequenceMatcher', 'Differ', 'IS_CHARACTER_JUNK',
           'IS_LINE_JUNK', 'context_diff', 'unified_diff', 'diff_bytes', 'HtmlDiff', 'Match']


def __getattr__(name):
    if name == 'HtmlDiff':
        from _difflib_html import HtmlDiff
        globals()[name] = HtmlDiff
        return HtmlDiff
    raise AttributeError(f"module 'difflib' has no attribute {name!r}")


def _make_match():
    from collections import namedtuple
    return namedtuple('Match', 'a b size', module='difflib')


Match = _make_match()


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Compares two sequences of hashable items.

    The longest matching block is looked for first, then the same to its left and to its right.
    """

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Set both sequences."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Set the first sequence; what is known about the second is kept."""
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Set the second sequence, the one that is indexed."""
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        self._index()

    def _index(self):
        """Where each item of b occurs, without junk and without what occurs all over."""
        places = {}
        for i, item in enumerate(self.b):
            places.setdefault(item, []).append(i)
        self.b2j = places
        self.bjunk = junk = set()
        if self.isjunk:
            junk.update(item for item in places if self.isjunk(item))
            for item in junk:
                del places[item]
        self.bpopular = popular = set()
        size = len(self.b)
        if self.autojunk and size >= 200:
            most = size // 100 + 1
            popular.update(item for item, at in places.items() if len(at) > most)
            for item in popular:
                del places[item]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest block that a[alo:ahi] and b[blo:bhi] share, the first of them."""
        a, b, places, is_junk = self.a, self.b, self.b2j, self.bjunk.__contains__
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        best_i, best_j, best = alo, blo, 0
        # By position in b, the length of the match that ends there.
        lengths, nothing = {}, []
        for i in range(alo, ahi):
            now = {}
            for j in places.get(a[i], nothing):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = now[j] = lengths.get(j - 1, 0) + 1
                if k > best:
                    best_i, best_j, best = i - k + 1, j - k + 1, k
            lengths = now

        def grow(junk):
            # Popular items, and then junk, may extend a match that starts without them.
            nonlocal best_i, best_j, best
            while (best_i > alo and best_j > blo and is_junk(b[best_j - 1]) == junk
                    and a[best_i - 1] == b[best_j - 1]):
                best_i, best_j, best = best_i - 1, best_j - 1, best + 1
            while (best_i + best < ahi and best_j + best < bhi and is_junk(b[best_j + best]) == junk
                    and a[best_i + best] == b[best_j + best]):
                best += 1

        grow(False)
        grow(True)
        return Match(best_i, best_j, best)

    def get_matching_blocks(self):
        """All matching blocks in order, and an empty one at the end."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        size_a, size_b = len(self.a), len(self.b)
        todo, found = [(0, size_a, 0, size_b)], []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, k = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append((i, j, k))
                if alo < i and blo < j:
                    todo.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    todo.append((i + k, ahi, j + k, bhi))
        found.sort()
        # Adjacent blocks are joined.
        blocks, (i, j, k) = [], (0, 0, 0)
        for i2, j2, k2 in found:
            if i + k == i2 and j + k == j2:
                k += k2
            else:
                if k:
                    blocks.append((i, j, k))
                i, j, k = i2, j2, k2
        if k:
            blocks.append((i, j, k))
        blocks.append((size_a, size_b, 0))
        self.matching_blocks = [Match(*block) for block in blocks]
        return self.matching_blocks

    def get_opcodes(self):
        """What to do to turn a into b: (tag, i1, i2, j1, j2)."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = steps = []
        for ai, bj, size in self.get_matching_blocks():
            if i < ai and j < bj:
                steps.append(('replace', i, ai, j, bj))
            elif i < ai:
                steps.append(('delete', i, ai, j, bj))
            elif j < bj:
                steps.append(('insert', i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                steps.append(('equal', ai, i, bj, j))
        return steps

    def get_grouped_opcodes(self, n=3):
        """The opcodes in groups of changes, with n items of context."""
        # Shortens the list itself, which `get_opcodes` then shows, as in CPython.
        codes = self.get_opcodes() or [('equal', 0, 1, 0, 1)]
        tag, i1, i2, j1, j2 = codes[0]
        if tag == 'equal':
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        tag, i1, i2, j1, j2 = codes[-1]
        if tag == 'equal':
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > n + n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def ratio(self):
        """How alike they are, from 0 to 1."""
        return _ratio(sum(block[-1] for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        """An upper bound of `ratio`: items in any order."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for item in self.b:
                counts[item] = counts.get(item, 0) + 1
        left, matches = {}, 0
        for item in self.a:
            n = left[item] if item in left else self.fullbcount.get(item, 0)
            left[item] = n - 1
            if n > 0:
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """An upper bound from the lengths alone."""
        return _ratio(min(len(self.a), len(self.b)), len(self.a) + len(self.b))

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The most similar of several sequences, the best first."""
    if not n > 0:
        raise ValueError(f'n must be > 0: {n!r}')
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError(f'cutoff must be in [0.0, 1.0]: {cutoff!r}')
    scored = []
    s = SequenceMatcher()
    s.set_seq2(word)
    for x in possibilities:
        s.set_seq1(x)
        if s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff and (score := s.ratio()) >= cutoff:
            scored.append((score, x))
    return [x for score, x in nlargest(n, scored)]


class Differ:
    """Deltas that people read: lines with `- `, `+ `, `  `, and `? ` where inside a line."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """The delta between two lists of lines."""
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == 'delete':
                yield from self._dump('-', a, alo, ahi)
            elif tag == 'insert':
                yield from self._dump('+', b, blo, bhi)
            else:
                yield from self._dump(' ', a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield f'{tag} {x[i]}'

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        # The shorter block first.
        if bhi - blo < ahi - alo:
            yield from self._dump('+', b, blo, bhi)
            yield from self._dump('-', a, alo, ahi)
        else:
            yield from self._dump('-', a, alo, ahi)
            yield from self._dump('+', b, blo, bhi)

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        """Of two blocks, pairs of lines that are alike are shown together."""
        best, cutoff = 0.74, 0.75
        matcher = SequenceMatcher(self.charjunk)
        pair = equal = None
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if equal is None:
                        equal = i, j
                    continue
                matcher.set_seq1(a[i])
                if (matcher.real_quick_ratio() > best and matcher.quick_ratio() > best
                        and matcher.ratio() > best):
                    best, pair = matcher.ratio(), (i, j)
        if best < cutoff:
            if equal is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            pair = equal
        else:
            equal = None
        i, j = pair
        yield from self._fancy_helper(a, alo, i, b, blo, j)
        if equal is None:
            yield from self._inside(a[i], b[j], matcher)
        else:
            yield '  ' + a[i]
        yield from self._fancy_helper(a, i + 1, ahi, b, j + 1, bhi)

    def _inside(self, line_a, line_b, matcher):
        marks_a = marks_b = ''
        matcher.set_seqs(line_a, line_b)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            size_a, size_b = i2 - i1, j2 - j1
            if tag == 'replace':
                marks_a += '^' * size_a
                marks_b += '^' * size_b
            elif tag == 'delete':
                marks_a += '-' * size_a
            elif tag == 'insert':
                marks_b += '+' * size_b
            else:
                marks_a += ' ' * size_a
                marks_b += ' ' * size_b
        return self._qformat(line_a, line_b, marks_a, marks_b)

    def _qformat(self, aline, bline, atags, btags):
        atags = _keep_original_ws(aline, atags).rstrip()
        btags = _keep_original_ws(bline, btags).rstrip()
        yield '- ' + aline
        if atags:
            yield f'? {atags}\n'
        yield '+ ' + bline
        if btags:
            yield f'? {btags}\n'

    def _fancy_helper(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi:
            if blo < bhi:
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            else:
                yield from self._dump('-', a, alo, ahi)
        elif blo < bhi:
            yield from self._dump('+', b, blo, bhi)


def _keep_original_ws(line, marks):
    """Where nothing is marked, tabs stay tabs so that the columns fit."""
    return ''.join(c if mark == ' ' and c.isspace() else mark for c, mark in zip(line, marks))


def IS_LINE_JUNK(line, pat=None):
    """Whether a line is blank or only a #."""
    if pat is None:
        import re
        pat = re.compile(r'\s*(?:#\s*)?$').match
    return pat(line) is not None


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    """Whether a character is a blank or a tab."""
    return ch in ws


def _span(start, stop, comma_form):
    """Lines from start to stop in the form of a diff header."""
    beginning, length = start + 1, stop - start
    if comma_form:
        if length == 1:
            return str(beginning)
        if not length:
            beginning -= 1
        return f'{beginning},{length}'
    if not length:
        beginning -= 1
    return str(beginning) if length <= 1 else f'{beginning},{beginning + length - 1}'


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """The delta of two lists of lines in the unified form."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _headers('---', '+++', fromfile, tofile, fromfiledate, tofiledate, lineterm)
        first, last = group[0], group[-1]
        yield f'@@ -{_span(first[1], last[2], True)} +{_span(first[3], last[4], True)} @@{lineterm}'
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                for line in a[i1:i2]:
                    yield ' ' + line
                continue
            if tag != 'insert':
                for line in a[i1:i2]:
                    yield '-' + line
            if tag != 'delete':
                for line in b[j1:j2]:
                    yield '+' + line


def _headers(mark_a, mark_b, fromfile, tofile, fromdate, todate, lineterm):
    for mark, name, date in ((mark_a, fromfile, fromdate), (mark_b, tofile, todate)):
        tab = f'\t{date}' if date else ''
        yield f'{mark} {name}{tab}{lineterm}'


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """The delta of two lists of lines in the context form."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    marks = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _headers('***', '---', fromfile, tofile, fromfiledate, tofiledate, lineterm)
        first, last = group[0], group[-1]
        yield '***************' + lineterm
        for lines, lo, hi, skipped, around in ((a, 1, 2, 'insert', '***'), (b, 3, 4, 'delete', '---')):
            yield f'{around} {_span(first[lo], last[hi], False)} {around[0] * 4}{lineterm}'
            changes = {'delete', 'replace'} if lines is a and skipped == 'insert' else {'insert', 'replace'}
            if any(step[0] in changes for step in group):
                for step in group:
                    if step[0] != skipped:
                        for line in lines[step[lo]:step[hi]]:
                            yield marks[step[0]] + line


def _check_types(a, b, *args):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError(f'lines to compare must be str, not {type(lines[0]).__name__} ({lines[0]!r})')
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError(f'all arguments must be str, not: {arg!r}')


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3, lineterm=b'\n'):
    """A delta of lists of bytes with a function that makes deltas of lists of strings."""
    def decode(s):
        try:
            return s.decode('ascii', 'surrogateescape')
        except AttributeError as err:
            raise TypeError(f'all arguments must be bytes, not {type(s).__name__} ({s!r})') from err

    lines = dfunc([decode(x) for x in a], [decode(x) for x in b], decode(fromfile), decode(tofile),
                  decode(fromfiledate), decode(tofiledate), n, decode(lineterm))
    for line in lines:
        yield line.encode('ascii', 'surrogateescape')


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """The delta of two lists of lines as `Differ` shows it."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """One of the two lists of lines that a delta came from."""
    try:
        tag = {1: '- ', 2: '+ '}[int(which)]
    except KeyError:
        raise ValueError(f'unknown delta choice (must be 1 or 2): {which!r}') from None
    for line in delta:
        if line[:2] in ('  ', tag):
            yield line[2:]
