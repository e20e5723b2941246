def _heap_up(heap, at):
    item = heap[at]
    while at > 0:
        parent = (at - 1) >> 1
        above = heap[parent]
        if not item < above:
            break
        heap[at] = above
        at = parent
    heap[at] = item


def _heap_down(heap, start):
    end = len(heap)
    item = heap[start]
    at = start
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    while at > start:
        parent = (at - 1) >> 1
        above = heap[parent]
        if not item < above:
            break
        heap[at] = above
        at = parent
    heap[at] = item


def _heapq_heappush(heap, item):
    heap.append(item)
    _heap_up(heap, len(heap) - 1)


def _heapq_heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    item = heap[0]
    heap[0] = last
    _heap_down(heap, 0)
    return item


def _heapq_heapreplace(heap, item):
    root = heap[0]
    heap[0] = item
    _heap_down(heap, 0)
    return root


def _heapq_heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _heap_down(heap, 0)
    return item


def _heapq_heapify(heap):
    at = len(heap) // 2
    while at > 0:
        at -= 1
        _heap_down(heap, at)


def _bisect_start(a, lo, hi):
    lo = _as_int(lo)
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None or hi == -1:
        hi = len(a)
    else:
        hi = _as_int(hi)
    # CPython accepts as sequences those dict subclasses that are written in Python, such as user classes and Counter.
    kind = type(a)
    if isinstance(a, dict) and (kind is dict or kind.__module__ == 'collections' and kind.__name__ != 'Counter'):
        raise TypeError(f'{_type_name(a)} is not a sequence')
    if not hasattr(type(a), '__getitem__'):
        raise TypeError(f"'{_type_name(a)}' object does not support indexing")
    return lo, hi


def _bisect_bisect_left(a, x, lo=0, hi=None, key=None):
    lo, hi = _bisect_start(a, lo, hi)
    while lo < hi:
        mid = (lo + hi) // 2
        y = a[mid]
        if key is not None:
            y = key(y)
        if y < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def _bisect_bisect_right(a, x, lo=0, hi=None, key=None):
    lo, hi = _bisect_start(a, lo, hi)
    while lo < hi:
        mid = (lo + hi) // 2
        y = a[mid]
        if key is not None:
            y = key(y)
        if x < y:
            hi = mid
        else:
            lo = mid + 1
    return lo


def _bisect_insort_left(a, x, lo=0, hi=None, key=None):
    at = _bisect_bisect_left(a, x if key is None else key(x), lo, hi, key)
    a.insert(at, x)


def _bisect_insort_right(a, x, lo=0, hi=None, key=None):
    at = _bisect_bisect_right(a, x if key is None else key(x), lo, hi, key)
    a.insert(at, x)


def time_sleep(seconds):
    if type(seconds) is not float:
        seconds = _as_int(seconds)
    import _switching
    _switching.sleep(seconds)
