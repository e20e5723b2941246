"""Short texts for objects, and comparisons that need no order."""
_MAX_LENGTH = 80
_GAP = 12
_EDGE = 5
_ROOM = _MAX_LENGTH - 3 * _EDGE - 2 * _GAP


def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if short and len(text) >= _MAX_LENGTH:
        return text[:_MAX_LENGTH] + ' [truncated]...'
    return text


def strclass(cls):
    return f'{cls.__module__}.{cls.__qualname__}'


def _squeezed(text, head, tail):
    gone = len(text) - head - tail
    if gone <= _GAP:
        return text
    return f'{text[:head]}[{gone} chars]{text[len(text) - tail:]}'


def _common_shorten_repr(*args):
    """Texts of objects that differ: what they begin with in common is cut before what tells them apart."""
    shown = [safe_repr(arg) for arg in args]
    longest = max(map(len, shown))
    if longest <= _MAX_LENGTH:
        return tuple(shown)
    low, high, same = min(shown), max(shown), 0
    while same < len(low) and low[same] == high[same]:
        same += 1
    start, room = low[:same], _MAX_LENGTH - (longest - same + _EDGE + _GAP)
    if room > _EDGE:
        start = _squeezed(start, _EDGE, room)
        return tuple([start + text[same:] for text in shown])
    start = _squeezed(start, _EDGE, _EDGE)
    return tuple([start + _squeezed(text[same:], _ROOM, _EDGE) for text in shown])


def sorted_list_difference(expected, actual):
    """Items that only one of two sorted lists has, without duplicates: those of the first, those of the second."""
    missing, unexpected = [], []
    at = other = 0
    while at < len(expected) and other < len(actual):
        mine, theirs = expected[at], actual[other]
        if mine < theirs:
            missing.append(mine)
        elif mine > theirs:
            unexpected.append(theirs)
        if mine <= theirs:
            at = _past(expected, at, mine)
        if theirs <= mine:
            other = _past(actual, other, theirs)
    return missing + expected[at:], unexpected + actual[other:]


def _past(items, at, item):
    while at < len(items) and items[at] == item:
        at += 1
    return at


def unorderable_list_difference(expected, actual):
    """What is in one list only, for items that have no order; takes the items away that it looked at."""
    missing = []
    while expected:
        item = expected.pop()
        try:
            actual.remove(item)
        except ValueError:
            missing.append(item)
    return missing, actual


def _count_diff_all_purpose(first, second):
    """(count in first, count in second, element) where the counts differ; elements need only be equal or not."""
    seen = []
    for side, items in enumerate((first, second)):
        for item in items:
            for entry in seen:
                if entry[2] == item:
                    entry[side] += 1
                    break
            else:
                entry = [0, 0, item]
                entry[side] = 1
                seen.append(entry)
    return [tuple(entry) for entry in seen if entry[0] != entry[1]]


def _count_diff_hashable(first, second):
    from collections import Counter
    mine, theirs = Counter(first), Counter(second)
    found = [(count, theirs.get(item, 0), item) for item, count in mine.items() if count != theirs.get(item, 0)]
    found += [(0, count, item) for item, count in theirs.items() if item not in mine]
    return found
