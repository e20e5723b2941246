"""What a program's own module has from the start."""
print(dir())
print(list(globals()))
print(sorted(vars()), list(locals()) == list(globals()))
import sys
main = sys.modules['__main__']
print(dir(main) == sorted(globals()))
print(globals()['__annotations__'], __annotations__, globals()['__spec__'], __package__)
x: int = 1
print(__annotations__, globals()['__annotations__'])


def inside(a, b=2):
    c = 3
    print(dir(), sorted(locals()))


inside(1)
print([name for name in dir() if not name.startswith('_')])
print(type(__builtins__).__name__, globals()['__builtins__'] is __builtins__)
__package__ = 'mine'
print(globals()['__package__'], list(globals())[2])
del globals()['__spec__']
print('__spec__' in globals(), '__spec__' in dir())
g = (i for i in ())
print('__del__' in dir(g))
