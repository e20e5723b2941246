# what programs ask of sys
import sys


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


sys.setrecursionlimit(3000)
print(depth(1500), sys.getrecursionlimit())
print(sys.version_info >= (3, 8), sys.version_info[:2], sys.version_info.major, sys.maxsize, sys.byteorder, sys.platform)
print(sys.float_info.epsilon, sys.float_info.max, sys.int_info.bits_per_digit, sys.maxunicode, sys.hash_info.width)
print(sys.argv[1:], type(sys.argv[0]).__name__, sys.getsizeof([]) > 0, sys.intern('a') is sys.intern('a'))
print(sys.getdefaultencoding(), sys.stdout.encoding, sys.exc_info(), sys.flags.optimize, sys.stdin.read())
small = sys.maxsize
for n in (3, 1, 2):
    small = min(small, n)
print(small, sys.getrefcount([]) > 0, sys.implementation.version >= (3, 13), 'json' in sys.stdlib_module_names)
print(sys.stderr.writable(), sys.stderr.name)


def main(argv=None):
    try:
        sys.exit(2)
    except SystemExit as end:
        print('code', end.code)
    return 0


if __name__ == '__main__':
    sys.exit(main())
