"""Heaps in lists. The operations on one heap are native; what works on many iterables is here."""
from _heapq import heapify, heappop, heappush, heappushpop, heapreplace

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']

_absent = object()


def merge(*iterables, key=None, reverse=False):
    """The items of several sorted iterables, sorted, one at a time."""
    order, arrange, replace, drop = 1, heapify, heapreplace, heappop
    if reverse:
        order, arrange, replace, drop = -1, _heapify_max, _heapreplace_max, _heappop_max
    heads = []
    for place, iterable in enumerate(iterables):
        advance = iter(iterable).__next__
        try:
            value = advance()
        except StopIteration:
            continue
        heads.append([value if key is None else key(value), place * order, value, advance])
    arrange(heads)
    while len(heads) > 1:
        head = heads[0]
        yield head[2]
        try:
            value = head[2] = head[3]()
        except StopIteration:
            drop(heads)
            continue
        head[0] = value if key is None else key(value)
        replace(heads, head)
    # The last iterable needs no keys for its remaining items.
    for _, _, value, advance in heads:
        yield value
        yield from advance.__self__


def nsmallest(n, iterable, key=None):
    """The n smallest items, smallest first."""
    return _best(n, iterable, key, min, False)


def nlargest(n, iterable, key=None):
    """The n largest items, largest first."""
    return _best(n, iterable, key, max, True)


def _best(n, iterable, key, first, reverse):
    """The n first items in an order whose first is found by `first`."""
    if n == 1:
        found = first(iter(iterable), default=_absent, key=key)
        return [] if found is _absent else [found]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=reverse)[:n]
    # The best items so far with their positions. Of equal items, the first ones stay.
    items = iter(iterable)
    step, order, arrange, replace = 1, n, _heapify_max, _heapreplace_max
    if reverse:
        step, order, arrange, replace = -1, -n, heapify, heapreplace
    places = zip(range(0, order, step), items)
    best = [(item, at) if key is None else (key(item), at, item) for at, item in places]
    if not best:
        return best
    arrange(best)
    worst = best[0][0]
    for item in items:
        asked = item if key is None else key(item)
        if worst < asked if reverse else asked < worst:
            replace(best, (item, order) if key is None else (asked, order, item))
            worst = best[0][0]
            order += step
    best.sort(reverse=reverse)
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
    # The way back up is short, because most items belong at the bottom.
    while at > start:
        above = (at - 1) >> 1
        if not heap[above] < item:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item
