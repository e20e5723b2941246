"""`bz2`: streams as libbz2 writes them, in one piece, in pieces and over file objects."""
import bz2
import hashlib
import io
import random

random.seed(5)
cases = [b'', b'a', b'ab' * 50, b'hello ' * 100, b'x' * 1000, bytes(range(256)) * 4, b'aaaa', b'aaaab' * 3,
         bytes(random.randrange(256) for _ in range(5000)), bytes(random.randrange(3) for _ in range(9000)), b'abc' * 9000,
         b'\0' * 30000, bytes(random.randrange(256) for _ in range(800)) * 3, b''.join(b'%d,' % i for i in range(4000))]
for case in cases:
    for level in (1, 9):
        packed = bz2.compress(case, level)
        assert bz2.decompress(packed) == case
        print(len(packed), hashlib.md5(packed).hexdigest())

packed = bz2.compress(b'hello world' * 10)
stream = bz2.BZ2Decompressor()
print(b''.join(stream.decompress(packed[at:at + 1]) for at in range(len(packed))), stream.eof, stream.needs_input)
stream = bz2.BZ2Decompressor()
print(stream.decompress(packed, 5), stream.eof, stream.needs_input)
print(stream.decompress(b'', 5), stream.eof, stream.needs_input)
print(stream.decompress(b'xyz'), stream.eof, stream.unused_data)


def attempt(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


print(attempt(stream.decompress, b''))
for wrong in (b'xx', b'BZh9xxxxxxx', b'BZh0', packed[:-3], packed + b'junk', packed + packed, packed[:20] + b'\0' + packed[21:]):
    print(attempt(bz2.decompress, wrong))
packer = bz2.BZ2Compressor()
print(bz2.decompress(packer.compress(b'one ') + packer.compress(b'two') + packer.flush()))
print(attempt(packer.flush), attempt(packer.compress, b''), attempt(bz2.BZ2Compressor, 10), attempt(bz2.compress, b'', 0))

memory = io.BytesIO()
with bz2.BZ2File(memory, 'w') as file:
    print(file.write(b'line1\nline2\n'), file.tell(), file.writable(), file.mode, attempt(file.read))
    file.writelines([b'x\n', b'y'])
print(attempt(file.write, b''), file.closed)
with bz2.BZ2File(io.BytesIO(memory.getvalue() * 2)) as file:
    print(file.readline(), file.peek()[:3], file.read(4), file.read1(2), file.readlines(), file.tell(), file.seek(2), file.read(3))
    print(file.seek(-2, 2), file.read(), attempt(file.write, b''), file.readable(), file.seekable())
with bz2.open(io.BytesIO(memory.getvalue()), 'rt') as text:
    print(list(text))
print(attempt(bz2.open, io.BytesIO(), 'rbt'), attempt(bz2.BZ2File, io.BytesIO(), 'z'), attempt(bz2.BZ2File, 5))
print(attempt(bz2.BZ2File(io.BytesIO(packed[:-5])).read))
