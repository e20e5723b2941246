import math


def kinds(limit):
    """Sort the numbers from 1 to limit by the sum of their proper divisors.

    Returns a dict with three lists: 'perfect' numbers equal that sum, 'abundant'
    ones are less than it, 'prime' ones have the sum 1.

    >>> kinds(7)
    {'perfect': [6], 'abundant': [], 'prime': [2, 3, 5, 7]}
    """

    def proper_sum(n):
        total = 1 if n > 1 else 0
        for d in range(2, math.isqrt(n) + 1):
            if n % d == 0:
                total += d if d * d == n else d + n // d
        return total

    found = {'perfect': [], 'abundant': [], 'prime': []}
    for n in range(1, limit + 1):
        total = proper_sum(n)
        if total == 1:
            found['prime'].append(n)
        elif total == n:
            found['perfect'].append(n)
        elif total > n:
            found['abundant'].append(n)
    return found


def check(candidate):
    assert candidate(0) == {'perfect': [], 'abundant': [], 'prime': []}
    assert candidate(7) == {'perfect': [6], 'abundant': [], 'prime': [2, 3, 5, 7]}
    assert candidate(30)['perfect'] == [6, 28]
    assert candidate(24)['abundant'] == [12, 18, 20, 24]
    assert len(candidate(60)['prime']) == 17


check(kinds)
