"""Messages of HTTP: requests as bytes, and responses read from what a connection gives. There is no network to connect to."""
import collections.abc
import email.message
import email.parser
import http
import io
import re
from _stockade import withheld as _withheld
from urllib.parse import urlsplit

__all__ = ['HTTPResponse', 'HTTPConnection', 'HTTPException', 'NotConnected', 'UnknownProtocol', 'UnknownTransferEncoding',
           'UnimplementedFileMode', 'IncompleteRead', 'InvalidURL', 'ImproperConnectionState', 'CannotSendRequest', 'CannotSendHeader',
           'ResponseNotReady', 'BadStatusLine', 'LineTooLong', 'RemoteDisconnected', 'error', 'responses', 'HTTPSConnection']

HTTP_PORT, HTTPS_PORT = 80, 443
_UNKNOWN = 'UNKNOWN'
_IDLE, _STARTED, _SENT = 'Idle', 'Request-started', 'Request-sent'
_CS_IDLE, _CS_REQ_STARTED, _CS_REQ_SENT = _IDLE, _STARTED, _SENT
_MAXLINE = 65536
_MAXHEADERS = 100
_NO_TIMEOUT = object()

globals().update(http.HTTPStatus.__members__)
responses = {status: status.phrase for status in http.HTTPStatus}

_name_of_header = re.compile(rb'[^:\s][^:\r\n]*')
_broken_value = re.compile(rb'\n(?![ \t])|\r(?![ \t\n])')
_not_in_urls = re.compile('[\x00-\x20\x7f]')
_not_in_methods = re.compile('[\x00-\x1f]')


class HTTPException(Exception):
    """The base of the errors of this module."""


class NotConnected(HTTPException):
    pass


class InvalidURL(HTTPException):
    pass


class UnknownProtocol(HTTPException):
    def __init__(self, version):
        self.args = (version,)
        self.version = version


class UnknownTransferEncoding(HTTPException):
    pass


class UnimplementedFileMode(HTTPException):
    pass


class IncompleteRead(HTTPException):
    """Less came than was promised: `partial` is what came."""

    def __init__(self, partial, expected=None):
        self.args = (partial,)
        self.partial, self.expected = partial, expected

    def __repr__(self):
        more = '' if self.expected is None else ', %i more expected' % self.expected
        return f'{self.__class__.__name__}({len(self.partial)} bytes read{more})'

    __str__ = object.__str__


class ImproperConnectionState(HTTPException):
    pass


class CannotSendRequest(ImproperConnectionState):
    pass


class CannotSendHeader(ImproperConnectionState):
    pass


class ResponseNotReady(ImproperConnectionState):
    pass


class BadStatusLine(HTTPException):
    def __init__(self, line):
        self.args = (line or repr(line),)
        self.line = line or repr(line)


class LineTooLong(HTTPException):
    def __init__(self, line_type):
        HTTPException.__init__(self, f'got more than {_MAXLINE} bytes when reading {line_type}')


class RemoteDisconnected(ConnectionResetError, BadStatusLine):
    def __init__(self, *pos, **kw):
        BadStatusLine.__init__(self, '')
        ConnectionResetError.__init__(self, *pos, **kw)


error = HTTPException


def _encode(data, name='data'):
    """A text as it is sent."""
    try:
        return data.encode('latin-1')
    except UnicodeEncodeError as wrong:
        piece = data[wrong.start:wrong.end]
        raise UnicodeEncodeError(wrong.encoding, wrong.object, wrong.start, wrong.end,
                                 f"{name.title()} ({piece!r:.20}) is not valid Latin-1. Use {name}.encode('utf-8') "
                                 'if you want to send it encoded in UTF-8.') from None


def _strip_ipv6_iface(name):
    """An address without the interface that it is to be reached by."""
    before, percent, _ = name.partition(b'%')
    return before + b']' if percent and before.startswith(b'[') else name if not percent else before


def _in_ascii(host):
    try:
        return host.encode('ascii')
    except UnicodeEncodeError:
        return host.encode('idna')


class HTTPMessage(email.message.Message):
    """The headers of a message."""

    def getallmatchingheaders(self, name):
        """The lines of headers of a name, with those that go on with them."""
        wanted, found, taking = name.lower() + ':', [], False
        for line in self.keys():
            if line[:len(wanted)].lower() == wanted:
                taking = True
            elif not line[:1].isspace():
                taking = False
            if taking:
                found.append(line)
        return found


def _line_of(stream, what):
    line = stream.readline(_MAXLINE + 1)
    if len(line) > _MAXLINE:
        raise LineTooLong(what)
    return line


def _read_headers(fp):
    """Lines up to the empty one, which is among them."""
    lines = []
    while True:
        line = _line_of(fp, 'header line')
        lines.append(line)
        if len(lines) > _MAXHEADERS:
            raise HTTPException(f'got more than {_MAXHEADERS} headers')
        if line in (b'\r\n', b'\n', b''):
            return lines


def _parse_header_lines(header_lines, _class=HTTPMessage):
    return email.parser.Parser(_class=_class).parsestr(b''.join(header_lines).decode('iso-8859-1'))


def parse_headers(fp, _class=HTTPMessage):
    """The headers that a stream gives next."""
    return _parse_header_lines(_read_headers(fp), _class)


class HTTPResponse(io.BufferedIOBase):
    """A response, read from what `sock.makefile` gives."""

    def __init__(self, sock, debuglevel=0, method=None, url=None):
        self.fp = sock.makefile('rb')
        self.debuglevel = debuglevel
        self._method = method
        self.headers = self.msg = None
        self.version = self.status = self.reason = _UNKNOWN
        self.chunked = self.chunk_left = self.length = self.will_close = _UNKNOWN

    def _read_status(self):
        line = str(_line_of(self.fp, 'status line'), 'iso-8859-1')
        if self.debuglevel > 0:
            print('reply:', repr(line))
        if not line:
            raise RemoteDisconnected('Remote end closed connection without response')
        version, status, reason = [*line.split(None, 2), '', '', ''][:3]
        if not status or not version.startswith('HTTP/'):
            self._close_conn()
            raise BadStatusLine(line)
        try:
            code = int(status)
        except ValueError:
            raise BadStatusLine(line)
        if not 100 <= code <= 999:
            raise BadStatusLine(line)
        return version, code, reason

    def begin(self):
        """Read the status and the headers."""
        if self.headers is not None:
            return
        while True:
            version, status, reason = self._read_status()
            if status != http.HTTPStatus.CONTINUE:
                break
            skipped = _read_headers(self.fp)
            if self.debuglevel > 0:
                print('headers:', skipped)
        self.code = self.status = status
        self.reason = reason.strip()
        if version in ('HTTP/1.0', 'HTTP/0.9'):
            self.version = 10
        elif version.startswith('HTTP/1.'):
            self.version = 11
        else:
            raise UnknownProtocol(version)
        self.headers = self.msg = parse_headers(self.fp)
        if self.debuglevel > 0:
            for name, value in self.headers.items():
                print('header:', name + ':', value)
        coding = self.headers.get('transfer-encoding')
        self.chunked = bool(coding) and coding.lower() == 'chunked'
        if self.chunked:
            self.chunk_left = None
        self.will_close = self._check_close()
        self.length = self._promised()
        if status in (http.HTTPStatus.NO_CONTENT, http.HTTPStatus.NOT_MODIFIED) or 100 <= status < 200 or self._method == 'HEAD':
            self.length = 0
        if not self.will_close and not self.chunked and self.length is None:
            self.will_close = True

    def _promised(self):
        """How many bytes will come, if the headers say it."""
        told = self.headers.get('content-length')
        if not told or self.chunked:
            return None
        try:
            length = int(told)
        except ValueError:
            return None
        return length if length >= 0 else None

    def _check_close(self):
        """Whether the connection ends with this response."""
        said = (self.headers.get('connection') or '').lower()
        if self.version == 11:
            return 'close' in said
        if self.headers.get('keep-alive') or 'keep-alive' in said:
            return False
        return 'keep-alive' not in (self.headers.get('proxy-connection') or '').lower()

    def _close_conn(self):
        stream, self.fp = self.fp, None
        stream.close()

    def close(self):
        """Nothing more is read."""
        try:
            super().close()
        finally:
            if self.fp:
                self._close_conn()

    def flush(self):
        super().flush()
        if self.fp:
            self.fp.flush()

    def readable(self):
        return True

    def isclosed(self):
        """Whether all was read."""
        return self.fp is None

    def _nothing_to_read(self):
        if self.fp is None:
            return True
        if self._method == 'HEAD':
            self._close_conn()
            return True
        return False

    def _took(self, count, wanted):
        """What is left after so many bytes; at the end the stream is closed."""
        if not count and wanted:
            self._close_conn()
        elif self.length is not None:
            self.length -= count
            if not self.length:
                self._close_conn()

    def _within(self, amount):
        """An amount that is not more than what is to come."""
        if self.length is not None and (amount < 0 or amount > self.length):
            return self.length
        return amount

    def read(self, amt=None):
        """The body, or so many bytes of it."""
        if self._nothing_to_read():
            return b''
        if self.chunked:
            return self._read_chunked(amt)
        if amt is not None and amt >= 0:
            amt = self._within(amt)
            data = self.fp.read(amt)
            self._took(len(data), amt)
            return data
        if self.length is None:
            data = self.fp.read()
        else:
            try:
                data = self._safe_read(self.length)
            except IncompleteRead:
                self._close_conn()
                raise
            self.length = 0
        self._close_conn()
        return data

    def readinto(self, b):
        """Fill a buffer; gives how far."""
        if self._nothing_to_read():
            return 0
        if self.chunked:
            return self._readinto_chunked(b)
        if self.length is not None and len(b) > self.length:
            b = memoryview(b)[:self.length]
        count = self.fp.readinto(b)
        self._took(count, len(b))
        return count

    def _read_next_chunk_size(self):
        line = _line_of(self.fp, 'chunk size').partition(b';')[0]
        try:
            return int(line, 16)
        except ValueError:
            self._close_conn()
            raise

    def _read_and_discard_trailer(self):
        while _line_of(self.fp, 'trailer line') not in (b'\r\n', b'\n', b''):
            pass

    def _get_chunk_left(self):
        """What is left of a chunk, or the size of the next; None at the end."""
        left = self.chunk_left
        if left:
            return left
        if left is not None:
            self._safe_read(2)
        try:
            left = self._read_next_chunk_size()
        except ValueError:
            raise IncompleteRead(b'')
        if left == 0:
            self._read_and_discard_trailer()
            self._close_conn()
            left = None
        self.chunk_left = left
        return left

    def _read_chunked(self, amt=None):
        pieces = []
        if amt is not None and amt < 0:
            amt = None
        try:
            while (left := self._get_chunk_left()) is not None:
                if amt is not None and amt <= left:
                    pieces.append(self._safe_read(amt))
                    self.chunk_left = left - amt
                    break
                pieces.append(self._safe_read(left))
                if amt is not None:
                    amt -= left
                self.chunk_left = 0
        except IncompleteRead as short:
            raise IncompleteRead(b''.join(pieces)) from short
        return b''.join(pieces)

    def _readinto_chunked(self, b):
        total, room = 0, memoryview(b)
        try:
            while (left := self._get_chunk_left()) is not None:
                if len(room) <= left:
                    count = self._safe_readinto(room)
                    self.chunk_left = left - count
                    return total + count
                count = self._safe_readinto(room[:left])
                room, total = room[count:], total + count
                self.chunk_left = 0
            return total
        except IncompleteRead:
            raise IncompleteRead(bytes(memoryview(b)[:total]))

    def _safe_read(self, amt):
        data = self.fp.read(amt)
        if len(data) < amt:
            raise IncompleteRead(data, amt - len(data))
        return data

    def _safe_readinto(self, b):
        count = self.fp.readinto(b)
        if count < len(b):
            raise IncompleteRead(bytes(b[:count]), len(b) - count)
        return count

    def read1(self, n=-1):
        """What is there already, or comes at once."""
        if self.fp is None or self._method == 'HEAD':
            return b''
        if self.chunked:
            left = self._get_chunk_left()
            if left is None or n == 0:
                return b''
            data = self.fp.read1(n if 0 <= n <= left else left)
            self.chunk_left -= len(data)
            if not data:
                raise IncompleteRead(b'')
            return data
        n = self._within(n)
        data = self.fp.read1(n)
        self._took(len(data), n)
        return data

    def peek(self, n=-1):
        """What comes next, without taking it."""
        if self.fp is None or self._method == 'HEAD':
            return b''
        if not self.chunked:
            return self.fp.peek(n)
        try:
            left = self._get_chunk_left()
        except IncompleteRead:
            return b''
        return b'' if left is None else self.fp.peek(left)[:left]

    def readline(self, limit=-1):
        if self.fp is None or self._method == 'HEAD':
            return b''
        if self.chunked:
            return super().readline(limit)
        limit = self._within(limit)
        data = self.fp.readline(limit)
        self._took(len(data), limit)
        return data

    def fileno(self):
        return self.fp.fileno()

    def getheader(self, name, default=None):
        """The values of a header, in one text."""
        if self.headers is None:
            raise ResponseNotReady()
        found = self.headers.get_all(name) or default
        return found if isinstance(found, str) or not hasattr(found, '__iter__') else ', '.join(found)

    def getheaders(self):
        """(name, value) of all headers."""
        if self.headers is None:
            raise ResponseNotReady()
        return list(self.headers.items())

    def __iter__(self):
        return self

    def info(self):
        return self.headers

    def geturl(self):
        return self.url

    def getcode(self):
        return self.status


def _create_connection(address, timeout=None, source_address=None):
    raise _withheld(PermissionError(13, 'there is no network in the sandbox'), 'http.client.HTTPConnection')


class HTTPConnection:
    """Requests for one host. Something must take the place of a connection: nothing here makes one."""

    _http_vsn, _http_vsn_str = 11, 'HTTP/1.1'
    response_class = HTTPResponse
    default_port = HTTP_PORT
    auto_open = 1
    debuglevel = 0

    def __init__(self, host, port=None, timeout=_NO_TIMEOUT, source_address=None, blocksize=8192):
        self.timeout, self.source_address, self.blocksize = timeout, source_address, blocksize
        self.sock = self.__response = self._method = self._tunnel_host = self._tunnel_port = self._raw_proxy_headers = None
        self.__state = _IDLE
        self._buffer, self._tunnel_headers = [], {}
        self.host, self.port = self._get_hostport(host, port)
        self._validate_host(self.host)
        self._create_connection = _create_connection

    @staticmethod
    def _is_textIO(stream):
        return isinstance(stream, io.TextIOBase)

    @staticmethod
    def _get_content_length(body, method):
        """The length of a body, or None where only sending it tells."""
        if body is None:
            return 0 if method.upper() in ('PATCH', 'POST', 'PUT') else None
        if hasattr(body, 'read'):
            return None
        try:
            return memoryview(body).nbytes
        except TypeError:
            return len(body) if isinstance(body, str) else None

    def set_tunnel(self, host, port=None, headers=None):
        """Ask the host of this connection for one to another."""
        if self.sock:
            raise RuntimeError("Can't set up tunnel for established connection")
        self._tunnel_host, self._tunnel_port = self._get_hostport(host, port)
        self._tunnel_headers = headers.copy() if headers else {}
        if not any(name.lower() == 'host' for name in self._tunnel_headers):
            named = self._wrap_ipv6(self._tunnel_host.encode('idna')).decode('ascii')
            self._tunnel_headers['Host'] = f'{named}:{self._tunnel_port}'

    def _get_hostport(self, host, port):
        if port is None:
            colon = host.rfind(':')
            port = self.default_port
            if colon > host.rfind(']'):
                told = host[colon + 1:]
                try:
                    port = int(told)
                except ValueError:
                    if told:
                        raise InvalidURL(f"nonnumeric port: '{told}'")
                host = host[:colon]
        if host and host[0] == '[' and host[-1] == ']':
            host = host[1:-1]
        return host, port

    def set_debuglevel(self, level):
        """How much is printed of what is sent and read."""
        self.debuglevel = level

    def _wrap_ipv6(self, ip):
        return b'[' + ip + b']' if b':' in ip and ip[:1] != b'[' else ip

    def _tunnel(self):
        lines = [b'CONNECT %s:%d %s\r\n' % (self._wrap_ipv6(self._tunnel_host.encode('idna')), self._tunnel_port,
                                            self._http_vsn_str.encode('ascii'))]
        lines += [f'{name}: {value}\r\n'.encode('latin-1') for name, value in self._tunnel_headers.items()]
        self.send(b''.join([*lines, b'\r\n']))
        response = self.response_class(self.sock, method=self._method)
        try:
            _, code, message = response._read_status()
            self._raw_proxy_headers = _read_headers(response.fp)
            if self.debuglevel > 0:
                for line in self._raw_proxy_headers:
                    print('header:', line.decode())
            if code != http.HTTPStatus.OK:
                self.close()
                raise OSError(f'Tunnel connection failed: {code} {message.strip()}')
        finally:
            response.close()

    def get_proxy_response_headers(self):
        """The headers of the response of a tunnel's host."""
        return None if self._raw_proxy_headers is None else _parse_header_lines(self._raw_proxy_headers)

    def connect(self):
        """Connect, where `_create_connection` can."""
        self.sock = self._create_connection((self.host, self.port), self.timeout, self.source_address)
        if self._tunnel_host:
            self._tunnel()

    def close(self):
        """Let go of the connection and the response."""
        self.__state = _IDLE
        try:
            sock = self.sock
            if sock:
                self.sock = None
                sock.close()
        finally:
            response = self.__response
            if response:
                self.__response = None
                response.close()

    def send(self, data):
        """Send bytes, what a stream gives, or what an iterable of bytes has."""
        if self.sock is None:
            if not self.auto_open:
                raise NotConnected()
            self.connect()
        if self.debuglevel > 0:
            print('send:', repr(data))
        if hasattr(data, 'read'):
            for block in self._read_readable(data):
                self.sock.sendall(block)
            return
        try:
            self.sock.sendall(data)
        except TypeError:
            if not isinstance(data, collections.abc.Iterable):
                raise TypeError(f'data should be a bytes-like object or an iterable, got {type(data)!r}')
            for piece in data:
                self.sock.sendall(piece)

    def _output(self, line):
        self._buffer.append(line)

    def _read_readable(self, readable):
        if self.debuglevel > 0:
            print('reading a readable')
        encode = self._is_textIO(readable)
        if encode and self.debuglevel > 0:
            print('encoding file using iso-8859-1')
        while block := readable.read(self.blocksize):
            yield block.encode('iso-8859-1') if encode else block

    def _send_output(self, message_body=None, encode_chunked=False):
        self._buffer += (b'', b'')
        head = b'\r\n'.join(self._buffer)
        del self._buffer[:]
        self.send(head)
        if message_body is None:
            return
        if hasattr(message_body, 'read'):
            pieces = self._read_readable(message_body)
        else:
            try:
                memoryview(message_body)
                pieces = (message_body,)
            except TypeError:
                try:
                    pieces = iter(message_body)
                except TypeError:
                    raise TypeError(f'message_body should be a bytes-like object or an iterable, got {type(message_body)!r}')
        chunked = encode_chunked and self._http_vsn == 11
        for piece in pieces:
            if not piece:
                if self.debuglevel > 0:
                    print('Zero length chunk ignored')
                continue
            self.send(f'{len(piece):X}\r\n'.encode('ascii') + piece + b'\r\n' if chunked else piece)
        if chunked:
            self.send(b'0\r\n\r\n')

    def _forget_read(self):
        if self.__response and self.__response.isclosed():
            self.__response = None

    def putrequest(self, method, url, skip_host=False, skip_accept_encoding=False):
        """Begin a request."""
        self._forget_read()
        if self.__state != _IDLE:
            raise CannotSendRequest(self.__state)
        self.__state = _STARTED
        self._validate_method(method)
        self._method = method
        url = url or '/'
        self._validate_path(url)
        self._output(self._encode_request(f'{method} {url} {self._http_vsn_str}'))
        if self._http_vsn != 11:
            return
        if not skip_host:
            self.putheader('Host', self._host_of(url))
        if not skip_accept_encoding:
            self.putheader('Accept-Encoding', 'identity')

    def _host_of(self, url):
        """The host that a request is for."""
        named = urlsplit(url).netloc if url.startswith('http') else ''
        if named:
            return _strip_ipv6_iface(_in_ascii(named))
        host, port = (self._tunnel_host, self._tunnel_port) if self._tunnel_host else (self.host, self.port)
        host = _strip_ipv6_iface(self._wrap_ipv6(_in_ascii(host)))
        return host if port == self.default_port else f'{host.decode("ascii")}:{port}'

    def _encode_request(self, request):
        return request.encode('ascii')

    def _validate_method(self, method):
        found = _not_in_methods.search(method)
        if found:
            raise ValueError(f"method can't contain control characters. {method!r} (found at least {found.group()!r})")

    def _validate_path(self, url):
        found = _not_in_urls.search(url)
        if found:
            raise InvalidURL(f"URL can't contain control characters. {url!r} (found at least {found.group()!r})")

    _validate_host = _validate_path

    def putheader(self, header, *values):
        """A header, whose values go on separate lines."""
        if self.__state != _STARTED:
            raise CannotSendHeader()
        if hasattr(header, 'encode'):
            header = header.encode('ascii')
        if not _name_of_header.fullmatch(header):
            raise ValueError(f'Invalid header name {header!r}')
        made = []
        for value in values:
            if hasattr(value, 'encode'):
                value = value.encode('latin-1')
            elif isinstance(value, int):
                value = str(value).encode('ascii')
            if _broken_value.search(value):
                raise ValueError(f'Invalid header value {value!r}')
            made.append(value)
        self._output(header + b': ' + b'\r\n\t'.join(made))

    def endheaders(self, message_body=None, *, encode_chunked=False):
        """Send what was put, and a body."""
        if self.__state != _STARTED:
            raise CannotSendHeader()
        self.__state = _SENT
        self._send_output(message_body, encode_chunked=encode_chunked)

    def request(self, method, url, body=None, headers={}, *, encode_chunked=False):
        """Send a whole request."""
        self._send_request(method, url, body, headers, encode_chunked)

    def _send_request(self, method, url, body, headers, encode_chunked):
        given = frozenset(name.lower() for name in headers)
        self.putrequest(method, url, **{option: 1 for name, option in (('host', 'skip_host'), ('accept-encoding', 'skip_accept_encoding'))
                                        if name in given})
        if 'content-length' in given:
            encode_chunked = False
        elif 'transfer-encoding' not in given:
            encode_chunked = False
            length = self._get_content_length(body, method)
            if length is not None:
                self.putheader('Content-Length', str(length))
            elif body is not None:
                if self.debuglevel > 0:
                    print(f'Unable to determine size of {body!r}')
                encode_chunked = True
                self.putheader('Transfer-Encoding', 'chunked')
        for name, value in headers.items():
            self.putheader(name, value)
        if isinstance(body, str):
            body = _encode(body, 'body')
        self.endheaders(body, encode_chunked=encode_chunked)

    def getresponse(self):
        """The response to what was sent."""
        self._forget_read()
        if self.__state != _SENT or self.__response:
            raise ResponseNotReady(self.__state)
        debugging = (self.debuglevel,) if self.debuglevel > 0 else ()
        response = self.response_class(self.sock, *debugging, method=self._method)
        try:
            try:
                response.begin()
            except ConnectionError:
                self.close()
                raise
            self.__state = _IDLE
            if response.will_close:
                self.close()
            else:
                self.__response = response
            return response
        except:
            response.close()
            raise


class HTTPSConnection(HTTPConnection):
    """Requests that would be encrypted."""

    default_port = HTTPS_PORT

    def __init__(self, host, port=None, *, timeout=_NO_TIMEOUT, source_address=None, context=None, blocksize=8192):
        super().__init__(host, port, timeout, source_address, blocksize=blocksize)
        self._context = context
