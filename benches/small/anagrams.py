from typing import Dict, List


def group_anagrams(words: List[str]) -> List[List[str]]:
    """Group words that are made of the same letters.

    Groups keep the order in which their first words come, and words keep theirs
    within a group. Case counts: 'Tea' is no anagram of 'eat'.

    >>> group_anagrams(['eat', 'tea', 'tan', 'ate', 'nat', 'bat'])
    [['eat', 'tea', 'ate'], ['tan', 'nat'], ['bat']]
    """
    groups: Dict[str, List[str]] = {}
    for word in words:
        groups.setdefault(''.join(sorted(word)), []).append(word)
    return list(groups.values())


def is_anagram(a: str, b: str) -> bool:
    return len(a) == len(b) and sorted(a) == sorted(b)


def check(candidate):
    assert candidate([]) == []
    assert candidate(['']) == [['']]
    words = ['eat', 'tea', 'tan', 'ate', 'nat', 'bat']
    assert candidate(words) == [['eat', 'tea', 'ate'], ['tan', 'nat'], ['bat']]
    assert candidate(['Tea', 'eat']) == [['Tea'], ['eat']]
    groups = candidate(words * 2)
    assert [len(group) for group in groups] == [6, 4, 2]
    assert all(is_anagram(group[0], word) for group in groups for word in group)
    assert sum(len(group) for group in groups) == 2 * len(words)


check(group_anagrams)
