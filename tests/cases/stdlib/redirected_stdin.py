# A stream class over `_RedirectStream` may redirect the input, as test harnesses do.
import contextlib
import io
import sys


class redirect_stdin(contextlib._RedirectStream):
    _stream = 'stdin'


before = sys.stdin
with redirect_stdin(io.StringIO('5\nx y\n')):
    print(input(), sys.stdin.read().split())
    with redirect_stdin(io.StringIO('inner')):
        print(input())
print(sys.stdin is before)
