"""URLs taken apart, put together, resolved and quoted; query strings."""
import re
from _urllib_results import (DefragResult, DefragResultBytes, ParseResult, ParseResultBytes,
                             SplitResult, SplitResultBytes)

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode',
           'parse_qs', 'parse_qsl', 'quote', 'quote_plus', 'quote_from_bytes', 'unquote', 'unquote_plus',
           'unquote_to_bytes', 'DefragResult', 'ParseResult', 'SplitResult', 'DefragResultBytes',
           'ParseResultBytes', 'SplitResultBytes']

# Schemes with relative references, with a network location, with parameters; '' is "no scheme".
uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms',
                 'prospero', 'rtsp', 'rtsps', 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = ['', 'ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https',
               'shttp', 'snews', 'prospero', 'rtsp', 'rtsps', 'rtspu', 'rsync', 'svn', 'svn+ssh', 'sftp',
               'nfs', 'git', 'git+ssh', 'ws', 'wss', 'itms-services']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtsps', 'rtspu',
               'sip', 'sips', 'mms', 'sftp', 'tel']
scheme_chars = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.'

_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')
_C0_AND_SPACE = ''.join(map(chr, range(33)))


def clear_cache():
    """Kept for programs that call it: there is no cache."""


def _same(x):
    return x


def _coerce_args(*args):
    """Arguments as str, and what turns the result back into their kind."""
    is_text = isinstance(args[0], str)
    for arg in args[1:]:
        # The empty string may be passed with either kind.
        if arg and isinstance(arg, str) != is_text:
            raise TypeError('Cannot mix str and non-str arguments')
    if is_text:
        return args + (_same,)
    return tuple(x.decode('ascii', 'strict') if x else '' for x in args) + (_as_bytes,)


def _as_bytes(result):
    if hasattr(result, 'encode'):
        return result.encode('ascii', 'strict')
    return result


def urlsplit(url, scheme='', allow_fragments=True):
    """Take a URL apart: scheme, network location, path, query, fragment."""
    hash((url, scheme, allow_fragments))
    url, scheme, back = _coerce_args(url, scheme)
    url = url.lstrip(_C0_AND_SPACE)
    scheme = scheme.strip(_C0_AND_SPACE)
    for c in '\t\r\n':
        url = url.replace(c, '')
        scheme = scheme.replace(c, '')
    netloc = query = fragment = ''
    colon = url.find(':')
    if colon > 0 and url[0].isascii() and url[0].isalpha():
        if all(c in scheme_chars for c in url[:colon]):
            scheme, url = url[:colon].lower(), url[colon + 1:]
    if url[:2] == '//':
        ends = [i for i in (url.find(c, 2) for c in '/?#') if i >= 0]
        end = min(ends, default=len(url))
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
        if '[' in netloc:
            _check_bracketed_netloc(netloc)
    if allow_fragments and '#' in url:
        url, fragment = url.split('#', 1)
    if '?' in url:
        url, query = url.split('?', 1)
    _check_netloc(netloc)
    return back(SplitResult(scheme, netloc, url, query, fragment))


def _check_bracketed_netloc(netloc):
    host = netloc.rpartition('@')[2]
    before, bracket, rest = host.partition('[')
    if bracket:
        if before:
            raise ValueError('Invalid IPv6 URL')
        name, _, port = rest.partition(']')
        if port and not port.startswith(':'):
            raise ValueError('Invalid IPv6 URL')
    else:
        name, _, port = host.partition(':')
    if name.startswith('v'):
        if not re.match(r'\Av[a-fA-F0-9]+\..+\Z', name):
            raise ValueError('IPvFuture address is invalid')
    else:
        import ipaddress
        if isinstance(ipaddress.ip_address(name), ipaddress.IPv4Address):
            raise ValueError('An IPv4 address cannot be in brackets')


def _check_netloc(netloc):
    if not netloc or netloc.isascii():
        return
    # Normalization in a browser may turn a character into a delimiter.
    import unicodedata
    plain = netloc.translate(dict.fromkeys(map(ord, '@:#?')))
    normal = unicodedata.normalize('NFKC', plain)
    if plain != normal:
        for c in '/?#@:':
            if c in normal:
                raise ValueError("netloc '" + netloc + "' contains invalid " +
                                 'characters under NFKC normalization')


def urlunsplit(components):
    """Put the five parts of `urlsplit` together."""
    scheme, netloc, url, query, fragment, back = _coerce_args(*components)
    if netloc:
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + netloc + url
    elif url[:2] == '//':
        url = '//' + url
    elif scheme and scheme in uses_netloc and (not url or url[:1] == '/'):
        url = '//' + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url = url + '?' + query
    if fragment:
        url = url + '#' + fragment
    return back(url)


def urlparse(url, scheme='', allow_fragments=True):
    """Take a URL apart into six: as `urlsplit`, and the parameters of the last path segment."""
    url, scheme, back = _coerce_args(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params and ';' in path:
        path, params = _split_params(path)
    return back(ParseResult(scheme, netloc, path, params, query, fragment))


def _split_params(path):
    at = path.find(';', path.rfind('/') + 1) if '/' in path else path.find(';')
    return (path, '') if at < 0 else (path[:at], path[at + 1:])


def urlunparse(components):
    """Put the six parts of `urlparse` together."""
    scheme, netloc, url, params, query, fragment, back = _coerce_args(*components)
    if params:
        url = f'{url};{params}'
    return back(urlunsplit((scheme, netloc, url, query, fragment)))


def urljoin(base, url, allow_fragments=True):
    """Resolve a reference against the URL it was found in."""
    if not base:
        return url
    if not url:
        return base
    base, url, back = _coerce_args(base, url)
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(base, '', allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return back(url)
    if scheme in uses_netloc:
        if netloc:
            return back(urlunparse((scheme, netloc, path, params, query, fragment)))
        netloc = bnetloc
    if not path and not params:
        return back(urlunparse((scheme, netloc, bpath, bparams, query or bquery, fragment)))
    base_segments = bpath.split('/')
    if base_segments[-1] != '':
        # The last segment of the base is a document, not a folder.
        del base_segments[-1]
    if path[:1] == '/':
        segments = path.split('/')
    else:
        segments = base_segments + path.split('/')
        # Empty segments in the middle of a joined path are dropped.
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = []
    for segment in segments:
        if segment == '..':
            if resolved:
                resolved.pop()
        elif segment != '.':
            resolved.append(segment)
    if segments[-1] in ('.', '..'):
        resolved.append('')
    return back(urlunparse((scheme, netloc, '/'.join(resolved) or '/', params, query, fragment)))


def urldefrag(url):
    """A URL without its fragment, and the fragment."""
    url, back = _coerce_args(url)
    fragment = ''
    if '#' in url:
        scheme, netloc, path, params, query, fragment = urlparse(url)
        url = urlunparse((scheme, netloc, path, params, query, ''))
    return back(DefragResult(url, fragment))


def unquote_to_bytes(string):
    """`%41` becomes the byte with that number."""
    if not string:
        # Raises the usual error for an argument of a wrong type.
        string.split
        return b''
    if isinstance(string, str):
        string = string.encode('utf-8')
    pieces = string.split(b'%')
    if len(pieces) == 1:
        return string
    out = [pieces[0]]
    for piece in pieces[1:]:
        value = _hex(piece[:2])
        if value is None:
            out.append(b'%')
            out.append(piece)
        else:
            out.append(bytes((value,)))
            out.append(piece[2:])
    return b''.join(out)


_HEX = b'0123456789ABCDEFabcdef'


def _hex(two):
    if len(two) == 2 and two[0] in _HEX and two[1] in _HEX:
        return int(two, 16)
    return None


def unquote(string, encoding='utf-8', errors='replace'):
    """`%C3%A9` becomes the text of those bytes."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode('utf-8' if encoding is None else encoding,
                                               'replace' if errors is None else errors)
    if '%' not in string:
        # Raises the usual error for an argument of a wrong type.
        string.split
        return string
    encoding = 'utf-8' if encoding is None else encoding
    errors = 'replace' if errors is None else errors
    out = []
    # Only ASCII characters can be quoted. The rest stays unchanged.
    for i, part in enumerate(re.split('([\x00-\x7f]+)', string)):
        out.append(unquote_to_bytes(part).decode(encoding, errors) if i & 1 else part)
    return ''.join(out)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    """As `unquote`, and `+` is a space."""
    return unquote(string.replace('+', ' '), encoding, errors)


def quote(string, safe='/', encoding=None, errors=None):
    """Text or bytes with everything special as `%XX`."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode('utf-8' if encoding is None else encoding,
                               'strict' if errors is None else errors)
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    """As `quote`, with spaces as `+`."""
    if isinstance(string, str) and ' ' not in string or isinstance(string, bytes) and b' ' not in string:
        return quote(string, safe, encoding, errors)
    keep = safe + (' ' if isinstance(safe, str) else b' ')
    return quote(string, keep, encoding, errors).replace(' ', '+')


def quote_from_bytes(bs, safe='/'):
    """Bytes with everything special as `%XX`."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    if not bs:
        return ''
    if isinstance(safe, str):
        safe = safe.encode('ascii', 'ignore')
    else:
        safe = bytes([c for c in safe if c < 128])
    keep = _SAFE.union(safe)
    if not bs.rstrip(bytes(keep)):
        return bs.decode()
    return ''.join([chr(c) if c in keep else f'%{c:02X}' for c in bs])


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """A dict or pairs as a query string."""
    if hasattr(query, 'items'):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as err:
            raise TypeError('not a valid non-string sequence or mapping object') from err

    def given(value):
        return quote_via(value, safe) if isinstance(value, bytes) else quote_via(value, safe, encoding, errors)

    def one(value):
        return given(value if isinstance(value, bytes) else str(value))

    out = []
    for key, value in query:
        key = one(key)
        if not doseq:
            out.append(key + '=' + one(value))
            continue
        if isinstance(value, (str, bytes)):
            # Texts and bytes are quoted directly, without `str`.
            out.append(key + '=' + given(value))
            continue
        try:
            len(value)
        except TypeError:
            out.append(key + '=' + one(value))
        else:
            for item in value:
                out.append(key + '=' + one(item))
    return '&'.join(out)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace',
             max_num_fields=None, separator='&'):
    """A query string as a dict of lists."""
    parsed = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors,
                                 max_num_fields, separator):
        parsed.setdefault(name, []).append(value)
    return parsed


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace',
              max_num_fields=None, separator='&'):
    """A query string as a list of pairs."""
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError('Separator must be of type string or bytes.')
    if isinstance(qs, str):
        if not isinstance(separator, str):
            separator = str(separator, 'ascii')
        equals = '='

        def decode(text):
            return unquote(text.replace('+', ' '), encoding=encoding, errors=errors)
    else:
        if not qs:
            return []
        qs = bytes(memoryview(qs))
        if isinstance(separator, str):
            separator = bytes(separator, 'ascii')
        equals = b'='

        def decode(text):
            return unquote_to_bytes(text.replace(b'+', b' '))

    if not qs:
        return []
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError('Max number of fields exceeded')
    pairs = []
    for part in qs.split(separator):
        if not part and not strict_parsing:
            continue
        name, equal, value = part.partition(equals)
        if not equal:
            if strict_parsing:
                raise ValueError(f'bad query field: {part!r}')
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            pairs.append((decode(name), decode(value)))
    return pairs


def unwrap(url):
    """`<URL:scheme://host/path>` without its wrapping."""
    url = str(url).strip()
    if url[:1] == '<' and url[-1:] == '>':
        url = url[1:-1].strip()
    if url[:4] == 'URL:':
        url = url[4:].strip()
    return url


# ---- the parts of addresses, in the functions that older programs use; each is deprecated under its public name

def to_bytes(url):
    _deprecated('urllib.parse.to_bytes() is deprecated as of 3.8')
    return _to_bytes(url)


def _to_bytes(url):
    """The text of an address, which must be ASCII."""
    if isinstance(url, str):
        try:
            url = url.encode('ASCII').decode()
        except UnicodeError:
            raise UnicodeError('URL ' + repr(url) + ' contains non-ASCII characters') from None
    return url


def _splittype(url):
    """'type:rest' -> 'type', 'rest'."""
    kind, colon, rest = url.partition(':')
    if colon and kind and '/' not in kind:
        return kind.lower(), rest
    return None, url


def _splithost(url):
    """'//host[:port]/path' -> 'host[:port]', '/path'."""
    if url[:2] != '//':
        return None, url
    end = min([at for at in (url.find(mark, 2) for mark in '/#?') if at >= 0], default=len(url))
    host, path = url[2:end], url[end:]
    if path and path[0] != '/':
        path = '/' + path
    return host, path


def _splituser(host):
    """'user[:passwd]@host[:port]' -> 'user[:passwd]', 'host[:port]'."""
    user, at, host = host.rpartition('@')
    return (user if at else None), host


def _splitpasswd(user):
    """'user:passwd' -> 'user', 'passwd'."""
    user, colon, passwd = user.partition(':')
    return user, (passwd if colon else None)


def _splitport(host):
    """'host:port' -> 'host', 'port'."""
    before, colon, port = host.rpartition(':')
    if colon and all(char in '0123456789' for char in port):
        return before, port or None
    return host, None


def _splitnport(host, defport=-1):
    """As `_splitport`, with a number: the default without a port, None for what is no number."""
    before, colon, port = host.rpartition(':')
    if not colon:
        return host, defport
    if not port:
        return before, defport
    return before, (int(port) if port.isdigit() and port.isascii() else None)


def _split_last(url, mark):
    before, found, after = url.rpartition(mark)
    return (before, after) if found else (url, None)


def _splitquery(url):
    """'/path?query' -> '/path', 'query'."""
    return _split_last(url, '?')


def _splittag(url):
    """'/path#tag' -> '/path', 'tag'."""
    return _split_last(url, '#')


def _splitattr(url):
    """'/path;attr1=value1;...' -> '/path', ['attr1=value1', ...]."""
    words = url.split(';')
    return words[0], words[1:]


def _splitvalue(attr):
    """'attr=value' -> 'attr', 'value'."""
    name, equals, value = attr.partition('=')
    return name, (value if equals else None)


def _deprecated(text):
    from warnings import warn
    warn(text, DeprecationWarning, stacklevel=3)


def _public(name, function, instead='use urllib.parse.urlparse() instead'):
    def split(*args, **kwargs):
        _deprecated(f'urllib.parse.{name}() is deprecated as of 3.8, {instead}')
        return function(*args, **kwargs)
    split.__name__ = split.__qualname__ = name
    return split


splittype, splithost = _public('splittype', _splittype), _public('splithost', _splithost)
splituser, splitpasswd = _public('splituser', _splituser), _public('splitpasswd', _splitpasswd)
splitport, splitnport = _public('splitport', _splitport), _public('splitnport', _splitnport)
splitquery, splittag = _public('splitquery', _splitquery), _public('splittag', _splittag)
splitattr = _public('splitattr', _splitattr)
splitvalue = _public('splitvalue', _splitvalue, 'use urllib.parse.parse_qsl() instead')

_ALWAYS_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


class _Quoter(dict):
    """The quoted form of each byte, made when it is first used."""

    def __init__(self, safe):
        self.safe = _ALWAYS_SAFE.union(safe)

    def __repr__(self):
        return f'<Quoter {dict(self)!r}>'

    def __missing__(self, byte):
        made = self[byte] = chr(byte) if byte in self.safe else f'%{byte:02X}'
        return made


def __getattr__(name):
    if name == 'Quoter':
        _deprecated('Deprecated in 3.11. urllib.parse.Quoter will be removed in Python 3.14. It was not intended to be a public API.')
        return _Quoter
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
