"""What applications for the web need often."""
import posixpath
from urllib.parse import quote

__all__ = ['FileWrapper', 'guess_scheme', 'application_uri', 'request_uri', 'shift_path_info', 'setup_testing_defaults', 'is_hop_by_hop']

_PORTS = {'http': '80', 'https': '443'}
_HOPS = frozenset(('connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailers', 'transfer-encoding',
                   'upgrade'))


class FileWrapper:
    """A file in blocks."""

    def __init__(self, filelike, blksize=8192):
        self.filelike, self.blksize = filelike, blksize
        if hasattr(filelike, 'close'):
            self.close = filelike.close

    def __iter__(self):
        return self

    def __next__(self):
        block = self.filelike.read(self.blksize)
        if not block:
            raise StopIteration
        return block


def guess_scheme(environ):
    """`https` where an environment says so, or else `http`."""
    return 'https' if environ.get('HTTPS') in ('yes', 'on', '1') else 'http'


def application_uri(environ):
    """The URL of an application."""
    scheme, host = environ['wsgi.url_scheme'], environ.get('HTTP_HOST')
    if not host:
        host = environ['SERVER_NAME']
        if environ['SERVER_PORT'] != _PORTS['https' if scheme == 'https' else 'http']:
            host += ':' + environ['SERVER_PORT']
    return f'{scheme}://{host}{quote(environ.get("SCRIPT_NAME") or "/", encoding="latin1")}'


def request_uri(environ, include_query=True):
    """The URL of a request."""
    path = quote(environ.get('PATH_INFO', ''), safe='/;=,', encoding='latin1')
    url = application_uri(environ) + (path if environ.get('SCRIPT_NAME') else path[1:])
    query = environ.get('QUERY_STRING') if include_query else None
    return f'{url}?{query}' if query else url


def shift_path_info(environ):
    """Takes the first name of the path over to the name of the script."""
    path = environ.get('PATH_INFO', '')
    if not path:
        return None
    first, *between, last = path.split('/')
    parts = [first, *[part for part in between if part and part != '.'], last]
    name = parts.pop(1)
    script = posixpath.normpath(environ.get('SCRIPT_NAME', '') + '/' + name).removesuffix('/')
    environ['SCRIPT_NAME'] = script if name else script + '/'
    environ['PATH_INFO'] = '/'.join(parts)
    return None if name == '.' else name


def setup_testing_defaults(environ):
    """Gives an environment what it lacks, so that an application can be tried."""
    from io import BytesIO, StringIO
    for name, value in (('SERVER_NAME', '127.0.0.1'), ('SERVER_PROTOCOL', 'HTTP/1.0')):
        environ.setdefault(name, value)
    environ.setdefault('HTTP_HOST', environ['SERVER_NAME'])
    environ.setdefault('REQUEST_METHOD', 'GET')
    if 'SCRIPT_NAME' not in environ and 'PATH_INFO' not in environ:
        environ['SCRIPT_NAME'], environ['PATH_INFO'] = '', '/'
    for name, value in (('version', (1, 0)), ('run_once', 0), ('multithread', 0), ('multiprocess', 0), ('input', BytesIO()),
                        ('errors', StringIO()), ('url_scheme', guess_scheme(environ))):
        environ.setdefault('wsgi.' + name, value)
    if environ['wsgi.url_scheme'] in _PORTS:
        environ.setdefault('SERVER_PORT', _PORTS[environ['wsgi.url_scheme']])


def is_hop_by_hop(header_name):
    """Whether a header is for the next host only."""
    return header_name.lower() in _HOPS
