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


def converted(path, call, argument='path', number='', none=False):
    """A path as str or bytes, or the number of an open file where a call takes one."""
    kind = type(path)
    if not isinstance(path, (str, bytes)) and not hasattr(kind, '__fspath__'):
        if path is None and none:
            return '.'
        if number and hasattr(kind, '__index__'):
            from _stockade import index
            path = index(path)
            if not -0x80000000 <= path < 0x80000000:
                raise OverflowError('fd is greater than maximum' if path > 0 else 'fd is less than minimum')
            return path
        raise TypeError(f'{call}: {argument} should be string, bytes{number or " or os.PathLike"}, not {kind.__name__}')
    text = fspath(path)
    if isinstance(text, str):
        text.encode('utf-8', 'surrogateescape')
    if ('\0' if isinstance(text, str) else b'\0') in text:
        raise ValueError(f'{call}: embedded null character in {argument}')
    return text


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
