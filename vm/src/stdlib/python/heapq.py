"""Heaps in lists. The operations on one heap are native; what works on many iterables is here."""
from _heapq import heapify, heappop, heappush, heappushpop, heapreplace

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']

_absent = object()


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


def _all_sorted(n, iterable, key, reverse):
    """All items, sorted, where that many are wanted; None where there are more, or nobody knows."""
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        return None
    return sorted(iterable, key=key, reverse=reverse)[:n] if n >= size else None


def nsmallest(n, iterable, key=None):
    """The n smallest items, smallest first."""
    if n == 1:
        found = min(iter(iterable), default=_absent, key=key)
        return [] if found is _absent else [found]
    whole = _all_sorted(n, iterable, key, False)
    if whole is not None:
        return whole
    source = iter(iterable)
    # The best so far, each with its place: of equal ones, those that came first.
    if key is None:
        best = [(item, at) for at, item in zip(range(n), source)]
    else:
        best = [(key(item), at, item) for at, item in zip(range(n), source)]
    if not best:
        return []
    _heapify_max(best)
    worst, at = best[0][0], n
    for item in source:
        rank = item if key is None else key(item)
        if rank < worst:
            _heapreplace_max(best, (rank, at) if key is None else (rank, at, item))
            worst = best[0][0]
            at += 1
    best.sort()
    return [entry[0 if key is None else 2] for entry in best]


def nlargest(n, iterable, key=None):
    """The n largest items, largest first."""
    if n == 1:
        found = max(iter(iterable), default=_absent, key=key)
        return [] if found is _absent else [found]
    whole = _all_sorted(n, iterable, key, True)
    if whole is not None:
        return whole
    source = iter(iterable)
    # The best so far, each with its place counted down: of equal ones, those that came first.
    if key is None:
        best = [(item, at) for at, item in zip(range(0, -n, -1), source)]
    else:
        best = [(key(item), at, item) for at, item in zip(range(0, -n, -1), source)]
    if not best:
        return []
    heapify(best)
    worst, at = best[0][0], -n
    for item in source:
        rank = item if key is None else key(item)
        if worst < rank:
            heapreplace(best, (rank, at) if key is None else (rank, at, item))
            worst = best[0][0]
            at -= 1
    best.sort(reverse=True)
    return [entry[0 if key is None else 2] for entry in best]


def _heapify_max(heap, /):
    """As heapify, with the largest item first."""
    for start in reversed(range(len(heap) // 2)):
        _sink_max(heap, start, len(heap))


def _heappop_max(heap, /):
    """Takes out the largest item."""
    last = heap.pop()
    if not heap:
        return last
    found, heap[0] = heap[0], last
    _sink_max(heap, 0, len(heap))
    return found


def _heapreplace_max(heap, item, /):
    """Takes out the largest item and puts another in."""
    found, heap[0] = heap[0], item
    _sink_max(heap, 0, len(heap))
    return found


def _sink_max(heap, at, end):
    start, item = at, heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[right] < heap[child]:
            child = right
        heap[at] = heap[child]
        at, child = child, 2 * child + 1
    # The way back up is short: most items come from the bottom.
    while at > start:
        above = (at - 1) >> 1
        if not heap[above] < item:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item
