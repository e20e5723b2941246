"""Calls and values of XML-RPC as texts, and what they stand for. A transport of one's own takes the place of the network."""
import base64
import errno
import gzip
import http.client
import time
import urllib.parse
from datetime import datetime
from decimal import Decimal
from io import BytesIO
from xml.parsers import expat

__version__ = '3.13'
MAXINT, MININT = 2 ** 31 - 1, -2 ** 31

PARSE_ERROR, SERVER_ERROR, APPLICATION_ERROR, SYSTEM_ERROR, TRANSPORT_ERROR = -32700, -32600, -32500, -32400, -32300
NOT_WELLFORMED_ERROR, UNSUPPORTED_ENCODING, INVALID_ENCODING_CHAR = -32700, -32701, -32702
INVALID_XMLRPC, METHOD_NOT_FOUND, INVALID_METHOD_PARAMS, INTERNAL_ERROR = -32600, -32601, -32602, -32603

boolean = Boolean = bool


def escape(s):
    """A text as it is written between tags."""
    return s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')


class Error(Exception):
    """What is wrong with a call."""
    __str__ = object.__str__


class ProtocolError(Error):
    """HTTP says that something is wrong."""

    def __init__(self, url, errcode, errmsg, headers):
        Error.__init__(self)
        self.url, self.errcode, self.errmsg, self.headers = url, errcode, errmsg, headers

    def __repr__(self):
        return f'<{self.__class__.__name__} for {self.url}: {self.errcode} {self.errmsg}>'


class ResponseError(Error):
    """A response that is none."""


class Fault(Error):
    """A call that failed where it was made."""

    def __init__(self, faultCode, faultString, **extra):
        Error.__init__(self)
        self.faultCode, self.faultString = faultCode, faultString

    def __repr__(self):
        return f'<{self.__class__.__name__} {self.faultCode}: {self.faultString!r}>'


def _iso8601_format(value):
    return value.replace(tzinfo=None).isoformat(timespec='seconds').replace('-', '')


def _strftime(value):
    if isinstance(value, datetime):
        return _iso8601_format(value)
    if not isinstance(value, (tuple, time.struct_time)):
        value = time.localtime(time.time() if value == 0 else value)
    return '%04d%02d%02dT%02d:%02d:%02d' % value[:6]


def _compared(name):
    def compare(self, other):
        own, other = self.make_comparable(other)
        return NotImplemented if other is NotImplemented else getattr(own, name)(other)
    compare.__name__ = name
    compare.__qualname__ = 'DateTime.' + name
    return compare


class DateTime:
    """A date with a time, as the text that is sent."""

    def __init__(self, value=0):
        self.value = value if isinstance(value, str) else _strftime(value)

    def make_comparable(self, other):
        """What is compared of this and of something else."""
        if isinstance(other, DateTime):
            return self.value, other.value
        if isinstance(other, datetime):
            return self.value, _iso8601_format(other)
        if isinstance(other, str):
            return self.value, other
        if hasattr(other, 'timetuple'):
            return self.timetuple(), other.timetuple()
        return self, NotImplemented

    __lt__, __le__, __gt__, __ge__, __eq__ = [_compared(name) for name in ('__lt__', '__le__', '__gt__', '__ge__', '__eq__')]

    def timetuple(self):
        return time.strptime(self.value, '%Y%m%dT%H:%M:%S')

    def __str__(self):
        return self.value

    def __repr__(self):
        return f'<{self.__class__.__name__} {self.value!r} at {id(self):#x}>'

    def decode(self, data):
        self.value = str(data).strip()

    def encode(self, out):
        out.write(f'<value><dateTime.iso8601>{self.value}</dateTime.iso8601></value>\n')


def _datetime(data):
    made = DateTime()
    made.decode(data)
    return made


def _datetime_type(data):
    return datetime.strptime(data, '%Y%m%dT%H:%M:%S')


def _write_bytes(data, write):
    write('<value><base64>\n')
    write(base64.encodebytes(data).decode('ascii'))
    write('</base64></value>\n')


class Binary:
    """Bytes that are sent as text."""

    def __init__(self, data=None):
        if data is None:
            data = b''
        elif not isinstance(data, (bytes, bytearray)):
            raise TypeError(f'expected bytes or bytearray, not {data.__class__.__name__}')
        self.data = bytes(data)

    def __str__(self):
        return str(self.data, 'latin-1')

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, Binary) else other)

    def decode(self, data):
        self.data = base64.decodebytes(data)

    def encode(self, out):
        _write_bytes(self.data, out.write)


def _binary(data):
    made = Binary()
    made.decode(data)
    return made


WRAPPERS = (DateTime, Binary)


class ExpatParser:
    """Tells a target what a text in XML holds."""

    def __init__(self, target):
        self._parser = parser = expat.ParserCreate(None, None)
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = target.start, target.end, target.data
        target.xml(None, None)

    def feed(self, data):
        self._parser.Parse(data, False)

    def close(self):
        parser, self._parser = self._parser, None
        if parser is not None:
            parser.Parse(b'', True)


class Marshaller:
    """Values to text."""

    dispatch = {}

    def __init__(self, encoding=None, allow_none=False):
        self.memo = {}
        self.data = None
        self.encoding, self.allow_none = encoding, allow_none

    def dumps(self, values):
        """The text of several values, or of a fault."""
        out = []
        write = out.append
        if isinstance(values, Fault):
            write('<fault>\n')
            self._dump({'faultCode': values.faultCode, 'faultString': values.faultString}, write)
            write('</fault>\n')
        else:
            write('<params>\n')
            for value in values:
                write('<param>\n')
                self._dump(value, write)
                write('</param>\n')
            write('</params>\n')
        return ''.join(out)

    def _dump(self, value, write):
        kind = type(value)
        dump = self.dispatch.get(kind)
        if dump is None:
            # A kind of its own has attributes to send, unless it is a variety of one that is known.
            if not hasattr(value, '__dict__') or any(base in self.dispatch for base in kind.__mro__):
                raise TypeError(f'cannot marshal {kind} objects')
            dump = self.dispatch['_arbitrary_instance']
        dump(self, value, write)

    def dump_nil(self, value, write):
        if not self.allow_none:
            raise TypeError('cannot marshal None unless allow_none is enabled')
        write('<value><nil/></value>')

    def dump_bool(self, value, write):
        write(f'<value><boolean>{int(bool(value))}</boolean></value>\n')

    def dump_long(self, value, write):
        if not MININT <= value <= MAXINT:
            raise OverflowError('int exceeds XML-RPC limits')
        write(f'<value><int>{int(value)}</int></value>\n')

    dump_int = dump_long

    def dump_double(self, value, write):
        write(f'<value><double>{value!r}</double></value>\n')

    def dump_unicode(self, value, write, escape=escape):
        write(f'<value><string>{escape(value)}</string></value>\n')

    def dump_bytes(self, value, write):
        _write_bytes(value, write)

    def _enter(self, value, what):
        if id(value) in self.memo:
            raise TypeError(f'cannot marshal recursive {what}')
        self.memo[id(value)] = None

    def dump_array(self, value, write):
        self._enter(value, 'sequences')
        write('<value><array><data>\n')
        for item in value:
            self._dump(item, write)
        write('</data></array></value>\n')
        del self.memo[id(value)]

    def dump_struct(self, value, write, escape=escape):
        self._enter(value, 'dictionaries')
        write('<value><struct>\n')
        for key, item in value.items():
            write('<member>\n')
            if not isinstance(key, str):
                raise TypeError('dictionary key must be string')
            write(f'<name>{escape(key)}</name>\n')
            self._dump(item, write)
            write('</member>\n')
        write('</struct></value>\n')
        del self.memo[id(value)]

    def dump_datetime(self, value, write):
        DateTime(value).encode(_Written(write))

    def dump_instance(self, value, write):
        if value.__class__ in WRAPPERS:
            value.encode(_Written(write))
        else:
            self.dump_struct(value.__dict__, write)

    dispatch.update({type(None): dump_nil, bool: dump_bool, int: dump_long, float: dump_double, str: dump_unicode, bytes: dump_bytes,
                     bytearray: dump_bytes, tuple: dump_array, list: dump_array, dict: dump_struct, datetime: dump_datetime,
                     DateTime: dump_instance, Binary: dump_instance, '_arbitrary_instance': dump_instance})


class _Written:
    def __init__(self, write):
        self.write = write


class Unmarshaller:
    """What a reader tells, to values."""

    dispatch = {}

    def __init__(self, use_datetime=False, use_builtin_types=False):
        self._type = self._methodname = None
        self._stack, self._marks, self._data = [], [], []
        self._value = False
        self._encoding = 'utf-8'
        self.append = self._stack.append
        self._use_datetime = use_builtin_types or use_datetime
        self._use_bytes = use_builtin_types

    def close(self):
        """The values, or the fault that was told."""
        if self._type is None or self._marks:
            raise ResponseError()
        if self._type == 'fault':
            raise Fault(**self._stack[0])
        return tuple(self._stack)

    def getmethodname(self):
        return self._methodname

    def xml(self, encoding, standalone):
        self._encoding = encoding

    def start(self, tag, attrs):
        if ':' in tag:
            tag = tag.split(':')[-1]
        if tag in ('array', 'struct'):
            self._marks.append(len(self._stack))
        self._data = []
        if self._value and tag not in self.dispatch:
            raise ResponseError(f'unknown tag {tag!r}')
        self._value = tag == 'value'

    def data(self, text):
        self._data.append(text)

    def end(self, tag):
        return self.end_dispatch(tag, ''.join(self._data))

    def end_dispatch(self, tag, data):
        finish = self.dispatch.get(tag)
        if finish is None and ':' in tag:
            finish = self.dispatch.get(tag.split(':')[-1])
        return None if finish is None else finish(self, data)

    def _found(self, value):
        self.append(value)
        self._value = False

    def end_nil(self, data):
        self._found(None)

    def end_boolean(self, data):
        if data not in ('0', '1'):
            raise TypeError('bad boolean value')
        self._found(data == '1')

    def end_int(self, data):
        self._found(int(data))

    def end_double(self, data):
        self._found(float(data))

    def end_bigdecimal(self, data):
        self._found(Decimal(data))

    def end_string(self, data):
        self._found(data.decode(self._encoding) if self._encoding else data)

    def _inside(self):
        mark = self._marks.pop()
        items = self._stack[mark:]
        del self._stack[mark:]
        return items

    def end_array(self, data):
        self._found(self._inside())

    def end_struct(self, data):
        items = self._inside()
        self._found({items[at]: items[at + 1] for at in range(0, len(items), 2)})

    def end_base64(self, data):
        value = _binary(data.encode('ascii'))
        self._found(value.data if self._use_bytes else value)

    def end_dateTime(self, data):
        self.append(_datetime_type(data) if self._use_datetime else _datetime(data))

    def end_value(self, data):
        if self._value:
            # Without a kind it is a text.
            self.end_string(data)

    def end_params(self, data):
        self._type = 'params'

    def end_fault(self, data):
        self._type = 'fault'

    def end_methodName(self, data):
        self._methodname = data.decode(self._encoding) if self._encoding else data
        self._type = 'methodName'

    dispatch.update({'nil': end_nil, 'boolean': end_boolean, 'i1': end_int, 'i2': end_int, 'i4': end_int, 'i8': end_int, 'int': end_int,
                     'biginteger': end_int, 'double': end_double, 'float': end_double, 'bigdecimal': end_bigdecimal,
                     'string': end_string, 'name': end_string, 'array': end_array, 'struct': end_struct, 'base64': end_base64,
                     'dateTime.iso8601': end_dateTime, 'value': end_value, 'params': end_params, 'fault': end_fault,
                     'methodName': end_methodName})


class _Method:
    """A name with dots, grown by attributes and then called."""

    def __init__(self, send, name):
        self._send, self._name = send, name

    def __getattr__(self, name):
        return type(self)(self._send, f'{self._name}.{name}')

    def __call__(self, *args):
        return self._send(self._name, args)


class _MultiCallMethod(_Method):
    """As that, kept on a list of calls."""

    def __call__(self, *args):
        self._send.append((self._name, args))


class MultiCallIterator:
    """The results of several calls; those that failed raise."""

    def __init__(self, results):
        self.results = results

    def __getitem__(self, i):
        item = self.results[i]
        if isinstance(item, dict):
            raise Fault(item['faultCode'], item['faultString'])
        if isinstance(item, list):
            return item[0]
        raise ValueError('unexpected type in multicall result')


class MultiCall:
    """Several calls in one."""

    def __init__(self, server):
        self.__server = server
        self.__call_list = []

    def __repr__(self):
        return f'<{self.__class__.__name__} at {id(self):#x}>'

    def __getattr__(self, name):
        return _MultiCallMethod(self.__call_list, name)

    def __call__(self):
        calls = [{'methodName': name, 'params': args} for name, args in self.__call_list]
        return MultiCallIterator(self.__server.system.multicall(calls))


FastMarshaller = FastParser = FastUnmarshaller = None


def getparser(use_datetime=False, use_builtin_types=False):
    """A reader and what it tells."""
    target = Unmarshaller(use_datetime, use_builtin_types)
    return ExpatParser(target), target


def dumps(params, methodname=None, methodresponse=None, encoding=None, allow_none=False):
    """A call, a response or values alone as text."""
    assert isinstance(params, (tuple, Fault)), 'argument must be tuple or Fault instance'
    if isinstance(params, Fault):
        methodresponse = 1
    elif methodresponse:
        assert len(params) == 1, 'response tuple must be a singleton'
    encoding = encoding or 'utf-8'
    data = Marshaller(encoding, allow_none).dumps(params)
    said = '' if encoding == 'utf-8' else f" encoding='{encoding}'"
    head = f"<?xml version='1.0'{said}?>\n"
    if methodname:
        return f'{head}<methodCall>\n<methodName>{methodname}</methodName>\n{data}</methodCall>\n'
    return f'{head}<methodResponse>\n{data}</methodResponse>\n' if methodresponse else data


def loads(data, use_datetime=False, use_builtin_types=False):
    """The values of a text, and the name of the method that is called."""
    parser, target = getparser(use_datetime, use_builtin_types)
    parser.feed(data)
    parser.close()
    return target.close(), target.getmethodname()


def gzip_encode(data):
    """Bytes, packed."""
    out = BytesIO()
    with gzip.GzipFile(mode='wb', fileobj=out, compresslevel=1) as packed:
        packed.write(data)
    return out.getvalue()


def gzip_decode(data, max_decode=20971520):
    """Packed bytes; a negative maximum is none."""
    with gzip.GzipFile(mode='rb', fileobj=BytesIO(data)) as packed:
        try:
            found = packed.read() if max_decode < 0 else packed.read(max_decode + 1)
        except OSError:
            raise ValueError('invalid data')
    if 0 <= max_decode < len(found):
        raise ValueError('max gzipped payload length exceeded')
    return found


class GzipDecodedResponse(gzip.GzipFile):
    """A packed response."""

    def __init__(self, response):
        self.io = BytesIO(response.read())
        gzip.GzipFile.__init__(self, mode='rb', fileobj=self.io)

    def close(self):
        try:
            gzip.GzipFile.close(self)
        finally:
            self.io.close()


class Transport:
    """Takes a request to a host."""

    user_agent = f'Python-xmlrpc/{__version__}'
    accept_gzip_encoding = True
    encode_threshold = None

    def __init__(self, use_datetime=False, use_builtin_types=False, *, headers=()):
        self._use_datetime, self._use_builtin_types = use_datetime, use_builtin_types
        self._connection = (None, None)
        self._headers, self._extra_headers = list(headers), []

    def request(self, host, handler, request_body, verbose=False):
        """The values of the response to a request, which is sent again where a connection has ended."""
        try:
            return self.single_request(host, handler, request_body, verbose)
        except http.client.RemoteDisconnected:
            pass
        except OSError as error:
            if error.errno not in (errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE):
                raise
        return self.single_request(host, handler, request_body, verbose)

    def single_request(self, host, handler, request_body, verbose=False):
        try:
            response = self.send_request(host, handler, request_body, verbose).getresponse()
            if response.status == 200:
                self.verbose = verbose
                return self.parse_response(response)
        except Fault:
            raise
        except Exception:
            self.close()
            raise
        if response.getheader('content-length', ''):
            response.read()
        raise ProtocolError(host + handler, response.status, response.reason, dict(response.getheaders()))

    def getparser(self):
        return getparser(self._use_datetime, self._use_builtin_types)

    def get_host_info(self, host):
        """(host, headers for a user that is named with it, further arguments)"""
        more = {}
        if isinstance(host, tuple):
            host, more = host
        user, host = urllib.parse._splituser(host)
        if not user:
            return host, [], more
        told = base64.b64encode(urllib.parse.unquote_to_bytes(user)).decode()
        return host, [('Authorization', 'Basic ' + told)], more

    def _connect(self, host, make):
        if not self._connection or host != self._connection[0]:
            name, self._extra_headers, more = self.get_host_info(host)
            self._connection = host, make(name, more)
        return self._connection[1]

    def make_connection(self, host):
        return self._connect(host, lambda name, more: http.client.HTTPConnection(name))

    def close(self):
        _, connection = self._connection
        if connection:
            self._connection = (None, None)
            connection.close()

    def send_request(self, host, handler, request_body, debug):
        connection = self.make_connection(host)
        headers = self._headers + self._extra_headers
        if debug:
            connection.set_debuglevel(1)
        if self.accept_gzip_encoding:
            connection.putrequest('POST', handler, skip_accept_encoding=True)
            headers.append(('Accept-Encoding', 'gzip'))
        else:
            connection.putrequest('POST', handler)
        self.send_headers(connection, [*headers, ('Content-Type', 'text/xml'), ('User-Agent', self.user_agent)])
        self.send_content(connection, request_body)
        return connection

    def send_headers(self, connection, headers):
        for name, value in headers:
            connection.putheader(name, value)

    def send_content(self, connection, request_body):
        if self.encode_threshold is not None and self.encode_threshold < len(request_body):
            connection.putheader('Content-Encoding', 'gzip')
            request_body = gzip_encode(request_body)
        connection.putheader('Content-Length', str(len(request_body)))
        connection.endheaders(request_body)

    def parse_response(self, response):
        """The values of a response."""
        packed = hasattr(response, 'getheader') and response.getheader('Content-Encoding', '') == 'gzip'
        stream = GzipDecodedResponse(response) if packed else response
        parser, target = self.getparser()
        while data := stream.read(1024):
            if self.verbose:
                print('body:', repr(data))
            parser.feed(data)
        if packed:
            stream.close()
        parser.close()
        return target.close()


class SafeTransport(Transport):
    """Takes a request to a host in secret."""

    def __init__(self, use_datetime=False, use_builtin_types=False, *, headers=(), context=None):
        super().__init__(use_datetime, use_builtin_types, headers=headers)
        self.context = context

    def make_connection(self, host):
        return self._connect(host, lambda name, more: http.client.HTTPSConnection(name, None, context=self.context, **(more or {})))


class ServerProxy:
    """What a host offers, as attributes that are called."""

    def __init__(self, uri, transport=None, encoding=None, verbose=False, allow_none=False, use_datetime=False, use_builtin_types=False,
                 *, headers=(), context=None):
        parts = urllib.parse.urlsplit(uri)
        if parts.scheme not in ('http', 'https'):
            raise OSError('unsupported XML-RPC protocol')
        self.__host = parts.netloc
        self.__handler = urllib.parse.urlunsplit(['', '', *parts[2:]]) or '/RPC2'
        if transport is None:
            if parts.scheme == 'https':
                transport = SafeTransport(use_datetime, use_builtin_types, headers=headers, context=context)
            else:
                transport = Transport(use_datetime, use_builtin_types, headers=headers)
        self.__transport = transport
        self.__encoding, self.__verbose, self.__allow_none = encoding or 'utf-8', verbose, allow_none

    def __close(self):
        self.__transport.close()

    def __request(self, methodname, params):
        text = dumps(params, methodname, encoding=self.__encoding, allow_none=self.__allow_none)
        response = self.__transport.request(self.__host, self.__handler, text.encode(self.__encoding, 'xmlcharrefreplace'),
                                            verbose=self.__verbose)
        return response[0] if len(response) == 1 else response

    def __repr__(self):
        return f'<{self.__class__.__name__} for {self.__host}{self.__handler}>'

    def __getattr__(self, name):
        return _Method(self.__request, name)

    def __call__(self, attr):
        """What an attribute cannot be asked for: `close` and `transport`."""
        if attr == 'close':
            return self.__close
        if attr == 'transport':
            return self.__transport
        raise AttributeError(f'Attribute {attr!r} not found')

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.__close()


Server = ServerProxy
