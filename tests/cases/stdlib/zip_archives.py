# Archives in memory: written, read, added to, broken.
import io
import zipfile
from zipfile import BadZipFile, ZipFile, ZipInfo


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as exc:
        return f'{type(exc).__name__}: {exc}'


buffer = io.BytesIO()
with ZipFile(buffer, 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr(ZipInfo('a.txt', (2020, 1, 2, 3, 4, 6)), 'hello ' * 20, zipfile.ZIP_DEFLATED)
    z.writestr(ZipInfo('d/é.txt', (2020, 1, 2, 3, 4, 7)), b'x')
    z.mkdir('dir')
    with z.open('s.bin', 'w') as f:
        print(f.write(b'abc'), f.name, f.mode, f.writable())
        print(attempt(z.writestr, ZipInfo('late'), b''))
        print(attempt(z.read, 'a.txt'))
        f.write(b'def')
    z.comment = b'a comment'
    print(z.namelist(), z.infolist(), z.mode)
data = buffer.getvalue()
print(data)
with ZipFile(io.BytesIO(data)) as z:
    z.printdir()
    print(z.testzip(), z.read('a.txt')[:11], z.comment, z.getinfo('d/é.txt'))
    for i in z.infolist():
        print(i.filename, i.file_size, i.compress_size, i.CRC, i.date_time, i.external_attr, i.create_system, i.create_version,
              i.extract_version, i.flag_bits, i.header_offset, i.is_dir(), i.compress_type)
    with z.open('a.txt') as f:
        print(f.read(5), f.readline(), f.readable(), f.name, f.mode, f.seek(0), f.read(2), f.tell())
    with io.TextIOWrapper(z.open('d/é.txt'), 'ascii') as f:
        print(f.read(), list(io.TextIOWrapper(z.open('s.bin'))))
    print(attempt(z.getinfo, 'none'), attempt(z.writestr, ZipInfo('x'), b'y'), attempt(z.open, 'a.txt', 'q'))
print(repr(z)[-10:], attempt(z.read, 'a.txt'), attempt(z.close))
more = io.BytesIO(data)
with ZipFile(more, 'a') as z:
    z.writestr(ZipInfo('new'), 'added')
with ZipFile(io.BytesIO(b'before' + more.getvalue())) as z:
    print(z.namelist(), z.read('new'), z.read('s.bin'), z.comment)
    root = zipfile.Path(z)
    print([p.name for p in root.iterdir()], (root / 'd').is_dir(), (root / 'd' / 'é.txt').read_text(), (root / 'new').exists())
    print((root / 'a.txt').suffix, (root / 'a.txt').stem, (root / 'nothing').exists(), root.joinpath('d', 'é.txt').at)
broken = bytearray(data)
broken[45] ^= 255
for bad in (b'', b'nothing', data[:50], bytes(broken)):
    print(zipfile.is_zipfile(io.BytesIO(bad)), attempt(lambda: ZipFile(io.BytesIO(bad)).testzip()))
print(attempt(ZipFile, io.BytesIO(), 'q'), attempt(ZipInfo, 'x', (1979, 1, 1, 0, 0, 0)), attempt(ZipFile, io.BytesIO(), 'w', 99))
empty = io.BytesIO()
ZipFile(empty, 'w').close()
print(empty.getvalue(), ZipFile(empty).namelist(), BadZipFile is zipfile.BadZipfile)
