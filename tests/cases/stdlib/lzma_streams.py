"""`lzma`: streams of every format, in one piece, in pieces and over file objects; what CPython packed, and what is no stream."""
import base64
import io
import lzma
import random
import tarfile
import zipfile

random.seed(5)
texts = [b'', b'a', b'hello ' * 100, bytes(range(256)) * 4, bytes(random.randrange(256) for _ in range(600)), b'\0' * 4000,
         b''.join(b'%d,' % i for i in range(300))]
ONE, TWO = lzma.FILTER_LZMA1, lzma.FILTER_LZMA2


def attempt(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


for text in texts:
    for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256):
        assert lzma.decompress(lzma.compress(text, check=check, preset=check % 10)) == text
    assert lzma.decompress(lzma.compress(text, lzma.FORMAT_ALONE, preset=1 | lzma.PRESET_EXTREME)) == text
    for chain in ([{'id': TWO}], [{'id': ONE, 'lc': 0, 'lp': 4, 'pb': 0}], [{'id': lzma.FILTER_DELTA, 'dist': 7}, {'id': TWO, 'dict_size': 4096}],
                  [{'id': lzma.FILTER_X86}, {'id': lzma.FILTER_SPARC, 'start_offset': 8}, {'id': ONE, 'mode': lzma.MODE_FAST, 'mf': lzma.MF_HC3}]):
        assert lzma.decompress(lzma.compress(text, lzma.FORMAT_RAW, filters=chain), lzma.FORMAT_RAW, filters=chain) == text

# Streams that liblzma packed: XZ with a jump filter, and LZMA with its end marked.
packed = base64.b64decode('/Td6WFoAAAFpIt42AgEEACEBAADaM60D4ABtABFdADQZSe6N6ReJOjNgCXEhLjgAAAAAAJeFuOgAASlun2bKzpBCmQ0BAAAAAAFZWg==')
alone = base64.b64decode('XQAAgAD//////////wA0GUnujekXiTozYAlxIcOXn///ucYAAA==')
print(attempt(lzma.decompress, packed), attempt(lzma.decompress, alone), lzma.decompress(lzma.compress(b'one') + lzma.compress(b'two') + b'junk'))

packed = lzma.compress(b'hello world' * 10)
stream = lzma.LZMADecompressor()
print(stream.check, b''.join(stream.decompress(packed[at:at + 1]) for at in range(len(packed))), stream.eof, stream.needs_input, stream.check)
stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
print(stream.decompress(packed, 5), stream.eof, stream.needs_input, stream.decompress(b'', 5), stream.eof, stream.needs_input)
print(stream.decompress(b'xyz'), stream.eof, stream.unused_data, attempt(stream.decompress, b''))
for wrong in (b'', b'xx', b'\xfd7zXZx' * 3, packed[:-3], packed[:40] + b'\0' + packed[41:], packed[:20] + b'\0' + packed[21:], packed[:-1] + b'X',
              b']\0\0\x80\0' + b'\xff' * 8 + b'\1' * 20, b'\xff' * 20, packed + b'\0\0\0\0'):
    print(attempt(lzma.decompress, wrong))
stream = lzma.LZMADecompressor()
print(attempt(stream.decompress, b'\1\2'), attempt(stream.decompress, packed))
print(attempt(lzma.decompress, packed, memlimit=1 << 20), attempt(lzma.decompress, packed, memlimit=9 << 20) == b'hello world' * 10)

packer = lzma.LZMACompressor()
begun = packer.compress(b'') + packer.compress(b'one ') + packer.compress(bytearray(b'two'))
print(len(begun), lzma.decompress(begun + packer.flush()), attempt(packer.flush), attempt(packer.compress, b''))
for args in ((0,), (9,), (2, 4), (1, 3), (1, 16), (3,), ('a',), (1, -1, 10), (1, -1, 1, []), (1, -1, -1), (1, -1, 'a'), (2, -1, 10), (1, -1, None, []),
             (1, -1, None, [{}]), (1, -1, None, [3]), (1, -1, None, [{'id': 1}]), (1, -1, None, [{'id': TWO, 'x': 1}]), (1, -1, None, {'id': TWO}),
             (1, -1, None, [{'id': TWO, 'lc': 9}]), (1, -1, None, [{'id': TWO}] * 5), (1, -1, None, [{'id': ONE}]), (2, -1, None, [{'id': TWO}]),
             (1, -1, None, [{'id': 3, 'dist': 0}, {'id': TWO}]), (1, -1, None, [{'id': TWO, 'preset': 11}]), (3, -1, None, [{'id': 4}])):
    print(args, attempt(lzma.LZMACompressor, *args))
for args in ((4,), (3,), (1, None, []), (3, 5, []), (3, None, []), (3, None, [{'id': ONE, 'lc': 9}]), (0, -1), (0, 1 << 64), (0, 'a'), (1 << 40,)):
    print(args, attempt(lzma.LZMADecompressor, *args))
for number in (0, 1, 2, 4, 10, 16, -1, 1 << 31, 'a'):
    print(number, attempt(lzma.is_check_supported, number))
encode, decode = lzma._encode_filter_properties, lzma._decode_filter_properties
for spec in ({'id': ONE}, {'id': TWO, 'dict_size': 5000}, {'id': 3, 'dist': 256}, {'id': 3, 'dist': 0}, {'id': 4}, {'id': 7, 'start_offset': 4}, {'id': 99}):
    made = attempt(encode, spec)
    print(made, attempt(decode, spec['id'], made if isinstance(made, bytes) else b''))
print(attempt(decode, ONE, b'abcde'), attempt(decode, TWO, b')'), attempt(decode, -1, b''), attempt(decode, 3, 'a'))

memory = io.BytesIO()
with lzma.LZMAFile(memory, 'w', check=lzma.CHECK_SHA256) as file:
    print(file.write(b'line1\nline2\n'), file.tell(), file.writable(), file.mode, attempt(file.read))
    file.writelines([b'x\n', memoryview(b'y')])
print(attempt(file.write, b''), file.closed)
with lzma.LZMAFile(io.BytesIO(memory.getvalue() * 2)) as file:
    print(file.readline(), file.peek()[:3], file.read(4), file.read1(2), file.readlines(), file.tell(), file.seek(2), file.read(3))
    print(file.seek(-2, 2), file.read(), attempt(file.write, b''), file.readable(), file.seekable())
with lzma.open(io.BytesIO(memory.getvalue()), 'rt') as text:
    print(list(text))
raw = io.BytesIO()
with lzma.open(raw, 'wt', format=lzma.FORMAT_RAW, filters=[{'id': TWO}], encoding='latin-1') as text:
    text.write('caf\xe9')
with lzma.open(io.BytesIO(raw.getvalue()), 'rt', format=lzma.FORMAT_RAW, filters=[{'id': TWO}], encoding='latin-1') as text:
    print(ascii(text.read()))
print(attempt(lzma.open, io.BytesIO(), 'rbt'), attempt(lzma.LZMAFile, io.BytesIO(), 'z'), attempt(lzma.LZMAFile, 5), attempt(lzma.LZMAFile))
print(attempt(lzma.LZMAFile, io.BytesIO(), check=1), attempt(lzma.LZMAFile, io.BytesIO(), preset=1), attempt(lzma.open, io.BytesIO(), newline='x'))
print(attempt(lzma.LZMAFile(io.BytesIO(packed[:-5])).read), lzma.LZMAError.__mro__, type(packer))

memory = io.BytesIO()
with zipfile.ZipFile(memory, 'w', zipfile.ZIP_LZMA) as archive:
    archive.writestr(zipfile.ZipInfo('a'), b'hello' * 50, zipfile.ZIP_LZMA)
with zipfile.ZipFile(memory) as archive:
    info = archive.infolist()[0]
    print(archive.read('a') == b'hello' * 50, info.compress_type, info.flag_bits, info.extract_version)
for settings in ({'mode': 'w:xz', 'preset': 1}, {'mode': 'w|xz'}):
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, **settings) as archive:
        info = tarfile.TarInfo('a')
        info.size = 5
        archive.addfile(info, io.BytesIO(b'hello'))
    for mode in ('r', 'r:xz', 'r|xz', 'r|*'):
        memory.seek(0)
        with tarfile.open(fileobj=memory, mode=mode) as archive:
            print(mode, [(info.name, archive.extractfile(info).read()) for info in archive])
for mode in ('r:xz', 'r|xz'):
    print(attempt(tarfile.open, fileobj=io.BytesIO(b'x' * 99), mode=mode))
