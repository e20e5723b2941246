"""Handlers that run an application for one request and send its response."""
import os
import sys
import time
from wsgiref.headers import Headers
from wsgiref.util import FileWrapper, guess_scheme, is_hop_by_hop

__all__ = ['BaseHandler', 'SimpleHandler', 'BaseCGIHandler', 'CGIHandler', 'IISCGIHandler', 'read_environ']

_DAYS = ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')
_MONTHS = ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
_OF_REQUEST = frozenset(('SCRIPT_NAME', 'PATH_INFO', 'QUERY_STRING', 'REQUEST_METHOD', 'AUTH_TYPE', 'CONTENT_TYPE', 'CONTENT_LENGTH',
                         'HTTPS', 'REMOTE_USER', 'REMOTE_IDENT'))


def format_date_time(timestamp):
    """A time in the form of HTTP headers."""
    year, month, day, hour, minute, second, weekday, _, _ = time.gmtime(timestamp)
    return f'{_DAYS[weekday]}, {day:02d} {_MONTHS[month - 1]} {year:4d} {hour:02d}:{minute:02d}:{second:02d} GMT'


def _needs_transcode(name):
    while name.startswith('REDIRECT_'):
        name = name[9:]
    return name in _OF_REQUEST or name.startswith(('HTTP_', 'SSL_'))


def read_environ():
    """The environment, with what came from a request as Latin-1."""
    encoding = sys.getfilesystemencoding()
    return {name: value.encode(encoding, 'surrogateescape').decode('iso-8859-1') if _needs_transcode(name) else value
            for name, value in os.environ.items()}


class BaseHandler:
    """Runs an application. A subclass has the streams and the environment."""

    wsgi_version = (1, 0)
    wsgi_multithread = wsgi_multiprocess = True
    wsgi_run_once = False
    origin_server = True
    http_version = '1.0'
    server_software = None
    os_environ = read_environ()
    wsgi_file_wrapper = FileWrapper
    headers_class = Headers
    traceback_limit = None
    error_status = '500 Internal Server Error'
    error_headers = [('Content-Type', 'text/plain')]
    error_body = b'A server error occurred.  Please contact the administrator.'
    status = result = headers = None
    headers_sent = False
    bytes_sent = 0

    def run(self, application):
        """Runs an application and sends its response."""
        try:
            self.setup_environ()
            self.result = application(self.environ, self.start_response)
            self.finish_response()
        except (ConnectionAbortedError, BrokenPipeError, ConnectionResetError):
            # The client has gone.
            return
        except:
            try:
                self.handle_error()
            except:
                self.close()
                raise

    def setup_environ(self):
        """Makes the environment of the request."""
        environ = self.environ = self.os_environ.copy()
        self.add_cgi_vars()
        told = {'input': self.get_stdin(), 'errors': self.get_stderr(), 'version': self.wsgi_version, 'run_once': self.wsgi_run_once,
                'url_scheme': self.get_scheme(), 'multithread': self.wsgi_multithread, 'multiprocess': self.wsgi_multiprocess}
        environ.update({'wsgi.' + name: value for name, value in told.items()})
        if self.wsgi_file_wrapper is not None:
            environ['wsgi.file_wrapper'] = self.wsgi_file_wrapper
        if self.origin_server and self.server_software:
            environ.setdefault('SERVER_SOFTWARE', self.server_software)

    def finish_response(self):
        """Sends the body."""
        try:
            if not self.result_is_file() or not self.sendfile():
                for part in self.result:
                    self.write(part)
                self.finish_content()
        except:
            close = getattr(self.result, 'close', None)
            if close is not None:
                close()
            raise
        self.close()

    def get_scheme(self):
        return guess_scheme(self.environ)

    def set_content_length(self):
        """Sets the length of a body that is one part."""
        try:
            blocks = len(self.result)
        except (TypeError, AttributeError, NotImplementedError):
            return
        if blocks == 1:
            self.headers['Content-Length'] = str(self.bytes_sent)

    def cleanup_headers(self):
        """Adds the length if it is missing."""
        if 'Content-Length' not in self.headers:
            self.set_content_length()

    def start_response(self, status, headers, exc_info=None):
        """Called by the application before the body."""
        if exc_info and self.headers_sent:
            # The exception of `exc_info`, which is being handled.
            raise
        if not exc_info and self.headers is not None:
            raise AssertionError('Headers already set!')
        self.status, self.headers = status, self.headers_class(headers)
        self._validate_status(self._convert_string_type(status, 'Status'))
        for name, value in headers:
            for text, title in ((name, 'Header name'), (value, 'Header value')):
                self._convert_string_type(text, title)
            assert not is_hop_by_hop(name), f"Hop-by-hop header, '{name}: {value}', not allowed"
        return self.write

    def _validate_status(self, status):
        for valid, problem in ((len(status) >= 4, 'Status must be at least 4 characters'),
                               (status[:3].isdigit(), 'Status message must begin w/3-digit code'),
                               (status[3:4] == ' ', 'Status message must have a space after code')):
            if not valid:
                raise AssertionError(problem)

    def _convert_string_type(self, value, title):
        if type(value) is str:
            return value
        raise AssertionError(f'{title} must be of type str (got {value!r})')

    def _write_line(self, text):
        self._write(f'{text}\r\n'.encode('iso-8859-1'))

    def send_preamble(self):
        """The lines before the headers."""
        if not self.origin_server:
            self._write_line(f'Status: {self.status}')
        elif self.client_is_modern():
            self._write_line(f'HTTP/{self.http_version} {self.status}')
            if 'Date' not in self.headers:
                self._write_line(f'Date: {format_date_time(time.time())}')
            if self.server_software and 'Server' not in self.headers:
                self._write_line(f'Server: {self.server_software}')

    def write(self, data):
        """Sends a part of the body, with the headers before the first one."""
        assert type(data) is bytes, 'write() argument must be a bytes instance'
        if not self.status:
            raise AssertionError('write() before start_response()')
        if self.headers_sent:
            self.bytes_sent += len(data)
        else:
            self.bytes_sent = len(data)
            self.send_headers()
        self._write(data)
        self._flush()

    def sendfile(self):
        """Sends a file in another way than by parts. A subclass that can do that returns True."""
        return False

    def finish_content(self):
        """Sends the headers if there was no body."""
        if not self.headers_sent:
            self.headers.setdefault('Content-Length', '0')
            self.send_headers()

    def close(self):
        """Ends the request: closes the body, and forgets all of it."""
        try:
            close = getattr(self.result, 'close', None)
            if close is not None:
                close()
        finally:
            self.result = self.headers = self.status = self.environ = None
            self.bytes_sent, self.headers_sent = 0, False

    def send_headers(self):
        self.cleanup_headers()
        self.headers_sent = True
        if not self.origin_server or self.client_is_modern():
            self.send_preamble()
            self._write(bytes(self.headers))

    def result_is_file(self):
        return self.wsgi_file_wrapper is not None and isinstance(self.result, self.wsgi_file_wrapper)

    def client_is_modern(self):
        """Whether the client knows headers."""
        return self.environ['SERVER_PROTOCOL'].upper() != 'HTTP/0.9'

    def log_exception(self, exc_info):
        """Writes an exception to the stream of errors."""
        import traceback
        errors = self.get_stderr()
        traceback.print_exception(*exc_info, limit=self.traceback_limit, file=errors)
        errors.flush()

    def handle_error(self):
        """Logs the exception that is handled, and sends a page about it if nothing was sent yet."""
        self.log_exception(sys.exc_info())
        if self.headers_sent:
            return
        self.result = self.error_output(self.environ, self.start_response)
        self.finish_response()

    def error_output(self, environ, start_response):
        """An application whose response is a page about an error."""
        start_response(self.error_status, self.error_headers[:], sys.exc_info())
        return [self.error_body]

    def _write(self, data): raise NotImplementedError
    def _flush(self): raise NotImplementedError
    def get_stdin(self): raise NotImplementedError
    def get_stderr(self): raise NotImplementedError
    def add_cgi_vars(self): raise NotImplementedError


class SimpleHandler(BaseHandler):
    """A handler with the streams and the environment that it is made with."""

    def __init__(self, stdin, stdout, stderr, environ, multithread=True, multiprocess=False):
        self.stdin, self.stdout, self.stderr, self.base_env = stdin, stdout, stderr, environ
        self.wsgi_multithread, self.wsgi_multiprocess = multithread, multiprocess

    def get_stdin(self): return self.stdin
    def get_stderr(self): return self.stderr
    def add_cgi_vars(self): self.environ.update(self.base_env)

    def _write(self, data):
        written = self.stdout.write(data)
        if written is None or written == len(data):
            return
        from warnings import warn
        warn('SimpleHandler.stdout.write() should not do partial writes', DeprecationWarning)
        while data := data[written:]:
            written = self.stdout.write(data)

    def _flush(self):
        self.stdout.flush()
        self._flush = self.stdout.flush


class BaseCGIHandler(SimpleHandler):
    """A handler behind a server that sends the status line."""
    origin_server = False


class CGIHandler(BaseCGIHandler):
    """A handler for one request, over the streams of the program."""
    wsgi_run_once = True
    os_environ = {}

    def __init__(self):
        self._begin(read_environ())

    def _begin(self, environ):
        BaseCGIHandler.__init__(self, sys.stdin.buffer, sys.stdout.buffer, sys.stderr, environ, multithread=False, multiprocess=True)


class IISCGIHandler(BaseCGIHandler):
    """A `CGIHandler` for a server that puts the path of the script into the path too."""
    wsgi_run_once = True
    os_environ = {}

    def __init__(self):
        environ = read_environ()
        path, script = environ.get('PATH_INFO', ''), environ.get('SCRIPT_NAME', '')
        if (path + '/').startswith(script + '/'):
            environ['PATH_INFO'] = path[len(script):]
        CGIHandler._begin(self, environ)
