"""Values to JSON text. The machine does it in one go where no method of the program takes part."""
import _json

__all__ = ['JSONEncoder']


def encode_basestring(s):
    """A string as JSON."""
    return _json.quote(s, False)


def encode_basestring_ascii(s):
    """A string as JSON in ASCII."""
    return _json.quote(s, True)


encode_basestring.__module__ = encode_basestring_ascii.__module__ = '_json'
py_encode_basestring = c_encode_basestring = encode_basestring
py_encode_basestring_ascii = c_encode_basestring_ascii = encode_basestring_ascii
c_make_encoder = None
INFINITY = float('inf')


class JSONEncoder:
    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        """What to encode in place of an object that JSON has no form for."""
        raise TypeError('Object of type %s is not JSON serializable' % o.__class__.__name__)

    def encode(self, o):
        """A value as JSON text."""
        if type(self).iterencode is JSONEncoder.iterencode:
            text = self._at_once(o)
            if text is not None:
                return text
        elif isinstance(o, str):
            return _json.quote(o, bool(self.ensure_ascii))
        chunks = self.iterencode(o, _one_shot=True)
        if not isinstance(chunks, (list, tuple)):
            chunks = list(chunks)
        return ''.join(chunks)

    def _indent(self):
        indent = self.indent
        return indent if indent is None or isinstance(indent, str) else ' ' * indent

    def _check(self):
        for number, separator in ((5, self.key_separator), (6, self.item_separator)):
            if not isinstance(separator, str):
                raise TypeError('make_encoder() argument %d must be str, not %s'
                                % (number, type(separator).__name__))

    def _at_once(self, o):
        """The text, or None where a method of the program takes part."""
        if self.indent is None:
            self._check()
        elif not (isinstance(self.item_separator, str) and isinstance(self.key_separator, str)):
            return None
        # A string needs no indentation.
        indent = None if isinstance(o, str) else self._indent()
        return _json.encode(o, bool(self.skipkeys), bool(self.ensure_ascii),
                            bool(self.check_circular), bool(self.allow_nan), bool(self.sort_keys),
                            indent, self.item_separator, self.key_separator)

    def iterencode(self, o, _one_shot=False):
        """The text in pieces."""
        if self.indent is None and _one_shot:
            self._check()
            return (''.join(_pieces(self, o, {} if self.check_circular else None, self._indent(), 0, True)),)
        return _pieces(self, o, {} if self.check_circular else None, self._indent(), 0, _one_shot)


def _number(encoder, value):
    if value == value and value not in (_INFINITY, -_INFINITY):
        return float.__repr__(value)
    if not encoder.allow_nan:
        raise ValueError('Out of range float values are not JSON compliant: ' + float.__repr__(value))
    return 'NaN' if value != value else 'Infinity' if value > 0 else '-Infinity'


_INFINITY = float('inf')


def _key(encoder, key):
    """A key as a string; None when it is skipped."""
    if isinstance(key, str):
        return key
    if isinstance(key, float):
        return _number(encoder, key)
    if key is True:
        return 'true'
    if key is False:
        return 'false'
    if key is None:
        return 'null'
    if isinstance(key, int):
        return int.__repr__(key)
    if encoder.skipkeys:
        return None
    raise TypeError('keys must be str, int, float, bool or None, not ' + key.__class__.__name__)


def _enter(markers, o):
    if markers is not None:
        if id(o) in markers:
            raise ValueError('Circular reference detected')
        markers[id(o)] = o


def _pieces(encoder, o, markers, indent, level, at_once):
    if isinstance(o, str):
        yield _json.quote(o, bool(encoder.ensure_ascii))
    elif o is None:
        yield 'null'
    elif o is True:
        yield 'true'
    elif o is False:
        yield 'false'
    elif isinstance(o, int):
        yield int.__repr__(o)
    elif isinstance(o, float):
        yield _number(encoder, o)
    elif isinstance(o, (list, tuple)):
        yield from _of_list(encoder, o, markers, indent, level, at_once)
    elif isinstance(o, dict):
        yield from _of_dict(encoder, o, markers, indent, level, at_once)
    else:
        _enter(markers, o)
        yield from _pieces(encoder, encoder.default(o), markers, indent, level, at_once)
        if markers is not None:
            del markers[id(o)]


def _of_list(encoder, items, markers, indent, level, at_once):
    # If the whole text is made at once, the iteration decides whether the list is empty.
    whole = items
    if at_once and type(items) not in (list, tuple):
        items = list(items)
    if not items:
        yield '[]'
        return
    _enter(markers, whole)
    lead = '['
    separator = encoder.item_separator
    if indent is not None:
        level += 1
        line = '\n' + indent * level
        separator += line
        lead += line
    for item in items:
        pieces = _pieces(encoder, item, markers, indent, level, at_once)
        if isinstance(item, (str, int, float)) or item is None:
            for piece in pieces:
                yield lead + piece
        else:
            yield lead
            yield from pieces
        lead = separator
    if indent is not None:
        yield '\n' + indent * (level - 1)
    yield ']'
    if markers is not None:
        del markers[id(whole)]


def _of_dict(encoder, mapping, markers, indent, level, at_once):
    if not (dict.__len__(mapping) if at_once else mapping):
        yield '{}'
        return
    _enter(markers, mapping)
    yield '{'
    separator = encoder.item_separator
    if indent is not None:
        level += 1
        line = '\n' + indent * level
        separator += line
        yield line
    pairs = mapping.items()
    if at_once and type(mapping) is not dict:
        if not hasattr(type(pairs), '__iter__'):
            raise TypeError(f'{type(mapping).__name__}.items() returned a non-iterable (type {type(pairs).__name__})')
        pairs = list(pairs)
    if encoder.sort_keys:
        pairs = sorted(pairs)
    first = True
    for key, value in pairs:
        key = _key(encoder, key)
        if key is None:
            continue
        if not first:
            yield separator
        first = False
        yield _json.quote(key, bool(encoder.ensure_ascii))
        yield encoder.key_separator
        yield from _pieces(encoder, value, markers, indent, level, at_once)
    if indent is not None:
        yield '\n' + indent * (level - 1)
    yield '}'
    if markers is not None:
        del markers[id(mapping)]
