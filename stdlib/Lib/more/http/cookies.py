"""HTTP cookies: making the headers that set them, and reading what clients send."""
import re
import string
import types

__all__ = ['CookieError', 'BaseCookie', 'SimpleCookie']

_LEGAL = string.ascii_letters + string.digits + "!#$%&'*+-.^_`|~:"
_is_legal_key = re.compile(f'[{re.escape(_LEGAL)}]+').fullmatch
_ESCAPES = {code: f'\\{code:03o}' for code in range(256) if chr(code) not in _LEGAL + ' ()/<=>?@[]{}'}
_ESCAPES[ord('"')] = '\\"'
_ESCAPES[ord('\\')] = '\\\\'
_escaped = re.compile(r'\\(?:([0-3][0-7][0-7])|(.))')
_KEY = r"[\w\d!#%&'~_`><@,:/$*+\-.^|)(?}{=]"
_VALUE = r"[\w\d!#%&'~_`><@,:/$*+\-.^|)(?}{=\[\]]"
# A key, and perhaps what it is set to: in quotes, a date with its comma and spaces, or one word.
_pair = re.compile(rf'\s*(?P<key>{_KEY}+?)(\s*=\s*(?P<val>"(?:[^\\"]|\\.)*"|\w{{3}},\s[\w\d\s-]{{9,11}}\s[\d:]{{8}}\sGMT|{_VALUE}*))?'
                   r'\s*(\s+|;|$)', re.ASCII)


class CookieError(Exception):
    pass


def _quote(str):
    if str is None or _is_legal_key(str):
        return str
    return f'"{str.translate(_ESCAPES)}"'


def _plain(found):
    return chr(int(found[1], 8)) if found[1] else found[2]


def _unquote(str):
    if str is None or len(str) < 2 or str[0] != '"' or str[-1] != '"':
        return str
    return _escaped.sub(_plain, str[1:-1])


def _date(seconds):
    """The time so many seconds from now, as cookies have it."""
    from time import gmtime, time
    year, month, day, hour, minute, second, weekday, *_ = gmtime(time() + seconds)
    names = ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
    days = ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')
    return f'{days[weekday]}, {day:02} {names[month - 1]} {year:4} {hour:02}:{minute:02}:{second:02} GMT'


class Morsel(dict):
    """One cookie: its key and value, and as items what is said about it."""

    _reserved = {'expires': 'expires', 'path': 'Path', 'comment': 'Comment', 'domain': 'Domain', 'max-age': 'Max-Age',
                 'secure': 'Secure', 'httponly': 'HttpOnly', 'version': 'Version', 'samesite': 'SameSite'}
    _flags = {'secure', 'httponly'}

    def __init__(self):
        self._key = self._value = self._coded_value = None
        for key in self._reserved:
            dict.__setitem__(self, key, '')

    key = property(lambda self: self._key)
    value = property(lambda self: self._value)
    coded_value = property(lambda self: self._coded_value)

    def _known(self, key):
        key = key.lower()
        if key not in self._reserved:
            raise CookieError(f'Invalid attribute {key!r}')
        return key

    def __setitem__(self, K, V):
        dict.__setitem__(self, self._known(K), V)

    def setdefault(self, key, val=None):
        return dict.setdefault(self, self._known(key), val)

    def __eq__(self, morsel):
        if not isinstance(morsel, Morsel):
            return NotImplemented
        return (dict.__eq__(self, morsel) and self._value == morsel._value and self._key == morsel._key
                and self._coded_value == morsel._coded_value)

    __ne__ = object.__ne__

    def copy(self):
        made = Morsel()
        dict.update(made, self)
        made.__dict__.update(self.__dict__)
        return made

    def update(self, values):
        dict.update(self, {self._known(key): value for key, value in dict(values).items()})

    def isReservedKey(self, K):
        return K.lower() in self._reserved

    def set(self, key, val, coded_val):
        if key.lower() in self._reserved:
            raise CookieError(f'Attempt to set a reserved key {key!r}')
        if not _is_legal_key(key):
            raise CookieError(f'Illegal key {key!r}')
        self._key, self._value, self._coded_value = key, val, coded_val

    def __getstate__(self):
        return {'key': self._key, 'value': self._value, 'coded_value': self._coded_value}

    def __setstate__(self, state):
        self._key, self._value, self._coded_value = state['key'], state['value'], state['coded_value']

    def output(self, attrs=None, header='Set-Cookie:'):
        return f'{header} {self.OutputString(attrs)}'

    __str__ = output

    def __repr__(self):
        return f'<{self.__class__.__name__}: {self.OutputString()}>'

    def js_output(self, attrs=None):
        text = self.OutputString(attrs).replace('"', r'\"')
        return f"""
        <script type="text/javascript">
        <!-- begin hiding
        document.cookie = \"{text}\";
        // end hiding -->
        </script>
        """

    def OutputString(self, attrs=None):
        if attrs is None:
            attrs = self._reserved
        parts = [f'{self._key}={self._coded_value}']
        for key, value in sorted(self.items()):
            if value == '' or key not in attrs:
                continue
            name = self._reserved[key]
            if key == 'expires' and isinstance(value, int):
                parts.append(f'{name}={_date(value)}')
            elif key == 'max-age' and isinstance(value, int):
                parts.append(f'{name}={value:d}')
            elif key == 'comment' and isinstance(value, str):
                parts.append(f'{name}={_quote(value)}')
            elif key not in self._flags:
                parts.append(f'{name}={value}')
            elif value:
                parts.append(name)
        return '; '.join(parts)

    __class_getitem__ = classmethod(types.GenericAlias)


class BaseCookie(dict):
    """Cookies by their keys."""

    def value_decode(self, val):
        return val, val

    def value_encode(self, val):
        text = str(val)
        return text, text

    def __init__(self, input=None):
        if input:
            self.load(input)

    def _put(self, key, real_value, coded_value):
        morsel = self.get(key, Morsel())
        morsel.set(key, real_value, coded_value)
        dict.__setitem__(self, key, morsel)
        return morsel

    def __setitem__(self, key, value):
        if isinstance(value, Morsel):
            dict.__setitem__(self, key, value)
        else:
            self._put(key, *self.value_encode(value))

    def output(self, attrs=None, header='Set-Cookie:', sep='\015\012'):
        return sep.join([morsel.output(attrs, header) for _, morsel in sorted(self.items())])

    __str__ = output

    def __repr__(self):
        return f'<{self.__class__.__name__}: {" ".join([f"{key}={morsel.value!r}" for key, morsel in sorted(self.items())])}>'

    def js_output(self, attrs=None):
        return ''.join([morsel.js_output(attrs) for _, morsel in sorted(self.items())])

    def load(self, rawdata):
        if isinstance(rawdata, str):
            for key, value, is_attribute in self._read(rawdata):
                if is_attribute:
                    morsel[key] = value
                else:
                    morsel = self._put(key, *value)
        else:
            for key, value in rawdata.items():
                self[key] = value

    def _read(self, text):
        """(key, value, whether it says something about the last cookie); nothing at all when the text is no cookies."""
        found = []
        seen = False
        at = 0
        while at < len(text):
            match = _pair.match(text, at)
            if not match:
                break
            key, value = match['key'], match['val']
            at = match.end()
            name = key.lower()
            if key[0] == '$':
                if seen:
                    found.append((key[1:], value, True))
            elif name in Morsel._reserved:
                if not seen or value is None and name not in Morsel._flags:
                    return ()
                found.append((key, True if value is None else _unquote(value), True))
            elif value is None:
                return ()
            else:
                found.append((key, self.value_decode(value), False))
                seen = True
        return found


class SimpleCookie(BaseCookie):
    """Values are text, in quotes where they need to be."""

    def value_decode(self, val):
        return _unquote(val), val

    def value_encode(self, val):
        text = str(val)
        return text, _quote(text)
