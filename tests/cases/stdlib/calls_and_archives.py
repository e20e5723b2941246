import contextlib
import datetime
import io
import locale
import marshal
import mimetypes
import pickle
import sys
import tempfile
import timeit
import wsgiref.handlers
import wsgiref.headers
import wsgiref.util
import xmlrpc.client
import xmlrpc.server
import zipfile
import dbm
from decimal import Decimal


def attempt(call, *args, **kwargs):
    try:
        print(call(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


# XML-RPC: values, faults, functions that are called, and a transport of one's own.
values = [1, -5, True, 2.5, 'a<b>&', b'bytes', [1, [2]], {'k': 'v'}, datetime.datetime(2005, 2, 10, 11, 41, 23),
          xmlrpc.client.DateTime('20050210T11:41:23'), xmlrpc.client.Binary(b'my dog has fleas')]
text = xmlrpc.client.dumps((values,), 'method.name')
print(text)
print(xmlrpc.client.loads(text, use_builtin_types=True))
plain, name = xmlrpc.client.loads(text)
print([str(value) for value in plain[0]], name)
for bad in (2 ** 31, None, {1: 2}, object(), Decimal(1), 'x'):
    attempt(xmlrpc.client.dumps, (bad,))
print(xmlrpc.client.dumps((None,), allow_none=True), xmlrpc.client.dumps(xmlrpc.client.Fault(4, 'no')), sep='\n')
for inner in ('<i8>9876543210</i8>', '<ex:nil/>', '<bigdecimal>1.50</bigdecimal>', '<boolean>2</boolean>', '<spam/>', 'text', '<int>x</int>',
              '<struct><member><name>a</name><value>1</value></member></struct>'):
    attempt(xmlrpc.client.loads, f'<params><param><value>{inner}</value></param></params>')
attempt(xmlrpc.client.loads, xmlrpc.client.dumps(xmlrpc.client.Fault(4, 'no')))
when = xmlrpc.client.DateTime('20050210T11:41:23')
print(when == datetime.datetime(2005, 2, 10, 11, 41, 23), when < '2006', when == 5, when.timetuple()[:6])
attempt(lambda: when < 5)
print(repr(xmlrpc.client.ProtocolError('url', 404, 'lost', {})), repr(xmlrpc.client.Fault(1, 'x')))


class Things:
    def doubled(self, x):
        """Twice as much."""
        return x * 2

    def _hidden(self):
        return 'hidden'


dispatcher = xmlrpc.server.SimpleXMLRPCDispatcher(allow_none=True)
dispatcher.register_function(pow)
dispatcher.register_function(lambda *args: list(args), 'listed')
dispatcher.register_instance(Things())
dispatcher.register_introspection_functions()
dispatcher.register_multicall_functions()


class Here(xmlrpc.client.Transport):
    def request(self, host, handler, request_body, verbose=False):
        parser, target = self.getparser()
        parser.feed(dispatcher._marshaled_dispatch(request_body))
        parser.close()
        return target.close()


proxy = xmlrpc.client.ServerProxy('http://host/path', transport=Here(), allow_none=True)
print(proxy, proxy.pow(2, 5), proxy.listed(1, 'a'), proxy.doubled('ab'), proxy.system.listMethods(), proxy.system.methodHelp('doubled'))
for call in (lambda: proxy.missing(), lambda: proxy._hidden(), lambda: proxy.pow('x', 2)):
    try:
        call()
    except xmlrpc.client.Fault as fault:
        print(fault.faultCode, fault.faultString)
several = xmlrpc.client.MultiCall(proxy)
several.pow(2, 3)
several.doubled(4)
several.missing()
results = several()
print(results[0], results[1])
try:
    results[2]
except xmlrpc.client.Fault as fault:
    print(repr(fault))
print(xmlrpc.client.gzip_decode(xmlrpc.client.gzip_encode(b'packed' * 9)), proxy('transport').get_host_info('user:pw@host'))

# WSGI.
environ = {}
wsgiref.util.setup_testing_defaults(environ)
print(sorted((key, value) for key, value in environ.items() if isinstance(value, str)), environ['wsgi.version'])
for path in ('/a/b', '/', '', '/a//b/./c', '/.'):
    given = {'SCRIPT_NAME': '/s', 'PATH_INFO': path}
    print(wsgiref.util.shift_path_info(given), given)
for given in ({}, {'SCRIPT_NAME': '/a b', 'PATH_INFO': '/c;d', 'QUERY_STRING': 'q=1'}, {'HTTP_HOST': 'h:8', 'HTTPS': 'on'}, {'HTTP_HOST': '', 'SERVER_PORT': '81'}):
    wsgiref.util.setup_testing_defaults(given)
    print(wsgiref.util.application_uri(given), wsgiref.util.request_uri(given), wsgiref.util.request_uri(given, False))
headers = wsgiref.headers.Headers([('X', 'y')])
headers['x'] = 'z'
headers.add_header('Content-Disposition', 'attachment', filename='a"b', some_key=None)
print(headers, repr(headers), bytes(headers), 'X' in headers, headers.setdefault('N', '1'), headers.get_all('n'), len(headers))
attempt(wsgiref.headers.Headers, {})
attempt(wsgiref.headers.Headers, [('a', 1)])


def served(app, **environ):
    out, errors = io.BytesIO(), io.StringIO()
    wsgiref.util.setup_testing_defaults(environ)
    handler = wsgiref.handlers.SimpleHandler(io.BytesIO(), out, errors, environ)
    handler.os_environ = {}
    handler.server_software = 'Test/1'
    handler.run(app)
    lines = [line for line in out.getvalue().split(b'\r\n') if not line.startswith(b'Date')]
    print(lines, errors.getvalue().splitlines()[-1:])


def fine(environ, start_response):
    start_response('200 OK', [('Content-Type', 'text/plain')])
    return [b'hello ', environ['PATH_INFO'].encode()]


def failing(environ, start_response):
    raise KeyError('gone')


def badly(environ, start_response):
    start_response('2000', [])
    return []


served(fine)
served(lambda environ, start: (start('200 OK', []), [b'one'])[1])
served(lambda environ, start: start('404 No', [('Content-Length', '1')]) and [])
served(fine, SERVER_PROTOCOL='HTTP/0.9')
served(failing)
served(badly)
served(lambda environ, start: (start('200 OK', [('Connection', 'close')]), [b''])[1])
print(wsgiref.handlers.format_date_time(0))

# Values as marshal has them.
for value in ([1, 2], (1,), 'abc', '\xe9', 1.5, 2j, 10 ** 20, -10 ** 20, True, None, ..., StopIteration, b'ab', {1: 2}, {1}, frozenset((1,)), 300,
              -2 ** 31, 2 ** 31, '', '\udc80', {'a': [1, (2, 3)]}, 1e300, tuple(range(300)), {'b', 'a'}):
    shown = marshal.dumps(value, 0) if len(repr(value)) < 40 else ''
    print(shown, all(marshal.loads(marshal.dumps(value, form)) == value for form in range(5)))
for data in (b'', b'[', b'l\x02\0\0\0\0\0\0\0', b'?', b'i\x01', b'r\0\0\0\0', b'0', b'[\xff\xff\xff\xff', b'N1', b'f\x03abc', b'f\x031.5', b'(\x01\0\0\x000',
             b'{N0', b'\xdb\x01\0\0\0r\0\0\0\0', b'l\x01\0\0\0\xff\xff', b'u\x02\0\0\0\xff\xff'):
    attempt(marshal.loads, data)
for value in (object(), type('L', (list,), {})()):
    attempt(marshal.dumps, value)
deep = []
for _ in range(3000):
    deep = [deep]
attempt(marshal.dumps, deep)
attempt(marshal.loads, b'[\x01\0\0\0' * 3000 + b'N')
stream = io.BytesIO()
marshal.dump([1, 'a'], stream)
marshal.dump((2.5,), stream)
stream.seek(0)
print(marshal.load(stream), marshal.load(stream))
attempt(marshal.load, stream)

# Archives: other packing, streams that cannot go back, passwords, what is broken.
class Stream:
    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data)

    def flush(self):
        self.file.flush()


for packing in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2):
    made = io.BytesIO()
    with zipfile.ZipFile(Stream(made), 'w', packing) as archive:
        archive.writestr(zipfile.ZipInfo('a'), b'hello' * 50, packing)
        with archive.open('b', 'w') as member:
            member.write(b'xy')
    archive = zipfile.ZipFile(made)
    print(archive.read('a')[:9], archive.testzip(), [(info.flag_bits, info.extract_version, info.CRC) for info in archive.infolist()])
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w', packing) as archive:
        archive.writestr(zipfile.ZipInfo('a'), b'hello' * 50, packing)
    raw = bytearray(made.getvalue())
    raw[14] ^= 1
    raw[bytes(raw).rindex(b'PK\x01\x02') + 16] ^= 1
    archive = zipfile.ZipFile(io.BytesIO(raw))
    attempt(archive.read, 'a')
    print(archive.testzip())
secret = (b'PK\x03\x04\x14\x00\x01\x00\x00\x00n\x92i.#y\xef?&\x00\x00\x00\x1a\x00\x00\x00\x08\x00\x00\x00test.txt\xfa\x10\xa0gly|\xfa-\xc5\xc0=\xf9y'
          b'\x18\xe0\xa8r\xb3Z}Lg\xbc\xae\xf9|\x9b\x19\xe4\x8b\xba\xbb)\x8c\xb0\xdbl'
          b'PK\x01\x02\x14\x00\x14\x00\x01\x00\x00\x00n\x92i.#y\xef?&\x00\x00\x00\x1a\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x01\x00 \x00\xb6\x81'
          b'\x00\x00\x00\x00test.txtPK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x006\x00\x00\x00L\x00\x00\x00\x00\x00')
archive = zipfile.ZipFile(io.BytesIO(secret))
for password in (None, b'perl', b'python', 'text'):
    attempt(archive.read, 'test.txt', password)

# Conventions for numbers, as tests set them.
locale._override_localeconv = {'currency_symbol': '\u20ac', 'decimal_point': ',', 'frac_digits': 2, 'grouping': [3, 3, 0], 'int_curr_symbol': 'EUR ',
                               'int_frac_digits': 2, 'mon_decimal_point': ',', 'mon_grouping': [3, 3, 0], 'mon_thousands_sep': ' ', 'n_cs_precedes': 0,
                               'n_sep_by_space': 1, 'n_sign_posn': 1, 'negative_sign': '-', 'p_cs_precedes': 0, 'p_sep_by_space': 1,
                               'p_sign_posn': 1, 'positive_sign': '', 'thousands_sep': ' '}
for directive, value in (('%f', 1024), ('%10d', -4200), ('%-10.2f', 12345.67), ('%7.2f', 345.67), ('%8.2f', 12345.67), ('%+d', 1234567), ('%s', 1234.5),
                         ('%x', 65535), ('%e', 12345.0), ('%d and %d', (1000, 20000)), ('%*.*f', (12, 1, 98765.43)), ('%(a)d%%', {'a': 5000})):
    print(repr(locale.format_string(directive, value)), repr(locale.format_string(directive, value, grouping=True)))
print(locale.currency(50000), locale.currency(-50000, grouping=True), locale.currency(1.5, international=True), locale.currency(2, symbol=False))
print(locale.str(1.5), locale.atof('1 234,5'), locale.atoi('1 234'), locale.delocalize('1 2,3'), locale.localize('1234.5', grouping=True))
locale._override_localeconv = {}
print(locale.format_string('%d', 1234, grouping=True), locale.str(1.5))

# Command lines.
class Clock:
    def __init__(self, step):
        self.now, self.step = 0.0, step

    def wrap(self, timer):
        return self

    def __call__(self):
        return self.now


for step, args in ((5.5, []), (0.0055, []), (2.0, ['-n35', '-s', 'print("set up")', '-r2']), (0.003, ['-u', 'usec']), (1.0, ['-v']), (0.00003, ['-vv']),
                   (1.0, ['--no-such']), (1.0, ['-u', 'parsec']), (60.0, ['-r-5'])):
    clock = Clock(step)
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        print(timeit.main([*args, 'import __main__ as m', 'm.clock.now += m.clock.step'], _wrap_timer=clock.wrap), errors.getvalue())
for args in (['a.txt', 'b.gz', 'c.nope'], ['-e', 'text/html', 'x/y'], ['-l', 'a.jpg'], ['--what']):
    sys.argv = ['mimetypes', *args]
    try:
        mimetypes._main()
    except SystemExit as end:
        print('exit', end.code)
for paths in ((), ('a',), (b'a', None), ('a', b'b')):
    attempt(tempfile._infer_return_type, *paths)
print(len(next(tempfile._RandomNameSequence())), tempfile.SpooledTemporaryFile[bytes], all(isinstance(path, str) for path in tempfile._candidate_tempdir_list()))


# What is asked of pickles.
class Still:
    def __getstate__(self):
        return 1
    __setstate__ = None


class Plain:
    def __reduce__(self):
        return Plain, (), 5


attempt(pickle.loads, pickle.dumps(Still()))
attempt(pickle.loads, pickle.dumps(Plain()))
print(dbm.whichdb('/no/such/file'), issubclass(dbm.error[0], Exception))


# How many there will be is asked before anything is taken.
class Hints:
    def __init__(self, method, wrong):
        setattr(type(self), method, lambda self: wrong())

    def __iter__(self):
        return iter((1, 2))


def wrong_hint():
    raise RuntimeError('no hint')


for method, wrong in (('__len__', wrong_hint), ('__length_hint__', wrong_hint), ('__length_hint__', lambda: -1), ('__length_hint__', lambda: 'x')):
    kind = type('Hints', (Hints,), {})
    for target in ([], bytearray()):
        attempt(target.extend, kind(method, wrong))

# Long headers, word by word.
import random
import zlib
from email import policy

WORDS = ['hello', 'world', 'a', '\xe9', '\xfcn\xefcode', '\u65e5\u672c', 'x' * 30, 'long' * 12, '\u0444', 'comma,', '(paren)', '"q"', '\xe9' * 40, '3.14', 'na\xefve']
chosen = random.Random(5)
for number in range(60):
    subject = ''.join([chosen.choice(WORDS) + (' ' if chosen.random() < .93 else '  ') for _ in range(chosen.randint(1, 25))])
    kept = policy.default.clone(max_line_length=chosen.choice([78, 78, 40, 60, 0]), utf8=chosen.random() < .1)
    folded = kept.header_factory('Subject', subject.strip() if chosen.random() < .9 else subject).fold(policy=kept)
    print(zlib.crc32(folded.encode()), len(folded.splitlines()), folded.splitlines()[-1])
for name in ('<somemessageidlongerthan@maxlinelength.com>', '<' + 'a' * 60 + '@b.c>', '<\xe9\xe9\xe9\xe9@maxlinelength.com>', '<a@b>'):
    for longest in (20, 40, 66, 77, 78, 0):
        print(kept.header_factory('Message-ID', name).fold(policy=policy.default.clone(max_line_length=longest)), end='')

# Iterators of deques, and those that go backwards, are copied and pickled where they stand.
import copy
from collections import deque

for make in (lambda: iter(deque([1, 2, 3])), lambda: reversed('a\xe9\u65e5'), lambda: reversed((1, 2, 3)), lambda: iter(deque('ab', 1))):
    for steps in range(5):
        iterator = make()
        for _ in range(steps):
            next(iterator, None)
        again = pickle.loads(pickle.dumps(iterator))
        print(steps, list(copy.copy(iterator)), list(copy.deepcopy(iterator)), type(again).__name__, list(again), list(iterator))
backwards = reversed(deque([1, 2, 3]))
next(backwards)
print(list(copy.copy(backwards)), list(copy.deepcopy(backwards)), list(backwards))
