"""Decoding value by value: for decoders that put a part of it into other hands, and slower than the machine's own way."""
import _json
import re
from _stockade import c_int
from json.decoder import JSONDecodeError, _constant, _decode_at, scanstring

__all__ = ['make_scanner']
NUMBER_RE = re.compile(r'(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?')
_space = re.compile(r'[ \t\n\r]*')
_WORDS = {'null': None, 'true': True, 'false': False}
_CONSTANTS = ('NaN', 'Infinity', '-Infinity')


def py_make_scanner(context):
    """A function from a text and a position to the value there and the position after it, with the parts that a decoder has."""
    strict, memo = context.strict, context.memo
    parse_float, parse_int, parse_constant = context.parse_float, context.parse_int, context.parse_constant
    object_hook, object_pairs_hook = context.object_hook, context.object_pairs_hook
    parse_object, parse_array, parse_string = context.parse_object, context.parse_array, context.parse_string

    def scan(string, idx):
        begin = string[idx:idx + 1] if idx >= 0 else string[idx]
        if begin == '"':
            return parse_string(string, idx + 1, strict)
        if begin == '{':
            return parse_object((string, idx + 1), strict, scan, object_hook, object_pairs_hook, memo)
        if begin == '[':
            return parse_array((string, idx + 1), scan)
        for word, value in _WORDS.items():
            if string.startswith(word, idx):
                return value, idx + len(word)
        number = NUMBER_RE.match(string, idx)
        if number is not None:
            whole, fraction, exponent = number.groups('')
            text = whole + fraction + exponent
            return (parse_float if fraction or exponent else parse_int)(text), number.end()
        for word in _CONSTANTS:
            if string.startswith(word, idx):
                return parse_constant(word), idx + len(word)
        raise StopIteration(idx)

    def scan_once(string, idx):
        try:
            return scan(string, idx)
        finally:
            memo.clear()
    return scan_once


class Scanner:
    """A function from a text and a position to the value there and the position after it, in the machine's own way."""

    __module__ = '_json'

    def __init__(self, context):
        self.strict = bool(context.strict)
        self.object_hook, self.object_pairs_hook = context.object_hook, context.object_pairs_hook
        self.parse_float, self.parse_int, self.parse_constant = context.parse_float, context.parse_int, context.parse_constant
        self._hooked = (self.object_hook is not None or self.object_pairs_hook is not None or self.parse_float is not float
                        or self.parse_int is not int or self.parse_constant is not _constant)

    def __call__(self, string, idx):
        idx = c_int(idx, 'ssize_t')
        if not isinstance(string, str):
            raise TypeError(f'first argument must be a string, not {type(string).__name__}')
        if idx < 0:
            raise ValueError('idx cannot be negative')
        if idx >= len(string):
            raise StopIteration(idx)
        try:
            return _decode_at(self, string, idx) if self._hooked else _json.decode(string, idx, self.strict, False)
        except JSONDecodeError as error:
            if error.msg != 'Expecting value':
                raise
            at = error.pos
        raise StopIteration(at)


make_scanner = c_make_scanner = Scanner


def _value(text, at, scan_once):
    try:
        return scan_once(text, at)
    except StopIteration as error:
        raise JSONDecodeError('Expecting value', text, error.value) from None


def _next_item(text, at, end, what, skipped):
    """Where the next item begins behind a comma; None at the end of the container, and where that is."""
    at = skipped(text, at).end()
    mark = text[at:at + 1]
    if mark == end:
        return None, at + 1
    if mark != ',':
        raise JSONDecodeError("Expecting ',' delimiter", text, at)
    following = skipped(text, at + 1).end()
    if text[following:following + 1] == end:
        raise JSONDecodeError(f'Illegal trailing comma before end of {what}', text, at)
    return following, following


def JSONArray(s_and_end, scan_once, _w=_space.match, _ws=' \t\n\r'):
    """The list whose bracket is before a position, and the position after it."""
    text, at = s_and_end
    items = []
    at = _w(text, at).end()
    if text[at:at + 1] == ']':
        return items, at + 1
    following = at
    while following is not None:
        value, at = _value(text, at, scan_once)
        items.append(value)
        following, at = _next_item(text, at, ']', 'array', _w)
    return items, at


def JSONObject(s_and_end, strict, scan_once, object_hook, object_pairs_hook, memo=None, _w=_space.match, _ws=' \t\n\r'):
    """The dict, or what hooks make of it, whose brace is before a position, and the position after it."""
    text, at = s_and_end
    pairs = []
    memo = {} if memo is None else memo
    at = _w(text, at).end()
    following = at
    if text[at:at + 1] == '}':
        following, at = None, at + 1
    while following is not None:
        if text[at:at + 1] != '"':
            raise JSONDecodeError('Expecting property name enclosed in double quotes', text, at)
        key, at = scanstring(text, at + 1, strict)
        at = _w(text, at).end()
        if text[at:at + 1] != ':':
            raise JSONDecodeError("Expecting ':' delimiter", text, at)
        value, at = _value(text, _w(text, at + 1).end(), scan_once)
        pairs.append((memo.setdefault(key, key), value))
        following, at = _next_item(text, at, '}', 'object', _w)
    if object_pairs_hook is not None:
        return object_pairs_hook(pairs), at
    made = dict(pairs)
    return made if object_hook is None else object_hook(made), at
