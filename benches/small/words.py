from collections import Counter


def most_frequent(text: str, k: int = 3):
    """The k most frequent words of a text with how often they occur.

    Words are compared without case and without the punctuation around them; of words
    that occur equally often the one that is less in the alphabet comes first.

    >>> most_frequent('a b a c b a', 2)
    [('a', 3), ('b', 2)]
    """
    words = (word.strip('.,;:!?"()').lower() for word in text.split())
    counts = Counter(word for word in words if word)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:k]


TEXT = '''The quick brown fox jumps over the lazy dog. The dog, being lazy, did not
mind; the fox (quick as ever) jumped again!'''


def check(candidate):
    assert candidate('') == []
    assert candidate('... !!') == []
    assert candidate('a b a c b a', 2) == [('a', 3), ('b', 2)]
    assert candidate('b a') == [('a', 1), ('b', 1)]
    assert candidate('One one ONE two') == [('one', 3), ('two', 1)]
    assert candidate(TEXT) == [('the', 4), ('dog', 2), ('fox', 2)]
    assert candidate(TEXT, 5)[3:] == [('lazy', 2), ('quick', 2)]


check(most_frequent)
print('ok')
