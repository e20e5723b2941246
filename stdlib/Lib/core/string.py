"""Character sets as strings, `$name` templates, and the engine behind `str.format`."""
from _stockade import guest_getattr as _guest_getattr

__all__ = ['ascii_letters', 'ascii_lowercase', 'ascii_uppercase', 'capwords', 'digits', 'hexdigits',
           'octdigits', 'printable', 'punctuation', 'whitespace', 'Formatter', 'Template']

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    join = (sep or ' ').join
    return join(map(str.capitalize, s.split(sep)))


def __getattr__(name):
    if name != 'Template':
        raise AttributeError(f"module 'string' has no attribute {name!r}")
    from _string_template import Template
    globals()['Template'] = Template
    return Template


def _plain_field(text):
    """Split a replacement field's name into its first part and the lookups after it."""
    if not isinstance(text, str):
        raise TypeError(f'expected str, got {type(text).__name__}')
    end = len(text)
    for at, char in enumerate(text):
        if char == '.' or char == '[':
            end = at
            break
    first = text[:end]
    return int(first) if first.isdecimal() and first.isascii() else first, _lookups(text, end)


def _lookups(text, at):
    size = len(text)
    while at < size:
        if text[at] == '.':
            start = at = at + 1
            while at < size and text[at] not in '.[':
                at += 1
            if at == start:
                raise ValueError('Empty attribute in format string')
            yield True, text[start:at]
        elif text[at] == '[':
            end = text.find(']', at)
            if end < 0:
                raise ValueError("Missing ']' in format string")
            key = text[at + 1:end]
            if not key:
                raise ValueError('Empty attribute in format string')
            yield False, int(key) if key.isdecimal() and key.isascii() else key
            at = end + 1
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")


def _pieces(text):
    """(literal, field, spec, conversion) rows of a format string; field is None at the end."""
    at, size = 0, len(text)
    literal = []
    while at < size:
        char = text[at]
        at += 1
        if char == '}':
            if text[at:at + 1] != '}':
                raise ValueError("Single '}' encountered in format string")
            at += 1
            yield ''.join(literal) + '}', None, None, None
            literal = []
        elif char != '{':
            start = at - 1
            while at < size and text[at] not in '{}':
                at += 1
            literal.append(text[start:at])
        elif text[at:at + 1] == '{':
            at += 1
            yield ''.join(literal) + '{', None, None, None
            literal = []
        else:
            if at >= size:
                raise ValueError("Single '{' encountered in format string")
            at, row = _field(text, at, size)
            yield (''.join(literal), *row)
            literal = []
    if literal:
        yield ''.join(literal), None, None, None


def _field(text, at, size):
    start = at
    brackets = 0
    while at < size:
        char = text[at]
        if char == '{':
            raise ValueError("unexpected '{' in field name")
        if char == '[':
            brackets = 1
        elif char == ']':
            brackets = 0
        elif char in '}:!' and not brackets:
            break
        at += 1
    else:
        raise ValueError("expected '}' before end of string")
    name, conversion = text[start:at], None
    if text[at] == '!':
        if at + 1 >= size:
            raise ValueError("end of string while looking for conversion specifier")
        conversion = text[at + 1]
        at += 2
        if at >= size:
            raise ValueError("unmatched '{' in format spec")
        if text[at] not in ':}':
            raise ValueError("expected ':' after conversion specifier")
    if text[at] == '}':
        return at + 1, (name, '', conversion)
    start = at = at + 1
    depth = 1
    while at < size:
        if text[at] == '{':
            depth += 1
        elif text[at] == '}':
            depth -= 1
            if not depth:
                return at + 1, (name, text[start:at], conversion)
        at += 1
    raise ValueError("unmatched '{' in format spec" if depth > 1 else "expected '}' before end of string")


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        made, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return made

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError('Max string recursion exceeded')
        made = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                made.append(literal)
            if name is None:
                continue
            first, _ = _plain_field(name)
            if first == '':
                if auto_arg_index is False:
                    raise ValueError('cannot switch from manual field specification to automatic '
                                     'field numbering')
                name = str(auto_arg_index) + name
                auto_arg_index += 1
            elif isinstance(first, int):
                if auto_arg_index:
                    raise ValueError('cannot switch from manual field specification to automatic '
                                     'field numbering')
                auto_arg_index = False
            obj, used = self.get_field(name, args, kwargs)
            used_args.add(used)
            obj = self.convert_field(obj, conversion)
            spec, auto_arg_index = self._vformat(spec, args, kwargs, used_args, recursion_depth - 1,
                                                 auto_arg_index)
            made.append(self.format_field(obj, spec))
        return ''.join(made), auto_arg_index

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == 's':
            return str(value)
        if conversion == 'r':
            return repr(value)
        if conversion == 'a':
            return ascii(value)
        raise ValueError(f'Unknown conversion specifier {conversion!s}')

    def parse(self, format_string):
        if not isinstance(format_string, str):
            raise TypeError(f'expected str, got {type(format_string).__name__}')
        return _pieces(format_string)

    def get_field(self, field_name, args, kwargs):
        first, rest = _plain_field(field_name)
        obj = self.get_value(first, args, kwargs)
        for is_attr, key in rest:
            obj = _guest_getattr(obj, key) if is_attr else obj[key]
        return obj, first
