import email.message
import errno
import io
import os
import sys

for number in [*range(-2, 136), 9999]:
    print(number, os.strerror(number), errno.errorcode.get(number))
error = OSError(errno.ENOENT, os.strerror(errno.ENOENT), 'a.txt')
print(repr(error), error)
for given in 'a', 1.5, None, 1 << 40, -1 << 40, True:
    try:
        print(os.strerror(given))
    except (TypeError, OverflowError) as error:
        print(type(error).__name__, error)

# Modes that are refused before a file is looked for, and after.
for mode in 'rw', 'U', 'b', 't', '', 'rb+', 'r++', 'rr', 'bt', 'rbt', 'xw', '+', 'z', 'wb,', 'b+', 't+':
    try:
        open('no such file', mode)
    except (OSError, ValueError) as error:
        print(repr(mode), type(error).__name__, error)
for more in dict(mode='rb', encoding='x'), dict(mode='b', encoding='x'), dict(closefd=False), dict(mode='b', closefd=False):
    try:
        open('no such file', **more)
    except (OSError, ValueError) as error:
        print(more, type(error).__name__, error)
try:
    open(-1)
except ValueError as error:
    print(error)
print(isinstance(sys.stdout, io.TextIOBase), isinstance(sys.stdin, io.IOBase), isinstance(sys.stderr, io.RawIOBase))

# A header that fits a line as a whole.
for size in range(33, 40):
    message = email.message.EmailMessage()
    message['Content-Type'] = 'multipart/mixed; boundary="' + '=' * size + '"'
    print(message.as_string().splitlines())
