"""codecs, threading in one thread, errno, getopt, sched, locale, mimetypes, quopri, token, gc, importlib, timeit."""
import codecs
import errno
import gc
import getopt
import importlib
import io
import locale
import mimetypes
import os.path
import pathlib
import quopri
import re
import sched
import sys
import threading
import timeit
import token


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


print(codecs.encode('hello', 'rot13'), codecs.encode(b'ab', 'hex'), codecs.decode(b'6162', 'hex'), codecs.encode(b'ab', 'base64'))
print(codecs.lookup('UTF8').name, codecs.lookup('latin1').name, codecs.lookup('utf-16-le').encode('a'), codecs.getdecoder('ascii')(b'x'))
attempt(codecs.lookup, 'nonsense')
attempt(codecs.decode, b'\xff', 'utf-8')
attempt(codecs.lookup_error, 'nope')
decoder = codecs.getincrementaldecoder('utf-8')()
print([decoder.decode(bytes([byte])) for byte in 'aé€😀'.encode()])
print(list(codecs.iterdecode([b'\xe2', b'\x82\xac'], 'utf-8')), b''.join(codecs.iterencode('ab', 'utf-16-be')))
reader = codecs.getreader('utf-8')(io.BytesIO('één\ntwee\n'.encode()))
print(reader.readline(), list(reader))
writer = codecs.getwriter('latin-1')(stream := io.BytesIO())
writer.write('é')
print(stream.getvalue(), codecs.BOM_UTF8, codecs.backslashreplace_errors(UnicodeEncodeError('ascii', 'é', 0, 1, 'r')))

log = []
threads = [threading.Thread(target=log.append, args=(number,), name=f't{number}') for number in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(log, threads[0].name, threads[0].is_alive(), threading.active_count(), threading.current_thread().name)
lock = threading.Lock()
with lock:
    print(lock.locked(), lock.acquire(False))
attempt(lock.release)
attempt(threading.Lock().release)
rlock = threading.RLock()
with rlock, rlock:
    print('twice')
event = threading.Event()
print(event.is_set(), event.set(), event.wait(1))
attempt(threads[0].start)
attempt(threading.Thread().join)
local = threading.local()
local.x = 1
print(local.x, hasattr(local, 'y'), local.__dict__)
semaphore = threading.BoundedSemaphore(1)
with semaphore:
    print(semaphore.acquire(blocking=False))
attempt(semaphore.release)

print(errno.ENOENT, errno.errorcode[13], errno.errorcode[errno.EAGAIN])
print(getopt.getopt(['-a', '-b', 'x', '--long', '--name=v', 'rest', '-c'], 'ab:', ['long', 'name=']))
print(getopt.gnu_getopt(['one', '-a', 'two'], 'a'))
attempt(getopt.getopt, ['-x'], 'a')
attempt(getopt.getopt, ['--n'], '', ['name=', 'number='])
attempt(getopt.getopt, ['--name'], '', ['name='])
now = [0]
scheduler = sched.scheduler(lambda: now[0], lambda t: now.__setitem__(0, now[0] + t))
scheduler.enter(2, 1, log.append, ('late',))
scheduler.enter(1, 2, log.append, ('second',))
early = scheduler.enter(1, 1, log.append, argument=('first',))
print(early.time, early.priority, len(scheduler.queue), scheduler.empty())
scheduler.run()
print(log[3:], now)
print(locale.localeconv()['decimal_point'], locale.atof('1.5'), locale.format_string('%d', 5))
print(mimetypes.guess_type('a/b.tar.gz'), mimetypes.guess_type('http://x/y.html'), mimetypes.guess_extension('image/png'))
print(quopri.encodestring('é=x\n'.encode()), quopri.decodestring(b'=C3=A9'))
print(token.tok_name[token.NAME], token.EXACT_TOKEN_TYPES['+='] == token.PLUSEQUAL)
print(gc.collect() >= 0, gc.isenabled(), importlib.import_module('os.path') is os.path, importlib.import_module('json').dumps(1))
attempt(importlib.import_module, 'no_such_module')
print(os.path.exists('/no/such/path'), os.path.isfile('/no/such/path'))
attempt(os.path.getsize, '/no/such/path')
path = pathlib.Path('/no/such') / 'file.txt'
print(path, path.name, path.suffix, path.exists(), path.with_suffix('.md'), type(path).__name__)
attempt(path.read_text)
print(timeit.timeit('x += 1', 'x = 0', number=3) >= 0, timeit.repeat(lambda: 0, number=1, repeat=2) != [])
attempt(timeit.Timer, stmt=None)
scanner = re.Scanner([(r'\d+', lambda s, t: int(t)), (r'\w+', lambda s, t: t), (r'\s+', None)])
print(scanner.scan('12 abc 3 !'))
exec(compile('1 + 1', '<x>', 'single'))
saved, sys.stdout = sys.stdout, io.StringIO()
print('kept')
text, sys.stdout = sys.stdout.getvalue(), saved
print(repr(text))


class Through:
    """Special methods that a property or another object gives."""
    __len__ = property(lambda self: lambda: 7)
    __iter__ = property(lambda self: lambda: iter([1]))
    __getitem__ = [10, 20].__getitem__
    __call__ = str


print(len(Through()), list(Through()), Through()[1], Through()(5))

import functools
import os


def wrapped(a, b):
    """About it."""


part = functools.partial(wrapped, 1)
print(functools.update_wrapper(part, wrapped).__name__, part.__doc__, part.__wrapped__ is wrapped, sorted(part.__dict__)[-1], part.func is wrapped)
part.extra = 5
del part.extra
attempt(lambda: part.extra)
attempt(os.listdir, '/no/such/path')
attempt(os.remove, '/no/such/path')
print(os.environ.get('NO_SUCH_VARIABLE'), os.getenv('NO_SUCH_VARIABLE', 'default'), len(os.urandom(4)), os.access('/no/such/path', os.R_OK))
