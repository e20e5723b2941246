def op_eq(a, b):
    if _container(a) and _goes_first(b, a):
        return _eq(b, a)
    return _eq(a, b)


def _goes_first(b, a):
    # The reflected method is called first when the class of the right operand derives from that of the left, even if it inherits the
    # method.
    return type(a) is not type(b) and _is_guest(b) and issubclass(type(b), type(a))


def op_ne(a, b):
    ta = type(a)
    tb = type(b)
    if ta is not tb and _is_guest(b) and issubclass(tb, ta):
        r = _ne_half(b, a)
        if r is not NotImplemented:
            return r
        r = _ne_half(a, b)
    else:
        r = _ne_half(a, b)
        if r is NotImplemented and not (ta is tb and not _is_guest(a)):
            r = _ne_half(b, a)
    if r is NotImplemented:
        return a is not b
    return r


def _ne_other_half(a, b):
    # The left operand returned NotImplemented.
    r = _ne_half(b, a)
    if r is NotImplemented:
        return a is not b
    return r


def _untrue(x):
    return not x


def _ne_half(a, b):
    m = _find(a, '__ne__')
    if m is not None:
        return m(a, b)
    if not _is_guest(a):
        x = _plain(b)
        if _is_guest(x) or _is_guest(b) and not _knows(a, x):
            return NotImplemented
        return not _eq(a, x)
    if _blocked(a, '__ne__'):
        raise TypeError("'NoneType' object is not callable")
    x = _plain(a)
    if not _is_guest(x) and x is not a:
        # The builtin base type defines `!=`.
        y = _plain(b)
        if _is_guest(y) or not _knows(x, y):
            return NotImplemented
        return not _eq(x, y)
    m = _find(a, '__eq__')
    if m is not None:
        r = m(a, b)
        if r is NotImplemented:
            return r
        return not r
    if _blocked(a, '__eq__'):
        raise TypeError("'NoneType' object is not callable")
    if _is_guest(x) or _is_guest(_plain(b)):
        return NotImplemented
    return not _eq(x, _plain(b))


def _knows(a, b):
    # True when the builtin type of `a` can compare with that of `b`.
    if isinstance(a, complex):
        return isinstance(b, (int, float, complex))
    if isinstance(a, float):
        return isinstance(b, (int, float))
    if isinstance(a, int):
        return isinstance(b, int)
    kind = _container(a)
    if kind:
        other = _container(b)
        return kind + other == 8 or kind == other and isinstance(a, tuple) is isinstance(b, tuple)
    if isinstance(a, (bytes, bytearray)):
        return isinstance(b, (bytes, bytearray))
    return type(a) is type(b) or _is_mappingproxy(a)


def _keys_equal(a, b):
    return True if a == b else False


def object_ne(a, b):
    r = _find(a, '__eq__')(a, b)
    if r is NotImplemented:
        return r
    return not r


def _eq(a, b):
    kind = _container(a)
    other = _container(b)
    if (kind == 5 and (other == 3 or other == 5)) or (kind == 3 and other == 5):
        if len(a) != len(b):
            return False
        for k in a:
            if k not in b:
                return False
        return True
    if kind and kind == other:
        if a is b:
            return True
        a = _plain(a)
        b = _plain(b)
        if len(a) != len(b):
            return False
        if kind == 1 or kind == 4:
            i = 0
            while i < len(a) and i < len(b):
                x = a[i]
                y = b[i]
                # The comparison may have shortened the lists: an index past an end does not make them unequal here.
                if x is not y and not x == y and i < len(a) and i < len(b):
                    return False
                i += 1
            return len(a) == len(b)
        if kind == 2:
            for k, v in [*_items(a)]:
                w = dict_get(b, k, _marker)
                if w is _marker:
                    return False
                if v is not w and not v == w:
                    return False
            return True
        for k in a:
            if k not in b:
                return False
        return True
    if type(a) is slice and type(b) is slice:
        return (a.start, a.stop, a.step) == (b.start, b.stop, b.step)
    if type(a) is type(type.__dict__) or type(b) is type(type.__dict__):
        return _unproxied(a) == _unproxied(b)
    if _is_alias(a) and _is_alias(b):
        return a.__unpacked__ is b.__unpacked__ and a.__origin__ == b.__origin__ and a.__args__ == b.__args__
    if type(a) is type(int | str) and type(b) is type(int | str):
        return {*a.__args__} == {*b.__args__}
    if _is_guest(a) or _is_guest(b) or isinstance(a, (str, bytes, bytearray, int, float, complex)):
        return a == b
    return a is b


def _unproxied(x):
    if not _is_mappingproxy(x):
        return x
    inner = _behind(x)
    # The dict itself may be the namespace of a class, so it is copied.
    return {k: v for k, v in x.items()} if inner is None else inner


def _order(a, b, op):
    i = 0
    n = len(a)
    if len(b) < n:
        n = len(b)
    while i < n:
        x = a[i]
        y = b[i]
        if x is not y and not x == y:
            if op == 0:
                return x < y
            if op == 1:
                return x <= y
            if op == 2:
                return x > y
            return x >= y
        i += 1
    x = len(a)
    y = len(b)
    if op == 0:
        return x < y
    if op == 1:
        return x <= y
    if op == 2:
        return x > y
    return x >= y


def op_lt(a, b):
    if _goes_first(b, a):
        return _compared(b, a, 2)
    return _compared(a, b, 0)


def op_le(a, b):
    if _goes_first(b, a):
        return _compared(b, a, 3)
    return _compared(a, b, 1)


def op_gt(a, b):
    if _goes_first(b, a):
        return _compared(b, a, 0)
    return _compared(a, b, 2)


def op_ge(a, b):
    if _goes_first(b, a):
        return _compared(b, a, 1)
    return _compared(a, b, 3)


def _compared(a, b, op):
    kind = _container(a)
    if kind == 1 or kind == 4:
        return _order(a, b, op)
    if type(a) is slice and type(b) is slice:
        return _order((a.start, a.stop, a.step), (b.start, b.stop, b.step), op)
    if kind == 3 or kind == 5:
        other = _container(b)
        if (kind == 5 or other == 5) and (other == 3 or other == 5):
            if op > 1:
                a, b = b, a
            if len(a) > len(b) or (op == 0 or op == 2) and len(a) == len(b):
                return False
            for k in a:
                if k not in b:
                    return False
            return True
        if op == 0:
            return len(a) < len(b) and set_issubset(a, b)
        if op == 1:
            return set_issubset(a, b)
        if op == 2:
            return len(a) > len(b) and set_issubset(b, a)
        return set_issubset(b, a)
    if op == 0:
        return a < b
    if op == 1:
        return a <= b
    if op == 2:
        return a > b
    return a >= b


def op_add(a, b):
    if isinstance(a, list):
        list_extend(_plain(a), b)
        return a
    if _container(a) == 4:
        return deque_iadd(a, b)
    return a + b


def _is_view(x):
    t = type(x).__name__
    return (t == 'dict_keys' or t == 'dict_items') and _find(x, '__or__') is None


def op_or(a, b):
    if type(a) is type(type.__dict__) or type(b) is type(type.__dict__):
        return _unproxied(a) | _unproxied(b)
    if _is_view(a) or _is_view(b):
        return set_union({*a}, {*b})
    if _container(a) == 3:
        return set_union(a, b)
    if _container(a) == 2:
        r = dict(a)
        dict_update(r, b)
        return r
    return _type_union(a, b)


def _type_union(a, b):
    members = []
    for side in (a, b):
        for x in side.__args__ if type(side) is type(int | str) else (type(None) if side is None else side,):
            for known in members:
                if x is known or _is_alias(x) and _is_alias(known) and x == known:
                    break
            else:
                members.append(x)
    return _union((*members,))


def _is_alias(x):
    return type(_plain(x)) is type(list[int])


def op_and(a, b):
    if _is_view(a) or _is_view(b):
        return set_intersection({*a}, {*b})
    return set_intersection(a, b)


def op_sub(a, b):
    if _is_view(a) or _is_view(b):
        return set_difference({*a}, {*b})
    return set_difference(a, b)


def op_xor(a, b):
    if _is_view(a) or _is_view(b):
        return set_symmetric_difference({*a}, {*b})
    return set_symmetric_difference(a, b)


def op_truth(x):
    if x is NotImplemented:
        from warnings import warn
        warn('NotImplemented should not be used in a boolean context', DeprecationWarning)
        return True
    m = _find(x, '__bool__')
    if m is not None:
        r = m(x)
        if r is True or r is False:
            return r
        raise TypeError(f'__bool__ should return bool, returned {_type_name(r)}')
    if _blocked(x, '__bool__'):
        raise TypeError("'NoneType' object is not callable")
    x = _unproxied(x)
    m = _find(x, '__len__')
    if m is None:
        return True
    return _truth_of_length(m(x))


def _truth_of_length(r):
    return _length(r) != 0


def op_len(x):
    return _length(_find(x, '__len__')(x))


def len(x):
    return _length(_find(x, '__len__')(x))


def _prelude__length(r):
    m = _as_int(r)
    if m < 0:
        raise ValueError('__len__() should return >= 0')
    if m > 9223372036854775807:
        raise OverflowError(f"cannot fit '{type(r).__name__}' into an index-sized integer")
    return m + 0


def _as_int(r):
    # Only the type counts. The `__class__` attribute of the object is ignored.
    if issubclass(type(r), int):
        return _plain(r)
    m = _find(r, '__index__')
    if m is None:
        raise TypeError(f"'{_type_name(r)}' object cannot be interpreted as an integer")
    r = m(r)
    if not isinstance(r, int):
        raise TypeError(f'__index__ returned non-int (type {_type_name(r)})')
    return _plain(r)


def op_contains(container, item):
    if type(container) is type(type.__dict__):
        return item in _unproxied(container)
    m = _find(container, '__contains__')
    if m is not None:
        return m(container, item)
    if _blocked(container, '__contains__'):
        raise TypeError(f"'{_type_name(container)}' object is not a container")
    kind = _container(container)
    if kind == 1:
        return _holds(_plain(container), item)
    if kind == 4:
        return deque_contains(container, item)
    if kind == 2:
        return dict_get(container, item, _marker) is not _marker
    if kind == 3:
        return _set_has(container, item)
    if isinstance(container, (bytes, bytearray)) and hasattr(type(item), '__index__'):
        return _as_int(item) in _plain(container)
    t = type(container)
    if t is type({}.items()):
        if not isinstance(item, tuple) or len(item) != 2:
            return False
        r = container.mapping.get(item[0], _marker)
        return r is not _marker and (r is item[1] or r == item[1])
    if not _iterable(container):
        raise TypeError(f"argument of type '{_type_name(container)}' is not iterable")
    try:
        it = _iter(container)
    except TypeError:
        raise TypeError(f"argument of type '{_type_name(container)}' is not iterable") from None
    for x in it:
        if x is item or x == item:
            return True
    return False


def op_getitem(obj, key):
    m = _find(obj, '__getitem__')
    if m is not None:
        return m(obj, key)
    kind = _container(obj)
    if kind == 2:
        r = dict_get(obj, key, _marker)
        if r is _marker:
            m = _find(obj, '__missing__')
            if m is not None:
                return m(obj, key)
            raise KeyError(key)
        return r
    if type(obj) is type(type.__dict__):
        return _unproxied(obj)[key]
    if type(key) is slice:
        return _plain(obj)[slice(_slice_part(key.start), _slice_part(key.stop), _slice_part(key.step))]
    return _plain(obj)[_as_int(key)]


def mappingproxy_get(self, key, default=None):
    return _unproxied(self).get(key, default)


def mappingproxy_keys(self):
    return _unproxied(self).keys()


def mappingproxy_values(self):
    return _unproxied(self).values()


def mappingproxy_items(self):
    return _unproxied(self).items()


def mappingproxy_copy(self):
    return _unproxied(self).copy()


def _slice_part(x):
    if x is None or type(x) is int:
        return x
    return _as_int(x)


def _slice_of_ints(key):
    step = _slice_part(key.step)
    if step == 0:
        raise ValueError('slice step cannot be zero')
    start = _slice_part(key.start)
    return slice(start, _slice_part(key.stop), step)


def op_getslice(obj, start, stop, step):
    m = _find(obj, '__getitem__')
    if m is not None:
        return m(obj, slice(start, stop, step))
    return _plain(obj)[_slice_of_ints(slice(start, stop, step))]


def op_setitem(obj, key, value):
    m = _find(obj, '__setitem__')
    if m is not None:
        m(obj, key, value)
        return
    if _container(obj) == 2:
        _dict_set(_plain(obj), key, value)
        return
    if type(_plain(obj)) is bytearray:
        bytearray_setitem(_plain(obj), key, value)
        return
    if type(_plain(obj)) is memoryview:
        memoryview_setitem(_plain(obj), key, value)
        return
    if type(key) is slice:
        key = _slice_of_ints(key)
        try:
            it = iter(value)
        except TypeError:
            it = None
        if it is None:
            raise TypeError('must assign iterable to extended slice')
        _plain(obj)[key] = list(it)
        return
    _plain(obj)[_as_int(key)] = value


def op_delitem(obj, key):
    m = _find(obj, '__delitem__')
    if m is not None:
        m(obj, key)
        return
    if _container(obj) == 2:
        dict_delitem(_plain(obj), key)
        return
    if type(key) is slice:
        del _plain(obj)[_slice_of_ints(key)]
        return
    del _plain(obj)[_as_int(key)]


def op_format(value, conversion, spec):
    if conversion == 0 and not spec and _find(value, '__format__') is None:
        return _str(value)
    if conversion == 1:
        value = str(value)
    elif conversion == 2:
        value = repr(value)
    elif conversion == 3:
        value = ascii(value)
    return format(value, '' if spec is None else spec)


def _prelude__shown_text(r):
    return format(_repr_text(r), '')


def format(value, spec=''):
    m = _find(value, '__format__')
    if m is None:
        if spec == '':
            return str(value)
        return object.__format__(value, spec)
    return _format_text(m(value, spec))


def operator_blocked(this, other):
    raise TypeError("'NoneType' object is not callable")


def unpack_collect(src, most):
    r = []
    for x in src:
        r.append(x)
        if most > 0 and len(r) >= most:
            break
    return (*r,)


def op_build_set(*items):
    s = set()
    for x in items:
        set_add(s, x)
    return s


def op_build_dict(*items):
    d = {}
    i = 0
    while i < len(items):
        _dict_set(d, items[i], items[i + 1])
        i += 2
    return d


def op_match_keys(src, keys):
    r = []
    missing = _box()
    get = getattr(src, 'get')
    seen = set()
    for k in keys:
        if k in seen:
            raise ValueError(f'mapping pattern checks duplicate key ({k!r})')
        seen.add(k)
        v = get(k, missing)
        if v is missing:
            return None
        r.append(v)
    return (*r,)


def op_match_class(subject, cls, npos, names):
    if not isinstance(subject, cls):
        return None
    r = []
    seen = []
    if npos:
        if _self_match(cls):
            if npos > 1:
                raise TypeError(f'{cls.__name__}() accepts 1 positional sub-pattern ({npos} given)')
            r.append(subject)
        else:
            match_args = getattr(cls, '__match_args__', ())
            if type(match_args) is not tuple:
                raise TypeError(f'{cls.__name__}.__match_args__ must be a tuple (got {_type_name(match_args)})')
            if len(match_args) < npos:
                n = len(match_args)
                s = '' if n == 1 else 's'
                raise TypeError(f'{cls.__name__}() accepts {n} positional sub-pattern{s} ({npos} given)')
            i = 0
            while i < npos:
                name = match_args[i]
                if type(name) is not str:
                    raise TypeError(f'__match_args__ elements must be strings (got {_type_name(name)})')
                if name in seen:
                    raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
                seen.append(name)
                v = _pattern_attr(subject, name)
                if v is _none_box():
                    return None
                r.append(v)
                i += 1
    for name in names:
        if name in seen:
            raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
        seen.append(name)
        v = _pattern_attr(subject, name)
        if v is _none_box():
            return None
        r.append(v)
    return (*r,)


def _pattern_attr(subject, name):
    try:
        return _getattr(subject, name)
    except AttributeError:
        return _none_box()


def _none_box():
    return _marker


def divmod(a, b):
    m = _find(a, '__divmod__')
    if m is None and _divides_first(a, b):
        return divmod(_plain(a), _plain(b))
    left = right = m is not None
    reflected = None
    if type(a) is not type(b):
        reflected = _find(b, '__rdivmod__')
        right = reflected is not None
        if right and issubclass(type(b), type(a)) and reflected is not _find(a, '__rdivmod__'):
            # The reflected method goes first when a subclass overrides it.
            r = reflected(b, a)
            if r is not NotImplemented:
                return r
            reflected = None
    if left:
        r = m(a, b)
        if r is not NotImplemented:
            return r
    if reflected is not None:
        r = reflected(b, a)
        if r is not NotImplemented:
            return r
    x = _plain(a)
    y = _plain(b)
    if left and right or not (type(x) in (int, float, bool) and type(y) in (int, float, bool)):
        raise TypeError(f"unsupported operand type(s) for divmod(): '{_type_name(a)}' and '{_type_name(b)}'")
    return divmod(x, y)


def _divides_first(a, b):
    # True when the builtin `divmod` of the left operand applies, and the right operand is not a subclass instance that overrides
    # `__rdivmod__`.
    x = type(_plain(a))
    y = type(_plain(b))
    if not (x is float and y in (int, bool, float) or x in (int, bool) and y in (int, bool)):
        return False
    return not issubclass(type(b), type(a)) or getattr(type(a), '__rdivmod__', None) is getattr(type(b), '__rdivmod__', None)


def pow(a, b, mod=None):
    if mod is None:
        return a ** b
    m = _find(a, '__pow__')
    if m is not None:
        r = m(a, b, mod)
        if r is not NotImplemented:
            return r
    x = _plain(a)
    y = _plain(b)
    z = _plain(mod)
    if x is a and y is b and z is mod:
        if type(a) is float or type(b) is float or type(mod) is float:
            raise TypeError('pow() 3rd argument not allowed unless all arguments are integers')
        raise TypeError(f"unsupported operand type(s) for ** or pow(): '{_type_name(a)}', '{_type_name(b)}', '{_type_name(mod)}'")
    numbers = isinstance(x, (int, float, complex)) and isinstance(y, (int, float, complex))
    for v, w in ((a, x), (b, y), (mod, z)):
        # The first operand that has a builtin `__pow__` for these types raises the error, unless its class overrides `__pow__`. Only the
        # method of
        # the base is ever called.
        if (isinstance(w, float) or isinstance(w, complex) and numbers) and _find(v, '__pow__') is None:
            return pow(x, y, z)
    if not (isinstance(x, int) and isinstance(y, int) and isinstance(z, int)):
        raise TypeError(f"unsupported operand type(s) for ** or pow(): '{_type_name(a)}', '{_type_name(b)}', '{_type_name(mod)}'")
    return pow(x, y, z)


def round(number, ndigits=None):
    if ndigits is None:
        return round(_plain(number))
    return round(_plain(number), _as_int(ndigits))


def op_call_ex(callee, args, keywords):
    if not _iterable(args):
        raise TypeError(f'{_shown_callee(callee)} argument after * must be an iterable, not {_type_name(args)}')
    args = (*args,)
    if keywords is None:
        return callee(*args)
    return callee(*args, **keywords)


def op_repeat(sequence, times):
    return sequence * index(times)


def none_called(*args, **kwargs):
    raise TypeError("'NoneType' object is not callable")
