# The standard streams by their numbers.
import os
import stat
import sys

print(sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno(), os.isatty(0))
print(os.read(0, 9), os.read(0, 0))
print(os.fstat(0).st_size >= 0, isinstance(os.fstat(1), os.stat_result), os.fstat(2).st_nlink)
print(os.fdopen(0, 'rb', closefd=False).read(), open(0, closefd=False).read())
for bad in (lambda: os.read(0, -1), lambda: os.read(9999, 1), lambda: os.fstat(9999)):
    try:
        bad()
    except OSError as error:
        print(error)
