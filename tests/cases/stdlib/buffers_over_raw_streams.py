"""Buffered streams over raw ones of the program's: what these give that is wrong, late or less than asked for."""
import array
import io
import zlib


class Raw(io.RawIOBase):
    def __init__(self, *pieces):
        self.pieces, self.written, self.asked = list(pieces), [], []

    def readable(self):
        return True

    writable = seekable = readable

    def readinto(self, room):
        self.asked.append(len(room))
        piece = self.pieces.pop(0) if self.pieces else b''
        if not isinstance(piece, bytes):
            return piece
        room[:len(piece)] = piece
        return len(piece)

    def write(self, data):
        self.written.append(bytes(data))
        return self.pieces.pop(0) if self.pieces else len(data)

    def seek(self, pos, whence=0):
        return -1

    def tell(self):
        return -1


def attempt(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return f'{type(error).__name__}: {error} {getattr(error, "characters_written", "")} {error.__cause__!r}'


for piece in (-1, 99999, b'', 'x', None):
    print(repr(piece), attempt(io.BufferedReader(Raw(piece)).read, 10))
print(io.BufferedReader(Raw(b'ab', None, b'c')).read(10), io.BufferedReader(Raw(b'ab', None, b'c')).read(), io.BufferedReader(Raw(None)).read())
r = io.BufferedReader(Raw(b'abc', b'de', b'fgh', b'jkl'), 10)
b = bytearray(2)
print(r.peek(3), r.readinto1(b), b, r.readinto1(b), b, r.readinto1(b), b)
b = bytearray(20)
print(r.peek(3), r.readinto1(b), b, r.raw.asked)
a = array.array('i', [0, 0])
print(io.BufferedReader(Raw(b'\x01\0\0\0', b'\x02\0\0\0')).readinto(a), a, io.BytesIO(b'\x05\0\0\0').readinto(a), a)
print(attempt(io.BytesIO(b'ab').readinto, b'xx'), attempt(io.BytesIO(b'ab').readinto, 'xx'))
print(attempt(r.seek, 0), attempt(r.tell), attempt(io.BufferedWriter(Raw()).tell))
for answers in ([None], [3, None], [-1], [99]):
    w = io.BufferedWriter(Raw(*answers), 4)
    print(answers, attempt(w.write, b'0123456789'), w.raw.written)
w = io.BufferedWriter(Raw(), 8)
print(attempt(w.write, b'1234'), attempt(w.write, b'56789'), w.raw.written)


class Named(io.BytesIO):
    name = 'its name'


x = io.BufferedReader(Named())
print(x, io.BufferedWriter(io.BytesIO()), type('Mine', (io.BufferedRandom,), {})(Named()))
x.raw.name = x
print(attempt(repr, x))
x.raw.name = 'x'
x.detach()
print(x, attempt(x.read), attempt(x.detach), attempt(lambda: x.closed))
print(attempt(x.__init__, io.BytesIO(), 0), attempt(x.read))
pair = io.BufferedRWPair(Raw(b'abc'), Raw())
print(pair.readinto1(b), pair.isatty())

d = zlib._ZlibDecompressor()
data = zlib.compress(b'some text ' * 50)
print(d.decompress(data[:10]), d.needs_input, d.eof, len(d.decompress(data[10:], 20)), d.needs_input, len(d.decompress(b'')))
d = zlib._ZlibDecompressor()
print(len(d.decompress(data + b'more')), d.eof, d.unused_data, d.needs_input, attempt(d.decompress, b''))


# Text over bytes: line ends, places, what is held back, marks of the byte order
data = 'one\ntwo\r\nthree\rfour é\nfive'.encode()
for newline in (None, '', '\n', '\r', '\r\n'):
    stream = io.TextIOWrapper(io.BytesIO(data), 'utf-8', newline=newline)
    lines, places = [], []
    while True:
        place = stream.tell()
        line = stream.readline()
        if not line:
            break
        lines.append(line)
        places.append(place)
    print(newline, lines, stream.newlines)
    again = []
    for place in places:
        stream.seek(place)
        again.append(stream.readline())
    print(again == lines, stream.read(), stream.tell())
    stream = io.TextIOWrapper(io.BytesIO(data), 'utf-8', newline=newline)
    stream._CHUNK_SIZE = 3
    print(list(iter(lambda: stream.read(2), '')), stream.newlines)
    stream.seek(0)
    print(next(stream), attempt(stream.tell), stream.readline(3), attempt(stream.seek, 0), stream.tell())
for encoding in ('utf-16', 'utf-8-sig', 'utf-32', 'utf-16-be'):
    under = io.BytesIO()
    stream = io.TextIOWrapper(under, encoding)
    print(stream.write('a'), stream.write('é'), under.getvalue(), stream.flush(), under.getvalue(), stream.seek(0), stream.read(), stream.seek(0, 2))
    print(stream.write('c'), stream.flush(), under.getvalue(), stream.seek(0), stream.read(2), stream.read())
under = io.BytesIO()
stream = io.TextIOWrapper(under, 'utf-8', line_buffering=True, newline='\r\n')
print(stream.write('x'), under.getvalue(), stream.write('y\nz'), under.getvalue(), stream.write_through, stream.line_buffering)
stream.reconfigure(write_through=True)
print(stream.write('w'), under.getvalue(), stream, stream.detach() is under, attempt(stream.read), attempt(repr, stream), stream.encoding)
named = Named(b'abc')
named.mode = 'q'
stream = io.TextIOWrapper(named, 'utf-8')
print(stream, stream.name, stream.read(1), stream.write('X'), named.getvalue(), stream.flush(), named.getvalue(), stream.tell())
named.name = stream
print(attempt(repr, stream))
named.name = 'again'
stream.close()
for act in (lambda: stream.write('x'), stream.read, lambda: stream.seek(0), stream.tell, stream.flush, stream.close, lambda: next(stream), lambda: stream.closed):
    print(attempt(act), end=' ')
stream = io.TextIOWrapper.__new__(io.TextIOWrapper)
print(attempt(stream.read), attempt(repr, stream), attempt(lambda: stream.closed))
print(attempt(io.TextIOWrapper, io.BytesIO(), 'rot13'), attempt(io.TextIOWrapper, io.BytesIO(), 'nope'), attempt(io.TextIOWrapper, io.BytesIO(), None, None, 'x'))
stream = io.TextIOWrapper(Raw(b'ab', b'c\xc3', b'\xa9d\n', b'e'), 'utf-8')
stream.buffer.seekable = lambda: False
stream.__init__(stream.buffer, 'utf-8')
print(stream.read(3), stream.readline(), stream.read(), attempt(stream.tell), attempt(stream.seek, 0), stream.write('hi'), stream.buffer.written, stream.flush(), stream.buffer.written)
stream = io.TextIOWrapper(io.BytesIO(b'a\nb\nc'), 'utf-8')
print(stream.readline(), attempt(stream.reconfigure, encoding='ascii') if False else '', stream.read(), stream.truncate(1), stream.buffer.getvalue())
for place in ((-1,), (1, 1), (1, 2), (0, 5)):
    print(attempt(stream.seek, *place))


class Viewed(io.BytesIO):
    def read1(self, size=-1):
        return memoryview(super().read(size))

    read = read1


class Sub(io.TextIOWrapper):
    pass


print(Sub(io.BytesIO(), 'ascii'), io.TextIOWrapper(Viewed(b'viewed\nlines'), 'utf-8').readlines(), io.TextIOWrapper(Viewed(b'viewed'), 'utf-8').read())
print(attempt(io.TextIOWrapper, io.BytesIO(), '\udcfe'))
