# Applications and servers that keep to WSGI, and that break its rules.
import io
import warnings
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import IteratorWrapper, validator

GOOD = [('Content-Type', 'text/plain')]


def served(status='200 OK', headers=GOOD, body=(b'data',), environ=None, without=(), start=True, exc_info=False, asks=None):
    """What a server gets of an application that answers so."""
    def app(environ, start_response):
        if asks is not None:
            asks(environ)
        if start:
            write = start_response(status, headers, *((exc_info,) if exc_info is not False else ()))
            write(b'written')
        return body

    written = []
    made = {}
    setup_testing_defaults(made)
    made['QUERY_STRING'] = ''
    made.update(environ or {})
    for key in without:
        del made[key]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        try:
            result = validator(app)(made, lambda *args: written.append(args) or written.append)
            try:
                print(list(result), written)
            finally:
                result.close()
        except Exception as error:
            print(type(error).__name__, error)
    for one in told:
        print('   ', one.category.__name__, one.message)


served()
for status in ('200', '20', '', 200, '99 x', '2000 OK', '20X OK', '200OK', '200-OK', '304 Not Modified'):
    served(status)
served('304 Not Modified', [])
for headers in (tuple(GOOD), [], [['Content-Type', 'a']], [('Content-Type',)], [('Status', '200'), *GOOD], [('A\nB', 'x')], [('A:B', 'x')],
                [('1a', 'x')], [('a-', 'x')], [('a_', 'x')], [('a', 'x\n')], [('a', b'x')], [(1, 'x')], [('content-TYPE', 'x')]):
    served(headers=headers)
for body in (b'bytes', 'text', None, False, [], ['text'], iter([b'a', b'b'])):
    served(body=body)
served(start=False)
served(exc_info=None)
served(exc_info=(1, 2, 3))
served(exc_info=[])
for environ in ({'HTTP_CONTENT_TYPE': 'x'}, {'REQUEST_METHOD': 'COPY'}, {'SCRIPT_NAME': 'a'}, {'PATH_INFO': 'a'}, {'SCRIPT_NAME': '/'}, {'CONTENT_LENGTH': '-1'},
                {'CONTENT_LENGTH': 'x'}, {'wsgi.version': [1, 0]}, {'wsgi.url_scheme': 'ftp'}, {'OTHER': 1}, {'wsgi.other': 1}):
    served(environ=environ)
for key in ('QUERY_STRING', 'REQUEST_METHOD', 'wsgi.input', 'PATH_INFO', 'SERVER_PORT'):
    served(without=[key], environ={'SCRIPT_NAME': ''})
served(asks=lambda environ: environ['wsgi.input'].read())
served(asks=lambda environ: print(environ['wsgi.input'].read(3), environ['wsgi.input'].readline(), environ['wsgi.input'].readlines(), list(environ['wsgi.input'])),
       environ={'wsgi.input': io.BytesIO(b'abcdef\ng\n')})
served(asks=lambda environ: environ['wsgi.input'].close())
served(asks=lambda environ: environ['wsgi.errors'].write(b'x'))
served(asks=lambda environ: environ['wsgi.errors'].writelines(['a', 'b']))
served(asks=lambda environ: environ['wsgi.errors'].close())
for args, kw in (((), {}), (({}, print), {'a': 1}), (([], print), {}), (({}, print, 3), {})):
    try:
        validator(print)(*args, **kw)
    except AssertionError as error:
        print(error)
body = IteratorWrapper([b'a', b'b'], None)
print(next(body), body.close())
try:
    next(body)
except AssertionError as error:
    print(error)
