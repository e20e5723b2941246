def list_new(cls, iterable=()):
    it = _iter(iterable)
    if _is_guest(iterable):
        _ask_length(iterable)
    items = [x for x in it]
    return items if cls is list else list.__new__(cls, items)


def list_init(self, iterable=()):
    _plain(self)[:] = [*iterable]


def list_extend(self, iterable):
    if _is_same(self, iterable):
        for x in [*_plain(self)]:
            _list_append(self, x)
        return
    it = _iter(iterable)
    if _is_guest(iterable):
        _ask_length(iterable)
    # A local variable, because it is called for each item.
    append = _list_append
    for x in it:
        append(self, x)


def _ask_length(obj):
    # CPython calls `__len__` or `__length_hint__` to reserve room before it iterates. User code can see these calls.
    size = special(obj, '__len__')
    if size is not None:
        try:
            _length(size())
            return
        except TypeError:
            pass
    elif hasattr(type(obj), '__len__'):
        return
    hint = special(obj, '__length_hint__')
    if hint is None:
        return
    try:
        found = hint()
    except TypeError:
        return
    if found is NotImplemented:
        return
    if not isinstance(found, int):
        raise TypeError(f'__length_hint__ must be an integer, not {_type_name(found)}')
    if found < 0:
        raise ValueError('__length_hint__() should return >= 0')


def list_iadd(self, iterable):
    list_extend(self, iterable)
    return self


def list_index(self, value, start=0, stop=9223372036854775807):
    start = _as_int(start)
    stop = _as_int(stop)
    items = _plain(self)
    n = len(items)
    if start < 0:
        start += n
        if start < 0:
            start = 0
    if stop < 0:
        stop += n
    i = start
    while i < len(items) and i < stop:
        x = items[i]
        if x is value or x == value:
            return i
        i += 1
    raise ValueError(f'{value!r} is not in list')


def list_count(self, value):
    n = 0
    for x in _plain(self):
        if x is value or x == value:
            n += 1
    return n


def list_remove(self, value):
    items = _plain(self)
    i = 0
    while i < len(items):
        x = items[i]
        if x is value or x == value:
            del items[i]
            return
        i += 1
    raise ValueError('list.remove(x): x not in list')


def list_pop(self, index=-1):
    return _plain(self).pop(_as_int(index))


def list_insert(self, index, value):
    _plain(self).insert(_as_int(index), value)


def _holds(items, item):
    i = 0
    while i < len(items):
        x = items[i]
        if x is item or x == item:
            return True
        i += 1
    return False


def list_contains(self, value):
    return _holds(_plain(self), value)


def list_eq(self, other):
    return _eq(self, other)


def list_getitem(self, key):
    return op_getitem(_plain(self), key)


def list_setitem(self, key, value):
    self = _plain(self)
    if type(key) is slice:
        self[slice(_slice_part(key.start), _slice_part(key.stop), _slice_part(key.step))] = list(iter(value))
    else:
        self[_as_int(key)] = value


def list_repr(self):
    return _repr_guarded(self)


def tuple_repr(self):
    return _repr_guarded(self)


def dict_repr(self):
    return _repr_guarded(self)


def set_repr(self):
    return _repr_guarded(self)


def frozenset_repr(self):
    return _repr_guarded(self)


def _repr_guarded(obj):
    if not _enter_repr(obj):
        return _repr_again(obj)
    try:
        return _repr_parts(obj)
    finally:
        _leave_repr(obj)


def tuple_new(cls, iterable=()):
    if not _iterable(iterable):
        raise TypeError(f"'{_type_name(iterable)}' object is not iterable")
    return tuple.__new__(cls, (*iterable,))


def tuple_index(self, value, start=0, stop=9223372036854775807):
    i = _as_int(start)
    items = _plain(self)
    n = len(items)
    if i < 0:
        i += n
        if i < 0:
            i = 0
    stop = _as_int(stop)
    if stop < 0:
        stop += n
    while i < n and i < stop:
        x = items[i]
        if x is value or x == value:
            return i
        i += 1
    raise ValueError('tuple.index(x): x not in tuple')


def tuple_count(self, value):
    n = 0
    for x in _plain(self):
        if x is value or x == value:
            n += 1
    return n


def tuple_contains(self, value):
    return _holds(_plain(self), value)


def tuple_eq(self, other):
    return _eq(self, other)


def tuple_getitem(self, key):
    return op_getitem(_plain(self), key)


def range_new(cls, start, stop=None, step=None):
    if stop is None:
        return range(_as_int(start))
    if step is None:
        return range(_as_int(start), _as_int(stop))
    return range(_as_int(start), _as_int(stop), _as_int(step))


def range_contains(self, value):
    for x in self:
        if x == value:
            return True
    return False


def _probe(d, k):
    h = hash(k)
    p = _probe_start(d, h)
    while True:
        c = _probe_next(d, p)
        if c is _marker:
            return p
        # When comparing changed the dict, the probe starts again.
        if (c is k or c == k) and _probe_hit(d, p):
            return p


def _dict_set(d, k, v):
    _probe_set(d, _probe(d, k), k, v)


def dict_setitem(self, k, v):
    _dict_set(self, k, v)


def dict_getitem(self, k):
    r = _probe_value(_plain(self), _probe(_plain(self), k), _marker)
    if r is _marker:
        m = _find(self, '__missing__')
        if m is not None:
            return m(self, k)
        raise KeyError(k)
    return r


def dict_get(self, k, default=None):
    d = _plain(self)
    return _probe_value(d, _probe(d, k), default)


def dict_contains(self, k):
    return _probe_value(self, _probe(self, k), _marker) is not _marker


def dict_setdefault(self, k, default=None):
    p = _probe(self, k)
    r = _probe_value(self, p, _marker)
    if r is _marker:
        _probe_set(self, p, k, default)
        return default
    return r


def dict_pop(self, k, default=_marker):
    d = _plain(self)
    r = _probe_remove(d, _probe(d, k))
    if r is _marker:
        if default is _marker:
            raise KeyError(k)
        return default
    return r


def dict_delitem(self, k):
    if _probe_remove(self, _probe(self, k)) is _marker:
        raise KeyError(k)


def dict_new(cls, source=(), /, **kw):
    d = {}
    dict_update(d, source, **kw)
    return dict.__new__(cls, d)


def dict_init(self, source=(), /, **kw):
    dict_update(self, source, **kw)


def dict_update(self, source=(), /, **kw):
    if isinstance(source, dict) and _find(source, '__iter__') is None:
        plain = _plain(source)
        size = len(plain)
        for k, v in [*plain.items()]:
            _dict_set(self, k, v)
            if len(plain) != size:
                raise RuntimeError('dict mutated during update')
    elif hasattr(source, 'keys'):
        for k in _keys_of(source):
            _dict_set(self, k, source[k])
    else:
        i = 0
        plain = _plain(self)
        refuses = _pair_refuses
        for pair in source:
            if not refuses(plain, pair):
                i += 1
                continue
            if type(pair) is tuple and len(pair) == 2:
                k, v = pair
                plain[k] = v
                i += 1
                continue
            if not _iterable(pair):
                raise TypeError(f'cannot convert dictionary update sequence element #{i} to a sequence')
            pair = [*pair]
            if len(pair) != 2:
                raise ValueError(f'dictionary update sequence element #{i} has length {len(pair)}; 2 is required')
            _dict_set(self, pair[0], pair[1])
            i += 1
    for k, v in kw.items():
        _dict_set(self, k, v)


def dict_spread(self, source):
    if isinstance(source, dict) and _find(source, '__iter__') is None:
        dict_update(self, source)
        return
    try:
        for k in _keys_of(source):
            _dict_set(self, k, source[k])
    except AttributeError:
        raise TypeError(f"'{_type_name(source)}' object is not a mapping") from None


def _keys_of(source):
    keys = source.keys()
    try:
        it = _iter(keys)
    except TypeError:
        raise TypeError(f'{_type_name(source)}.keys() returned a non-iterable (type {_type_name(keys)})') from None
    return [*it]


def dict_ior(self, other):
    dict_update(self, other)
    return self


def dict_merge(self, source, func):
    try:
        # A subclass of dict is read directly, unless it defines `__iter__`.
        own = isinstance(source, dict) and _find(source, '__iter__') is None
        if own:
            source = _plain(source)
        for k in [*source] if own else _keys_of(source):
            if not isinstance(k, str):
                raise TypeError('keywords must be strings')
            if k in self:
                raise TypeError(f"{_shown_callee(func)} got multiple values for keyword argument '{k}'")
            self[k] = source[k]
    except KeyError as e:
        # CPython takes any KeyError with a single str argument for a duplicate keyword.
        if len(_args_of(e)) == 1 and isinstance(_args_of(e)[0], str):
            raise TypeError(f"{_shown_callee(func)} got multiple values for keyword argument '{_args_of(e)[0]}'") from None
        raise
    except AttributeError:
        raise TypeError(f'{_shown_callee(func)} argument after ** must be a mapping, not {_type_name(source)}') from None


def _shown_callee(func):
    text = _callee_text(func)
    if text is not None:
        return text
    try:
        name = func.__qualname__
    except AttributeError:
        return str(func)
    try:
        module = func.__module__
    except AttributeError:
        module = None
    return f'{name}()' if module is None or module == 'builtins' else f'{module}.{name}()'


def dict_fromkeys(cls, iterable, value=None):
    d = cls()
    for k in iterable:
        d[k] = value
    return d


def dict_eq(self, other):
    return _eq(self, other)


def _set_has(s, k):
    if isinstance(k, set) and type(k).__hash__ is None:
        k = frozenset(k)
    return _set_probe(s, k) >= 0


def _set_probe(s, k):
    return _set_find(_plain(s), k, hash(k))


def _set_find(s, k, h):
    p = _set_start(s, h)
    while True:
        c = _set_next(s, p)
        if c is _marker:
            return -1 - _set_slot(p)
        if (c is k or c == k) and _set_hit(s, p):
            return _set_slot(p)


def set_add(self, k):
    s = _plain(self)
    h = hash(k)
    at = _set_find(s, k, h)
    if at < 0:
        _set_insert(s, -1 - at, h, k)


def set_contains(self, k):
    return _set_has(self, k)


def frozenset_contains(self, k):
    return _set_has(self, k)


def set_discard(self, k):
    at = _set_probe(self, k)
    if at >= 0:
        _set_delete(self, at)


def set_remove(self, k):
    at = _set_probe(self, k)
    if at < 0:
        raise KeyError(k)
    _set_delete(self, at)


def set_update(self, *others):
    s = _plain(self)
    for o in others:
        # An update from itself adds nothing.
        if not _is_same(s, _plain(o)):
            for x in _as_it_stands(o):
                s.add(x)


def _as_it_stands(o):
    # Comparing keys may change a container, so a builtin container is copied first. An iterator is consumed in place.
    return o if _is_guest(o) or _is_same(iter(o), o) else [*o]


def set_new(cls, iterable=()):
    return _set_taken(cls, {x for x in iterable})


def set_init(self, iterable=()):
    s = _plain(self)
    s.clear()
    for x in iterable:
        s.add(x)


def frozenset_new(cls, iterable=()):
    return _set_taken(cls, {x for x in iterable})


def _like(self, s):
    return frozenset(s) if isinstance(self, frozenset) else s


def set_union(self, *others):
    s = set(self)
    for o in others:
        for x in o:
            s.add(x)
    return _like(self, s)


def frozenset_union(self, *others):
    return set_union(self, *others)


def set_intersection(self, *others):
    s = self
    for o in others:
        r = set()
        if isinstance(o, (set, frozenset)):
            for x in s:
                if _set_has(o, x):
                    set_add(r, x)
        else:
            for x in o:
                if _set_has(s, x):
                    set_add(r, x)
        s = r
    return _like(self, set(s) if s is self else s)


def frozenset_intersection(self, *others):
    return set_intersection(self, *others)


def set_difference(self, *others):
    s = set(self)
    for o in others:
        for x in _as_it_stands(o):
            s.discard(x)
    return _like(self, s)


def frozenset_difference(self, *others):
    return set_difference(self, *others)


def set_symmetric_difference(self, other):
    if not isinstance(other, (set, frozenset)):
        other = {*other}
    s = set()
    for x in self:
        if x not in other:
            set_add(s, x)
    for x in other:
        if not _set_has(self, x):
            set_add(s, x)
    return _like(self, s)


def frozenset_symmetric_difference(self, other):
    return set_symmetric_difference(self, other)


def _assign_set(self, s):
    self.clear()
    for x in s:
        set_add(self, x)


def set_intersection_update(self, *others):
    _assign_set(self, set_intersection(self, *others))


def set_difference_update(self, *others):
    s = _plain(self)
    for o in others:
        if _is_same(s, _plain(o)):
            s.clear()
        else:
            for x in _as_it_stands(o):
                s.discard(x)


def set_symmetric_difference_update(self, other):
    _assign_set(self, set_symmetric_difference(self, other))


def set_issubset(self, other):
    if not isinstance(other, (set, frozenset)):
        return len(set_intersection(self, other)) == len(_plain(self))
    for x in self:
        if not _set_has(other, x):
            return False
    return True


def frozenset_issubset(self, other):
    return set_issubset(self, other)


def set_issuperset(self, other):
    for x in other:
        if not _set_has(self, x):
            return False
    return True


def frozenset_issuperset(self, other):
    return set_issuperset(self, other)


def set_isdisjoint(self, other):
    for x in other:
        if _set_has(self, x):
            return False
    return True


def frozenset_isdisjoint(self, other):
    return set_isdisjoint(self, other)


def set_eq(self, other):
    return _eq(self, other)


def frozenset_eq(self, other):
    return _eq(self, other)


def frozenset_hash(self):
    return _hash_frozenset(self)


def range_count(self, value):
    n = 0
    for x in self:
        if x is value or x == value:
            n += 1
    return n


def range_index(self, value):
    n = 0
    for x in self:
        if x is value or x == value:
            return n
        n += 1
    raise ValueError('sequence.index(x): x not in sequence')


def slice_indices(self, length):
    n = _as_int(length)
    if n < 0:
        raise ValueError('length should not be negative')
    step = 1 if self.step is None else _bound(self.step)
    if step == 0:
        raise ValueError('slice step cannot be zero')
    low = -1 if step < 0 else 0
    high = n - 1 if step < 0 else n
    if self.start is None:
        start = high if step < 0 else low
    else:
        start = _bound(self.start)
        if start < 0:
            start += n
            if start < low:
                start = low
        elif start > high:
            start = high
    if self.stop is None:
        stop = low if step < 0 else high
    else:
        stop = _bound(self.stop)
        if stop < 0:
            stop += n
            if stop < low:
                stop = low
        elif stop > high:
            stop = high
    return (start, stop, step)


def _bound(value):
    if type(value) is int:
        return value
    if _find(value, '__index__') is None and not isinstance(value, int):
        raise TypeError('slice indices must be integers or None or have an __index__ method')
    return _as_int(value)


def dict_keys_contains(self, value):
    return value in self


def dict_items_contains(self, value):
    return value in self


def list_mul(self, value):
    return _plain(self) * _as_int(value)


def list_rmul(self, value):
    return _plain(self) * _as_int(value)


def list_imul(self, value):
    items = _plain(self)
    items *= _as_int(value)
    return self


def tuple_mul(self, value):
    return _plain(self) * _as_int(value)


def tuple_rmul(self, value):
    return _plain(self) * _as_int(value)
