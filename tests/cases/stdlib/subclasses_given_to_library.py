# Members of `(str, Enum)` and other subclasses given to the library, and methods that the library does and does not call.
import array, copy, datetime, decimal, enum, functools, importlib, io, ipaddress, logging, math, pathlib, pickle, unittest, urllib.parse, uuid
import configparser
from datetime import date, time, timedelta, timezone


class E(str, enum.Enum):
    ALPHA = 'alpha'
    B = 'b'
    MODULE = 'json'


class J(int, enum.Enum):
    ONE = 1


print(urllib.parse.urlencode({E.ALPHA: E.B}), urllib.parse.urlencode({'a': [E.ALPHA]}, doseq=True), urllib.parse.urlencode({'a': E.B}, True))
print(repr(uuid.UUID(int=J.ONE)), importlib.import_module(E.MODULE).__name__, functools.lru_cache(J.ONE)(len).cache_info())


class Money(decimal.Decimal):
    def __format__(self, spec): return '$' + super().__format__(spec or '.2f')


class Told(decimal.Decimal):
    def __str__(self): return 'USD ' + super().__str__()


class Int(int):
    def __int__(self): return 8


m = Money('1.5')
print(repr(m), [m], str(m), f'{m}', copy.copy(m), decimal.Decimal(Int(3)), pickle.loads(pickle.dumps(Told('1.5'))) == decimal.Decimal('1.5'))


class D(datetime.datetime):
    def utcoffset(self): return timedelta(hours=5)


class A(date):
    def toordinal(self): return 5
    def replace(self, **changes): return 'replaced'


d = D(2024, 1, 2, 3)
print(d.isoformat(), d.strftime('[%z]'), hash(d) == hash(datetime.datetime(2024, 1, 2, 3)), d == datetime.datetime(2024, 1, 2, 3))
a = A(2024, 1, 2)
print(a - date(2024, 1, 1), copy.replace(a, day=3), copy.replace(d, day=3), copy.replace(time(1), hour=2))


class N(datetime.datetime):
    def __new__(cls, *args, **kwargs):
        print(len(args), kwargs)
        return super().__new__(cls, *args, **kwargs)


n = N(2024, 2, 29, 12, 30)
n.replace(hour=1)
N.combine(date(2020, 1, 1), time(1))
print(n.replace(fold=1).fold, N.combine(date(2020, 1, 1), time(1, fold=1)).fold, time(1).replace(fold=1))
for wrong in (lambda: n.replace(fold=2), lambda: time(1).replace(fold=2), lambda: datetime.datetime(2020, 1, 1).replace(fold=-1)):
    try:
        print(wrong())
    except ValueError as error:
        print(error)
for text, form in (('12:30', '%I:%M'), ('01:30', '%I:%M'), ('12:30 PM', '%I:%M %p'), ('12:30 AM', '%I:%M %p'), ('11:30 PM', '%I:%M %p')):
    print(datetime.datetime.strptime(text, form).time())


class P(pathlib.PurePosixPath):
    def __str__(self): return '<P>'


p = P('a/b.c')
print((p / 'x').parts, pathlib.PurePosixPath(p), copy.copy(p).parts, p.joinpath('k').parts)


class T(unittest.TestCase):
    def runTest(self): pass
    def fail(self, msg=None):
        print('fail', msg)
        super().fail(msg)


t = T()
for method, args in (('assertIn', (1, [])), ('assertNotIn', (1, [1])), ('assertIs', (1, 2)), ('assertIsNot', (1, 1)), ('assertIsNone', (1,)),
                     ('assertIsNotNone', (None,)), ('assertIsInstance', (1, str)), ('assertNotIsInstance', (1, int)), ('assertGreater', (1, 2)),
                     ('assertLess', (2, 1)), ('assertSetEqual', ({1}, {2})), ('assertTrue', (0,)), ('assertEqual', (1, 2))):
    try:
        getattr(t, method)(*args)
    except AssertionError as error:
        print(method, error)


class H(logging.Handler):
    def createLock(self):
        print('createLock')
        super().createLock()

    def emit(self, record):
        with self.lock:
            print(record.getMessage())


log = logging.Logger('x')
log.addHandler(H())
log.info('hi')
print(logging.NullHandler().lock)
for text in ('[a]\nb=1\n\n  c=2\n', '[a]\nb=1\n\n  c\n', '[a]\nb=1\n  more\n\nd=2\n'):
    parser = configparser.ConfigParser(empty_lines_in_values=False)
    try:
        parser.read_string(text)
        print(dict(parser['a']))
    except configparser.Error as error:
        print(type(error).__name__, error)
print(math.degrees(1e308), ipaddress.ip_interface('0.0.0.0/32').is_unspecified)
for spec in ('.99999999999', '.2147483648f', '.99999999999e'):
    try:
        print(format(1.0, spec))
    except ValueError as error:
        print(error)
for wrong in (lambda: 'é'.encode('ascii', 'nope'), lambda: b'\xff'.decode('ascii', 'nope'), lambda: '\u1234'.encode('cp437', 'nope')):
    try:
        wrong()
    except LookupError as error:
        print(error, error.__context__)
