"""Guesses about a sample of separated values: delimiter, quotes, header."""
import re


def _most_common(counts):
    """The key with the highest count, the first such; `None` for none."""
    best = None
    for key, count in counts.items():
        if best is None or count > counts[best]:
            best = key
    return best


def from_quotes(sample, delimiters):
    """Looks for quoted fields between delimiters: (quote, doublequote, delimiter, skipinitialspace)."""
    before = r'(?P<delim>[^\w\n"\'])(?P<space> ?)'
    body = r'(?P<quote>["\']).*?(?P=quote)'
    start, end = r'(?:^|\n)', r'(?:$|\n)'
    after = r'(?P<delim>[^\w\n"\'])(?P<space> ?)'
    # A quoted field between two delimiters, first in its line, last in its line, or alone in its line.
    for pattern in (before + body + '(?P=delim)', start + body + after, before + body + end, start + body + end):
        found = list(re.finditer(pattern, sample, re.DOTALL | re.MULTILINE))
        if found:
            break
    else:
        return '', False, None, False
    quotes, delims, spaces = {}, {}, 0
    for m in found:
        quotes[m['quote']] = quotes.get(m['quote'], 0) + 1
        parts = m.groupdict()
        delim = parts.get('delim')
        if delim and (delimiters is None or delim in delimiters):
            delims[delim] = delims.get(delim, 0) + 1
        if parts.get('space'):
            spaces += 1
    quote = _most_common(quotes)
    delim, skip = '', False
    if delims:
        delim = _most_common(delims)
        skip = delims[delim] == spaces
        if delim == '\n':
            # The file probably has a single column.
            delim = ''
    d = re.escape(delim)
    inside = rf'(?:{d}|^)\W*{quote}[^{d}\n]*{quote}[^{d}\n]*{quote}\W*(?:{d}|$)'
    return quote, bool(re.search(inside, sample, re.MULTILINE)), delim, skip


def from_counts(sample, delimiters, preferred):
    """Looks for a character that occurs equally often in nearly every line."""
    lines = [line for line in sample.split('\n') if line]
    ascii_characters = [chr(c) for c in range(127)]
    chunk = min(10, len(lines))
    # character -> {occurrences in a line: number of such lines}
    tables = {c: {} for c in ascii_characters}
    start, seen, candidates = 0, 0, {}
    while start < len(lines):
        seen += 1
        for line in lines[start:start + chunk]:
            for c in ascii_characters:
                table, count = tables[c], line.count(c)
                table[count] = table.get(count, 0) + 1
        modes = {}
        for c, table in tables.items():
            if len(table) == 1 and 0 in table:
                continue
            top = max(table.items(), key=lambda item: item[1])
            others = sum(n for count, n in table.items()) - top[1]
            modes[c] = (top[0], top[1] - others) if len(table) > 1 else top
        total = float(min(chunk * seen, len(lines)))
        consistency = 1.0
        while not candidates and consistency >= 0.9:
            for c, (count, agreeing) in modes.items():
                if count > 0 and agreeing > 0 and agreeing / total >= consistency:
                    if delimiters is None or c in delimiters:
                        candidates[c] = (count, agreeing)
            consistency -= 0.01
        if len(candidates) == 1:
            return _with_space(next(iter(candidates)), lines)
        start += chunk
    if not candidates:
        return '', 0
    for c in preferred:
        if c in candidates:
            return _with_space(c, lines)
    best = max(candidates, key=lambda c: (candidates[c], c))
    return _with_space(best, lines)


def _with_space(delim, lines):
    """A delimiter, and whether a space follows it wherever it is in the first line."""
    return delim, lines[0].count(delim) == lines[0].count(delim + ' ')


def _kind(text):
    """What a column can be recognised by: being a number, else the length of the text."""
    try:
        complex(text)
        return complex
    except (ValueError, OverflowError):
        return len(text)


def header_votes(header, rows):
    """Positive when the first row looks unlike the rest."""
    kinds = dict.fromkeys(range(len(header)))
    checked = 0
    for row in rows:
        if checked > 20:
            break
        checked += 1
        if len(row) != len(header):
            continue
        for column in list(kinds):
            kind = _kind(row[column])
            if kinds[column] is None:
                kinds[column] = kind
            elif kinds[column] != kind:
                # This column has no single kind.
                del kinds[column]
    votes = 0
    for column, kind in kinds.items():
        if type(kind) is int:
            votes += 1 if len(header[column]) != kind else -1
        else:
            try:
                kind(header[column])
            except (ValueError, TypeError):
                votes += 1
            else:
                votes -= 1
    return votes
