# The environment is a mapping of texts, and the standard streams have bytes below.
import os
import sys


def attempt(function):
    try:
        print(function())
    except Exception as e:
        print(type(e).__name__, e)


os.environ['KEY'] = 'value'
attempt(lambda: os.environ['KEY'])
attempt(lambda: os.environ.__setitem__('KEY', 5))
attempt(lambda: os.environ.get(3))
attempt(lambda: 3 in os.environ)
attempt(lambda: os.environ['NO_SUCH_KEY'])
attempt(lambda: os.environ.pop('KEY'))
attempt(lambda: os.environ.setdefault('KEY', 'other'))
attempt(lambda: 'KEY' in os.environ)
attempt(lambda: isinstance(os.environ, dict))
attempt(lambda: type(os.environ.copy()))
attempt(lambda: (os.environ | {'A': 'b'})['A'])
attempt(lambda: os.getenv('KEY'))
del os.environ['KEY']
attempt(lambda: os.getenv('KEY', 'none'))
attempt(lambda: os.environ.__delitem__('KEY'))

sys.stdout.flush()
count = sys.stdout.buffer.write('é and bytes\n'.encode())
sys.stdout.buffer.writelines([b'one\n', bytearray(b'two\n')])
sys.stdout.buffer.flush()
print(count)
attempt(lambda: sys.stdout.buffer.write('text'))
print(sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno())
attempt(lambda: sys.flags())
attempt(lambda: sys.float_info + 5)
