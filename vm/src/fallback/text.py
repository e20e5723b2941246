# text and numbers: conversions, formatting, and methods with arguments of user classes


def call_indexed(function, skipped, /, *args, **kwargs):
    # A native expects an int and got an object with a user-defined `__index__`. Convert all such arguments and call the native again.
    # The first `skipped` arguments (the object of a method) are not converted.
    converted = []
    changed = False
    for argument in args:
        if len(converted) >= skipped and has_guest_index(argument):
            argument = index(argument)
            changed = True
        converted.append(argument)
    for name in kwargs:
        if has_guest_index(kwargs[name]):
            kwargs[name] = index(kwargs[name])
            changed = True
    if changed:
        return function(*converted, **kwargs)
    if args and not kwargs:
        r = _slot(function.__name__, *args)
        if r is not _marker:
            return r
    # Replace instances of subclasses of builtin types by the builtin values inside.
    converted = converted[:skipped] + [_plain(argument) for argument in converted[skipped:]]
    for argument, given in zip(converted, args):
        changed = changed or argument is not given
    if not changed:
        raise SystemError('no twin for ' + repr(function))
    return function(*converted, **kwargs)


def _slot(name, a, b=_marker, c=_marker):
    # A slot method of a builtin type that was called by name (`int.__lt__(a, b)`) and needs user code: apply the operator.
    if b is _marker:
        if name == '__repr__':
            return _repr_of_class(a)
        if name == '__str__':
            return repr(a)
        if name == '__hash__' and type(a) is slice:
            return hash((a.start, a.stop, a.step))
        return _marker
    if c is not _marker:
        return _marker
    x = _plain(a)
    y = _plain(b)
    if name == '__lt__':
        return op_lt(x, y)
    if name == '__le__':
        return op_le(x, y)
    if name == '__gt__':
        return op_gt(x, y)
    if name == '__ge__':
        return op_ge(x, y)
    if name == '__eq__':
        return op_eq(x, y)
    if name == '__ne__':
        return op_ne(x, y)
    if name == '__or__':
        return op_or(x, y)
    if name == '__ror__':
        return op_or(y, x)
    if name == '__and__':
        return op_and(x, y)
    if name == '__rand__':
        return op_and(y, x)
    if name == '__sub__':
        return op_sub(x, y)
    if name == '__rsub__':
        return op_sub(y, x)
    if name == '__xor__':
        return op_xor(x, y)
    if name == '__rxor__':
        return op_xor(y, x)
    if name == '__contains__':
        return op_contains(x, b)
    if name == '__getitem__':
        return op_getitem(x, b)
    if name == 'isdisjoint':
        for item in y:
            if op_contains(x, item):
                return False
        return True
    if _container(a) == 3:
        if name == '__ior__':
            set_update(x, y)
            return a
        if name == '__iand__':
            set_intersection_update(x, y)
            return a
        if name == '__isub__':
            set_difference_update(x, y)
            return a
        if name == '__ixor__':
            set_symmetric_difference_update(x, y)
            return a
    return _marker


def index_guest(value):
    result = special(value, '__index__')()
    if not isinstance(result, int):
        raise TypeError('__index__ returned non-int (type ' + _type_name(result) + ')')
    if type(result) is not int:
        _strict_subclass('__index__', result, 'int')
        result = int.__index__(result)
    return result


def c_int_guest(value, name):
    return c_int(index_guest(value), name)


def str_new(cls, object='', encoding=_marker, errors=_marker):
    if encoding is not _marker or errors is not _marker:
        from codecs import decode_bytes
        text = decode_bytes(bytes(object), 'utf-8' if encoding is _marker else encoding, 'strict' if errors is _marker else errors)
        return text if cls is str else str.__new__(cls, text)
    method = special(object, '__str__')
    if method is None:
        if isinstance(object, str):
            text = str.__str__(object)
        else:
            text = _exc_str(object) if isinstance(object, BaseException) else _shown(object)
        if type(object).__name__ == 'mappingproxy':
            # The text of the mapping inside.
            text = text[13:-1]
    else:
        text = method()
        if not isinstance(text, str):
            raise TypeError('__str__ returned non-string (type ' + _type_name(text) + ')')
    if cls is str:
        return text
    return str.__new__(cls, text)


def str_join(self, iterable):
    return str.join(self, collect_for(iterable, 'can only join an iterable'))


def collect_for_guest(iterable, message):
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError(message) from None
    return list(iterator)


def str_encode(self, encoding='utf-8', errors='strict'):
    from codecs import encode_text
    return encode_text(self, encoding, errors)


def bytes_decode(self, encoding='utf-8', errors='strict'):
    from codecs import decode_bytes
    return decode_bytes(self, encoding, errors)


def tell_and_give(words, found):
    from warnings import _warn_program
    _warn_program(words, DeprecationWarning)
    return found


def bytearray_decode(self, encoding='utf-8', errors='strict'):
    from codecs import decode_bytes
    return decode_bytes(self, encoding, errors)


def str_translate(self, table):
    parts = []
    for char in str.__str__(self):
        try:
            found = table[ord(char)]
        except LookupError:
            parts.append(char)
            continue
        if found is None:
            continue
        if isinstance(found, int):
            if not 0 <= found <= 0x10ffff:
                raise ValueError('character mapping must be in range(0x110000)')
            parts.append(chr(found))
        elif isinstance(found, str):
            parts.append(found)
        else:
            raise TypeError('character mapping must return integer, None or str')
    return ''.join(parts)


def str_splitlines(self, keepends=False):
    return str.splitlines(self, True if keepends else False)


def str_mod(self, value):
    return str.__str__(self) % value


def str_rmod(self, value):
    return str.__str__(value) % self


def op_mod(template, args):
    is_text = isinstance(template, str)
    positional = isinstance(args, tuple)
    is_mapping = not positional and percent_mapping(args)
    given = [*tuple.__iter__(args)] if positional else [args]
    at = 0
    values = []
    for key, stars, code in percent_parse(template):
        if key is not None:
            if not is_mapping:
                raise TypeError('format requires a mapping')
            given = [args[key]]
            at = 0
        for _ in range(stars):
            if at < len(given):
                values.append(given[at])
                at += 1
        if code == '%':
            continue
        if at >= len(given):
            break
        value = given[at]
        at += 1
        if code == 'r' and is_text:
            value = repr(value)
        elif code == 'a' or code == 'r':
            value = ascii(value)
        elif code == 's' and is_text:
            if type(value) is not str:
                value = str(value)
                if type(value) is not str:
                    value = str.__str__(value)
        elif code == 's' or code == 'b':
            method = special(value, '__bytes__')
            if method is not None and not isinstance(value, (bytes, bytearray)):
                value = method()
                if not isinstance(value, bytes):
                    raise TypeError('__bytes__ returned non-bytes (type ' + _type_name(value) + ')')
        elif code in 'diu':
            if not isinstance(value, int) and (special(value, '__int__') is not None or special(value, '__index__') is not None):
                try:
                    value = int(value)
                except TypeError:
                    pass
        elif code in 'oxXc':
            if not isinstance(value, int) and has_guest_index(value):
                try:
                    value = index(value)
                except TypeError:
                    pass
        elif code in 'eEfFgG':
            if not isinstance(value, float) and (special(value, '__float__') is not None or special(value, '__index__') is not None):
                value = float(value)
        values.append(value)
    result = percent_fill(template, values)
    if at < len(given) and not is_mapping:
        raise TypeError('not all arguments converted during ' + ('string' if is_text else 'bytes') + ' formatting')
    return result


def bytes_mod(self, value):
    return bytes.__getnewargs__(self)[0] % value


def bytearray_mod(self, value):
    return bytearray.copy(self) % value


def format_pieces(pieces, args, mapping):
    out = []
    for literal, argument, accessors, conversion, spec in pieces:
        out.append(literal)
        if argument is None:
            if spec is not None:
                raise ValueError(spec)
            continue
        if type(argument) is int:
            if args is None:
                raise ValueError('Format string contains positional fields')
            if argument >= len(args):
                raise IndexError('Replacement index ' + str(argument) + ' out of range for positional args tuple')
            value = args[argument]
        else:
            value = mapping[argument]
        for is_attribute, name in accessors:
            if is_attribute is None:
                raise ValueError(name)
            value = format_attribute(value, name) if is_attribute else value[name]
        if conversion is not None:
            if conversion == 's':
                value = str(value)
            elif conversion == 'r':
                value = repr(value)
            elif conversion == 'a':
                value = ascii(value)
            else:
                raise ValueError(conversion)
        if type(spec) is list:
            spec = format_nested(spec, args, mapping)
        out.append(format(value, spec))
    return ''.join(out)


def bool_new(cls, object=False):
    return True if object else False


def _strict_subclass(name, result, kind):
    from warnings import warn
    warn(f'{name} returned non-{kind} (type {type(result).__name__}).  The ability to return an instance of a strict subclass of {kind} '
         'is deprecated, and may be removed in a future version of Python.', DeprecationWarning)


def invert_bool(value):
    from warnings import warn
    warn("Bitwise inversion '~' on bool is deprecated and will be removed in Python 3.16. This returns the bitwise inversion of the "
         "underlying int object and is usually not what you expect from negating a bool. Use the 'not' operator for boolean negation or "
         '~int(x) if you really want the bitwise inversion of the underlying int.', DeprecationWarning)
    return -2 if value else -1


def int_new(cls, x=0, base=_marker):
    if base is not _marker:
        return int.__new__(cls, x, index(base))
    method = special(x, '__int__')
    if method is not None:
        result = method()
        if not isinstance(result, int):
            raise TypeError('__int__ returned non-int (type ' + _type_name(result) + ')')
        if type(result) is not int:
            _strict_subclass('__int__', result, 'int')
    elif special(x, '__index__') is not None:
        result = index(x)
    else:
        from warnings import warn
        warn('The delegation of int() to __trunc__ is deprecated.', DeprecationWarning)
        result = special(x, '__trunc__')()
        if not isinstance(result, int):
            if special(result, '__index__') is None:
                raise TypeError('__trunc__ returned non-Integral (type ' + _type_name(result) + ')')
            result = index(result)
    return int.__new__(cls, int.__index__(result))


def int_from_bytes(cls, bytes, byteorder='big', *, signed=False):
    method = special(bytes, '__bytes__')
    data = method() if method is not None else [index(item) for item in bytes]
    if method is not None and type(data).__name__ != 'bytes':
        raise TypeError('__bytes__ returned non-bytes (type ' + _type_name(data) + ')')
    return cls.from_bytes(data, byteorder, signed=True if signed else False)


def int_to_bytes(self, length=1, byteorder='big', *, signed=False):
    return int.to_bytes(self, index(length), byteorder, signed=True if signed else False)


def float_new(cls, x=0.0):
    method = special(x, '__float__')
    if method is not None:
        result = method()
        if not isinstance(result, float):
            raise TypeError(_type_name(x) + '.__float__ returned non-float (type ' + _type_name(result) + ')')
        if type(result) is not float:
            _strict_subclass(type(x).__name__ + '.__float__', result, 'float')
        result = float.__float__(result)
    else:
        result = index(x)
    return float.__new__(cls, result)


def complex_new(cls, real=0, imag=_marker):
    if issubclass(type(real), str):
        # A str is parsed, whatever methods its class overrides.
        return complex.__new__(cls, str.__str__(real)) if imag is _marker else complex.__new__(cls, str.__str__(real), imag)
    method = special(real, '__complex__')
    if method is not None:
        real = method()
        if not isinstance(real, complex):
            raise TypeError('__complex__ returned non-complex (type ' + _type_name(real) + ')')
        if type(real) is not complex:
            _strict_subclass('__complex__', real, 'complex')
        real = complex.__pos__(real)
    else:
        real = _real_part(real)
    if imag is _marker:
        return complex.__new__(cls, real)
    return complex.__new__(cls, real, _real_part(imag))


def _real_part(x):
    # The value as a builtin number. For a subclass of a builtin type, its conversion method is called.
    if issubclass(type(x), complex):
        return _plain(x)
    if special(x, '__float__') is not None:
        return _plain(float(x))
    if issubclass(type(x), (int, float)):
        return _plain(x)
    return index(x) if has_guest_index(x) else x


def bytes_new(cls, source=b'', encoding=_marker, errors=_marker):
    if encoding is not _marker or errors is not _marker:
        return bytes.__new__(cls, _registered_bytes(source, encoding, errors))
    method = special(source, '__bytes__')
    if method is None and isinstance(source, bytes):
        # `bytes` has its own `__bytes__`, which a user class need not define.
        source = _plain(source)
        return source if cls is bytes else bytes.__new__(cls, source)
    if method is not None:
        result = method()
        if not isinstance(result, bytes):
            raise TypeError('__bytes__ returned non-bytes (type ' + _type_name(result) + ')')
        if cls is bytes:
            return result
        return bytes.__new__(cls, bytes.__getnewargs__(result)[0])
    if has_guest_index(source):
        count = _count_of(source, 'bytes')
        if count is not None:
            return bytes.__new__(cls, count)
    items = _byte_items(source, 'bytes')
    _ask_length(source)
    return bytes.__new__(cls, [index(item) for item in items])


def _count_of(source, wanted):
    """The number of zero bytes that an object asks for; None if it is not a number but an iterable."""
    try:
        return index(source)
    except TypeError:
        if hasattr(type(source), '__iter__') or hasattr(type(source), '__getitem__'):
            return None
        raise TypeError(f"cannot convert '{_type_name(source)}' object to {wanted}") from None


def _byte_items(source, wanted):
    try:
        return _iter(source)
    except TypeError:
        raise TypeError(f"cannot convert '{_type_name(source)}' object to {wanted}") from None


def _registered_bytes(source, encoding, errors):
    from codecs import encode_text
    return encode_text(source, 'utf-8' if encoding is _marker else encoding, 'strict' if errors is _marker else errors)


def bytearray_new(cls, source=b'', encoding=_marker, errors=_marker):
    if encoding is not _marker or errors is not _marker:
        return bytearray.__new__(cls, _registered_bytes(source, encoding, errors))
    if has_guest_index(source):
        count = _count_of(source, 'bytearray')
        if count is not None:
            return bytearray.__new__(cls, count)
    return bytearray.__new__(cls, [index(item) for item in _byte_items(source, 'bytearray')])


def bytearray_init(self, source=b'', encoding=_marker, errors=_marker):
    if encoding is not _marker or errors is not _marker:
        return bytearray.__init__(self, _registered_bytes(source, encoding, errors))
    if has_guest_index(source):
        count = _count_of(source, 'bytearray')
        if count is not None:
            return bytearray.__init__(self, count)
    return bytearray.__init__(self, [index(item) for item in source])


def bytearray_extend(self, iterable_of_ints):
    it = _iter(iterable_of_ints)
    if _is_guest(iterable_of_ints):
        _ask_length(iterable_of_ints)
    return bytearray.extend(self, [index(item) for item in it])


def bytearray_setitem(self, key, value):
    if type(key) is slice:
        places = slice_of_ints(key)
        if value is self or not isinstance(value, bytearray):
            if isinstance(value, (str, int, float, complex)) or any(special(value, name) is not None for name in ('__index__', '__int__', '__float__')):
                raise TypeError('can assign only bytes, buffers, or iterables of ints in range(0, 256)')
            # CPython converts the value to a bytearray and assigns again, so `__index__` of the slice's bounds is called twice.
            value = bytearray(value)
            places = slice_of_ints(key)
        return bytearray.__setitem__(self, places, value)
    return bytearray.__setitem__(self, index(key), index(value))


def slice_of_ints_guest(key):
    step = index(key.step) if key.step is not None else None
    if step == 0:
        raise ValueError('slice step cannot be zero')
    start = index(key.start) if key.start is not None else None
    stop = index(key.stop) if key.stop is not None else None
    return slice(start, stop, step)


def bytearray_delitem(self, key):
    return bytearray.__delitem__(self, slice_of_ints(key) if type(key) is slice else index(key))


def bytearray_getitem(self, key):
    return bytearray.__getitem__(self, slice_of_ints(key) if type(key) is slice else index(key))


def bytes_getitem(self, key):
    return bytes.__getitem__(self, slice_of_ints(key) if type(key) is slice else index(key))


def str_getitem(self, key):
    return str.__getitem__(self, slice_of_ints(key) if type(key) is slice else index(key))


def memoryview_getitem(self, key):
    return memoryview.__getitem__(self, slice_of_ints(key) if type(key) is slice else index(key))


def memoryview_setitem(self, key, value):
    if type(key) is slice:
        return memoryview.__setitem__(self, slice_of_ints(key), value)
    return memoryview.__setitem__(self, index(key), index(value))


def bytes_join(self, iterable_of_bytes):
    return bytes.join(self, collect_for(iterable_of_bytes, 'can only join an iterable'))


def bytearray_join(self, iterable_of_bytes):
    # Export the buffer of the separator while the iterable is read, so that it cannot be resized.
    with memoryview(self):
        parts = collect_for(iterable_of_bytes, 'can only join an iterable')
    return bytearray.join(self, parts)


def bytes_splitlines(self, keepends=False):
    return bytes.splitlines(self, True if keepends else False)


def bytearray_splitlines(self, keepends=False):
    return bytearray.splitlines(self, True if keepends else False)


def bytes_rmod(self, value):
    return bytes.__getnewargs__(value)[0] % self


def bytearray_rmod(self, value):
    return bytearray.copy(value) % self
