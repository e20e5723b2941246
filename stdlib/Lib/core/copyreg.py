"""How objects are taken apart and made again, for `copy` and `__reduce_ex__`."""
__all__ = ['pickle', 'constructor', 'add_extension', 'remove_extension', 'clear_extension_cache']

dispatch_table = {complex: lambda number: (complex, (number.real, number.imag))}


def _union_parts(union):
    from functools import reduce
    from operator import or_
    return reduce, (or_, union.__args__)


def _starred(alias):
    return next(iter(alias))


dispatch_table[type(int | str)] = _union_parts


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(made, state)
    return made


def _slotnames(cls):
    """The attributes that a class and its bases keep in slots, by the names they are stored under."""
    known = cls.__dict__.get('__slotnames__')
    if known is not None:
        return known
    found = []
    for kind in cls.__mro__ if hasattr(cls, '__slots__') else ():
        slots = kind.__dict__.get('__slots__', ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ('__dict__', '__weakref__'):
                continue
            owner = kind.__name__.lstrip('_')
            is_mangled = name.startswith('__') and not name.endswith('__') and owner
            found.append(f'_{owner}{name}' if is_mangled else name)
    try:
        cls.__slotnames__ = found
    except (AttributeError, TypeError):
        pass
    return found


_extension_registry, _inverted_registry, _extension_cache = {}, {}, {}


def add_extension(module, name, code):
    """Gives a global a number for pickles."""
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError('code out of range')
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError(f'key {key} is already registered with code {_extension_registry[key]}')
    if code in _inverted_registry:
        raise ValueError(f'code {code} is already in use for key {_inverted_registry[code]}')
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError(f'key {key} is not registered with code {code}')
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()
