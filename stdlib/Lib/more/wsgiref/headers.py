"""The headers of a response."""
import re

tspecials = re.compile(r'[ \(\)<>@,;:\\"/\[\]\?=]')


def _text(value):
    if type(value) is not str:
        raise AssertionError(f'Header names/values must be of type str (got {value!r})')
    return value


def _formatparam(param, value=None, quote=1):
    """`name=value`, in quotes where they are wanted or needed."""
    if not value:
        return param
    if not quote and not tspecials.search(value):
        return f'{param}={value}'
    value = value.replace('\\', '\\\\').replace('"', r'\"')
    return f'{param}="{value}"'


class Headers:
    """Names and values, in order; names are found whatever the size of their letters."""

    def __init__(self, headers=None):
        headers = [] if headers is None else headers
        if type(headers) is not list:
            raise TypeError('Headers must be a list of name/value tuples')
        self._headers = headers
        for name, value in headers:
            _text(name)
            _text(value)

    def _convert_string_type(self, value):
        return _text(value)

    def __len__(self):
        return len(self._headers)

    def __setitem__(self, name, val):
        del self[name]
        self._headers.append((_text(name), _text(val)))

    def __delitem__(self, name):
        name = _text(name.lower())
        self._headers[:] = [pair for pair in self._headers if pair[0].lower() != name]

    def __getitem__(self, name):
        return self.get(name)

    def __contains__(self, name):
        return self.get(name) is not None

    def get_all(self, name):
        """All values of a name."""
        name = _text(name.lower())
        return [value for known, value in self._headers if known.lower() == name]

    def get(self, name, default=None):
        """The first value of a name."""
        found = self.get_all(name)
        return found[0] if found else default

    def keys(self):
        return [name for name, _ in self._headers]

    def values(self):
        return [value for _, value in self._headers]

    def items(self):
        return self._headers[:]

    def __repr__(self):
        return f'{self.__class__.__name__}({self._headers!r})'

    def __str__(self):
        return ''.join([f'{name}: {value}\r\n' for name, value in self._headers]) + '\r\n'

    def __bytes__(self):
        return str(self).encode('iso-8859-1')

    def setdefault(self, name, value):
        """The value of a name, which is this one from now on if there was none."""
        found = self.get(name)
        if found is None:
            self._headers.append((_text(name), _text(value)))
            return value
        return found

    def add_header(self, _name, _value, **_params):
        """A header with parameters."""
        parts = [] if _value is None else [_text(_value)]
        for key, value in _params.items():
            key = _text(key).replace('_', '-')
            parts.append(key if value is None else _formatparam(key, _text(value)))
        self._headers.append((_text(_name), '; '.join(parts)))
