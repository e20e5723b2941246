def squeeze(text: str) -> tuple:
    """Replace each run of one letter by the letter and the length of the run, and
    count how often each length occurs.

    A run of length one stays a single letter. The second part of the result is a
    dict from lengths to counts, in order of first appearance.

    >>> squeeze('aaabcc')
    ('a3bc2', {3: 1, 1: 1, 2: 1})
    """
    parts = []
    lengths = {}
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or text[end] != text[start]:
            n = end - start
            parts.append(text[start] + (str(n) if n > 1 else ''))
            lengths[n] = lengths.get(n, 0) + 1
            start = end
    return ''.join(parts), lengths


def unsqueeze(text):
    out = ''
    for ch in text:
        out = out + ch if not ch.isdigit() else out + out[-1] * (int(ch) - 1)
    return out


def check(candidate):
    assert candidate('') == ('', {})
    assert candidate('x') == ('x', {1: 1})
    assert candidate('aaabcc') == ('a3bc2', {3: 1, 1: 1, 2: 1})
    assert list(candidate('abccdd')[1].items()) == [(1, 2), (2, 2)]
    assert unsqueeze(candidate('hhhheellooo  w')[0]) == 'hhhheellooo  w'


check(squeeze)
