# Archives with the extensions for what is large: written when asked for or needed, and read.
import io
import struct
import warnings
import zipfile


def tried(what, *arguments, **named):
    try:
        return what(*arguments, **named)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


class Stream:
    """What cannot be sought in."""

    def __init__(self, inner):
        self.inner = inner

    def write(self, data):
        return self.inner.write(data)

    def flush(self):
        pass


for is_stream in (False, True):
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2):
        data = io.BytesIO()
        with zipfile.ZipFile(Stream(data) if is_stream else data, 'w', method) as archive:
            with archive.open(zipfile.ZipInfo('a.txt'), 'w', force_zip64=True) as member:
                member.write(b'some text')
            with archive.open(zipfile.ZipInfo('b.txt'), 'w') as member:
                member.write(b'more text')
            info = zipfile.ZipInfo('c.txt')
            info.compress_type = method
            archive.writestr(info, 'text')
        print(is_stream, method, data.getvalue().hex())
        with zipfile.ZipFile(data) as archive:
            for info in archive.infolist():
                print(info.filename, info.extract_version, info.create_version, info.flag_bits, info.extra, archive.read(info))

# More members than sixteen bits can count.
data = io.BytesIO()
zipfile.ZIP_FILECOUNT_LIMIT
with zipfile.ZipFile(data, 'w') as archive:
    for at in range(3):
        archive.writestr(zipfile.ZipInfo(f'{at}'), b'x' * at)
plain = data.getvalue()
begin = plain.index(b'PK\5\6')
count, size, offset = struct.unpack('<H2L', plain[begin + 10:begin + 20])
large = (plain[:begin] + struct.pack('<4sQ2H2L4Q', b'PK\6\6', 44, 45, 45, 0, 0, count, count, size, offset)
         + struct.pack('<4sLQL', b'PK\6\7', 0, begin, 1) + struct.pack('<4s4H2LH', b'PK\5\6', 0, 0, 0xffff, 0xffff, 2**32 - 1, 2**32 - 1, 0))
for text in (large, b'before' + large, large.replace(b'PK\6\7\0', b'PK\6\7\1')):
    print(tried(zipfile.is_zipfile, io.BytesIO(text)))
    print(tried(lambda: [(info.filename, info.header_offset, archive.read(info)) for archive in [zipfile.ZipFile(io.BytesIO(text))]
                         for info in archive.infolist()]))


def made(sizes, extra):
    """An archive of one member whose directory's sizes and offset are given."""
    name = 'café'.encode('cp437')
    local = struct.pack('<4s2B4HL2L2H', b'PK\3\4', 20, 0, 0, 0, 0, 33, 0xaff5259e, 8, 8, len(name), 0) + name + b'test1234'
    entry = struct.pack('<4s4B4HL2L5H2L', b'PK\1\2', 45, 3, 45, 0, 0, 0, 0, 33, 0xaff5259e, sizes[0], sizes[1], len(name), len(extra), 0, 0, 0, 0,
                        sizes[2]) + name + extra
    return local + entry + struct.pack('<4s4H2LH', b'PK\5\6', 0, 0, 1, 1, len(entry), len(local), 0)


full = 2**32 - 1
for sizes in ((8, 8, 0), (full, full, full), (8, full, 0), (full, 8, 0), (8, 8, full)):
    for fields in (0, 1, 2, 3):
        extra = struct.pack(f'<HH{fields}Q', 1, 8 * fields, *[8 if size == full and at < 2 else 0 for at, size in enumerate(
            size for size in (sizes[1], sizes[0], sizes[2]) if size == full)][:fields] + [0] * max(0, fields - sizes.count(full)))
        print(sizes, fields, tried(lambda: [(one.file_size, one.compress_size, one.header_offset) for one in zipfile.ZipFile(
            io.BytesIO(made(sizes, extra))).infolist()]))
import zlib
crc = zlib.crc32('café'.encode('cp437'))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    for extra in (b'\1\0\x20\0', b'up\3\0abc', struct.pack('<HHBL', 0x7075, 9, 1, crc) + 'ñame'.encode(), struct.pack('<HHBL', 0x7075, 7, 1, crc) + b'\xff\xfe',
                  struct.pack('<HHBL', 0x7075, 5, 1, crc), struct.pack('<HHBL', 0x7075, 6, 1, 7) + b'x', struct.pack('<HHBL', 0x7075, 6, 2, crc) + b'x', b'abc'):
        extra = extra if extra[:2] != b'up' or extra[2:4] == b'\3\0' else extra[:2] + struct.pack('<H', len(extra) - 4) + extra[4:]
        print(extra, tried(lambda: zipfile.ZipFile(io.BytesIO(made((8, 8, 0), extra))).namelist()))
print([(one.category.__name__, str(one.message)) for one in told])

for allowed in (False, True):
    with zipfile.ZipFile(io.BytesIO(), 'w', allowZip64=allowed) as archive:
        info = zipfile.ZipInfo('a')
        info.file_size = zipfile.ZIP64_LIMIT + 1
        member = tried(archive.open, info, 'w')
        print(getattr(member, 'name', member))
        if allowed:
            member.close()
        if not allowed:
            print(tried(archive.open, 'b', 'w', force_zip64=True))
info = zipfile.ZipInfo('x', (2000, 1, 1, 0, 0, 0))
info.CRC, info.compress_size, info.file_size = 1, 2, 3
print(info.FileHeader().hex(), info.FileHeader(True).hex())

# A file that ends too early says so when the data is read.
for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, 'w', method) as archive:
        archive.writestr(zipfile.ZipInfo('a'), bytes(range(256)) * 20, method)
        end = data.tell()
    for read in ('read', 'read1', 'readline'):
        file = io.BytesIO(data.getvalue())
        with zipfile.ZipFile(file) as archive, archive.open('a') as member:
            file.truncate(end - 20)
            print(method, read, tried(getattr(member, read)) if read == 'read' else None)
            total = 0
            try:
                while got := getattr(member, read)(100):
                    total += len(got)
            except EOFError as error:
                print(total > 0, repr(error))
print(zipfile.sizeEndCentDir, zipfile.sizeCentralDir, zipfile.sizeEndCentDir64, zipfile.sizeEndCentDir64Locator, zipfile.sizeFileHeader)
