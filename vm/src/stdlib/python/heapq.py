"""Heaps in lists. The operations on one heap are native; what works on many iterables is here."""
from _heapq import heapify, heappop, heappush, heappushpop, heapreplace

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def merge(*iterables, key=None, reverse=False):
    """The items of several sorted iterables, sorted, one at a time."""
    heads = []
    for order, iterable in enumerate(iterables):
        advance = iter(iterable).__next__
        try:
            value = advance()
        except StopIteration:
            continue
        heads.append([value if key is None else key(value), order, value, advance])
    if not reverse:
        heapify(heads)
    while heads:
        if reverse:
            # The largest head; of equal ones, the first iterable's.
            head = heads[0]
            for other in heads:
                if head[0] < other[0]:
                    head = other
        else:
            head = heads[0]
        value = head[2]
        yield value
        try:
            value = head[3]()
        except StopIteration:
            if reverse:
                heads = [other for other in heads if other is not head]
            else:
                heappop(heads)
            continue
        head[2] = value
        head[0] = value if key is None else key(value)
        if not reverse:
            heapreplace(heads, head)


def nsmallest(n, iterable, key=None):
    """The n smallest items, smallest first."""
    ranked = sorted(iterable, key=key)
    return ranked[:n] if n > 0 else []


def nlargest(n, iterable, key=None):
    """The n largest items, largest first."""
    ranked = sorted(iterable, key=key, reverse=True)
    return ranked[:n] if n > 0 else []
