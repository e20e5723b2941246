def deque_new(cls, iterable=(), maxlen=None):
    return cls.__new__(cls, [*iter(iterable)], maxlen)


def deque_init(self, iterable=(), maxlen=None):
    self.__init__([*iter(iterable)], maxlen)


def deque_extend(self, iterable):
    if _is_same(self, iterable):
        iterable = [*iterable]
    for x in iterable:
        self.append(x)


def deque_extendleft(self, iterable):
    if _is_same(self, iterable):
        iterable = [*iterable]
    for x in iterable:
        self.appendleft(x)


def deque_iadd(self, iterable):
    deque_extend(self, iterable)
    return self


def deque_index(self, value, start=0, stop=9223372036854775807):
    i = _as_int(start)
    stop = _as_int(stop)
    n = len(self)
    if i < 0:
        i += n
        if i < 0:
            i = 0
    if stop < 0:
        stop += n
    while i < len(self) and i < stop:
        x = self[i]
        if x is value or x == value:
            return i
        if len(self) != n:
            raise RuntimeError('deque mutated during iteration')
        i += 1
    raise ValueError(f'{value!r} is not in deque')


def deque_count(self, value):
    n = 0
    for x in self:
        if x is value or x == value:
            n += 1
    return n


def deque_remove(self, value):
    i = 0
    n = len(self)
    while i < n:
        x = self[i]
        found = x is value or x == value
        if len(self) != n:
            raise IndexError('deque mutated during remove().')
        if found:
            del self[i]
            return
        i += 1
    raise ValueError(f'{value!r} is not in deque')


def deque_insert(self, index, value):
    self.insert(_as_int(index), value)


def deque_rotate(self, n=1):
    self.rotate(_as_int(n))


def deque_contains(self, value):
    return op_contains(self, value)


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
    for x in iterable:
        mapping[x] = mapping.get(x, 0) + 1
