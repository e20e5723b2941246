"""Modules that are instances of classes of the program's."""
import sys
import types


class Asking(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return f'made up {name}'


m = Asking('asking', 'what it is')
print(m.__name__, m.__doc__, list(m.__dict__), m.anything, m)
sys.modules['asking'] = m
import asking
from asking import other
print(asking is m, other)
try:
    from asking import __missing__
except ImportError as error:
    print(error)


class Counting(types.ModuleType):
    def __init__(self, name, start=0):
        super().__init__(name + '!', 'counts')
        self.count = start

    @property
    def next(self):
        self.count += 1
        return self.count


c = Counting('counting', start=4)
print(c.__name__, c.__doc__, c.next, c.next, c.count, sorted(vars(c)))
c.__name__ = 'renamed'
print(c.__name__, isinstance(c, types.ModuleType), type(c).__name__)
for args in ((), (1,)):
    try:
        Asking(*args)
    except TypeError as error:
        print(error)
