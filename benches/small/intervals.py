from typing import List, Tuple


def merge_intervals(intervals: List[Tuple[int, int]]) -> List[Tuple[int, int]]:
    """Merge intervals that overlap or touch.

    Each interval is a pair (start, end) with start <= end. The result is sorted by
    start and no two of its intervals share a point.

    >>> merge_intervals([(1, 3), (2, 6), (8, 10)])
    [(1, 6), (8, 10)]
    >>> merge_intervals([(1, 4), (4, 5)])
    [(1, 5)]
    """
    merged: List[Tuple[int, int]] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            last_start, last_end = merged[-1]
            merged[-1] = (last_start, max(last_end, end))
        else:
            merged.append((start, end))
    return merged


def check(candidate):
    assert candidate([]) == []
    assert candidate([(1, 3)]) == [(1, 3)]
    assert candidate([(1, 3), (2, 6), (8, 10)]) == [(1, 6), (8, 10)]
    assert candidate([(1, 4), (4, 5)]) == [(1, 5)]
    assert candidate([(5, 6), (1, 2), (3, 4)]) == [(1, 2), (3, 4), (5, 6)]
    assert candidate([(0, 100), (1, 2), (50, 60)]) == [(0, 100)]
    assert candidate([(1, 2), (1, 5), (1, 3)]) == [(1, 5)], "same start"


check(merge_intervals)
