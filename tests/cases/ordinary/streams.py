# texts and bytes in memory, and the standard streams
import contextlib
import io
import sys

buffer = io.StringIO('one\ntwo\n')
print(buffer.readline(), list(buffer), buffer.getvalue())
out = io.StringIO()
print('to memory', file=out)
with contextlib.redirect_stdout(out):
    print('redirected')
print(repr(out.getvalue()))
raw = io.BytesIO(b'\x00\x01\x02')
print(raw.read(2), raw.tell(), raw.seek(0), raw.getvalue())
text = io.TextIOWrapper(io.BytesIO('grün\n'.encode()), encoding='utf-8')
print(text.read())


class Tee:
    def __init__(self, *streams):
        self.streams = streams

    def write(self, text):
        for stream in self.streams:
            stream.write(text)

    def flush(self):
        pass


saved, log = sys.stdout, io.StringIO()
sys.stdout = Tee(saved, log)
print('twice')
sys.stdout = saved
print(log.getvalue(), end='')
print(sys.stderr.writable(), sys.stderr.errors)
sys.stdout.write('written\n')
sys.stdout.flush()
