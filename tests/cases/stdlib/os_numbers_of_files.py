# Numbers of open files are ints of C: what does not fit is refused before anything is looked for.
import io
import os
import xml.sax.saxutils


class Index:
    def __index__(self):
        return 10 ** 20


class File:
    def __init__(self, number):
        self.number = number

    def fileno(self):
        return self.number


def show(function, *args):
    try:
        print(getattr(function, '__name__', function), function(*args))
    except Exception as error:
        print(getattr(function, '__name__', function), type(error).__name__, error)


for function in os.close, os.dup, os.isatty, os.fsync, os.fdatasync, os.fstat:
    for number in 10 ** 20, -10 ** 20, 1 << 31, 99, Index(), 1.5, 'a':
        show(function, number)
for number in 10 ** 20, 'a', None, -5:
    show(os.fsync, File(number))
show(os.read, 10 ** 20, 1)
show(os.read, 99, 10 ** 20)
show(os.write, 10 ** 20, b'')
show(os.lseek, 99, 10 ** 20, 0)
show(os.lseek, 99, 0, 10 ** 20)
show(os.ftruncate, 2, 10 ** 20)
show(os.truncate, 'none', 10 ** 20)
show(os.closerange, 10 ** 20, 10 ** 20)
show(os.strerror, 10 ** 20)
show(io.StringIO().seek, 10 ** 20)
show(io.StringIO().seek, 0, 10 ** 20)
show(io.BytesIO().seek, 10 ** 20)
show(io.BytesIO().seek, 0, Index())

# What is no file is an address.
for source in 'x', '\ud800', '':
    show(xml.sax.saxutils.prepare_input_source, source)
