"""`tokenize`, `gzip`, `shelve`, `http` and its cookies."""
import gzip
import io
import shelve
import tokenize
from http import HTTPMethod, HTTPStatus
from http.cookies import CookieError, Morsel, SimpleCookie


def told(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


SOURCE = '''def f(a, *, b=0x1f):  # why
    """one
    two"""
    return f'{a!r:>{b}} {{x}} {b:%H}' + rb"\\x" \\
        @ 1_0.5e3j

class C: pass
x: int = [1,
  2]; y = a != b -> ...
'''
for item in tokenize.generate_tokens(io.StringIO(SOURCE).readline):
    print(tokenize.tok_name[item.exact_type], repr(item.string), item.start, item.end, len(item.line))
whole = list(tokenize.tokenize(io.BytesIO(SOURCE.encode()).readline))
print(whole[0], whole[1].exact_type == tokenize.NAME)
print(tokenize.untokenize(whole) == SOURCE.replace(' \\\n', '\\\n').encode())
print(tokenize.untokenize([(kind, text) for kind, text, *_ in tokenize.generate_tokens(io.StringIO('a=b+ 1 "x" "y"\n').readline)]))
for text in ('x', '# c', '', '\n', '  ', "f''", "f'{x=}'", 'x\r\n', '(1', "'abc", "'''abc", "f'abc", 'if 1:\n    x\n  y\n', '\\ x', '0b12', 'a$b',
             'if 1:\n  if 2:\n    x', "f'''{\nx:>3\n}'''"):
    told(lambda: [(tokenize.tok_name[t.type], t.string, t.start, t.end) for t in tokenize.generate_tokens(io.StringIO(text, newline='').readline)])
for first in (b'# -*- coding: latin-1 -*-\nx', b'\xef\xbb\xbfx', b'#\n# coding=utf-8\nx', b'x', b'', b'# coding: what\n', b'\xef\xbb\xbf# coding: ascii'):
    told(tokenize.detect_encoding, io.BytesIO(first).readline)

# gzip, over what the program holds
packed = gzip.compress(b'hello ' * 20, mtime=0)
print(packed[:10], gzip.decompress(packed + b'\0\0' + gzip.compress(b'more')) == b'hello ' * 20 + b'more')
for bad in (b'no', packed[:-9], packed[:-4] + b'1234', packed[:-8] + b'12345678', b''):
    told(gzip.decompress, bad)
held = io.BytesIO()
with gzip.GzipFile(fileobj=held, mode='wb', mtime=5, filename='dir/name.txt.gz') as f:
    print(f.write(b'one\ntwo\nthree\n'), f.tell(), f.writable(), f.readable(), f.name, f.mode)
print(held.getvalue()[:20])
held.seek(0)
with gzip.open(held, 'rt') as f:
    print(f.readline(), list(f))
held.seek(0)
f = gzip.GzipFile(fileobj=held)
print(f.read(3), f.peek(2)[:2], f.seek(8), f.read(), f.tell(), f.mtime, f.seek(0), f.readline())
told(f.write, b'x')
f.close()
told(f.read)
told(gzip.GzipFile, None, 'zz', 9, held)
told(gzip.open, held, 'rtb')

# shelves over a dict
store = {}
with shelve.Shelf(store, writeback=True) as shelf:
    shelf['a'] = [1]
    shelf['a'].append(2)
    shelf['b'] = {'c': 3}
    print(sorted(shelf), len(shelf), 'a' in shelf, shelf.get('x', 0), store)
told(shelf.get, 'a')
again = shelve.Shelf(store)
print(dict(again), again.pop('a'), list(again.items()))

# HTTP
print(HTTPStatus.NOT_FOUND, repr(HTTPStatus(404)), HTTPStatus.NOT_FOUND.phrase, HTTPStatus.NOT_FOUND.description, HTTPStatus.OK.is_success)
print(HTTPStatus.REQUEST_URI_TOO_LONG, repr(HTTPMethod.GET), HTTPMethod('PUT').description)
jar = SimpleCookie('a=1; b="x\\073 y"; $path=/p; c=3')
print(jar, jar['b'].value, jar['b']['path'])
jar['a']['max-age'] = 60
jar['a']['Secure'] = True
jar['n'] = 'wörd, "q"'
print(jar.output(header='Cookie:', sep='\n'), repr(jar), jar['a'].OutputString(['secure']), sep='\n')
told(jar['a'].__setitem__, 'nothing', 1)
told(Morsel().set, 'path', 'x', 'x')
told(jar.__setitem__, 'a b', 1)
print(SimpleCookie('bad cookie').items(), SimpleCookie('k=v; expires=Wed, 01 Jan 2020 00:00:00 GMT; httponly')['k'], issubclass(CookieError, Exception))
for source in (b"'a' 'b'\n", b"a = f'x{1}{{}}' f'{2:{3}}'\n", b"f'{a}' 'b'\n", b"a\\\n  b\n"):
    tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
    print(tokenize.untokenize(tokens), tokenize.untokenize([token[:2] for token in tokens]))
