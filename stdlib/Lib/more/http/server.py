"""Servers of web pages. There is no network: a server cannot be made, and a handler works on the files it is given."""
import email.utils
import socketserver
import sys
import time
from http import HTTPStatus
from html import escape as _escape

__all__ = ['HTTPServer', 'ThreadingHTTPServer', 'BaseHTTPRequestHandler']
__version__ = '0.6'

DEFAULT_ERROR_MESSAGE = '''\
<!DOCTYPE HTML>
<html lang="en">
<head><meta charset="utf-8"><title>Error response</title></head>
<body><h1>Error response</h1><p>Error code: %(code)d</p><p>Message: %(message)s.</p><p>%(code)s - %(explain)s.</p></body>
</html>
'''
DEFAULT_ERROR_CONTENT_TYPE = 'text/html;charset=utf-8'


class HTTPServer(socketserver.TCPServer):
    """Takes requests for pages."""
    allow_reuse_address = True

    def server_bind(self):
        super().server_bind()
        self.server_name, self.server_port = self.server_address[:2]


class ThreadingHTTPServer(socketserver.ThreadingMixIn, HTTPServer):
    daemon_threads = True


class BaseHTTPRequestHandler(socketserver.StreamRequestHandler):
    """Reads requests and calls `do_GET` and similar methods of a subclass."""
    sys_version = 'Python/' + sys.version.split()[0]
    server_version = 'BaseHTTP/' + __version__
    protocol_version = 'HTTP/1.0'
    default_request_version = 'HTTP/0.9'
    error_message_format = DEFAULT_ERROR_MESSAGE
    error_content_type = DEFAULT_ERROR_CONTENT_TYPE
    responses = {status: (status.phrase, status.description) for status in HTTPStatus.__members__.values()}
    weekdayname = 'Mon Tue Wed Thu Fri Sat Sun'.split()
    monthname = [None, *'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()]

    def parse_request(self):
        """Reads the first line and the headers of a request; whether they are right."""
        self.command, self.request_version, self.close_connection = None, self.default_request_version, True
        self.requestline = str(self.raw_requestline, 'iso-8859-1').rstrip('\r\n')
        words = self.requestline.split()
        if len(words) not in (2, 3):
            if words:
                self.send_error(HTTPStatus.BAD_REQUEST, f'Bad request syntax ({self.requestline!r})')
            return False
        if len(words) == 3:
            said = words.pop()
            name, _, number = said.partition('/')
            parts = number.split('.')
            if name != 'HTTP' or len(parts) != 2 or not all(part.isdecimal() and len(part) < 11 for part in parts):
                self.send_error(HTTPStatus.BAD_REQUEST, f'Bad request version ({said!r})')
                return False
            version = tuple(map(int, parts))
            if version >= (2, 0):
                self.send_error(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED, f'Invalid HTTP version ({number})')
                return False
            self.request_version = said
            self.close_connection = not (version >= (1, 1) and self.protocol_version >= 'HTTP/1.1')
        elif words[0] != 'GET':
            self.send_error(HTTPStatus.BAD_REQUEST, f'Bad HTTP/0.9 request type ({words[0]!r})')
            return False
        self.command, self.path = words
        if self.path.startswith('//'):
            self.path = '/' + self.path.lstrip('/')
        import http.client
        self.headers = http.client.parse_headers(self.rfile)
        wanted = self.headers.get('Connection', '').lower()
        if wanted == 'close':
            self.close_connection = True
        elif wanted == 'keep-alive' and self.protocol_version >= 'HTTP/1.1':
            self.close_connection = False
        if self.headers.get('Expect', '').lower() == '100-continue' and min(self.protocol_version, self.request_version) >= 'HTTP/1.1':
            return self.handle_expect_100()
        return True

    def handle_expect_100(self):
        """Tells the client to send what it has."""
        self.send_response_only(HTTPStatus.CONTINUE)
        self.end_headers()
        return True

    def handle_one_request(self):
        """Reads one request and answers it."""
        self.raw_requestline = self.rfile.readline(65537)
        if len(self.raw_requestline) > 65536:
            self.requestline = self.request_version = self.command = ''
            self.send_error(HTTPStatus.REQUEST_URI_TOO_LONG)
        elif not self.raw_requestline:
            self.close_connection = True
        elif self.parse_request():
            method = getattr(self, f'do_{self.command}', None)
            if method is None:
                self.send_error(HTTPStatus.NOT_IMPLEMENTED, f'Unsupported method ({self.command!r})')
            else:
                method()
                self.wfile.flush()

    def handle(self):
        self.close_connection = True
        self.handle_one_request()
        while not self.close_connection:
            self.handle_one_request()

    def send_error(self, code, message=None, explain=None):
        """Answers with an error and a page about it."""
        short, long = self.responses.get(code, ('???', '???'))
        message, explain = short if message is None else message, long if explain is None else explain
        self.log_error('code %d, message %s', code, message)
        self.send_response(code, message)
        self.send_header('Connection', 'close')
        body = None
        if code >= 200 and code not in (HTTPStatus.NO_CONTENT, HTTPStatus.RESET_CONTENT, HTTPStatus.NOT_MODIFIED):
            told = {'code': code, 'message': _escape(message, quote=False), 'explain': _escape(explain, quote=False)}
            body = (self.error_message_format % told).encode('UTF-8', 'replace')
            self.send_header('Content-Type', self.error_content_type)
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        if self.command != 'HEAD' and body:
            self.wfile.write(body)

    def send_response(self, code, message=None):
        """Begins an answer."""
        self.log_request(code)
        self.send_response_only(code, message)
        self.send_header('Server', self.version_string())
        self.send_header('Date', self.date_time_string())

    def send_response_only(self, code, message=None):
        if self.request_version != 'HTTP/0.9':
            message = self.responses.get(code, ('',))[0] if message is None else message
            self._lines().append(f'{self.protocol_version} {int(code)} {message}\r\n'.encode('latin-1', 'strict'))

    def send_header(self, keyword, value):
        if self.request_version != 'HTTP/0.9':
            self._lines().append(f'{keyword}: {value}\r\n'.encode('latin-1', 'strict'))
        if keyword.lower() == 'connection' and value.lower() in ('close', 'keep-alive'):
            self.close_connection = value.lower() == 'close'

    def end_headers(self):
        if self.request_version != 'HTTP/0.9':
            self._lines().append(b'\r\n')
            self.flush_headers()

    def flush_headers(self):
        self.wfile.write(b''.join(self._lines()))
        self._headers_buffer = []

    def _lines(self):
        if not hasattr(self, '_headers_buffer'):
            self._headers_buffer = []
        return self._headers_buffer

    def log_request(self, code='-', size='-'):
        """Tells of a request that is answered."""
        self.log_message('"%s" %s %s', self.requestline, str(int(code) if isinstance(code, HTTPStatus) else code), str(size))

    def log_error(self, format, *args):
        self.log_message(format, *args)

    def log_message(self, format, *args):
        text = ''.join(char if char.isprintable() else f'\\x{ord(char):02x}' for char in format % args)
        sys.stderr.write(f'{self.address_string()} - - [{self.log_date_time_string()}] {text}\n')

    def version_string(self):
        return f'{self.server_version} {self.sys_version}'

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(time.time() if timestamp is None else timestamp, usegmt=True)

    def log_date_time_string(self):
        now = time.localtime()
        return f'{now.tm_mday:02d}/{self.monthname[now.tm_mon]}/{now.tm_year:04d} {now.tm_hour:02d}:{now.tm_min:02d}:{now.tm_sec:02d}'

    def address_string(self):
        return self.client_address[0]
