def deque_new(cls, iterable=(), maxlen=None):
    return cls.__new__(cls, _last_items(iterable, maxlen), maxlen)


def _last_items(iterable, maxlen):
    if maxlen is None:
        return [item for item in iterable]
    from _collections import deque
    last = deque((), maxlen)
    for item in iterable:
        last.append(item)
    return last


def deque_init(self, iterable=(), maxlen=None):
    self.__init__(_last_items(iterable, maxlen), maxlen)


def deque_extend(self, iterable):
    if _is_same(self, iterable):
        iterable = [*iterable]
    items = _plain(self)
    for x in iterable:
        items.append(x)


def deque_extendleft(self, iterable):
    if _is_same(self, iterable):
        iterable = [*iterable]
    items = _plain(self)
    for x in iterable:
        items.appendleft(x)


def deque_iadd(self, iterable):
    deque_extend(self, iterable)
    return self


def deque_copy(self):
    cls = type(self)
    most = _plain(self).maxlen
    made = cls(self) if most is None else cls(self, most)
    if _container(made) != 4:
        raise TypeError(f'{cls.__name__}() must return a deque, not {_type_name(made)}')
    return made


def deque_sum(self, other):
    made = deque_copy(self)
    deque_extend(made, other)
    return made


def deque_product(self, times):
    times = _as_int(times)
    made = deque_copy(self)
    items = _plain(made)
    items *= times
    return made


def deque_index(self, value, start=0, stop=9223372036854775807):
    i = _as_int(start)
    stop = _as_int(stop)
    items = _plain(self)
    n = len(items)
    if i < 0:
        i += n
        if i < 0:
            i = 0
    if stop < 0:
        stop += n
    i = _deque_find(items, value, i, stop)
    if i < 0:
        raise ValueError(f'{value!r} is not in deque')
    return i


def _deque_find(items, value, i, stop):
    n = len(items)
    while i < n and i < stop:
        x = items[i]
        if x is value or x == value:
            return i
        if len(items) != n:
            raise RuntimeError('deque mutated during iteration')
        i += 1
    return -1


def deque_count(self, value):
    items = _plain(self)
    size = len(items)
    n = 0
    i = 0
    while i < size:
        x = items[i]
        if x is value or x == value:
            n += 1
        if len(items) != size:
            raise RuntimeError('deque mutated during iteration')
        i += 1
    return n


def deque_remove(self, value):
    items = _plain(self)
    i = 0
    n = len(items)
    while i < n:
        x = items[i]
        found = x is value or x == value
        if len(items) != n:
            raise IndexError('deque mutated during remove().')
        if found:
            del items[i]
            return
        i += 1
    raise ValueError(f'{value!r} is not in deque')


def deque_insert(self, index, value):
    _plain(self).insert(_as_int(index), value)


def deque_rotate(self, n=1):
    _plain(self).rotate(_as_int(n))


def deque_contains(self, value):
    items = _plain(self)
    return _deque_find(items, value, 0, len(items)) >= 0


def deque_eq(self, other):
    return _eq(self, other)


def deque_getitem(self, key):
    return self[_as_int(key)]


def deque_setitem(self, key, value):
    self[_as_int(key)] = value


def deque_delitem(self, key):
    del self[_as_int(key)]


def deque_repr(self):
    return _repr_guarded(self)


def _collections__count_elements(mapping, iterable):
    counts = _plain(mapping)
    if type(counts) is not dict:
        counts = mapping
    for x in iterable:
        counts[x] = counts.get(x, 0) + 1


def _add_counts(totals, counts, error):
    for x, n in counts.items():
        old = totals.get(x, 0)
        if type(old) is int:
            totals[x] = old + n
        else:
            # Each addition may round, or be the program's own.
            for _ in range(n):
                old = old + 1
                totals[x] = old
    if error is not None:
        raise error
