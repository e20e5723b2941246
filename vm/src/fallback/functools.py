def _functools_reduce(f, iterable, initial=_marker):
    try:
        it = _iter(iterable)
    except TypeError:
        raise TypeError('reduce() arg 2 must support iteration') from None
    if initial is _marker:
        initial = next(it, _marker)
        if initial is _marker:
            raise TypeError('reduce() of empty iterable with no initial value')
    for x in it:
        initial = f(initial, x)
    return initial


def partial_text(this, func, args, keywords):
    parts = [repr(func)]
    for x in args:
        parts.append(repr(x))
    for k, v in keywords.items():
        parts.append(f'{k}={v!r}')
    return f"{_class_path(type(this))}({', '.join(parts)})"


def _class_path(cls):
    return cls.__qualname__ if cls.__module__ == 'builtins' else f'{cls.__module__}.{cls.__qualname__}'


def partial_reduce(this, func, args, keywords):
    return type(this), (func,), (func, args, keywords, this.__dict__ or None)


def partial_attributes(this, attributes):
    own = this.__dict__
    if own is not attributes:
        own.clear()
        own.update(attributes or {})


def partial_call_with(this, args, keywords):
    if keywords is None:
        return this(*args)
    return this(*args, **keywords)


def cached_never(f, maxsize, typed, info):
    misses = 0

    def wrapper(*args, **kwds):
        nonlocal misses
        misses += 1
        return f(*args, **kwds)

    def cache_info():
        return info(0, misses, 0, 0)

    def cache_clear():
        nonlocal misses
        misses = 0

    return wrapper, cache_info, cache_clear


def cached_without_bound(f, maxsize, typed, info):
    hits = 0
    misses = 0
    cache = {}

    def wrapper(*args, **kwds):
        nonlocal hits, misses
        key = _cache_key(args, kwds, typed, _marker)
        result = cache.get(key, _marker)
        if result is not _marker:
            hits += 1
            return result
        misses += 1
        result = f(*args, **kwds)
        cache[key] = result
        return result

    def cache_info():
        return info(hits, misses, None, len(cache))

    def cache_clear():
        nonlocal hits, misses
        cache.clear()
        hits = 0
        misses = 0

    return wrapper, cache_info, cache_clear


def cached_by_recency(f, maxsize, typed, info):
    # The dict maps a key to [result, time of last use]. A hit must not change the dict, because user-defined `__eq__` may be running over
    # it.
    hits = 0
    misses = 0
    cache = {}
    unused = []

    def wrapper(*args, **kwds):
        nonlocal hits, misses
        key = _cache_key(args, kwds, typed, _marker)
        if cache:
            known = cache.get(key)
        else:
            # A lookup in an empty dict does not hash the key. An unhashable key must raise before the function is called.
            hash(key)
            known = None
        if known is not None:
            hits += 1
            known[1] = hits + misses
            return known[0]
        misses += 1
        result = f(*args, **kwds)
        if key not in cache:
            if len(cache) >= maxsize:
                del cache[oldest()]
            cache[key] = [result, hits + misses]
        return result

    def oldest():
        # Sort all entries by last use at once. Entries that were used after the sort are skipped.
        while True:
            while unused:
                used, _, key, known = unused.pop()
                if known[1] == used:
                    return key
            at = 0
            for key, known in cache.items():
                unused.append((known[1], at, key, known))
                at += 1
            unused.sort()
            unused.reverse()

    def cache_info():
        return info(hits, misses, maxsize, len(cache))

    def cache_clear():
        nonlocal hits, misses
        cache.clear()
        unused.clear()
        hits = 0
        misses = 0

    return wrapper, cache_info, cache_clear
