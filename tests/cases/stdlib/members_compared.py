# What comparing every member of the library with CPython's found.
import argparse, ast, asyncio, bz2, cmath, contextvars, copy, enum, gzip, hashlib, heapq, inspect, io, itertools, pickle, plistlib, queue, stat, struct
import textwrap, token, typing, unittest, unittest.mock, weakref, xml.etree.ElementTree as ET, zipfile
from decimal import Context, Decimal

nan, inf = float('nan'), float('inf')


def told(work):
    try:
        return work()
    except Exception as error:
        return f'{type(error).__name__}: {error}'


# Results.
print([cmath.rect(r, phi) for r, phi in ((0, nan), (-0.0, inf), (inf, nan), (nan, -0.0))])
for ask in (heapq.nsmallest, heapq.nlargest):
    print(told(lambda: ask(0, [1, 'a'])), told(lambda: ask(-1, iter('ab'), key=5)), told(lambda: ask(0, 5)), told(lambda: ask('a', [1])),
          ask(2, [3, 1, 2]), ask(7, 'ba'))


class F(enum.Flag):
    A = 1
    B = 2


print([value in F for value in (3, -1, 8, 0, 1, F.A | F.B, 'A')], repr(enum.auto()))
tree = ET.fromstring('<a><c:x xmlns:c="u">t</c:x><b/></a>')
print(tree.find('c:x'), tree.findtext('c:x', 'none'), told(lambda: tree.iterfind('c:x')), tree.iterfind(''), told(lambda: tree.iterfind('/b')))
print(told(lambda: ET.ElementTree(tree).write_c14n(io.BytesIO())), told(lambda: ET.tostring(None, method='x')))
print([hashlib.blake2b().MAX_DIGEST_SIZE, hashlib.blake2s().SALT_SIZE, hashlib.blake2b().PERSON_SIZE, hashlib.blake2s().MAX_KEY_SIZE],
      hasattr(hashlib.md5(), 'SALT_SIZE'))
print(told(lambda: inspect.Parameter('a', inspect.Parameter.KEYWORD_ONLY).replace(kind=...)), inspect.Signature().replace(return_annotation=...))
print(token.tok_name[66], token.tok_name[256], textwrap.TextWrapper.unicode_whitespace_trans[9])
print(type(unittest.mock.Mock({1}).__class__).__name__, unittest.mock.seal(unittest.mock.Mock()), unittest.skip('x').__qualname__)
print(list(ast.walk(ast.parse('a'))).__len__(), told(lambda: next(ast.walk('text'))), zipfile.is_zipfile('nothing'))
print(told(lambda: pickle.dumps(1, 1.5)), told(lambda: pickle.loads(b'abc')))
parser = argparse.ArgumentParser(prog='p')
print(parser.print_help(1))
decoder = io.TextIOWrapper(io.BytesIO(b'x'))
for given in ({'newline': b''}, {'encoding': 'nope'}, {'errors': 1}, {'write_through': 'x'}):
    print(told(lambda: decoder.reconfigure(**given)))
print(told(lambda: io.BytesIO().seek(10**20)), told(lambda: io.BufferedReader(io.BytesIO()).readinto1(b'a')), told(io.RawIOBase().write))
left = io.BufferedReader(io.BytesIO())
left.detach()
print(told(lambda: left.closed))
print(told(lambda: plistlib.loads(b'', fmt='x')), repr(typing.ParamSpecArgs('a')), told(lambda: Context().is_canonical(1)))
for name in ('S_ISDOOR', 'S_ISPORT', 'S_ISWHT'):
    print(getattr(stat, name)(0o100644), told(lambda: getattr(stat, name)('a')))

# Types by the names that CPython gives them in messages.
P = type('P', (property,), {})
made = (bz2.BZ2Compressor(), contextvars.ContextVar('v'), contextvars.Context(), io.BufferedReader(io.BytesIO()), itertools.cycle('a'), itertools.starmap(len, ''),
        queue.SimpleQueue(), struct.Struct('i'), typing.ParamSpecArgs(1), weakref.ref(F), ET.TreeBuilder(), ET.Element('e'), P())
for one in made:
    print(told(lambda: one - 1), told(lambda: ~one))
print(told(lambda: iter(P())), told(lambda: 1 in P()), told(lambda: P()[0]))
for one in (made[0], made[1], made[3], made[6], made[7], decoder):
    print(told(lambda: pickle.dumps(one)))
for work in (lambda: ET.Element('a', None), lambda: made[11].makeelement('a', 1), lambda: made[11].append(None), lambda: made[11].remove(1), lambda: made[11].insert('x', 1),
             lambda: made[11].extend(1), lambda: ET.SubElement(1, 'a'), lambda: made[10].start('a', 1), lambda: made[10].end('a'), lambda: ET.XMLParser().feed(1),
             lambda: weakref.ProxyType(), lambda: bz2.BZ2Decompressor().decompress('a'), lambda: bz2.BZ2File(io.BytesIO()).readline('a'),
             lambda: asyncio.ReadTransport().is_reading(1), lambda: asyncio.Transport().write(b''), lambda: setattr(made[7], 'x', 1)):
    print(told(work))

# A stream of several members, and what is refused of text in both kinds of files.
data = gzip.compress(b'ab\n', mtime=0) + bytes(3) + gzip.compress(b'cd', mtime=0)
with gzip.open(io.BytesIO(data), 'rt') as file:
    print(file.read())
file = gzip.GzipFile(fileobj=io.BytesIO(data))
print(file.seek(0, 2), file.seek(1), file.read(3), file.tell(), list(gzip.GzipFile(fileobj=io.BytesIO(data))))
for module in (gzip, bz2):
    print(told(lambda: module.open(io.BytesIO(), 'rbt')), told(lambda: module.open(io.BytesIO(), 'rb', encoding='x')))
with bz2.open(io.BytesIO(bz2.compress(b'a\nb\n')), 'rt') as file:
    print(next(file), list(file))

# Types that a class of Python's stands before go by its name; what is no archive, no line end, no item.
import random
print(told(lambda: iter(random.Random(1))), told(lambda: 2 in random.Random(1)), told(lambda: zipfile.ZipFile(io.StringIO('a'))))
print(told(lambda: decoder.reconfigure(newline='a')), told(lambda: io.BufferedRandom(object())))
