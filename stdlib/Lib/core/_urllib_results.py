"""What `urllib.parse` returns: tuples with names, that can be put together again."""

from collections import namedtuple

_DefragResultBase = namedtuple('DefragResult', 'url fragment', module='urllib.parse')
_SplitResultBase = namedtuple('SplitResult', 'scheme netloc path query fragment', module='urllib.parse')
_ParseResultBase = namedtuple('ParseResult', 'scheme netloc path params query fragment', module='urllib.parse')


class _NetlocStr:
    """Who, where and which port: read out of the network location."""
    __slots__ = ()
    _marks = '@', ':', '[', ']', '%'

    def _userinfo(self):
        at, colon, *_ = self._marks
        userinfo, found, _ = self.netloc.rpartition(at)
        if not found:
            return None, None
        user, found, password = userinfo.partition(colon)
        return user, password if found else None

    def _hostinfo(self):
        at, colon, opening, closing, _ = self._marks
        host = self.netloc.rpartition(at)[2]
        _, bracketed, inner = host.partition(opening)
        if bracketed:
            name, _, port = inner.partition(closing)
            port = port.partition(colon)[2]
        else:
            name, _, port = host.partition(colon)
        return name, port or None

    @property
    def username(self):
        return self._userinfo()[0]

    @property
    def password(self):
        return self._userinfo()[1]

    @property
    def hostname(self):
        name = self._hostinfo()[0]
        if not name:
            return None
        # The scope id after % keeps its case.
        name, percent, zone = name.partition(self._marks[4])
        return name.lower() + percent + zone

    @property
    def port(self):
        port = self._hostinfo()[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f'Port could not be cast to integer value as {port!r}')
        port = int(port)
        if port > 65535:
            raise ValueError('Port out of range 0-65535')
        return port


class _NetlocBytes(_NetlocStr):
    __slots__ = ()
    _marks = b'@', b':', b'[', b']', b'%'


class _Encoding:
    __slots__ = ()

    def encode(self, encoding='ascii', errors='strict'):
        return self._encoded_counterpart(*(x.encode(encoding, errors) for x in self))


class _Decoding:
    __slots__ = ()

    def decode(self, encoding='ascii', errors='strict'):
        return self._decoded_counterpart(*(x.decode(encoding, errors) for x in self))


class _Defrag:
    __slots__ = ()

    def geturl(self):
        if self.fragment:
            return self.url + ('#' if isinstance(self.url, str) else b'#') + self.fragment
        return self.url


class _Split:
    __slots__ = ()

    def geturl(self):
        from urllib.parse import urlunsplit
        return urlunsplit(self)


class _Parse:
    __slots__ = ()

    def geturl(self):
        from urllib.parse import urlunparse
        return urlunparse(self)


class DefragResult(_DefragResultBase, _Defrag, _Encoding):
    __slots__ = ()


class SplitResult(_SplitResultBase, _Split, _NetlocStr, _Encoding):
    __slots__ = ()


class ParseResult(_ParseResultBase, _Parse, _NetlocStr, _Encoding):
    __slots__ = ()


class DefragResultBytes(_DefragResultBase, _Defrag, _Decoding):
    __slots__ = ()


class SplitResultBytes(_SplitResultBase, _Split, _NetlocBytes, _Decoding):
    __slots__ = ()


class ParseResultBytes(_ParseResultBase, _Parse, _NetlocBytes, _Decoding):
    __slots__ = ()


for _text, _bytes in ((DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes),
                      (ParseResult, ParseResultBytes)):
    _text._encoded_counterpart = _bytes
    _bytes._decoded_counterpart = _text
    _text.__module__ = _bytes.__module__ = 'urllib.parse'
