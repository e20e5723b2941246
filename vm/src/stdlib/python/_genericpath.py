"""What the path functions share."""


_absent = object()


def sequence(name, given, size):
    """The values that a structure of so many fields is made of."""
    if given is _absent:
        raise TypeError("structseq() missing required argument 'sequence' (pos 1)")
    try:
        values = tuple(given)
    except TypeError:
        raise TypeError('constructor requires a sequence') from None
    if len(values) != size:
        raise TypeError(f'{name}() takes a {size}-sequence ({len(values)}-sequence given)')
    return values


def fspath(path):
    """A path as str or bytes."""
    kind = type(path)
    if issubclass(kind, (str, bytes)):
        return path
    asked = getattr(kind, '__fspath__', None)
    if asked is None:
        raise TypeError(f'expected str, bytes or os.PathLike object, not {kind.__name__}')
    text = asked(path)
    if isinstance(text, (str, bytes)):
        return text
    raise TypeError(f'expected {kind.__name__}.__fspath__() to return str or bytes, not {type(text).__name__}')


def commonprefix(m):
    """The longest text or list that several begin with, character by character."""
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(fspath, m))
    low, high = min(m), max(m)
    for i, item in enumerate(low):
        if item != high[i]:
            return low[:i]
    return low


def check_types(function, *args):
    """Why a path function failed, in its words."""
    kinds = set()
    for s in args:
        if isinstance(s, (str, bytes)):
            kinds.add(type(s))
        else:
            raise TypeError(f'{function}() argument must be str, bytes, or os.PathLike object, '
                            f'not {s.__class__.__name__!r}') from None
    if len(kinds) > 1:
        raise TypeError("Can't mix strings and bytes in path components") from None
