"""Text that UTF-8 can't hold is refused by `print`, after what stands before it."""
import sys

if hasattr(sys.stdout, 'reconfigure'):
    sys.stdout.reconfigure(errors='strict')


class Shown:
    def __str__(self):
        return 'x\ud800'


def attempt(call):
    try:
        call()
    except UnicodeEncodeError as error:
        print()
        print(error, error.encoding, error.start, error.end, ascii(error.object), error.reason)


attempt(lambda: print('a', 1, 'b\ud800\ud801c', 'never'))
attempt(lambda: print('a', Shown(), sep='-'))
attempt(lambda: print('fine', end='\ud834'))
attempt(lambda: sys.stdout.write('\ud900'))
print(repr('\ud800'), ascii('\udfff'), '\U000f0000' == '\ud800')
