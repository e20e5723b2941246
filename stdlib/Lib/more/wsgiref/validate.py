"""A layer between a WSGI server and an application that checks what both do, and fails where they break the rules."""
import re
import sys
import warnings

__all__ = ['validator']

_name = re.compile(r'[a-zA-Z][a-zA-Z0-9\-_]*$')
_control = re.compile(r'[\x00-\x1f]')
_REQUIRED = ('REQUEST_METHOD', 'SERVER_NAME', 'SERVER_PORT', 'wsgi.version', 'wsgi.input', 'wsgi.errors', 'wsgi.multithread',
             'wsgi.multiprocess', 'wsgi.run_once')
_METHODS = ('GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'TRACE')


class WSGIWarning(Warning):
    """What is allowed, and rarely meant."""


def _require(holds, *told):
    if not holds:
        raise AssertionError(*told)


def _text(value, what):
    _require(type(value) is str, f'{what} must be of type str (got {value!r})')
    return value


def validator(application):
    """The application, with what goes in and comes out of it checked."""

    def lint_app(*args, **kw):
        _require(len(args) == 2, 'Two arguments required')
        _require(not kw, 'No keyword arguments allowed')
        environ, start_response = args
        check_environ(environ)
        started = []

        def checked_start(*args, **kw):
            _require(len(args) in (2, 3), f'Invalid number of arguments: {args}')
            _require(not kw, 'No keyword arguments allowed')
            status, headers, exc_info = args if len(args) == 3 else (*args, None)
            check_status(status)
            check_headers(headers)
            check_content_type(status, headers)
            check_exc_info(exc_info)
            started.append(None)
            return WriteWrapper(start_response(*args))

        environ['wsgi.input'] = InputWrapper(environ['wsgi.input'])
        environ['wsgi.errors'] = ErrorWrapper(environ['wsgi.errors'])
        result = application(environ, checked_start)
        _require(result is not None and result != False, 'The application must return an iterator, if only an empty list')  # noqa: E712
        check_iterator(result)
        return IteratorWrapper(result, started)

    return lint_app


class InputWrapper:
    """What an application reads of the request."""

    def __init__(self, wsgi_input):
        self.input = wsgi_input

    def read(self, *args):
        _require(len(args) == 1)
        data = self.input.read(*args)
        _require(type(data) is bytes)
        return data

    def readline(self, *args):
        _require(len(args) <= 1)
        line = self.input.readline(*args)
        _require(type(line) is bytes)
        return line

    def readlines(self, *args):
        _require(len(args) <= 1)
        lines = self.input.readlines(*args)
        _require(type(lines) is list)
        for line in lines:
            _require(type(line) is bytes)
        return lines

    def __iter__(self):
        while line := self.readline():
            yield line

    def close(self):
        _require(False, 'input.close() must not be called')


class ErrorWrapper:
    """Where an application tells what went wrong."""

    def __init__(self, wsgi_errors):
        self.errors = wsgi_errors

    def write(self, s):
        _require(type(s) is str)
        self.errors.write(s)

    def flush(self):
        self.errors.flush()

    def writelines(self, seq):
        for line in seq:
            self.write(line)

    def close(self):
        _require(False, 'errors.close() must not be called')


class WriteWrapper:
    """The function that start_response gives."""

    def __init__(self, wsgi_writer):
        self.writer = wsgi_writer

    def __call__(self, s):
        _require(type(s) is bytes)
        self.writer(s)


class PartialIteratorWrapper:
    """A body that is gone through later."""

    def __init__(self, wsgi_iterator):
        self.iterator = wsgi_iterator

    def __iter__(self):
        return IteratorWrapper(self.iterator, None)


class IteratorWrapper:
    """A body that is gone through, and has to be closed."""

    def __init__(self, wsgi_iterator, check_start_response):
        self.original_iterator = wsgi_iterator
        self.iterator = iter(wsgi_iterator)
        self.closed = False
        self.check_start_response = check_start_response

    def __iter__(self):
        return self

    def __next__(self):
        _require(not self.closed, 'Iterator read after closed')
        data = next(self.iterator)
        _require(type(data) is bytes, f'Iterator yielded non-bytestring ({data!r})')
        if self.check_start_response is not None:
            _require(self.check_start_response, 'The application returns and we started iterating over its body, but start_response '
                                                'has not yet been called')
            self.check_start_response = None
        return data

    def close(self):
        self.closed = True
        if hasattr(self.original_iterator, 'close'):
            self.original_iterator.close()

    def __del__(self):
        if not self.closed:
            sys.stderr.write('Iterator garbage collected without being closed')
        _require(self.closed, 'Iterator garbage collected without being closed')


def check_environ(environ):
    _require(type(environ) is dict, f'Environment is not of the right type: {type(environ)!r} (environment: {environ!r})')
    for key in _REQUIRED:
        _require(key in environ, f'Environment missing required key: {key!r}')
    for key in ('HTTP_CONTENT_TYPE', 'HTTP_CONTENT_LENGTH'):
        _require(key not in environ, f'Environment should not have the key: {key} (use {key[5:]} instead)')
    if 'QUERY_STRING' not in environ:
        warnings.warn('QUERY_STRING is not in the WSGI environment; the cgi module will use sys.argv when this variable is missing, '
                      'so application errors are more likely', WSGIWarning)
    for key, value in environ.items():
        # Names with a dot are those of WSGI and of servers, for whatever they like.
        _require('.' in key or type(value) is str, f'Environmental variable {key} is not a string: {type(value)!r} (value: {value!r})')
    _require(type(environ['wsgi.version']) is tuple, f'wsgi.version should be a tuple ({environ["wsgi.version"]!r})')
    _require(environ['wsgi.url_scheme'] in ('http', 'https'), f'wsgi.url_scheme unknown: {environ["wsgi.url_scheme"]!r}')
    check_input(environ['wsgi.input'])
    check_errors(environ['wsgi.errors'])
    if environ['REQUEST_METHOD'] not in _METHODS:
        warnings.warn(f'Unknown REQUEST_METHOD: {environ["REQUEST_METHOD"]!r}', WSGIWarning)
    for key in ('SCRIPT_NAME', 'PATH_INFO'):
        _require(not environ.get(key) or environ[key].startswith('/'), f"{key} doesn't start with /: {environ[key]!r}")
    if environ.get('CONTENT_LENGTH'):
        _require(int(environ['CONTENT_LENGTH']) >= 0, f'Invalid CONTENT_LENGTH: {environ["CONTENT_LENGTH"]!r}')
    if not environ.get('SCRIPT_NAME'):
        _require('PATH_INFO' in environ, "One of SCRIPT_NAME or PATH_INFO are required (PATH_INFO should at least be '/' if "
                                         'SCRIPT_NAME is empty)')
    _require(environ.get('SCRIPT_NAME') != '/', "SCRIPT_NAME cannot be '/'; it should instead be '', and PATH_INFO should be '/'")


def check_input(wsgi_input):
    for attr in ('read', 'readline', 'readlines', '__iter__'):
        _require(hasattr(wsgi_input, attr), f"wsgi.input ({wsgi_input!r}) doesn't have the attribute {attr}")


def check_errors(wsgi_errors):
    for attr in ('flush', 'write', 'writelines'):
        _require(hasattr(wsgi_errors, attr), f"wsgi.errors ({wsgi_errors!r}) doesn't have the attribute {attr}")


def check_status(status):
    code = _text(status, 'Status').split(None, 1)[0]
    _require(len(code) == 3, f'Status codes must be three characters: {code!r}')
    number = int(code)
    _require(number >= 100, f'Status code is invalid: {number!r}')
    if len(status) < 4 or status[3] != ' ':
        warnings.warn(f'The status string ({status!r}) should be a three-digit integer followed by a single space and a status '
                      'explanation', WSGIWarning)


def check_headers(headers):
    _require(type(headers) is list, f'Headers ({headers!r}) must be of type list: {type(headers)!r}')
    for item in headers:
        _require(type(item) is tuple, f'Individual headers ({item!r}) must be of type tuple: {type(item)!r}')
        _require(len(item) == 2)
        name, value = _text(item[0], 'Header name'), _text(item[1], 'Header value')
        _require(name.lower() != 'status', 'The Status header cannot be used; it conflicts with CGI script, and HTTP status is not '
                                           f'given through headers (value: {value!r}).')
        _require('\n' not in name and ':' not in name, f"Header names may not contain ':' or '\\n': {name!r}")
        _require(_name.match(name), f'Bad header name: {name!r}')
        _require(not name.endswith(('-', '_')), f"Names may not end in '-' or '_': {name!r}")
        bad = _control.search(value)
        _require(bad is None, f'Bad header value: {value!r} (bad char: {bad and bad[0]!r})')


def check_content_type(status, headers):
    code = int(_text(status, 'Status').split(None, 1)[0])
    told = any([_text(name, 'Header name').lower() == 'content-type' for name, _ in headers])
    if code in (204, 304):
        _require(not told, f'Content-Type header found in a {code} response, which must not return content.')
    else:
        _require(told, f'No Content-Type header found in headers ({headers})')


def check_exc_info(exc_info):
    _require(exc_info is None or type(exc_info) is tuple, f'exc_info ({exc_info!r}) is not a tuple: {type(exc_info)!r}')


def check_iterator(iterator):
    _require(not isinstance(iterator, (str, bytes)), 'You should not return a string as your application iterator, instead return a '
                                                     'single-item list containing a bytestring.')
