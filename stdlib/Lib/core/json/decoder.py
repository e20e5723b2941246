"""JSON text to values. Without hooks the machine does it in one go."""
import _json
from _stockade import c_int

__all__ = ['JSONDecoder', 'JSONDecodeError']

NaN = float('nan')
PosInf = float('inf')
NegInf = float('-inf')
_constant = {'-Infinity': NegInf, 'Infinity': PosInf, 'NaN': NaN}.__getitem__
_SPACE = ' \t\n\r'


class JSONDecodeError(ValueError):
    """Text that is no JSON: what was expected, and where."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count('\n', 0, pos) + 1
        colno = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, '%s: line %d column %d (char %d)' % (msg, lineno, colno, pos))
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


def scanstring(s, end, strict=True, /):
    """The text of a string literal whose quote is before `end`, and where it ends."""
    end = c_int(end, 'ssize_t')
    if not isinstance(s, str):
        raise TypeError(f'first argument must be a string, not {type(s).__name__}')
    if not 0 <= end <= len(s):
        raise ValueError('end is out of bounds')
    if end == 0:
        try:
            value, after = _json.decode('"' + s, 0, bool(strict), False)
        except JSONDecodeError as error:
            raise JSONDecodeError(error.msg, s, error.pos - 1) from None
        return value, after - 1
    if s[end - 1] != '"':
        s = s[:end - 1] + '"' + s[end:]
    return _json.decode(s, end - 1, bool(strict), False)


scanstring.__module__ = '_json'
py_scanstring = c_scanstring = scanstring


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
                 strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or _constant
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook
        self.memo = {}
        self._hooked = bool(object_hook is not None or object_pairs_hook is not None or parse_float
                            or parse_int or parse_constant)

    def __getattr__(self, name):
        # Parts that a program may replace. A decoder with none replaced does not use them.
        parts = {'parse_object': 'JSONObject', 'parse_array': 'JSONArray', 'parse_string': 'scanstring', 'scan_once': 'make_scanner'}
        if name not in parts:
            raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}', name=name, obj=self)
        from json import scanner
        found = getattr(scanner, parts[name])
        return found(self) if name == 'scan_once' else found

    def decode(self, s, _w=None):
        """The value of a whole text."""
        if _w is not None:
            _w(s, 0)
        if not isinstance(s, str):
            raise TypeError('cannot use a string pattern on a bytes-like object' if isinstance(s, (bytes, bytearray, memoryview))
                            else f"expected string or bytes-like object, got '{type(s).__name__}'")
        if not self._hooked and type(self).raw_decode is JSONDecoder.raw_decode and 'scan_once' not in self.__dict__:
            return _json.decode(s, 0, bool(self.strict), True)
        start = 0
        while s[start:start + 1] in _SPACE and start < len(s):
            start += 1
        obj, end = self.raw_decode(s, start)
        while s[end:end + 1] in _SPACE and end < len(s):
            end += 1
        if end != len(s):
            raise JSONDecodeError('Extra data', s, end)
        return obj

    def raw_decode(self, s, idx=0):
        """The value at a position, and the position after it."""
        if 'scan_once' in self.__dict__:
            # The program replaced the scanner of this decoder.
            try:
                return self.scan_once(s, idx)
            except StopIteration as error:
                raise JSONDecodeError('Expecting value', s, error.value) from None
        if not self._hooked:
            return _json.decode(s, idx, bool(self.strict), False)
        if idx < 0:
            raise ValueError('idx cannot be negative')
        return _decode_at(self, s, idx)


def __getattr__(name):
    if name not in ('JSONObject', 'JSONArray'):
        raise AttributeError(f"module 'json.decoder' has no attribute {name!r}")
    from json import scanner
    return getattr(scanner, name)


def _decode_at(decoder, s, idx):
    start = len(s[:idx].encode('utf-8', 'surrogatepass')) + max(0, idx - len(s))
    value, end = _decode(decoder, s, start)
    return value, len(s.encode('utf-8', 'surrogatepass')[:end].decode('utf-8', 'surrogatepass'))


def _decode(decoder, s, at):
    """The value at a byte offset and the offset after it, through the decoder's hooks.

    Containers that are open are on a list, so that depth is bounded by no stack.
    """
    token = _json.token
    fail = _json.fail
    strict = bool(decoder.strict)
    object_hook = decoder.object_hook
    pairs_hook = decoder.object_pairs_hook
    open_ = []
    if _peek(s, at)[3] != at:
        fail('Expecting value', s, at)
    while True:
        kind, value, end, start = token(s, at, strict)
        if kind == '[' or kind == '{':
            if len(open_) >= 9990:
                what = 'array' if kind == '[' else 'object'
                raise RecursionError('maximum recursion depth exceeded while decoding a JSON '
                                     '%s from a unicode string' % what)
            items = []
            if kind == '[':
                kind, value, after, start = _peek(s, end)
                if kind != ']':
                    open_.append((items, None))
                    at = start
                    continue
                value = items
                end = after
            else:
                kind, value, after, start = _peek(s, end)
                if kind != '}':
                    key, at = _key(s, start, strict)
                    open_.append((items, key))
                    continue
                value = _finish(items, object_hook, pairs_hook)
                end = after
        elif kind == 'i':
            value = decoder.parse_int(value)
        elif kind == 'f':
            value = decoder.parse_float(value)
        elif kind == 'c':
            value = decoder.parse_constant(value)
        elif kind != 's' and kind != 'v':
            fail('Expecting value', s, start)
        while open_:
            items, key = open_.pop()
            is_array = key is None
            items.append(value if is_array else (key, value))
            kind, _, after, start = _peek(s, end)
            if kind == ',':
                comma = start
                kind, _, _, start = _peek(s, after)
                if kind == (']' if is_array else '}'):
                    fail('Illegal trailing comma before end of ' + ('array' if is_array else 'object'),
                         s, comma)
                if is_array:
                    open_.append((items, None))
                    at = start
                else:
                    key, at = _key(s, start, strict)
                    open_.append((items, key))
                break
            if kind != (']' if is_array else '}'):
                fail("Expecting ',' delimiter", s, start)
            value = items if is_array else _finish(items, object_hook, pairs_hook)
            end = after
        else:
            return value, end


def _peek(s, at):
    """The mark at a byte offset; a string is not read, so that what is wrong with it is not told here."""
    return _json.token(s, at, None)


def _key(s, at, strict):
    kind, key, end, start = _json.token(s, at, strict) if _peek(s, at)[0] == '"' else ('', '', at, at)
    if kind != 's':
        _json.fail('Expecting property name enclosed in double quotes', s, start)
    kind, _, after, start = _peek(s, end)
    if kind != ':':
        _json.fail("Expecting ':' delimiter", s, start)
    return key, _peek(s, after)[3]


def _finish(pairs, object_hook, pairs_hook):
    if pairs_hook is not None:
        return pairs_hook(pairs)
    made = dict(pairs)
    return made if object_hook is None else object_hook(made)
