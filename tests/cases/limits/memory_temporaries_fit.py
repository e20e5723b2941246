# limits: memory=16MiB
# ends: ok
# What natives build beside the objects counts against the limit. With room for it, each ends with its result.
import json, re, zlib, html, base64, unicodedata, traceback
from collections import deque, namedtuple

S = 'ab\tc \n' * 6000
U = '\u00e9\u0390 \U0001f600' * 4000
B = S.encode()
Z = bytes(range(256)) * 100
L = list(range(4000))
P = namedtuple('P', 'a b')


def told(name, value):
    text = value if isinstance(value, str) else repr(value)
    print(name, len(text), zlib.crc32(text.encode('utf-8', 'surrogatepass')))


for name, value in {
    'split': S.split(), 'rsplit': S.rsplit('a'), 'rsplit 5': S.rsplit(None, 5), 'splitlines': S.splitlines(True), 'partition': S.partition('c'),
    'bytes split': B.split(), 'bytes rsplit': B.rsplit(b'a'), 'bytes rsplit 3': B.rsplit(None, 3), 'bytes rpartition': B.rpartition(b'c'),
    'bytes strip': B.strip(b'ab'), 'replace': S.replace('a', 'xyz'), 'translate': S.translate({97: 'xyz', 98: None, 99: 65}),
    'center': S.center(60000), 'zfill': S.zfill(60000), 'expandtabs': S.expandtabs(), 'upper': U.upper(), 'title': U.title(),
    'casefold': U.casefold(), 'encode': U.encode(), 'utf-16': U.encode('utf-16-le'), 'escapes': U.encode('ascii', 'backslashreplace'),
    'repr': repr(S), 'repr U': repr(U), 'ascii': ascii(U), 'repr Z': repr(Z), 'repr bytearray': repr(bytearray(Z)), 'str': str(Z), 'quotes': repr("'" * 70000 + '"'),
    'quote': repr("'" * 70000), 'bytes quote': repr(b"'" * 70000), 'bytearray quote': repr(bytearray(b"'" * 70000)),
    'fstring': f'{S!r:>60000}{L}', 'percent': '%s %r %a %5.3s' % (S, S, U, S), 'bytes percent': b'%b %a' % (B, U), 'format': '{} {!r:>9} {!a}'.format(S, S, U),
    'fields': ('{}' * 5000).format(*range(5000)), 'list': repr(L), 'tuple': str((L, (1,), ())), 'dict': repr(dict.fromkeys(L, S[:3])), 'set': len(repr(set(L))),
    'frozenset': repr(frozenset([1])), 'deque': repr(deque(L)), 'deque 3': repr(deque(L, 3)), 'items': repr(dict(zip(L, L)).items()), 'keys': repr(dict.fromkeys('ab').keys()),
    'named': repr(P(Z, S)), 'alias': repr(list[tuple[int, None] | dict[str, ...]]), 'exception': repr(ValueError(S, Z)), 'text of one': str(ValueError(S)), 'of two': str(ValueError(S, 1)),
    'key error': str(KeyError(S)), 'json': json.dumps([S, U, L, {'a"\n\x01': U}]), 'json unicode': json.dumps(U, ensure_ascii=False), 'json sorted': json.dumps(dict.fromkeys('cab'), sort_keys=True, indent=2),
    'sub': re.sub('a', r'<\g<0>>\n', S), 'literal': re.sub('b', 'x' * 9, S), 're split': re.split('(c)', S), 'findall': re.findall('[ab]', S), 'escape': re.escape(S),
    'html': html.escape('<' * 20000), 'base64': base64.b64encode(Z), 'hex': Z.hex(), 'zlib': zlib.decompress(zlib.compress(Z)) == Z, 'normalize': unicodedata.normalize('NFD', U),
    'join': ''.join(map(str, L)), 'bytes join': b'-'.join([B] * 3), 'eval': eval('1,' * 5000), 'star': (lambda *a: len(a))(*L),
}.items():
    told(name, value)
deleted = dict.fromkeys(L)
for key in L[1:]:
    del deleted[key]
print(deleted, {x for x in L if not x})
a = [1]
a += [a, (a,), {1: a}]
print(a)
try:
    exec('x = 1\n' * 5000 + 'y = x +\n')
except SyntaxError as error:
    print(error)
exec('z = 1\n' * 5000)
print(z, S[:4], sep='-' * 70, end='!\n')
print(S, 'x' * 70000, U[:9], [Z[:9]])
try:
    raise ValueError(Z)
except ValueError:
    told('traceback', traceback.format_exc().rsplit('ValueError', 1)[1])
