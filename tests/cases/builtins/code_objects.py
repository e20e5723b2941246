# what code objects, modules and iterators say of themselves
import copy
import pickle
import types


def f(a, b=1, *c, d, **e):
    """doc"""
    return a + 1000, 'text', len(c)


code = f.__code__
print(code.co_name, code.co_argcount, code.co_kwonlyargcount, code.co_varnames, code.co_flags & 15)
print('text' in code.co_consts, code.co_consts[0], code.co_names)
print(all(isinstance(part, tuple) and len(part) == 3 for part in code.co_lines()), {len(part) for part in code.co_positions()})
print(compile('x = 1', 'a', 'exec').co_flags, code == f.__code__, hash(code) == hash(f.__code__), code != compile('1', 'a', 'eval'))


def outer():
    def inner():
        return 1
    return inner


print([part.co_name for part in outer.__code__.co_consts if isinstance(part, types.CodeType)], outer().__code__ in outer.__code__.co_consts)

module = types.ModuleType('made', 'about it')
print(module, module.__doc__, module.__loader__, module.__spec__, module.__package__, module.__annotations__, module.__class__)
module.__file__ = '/tmp/made.py'
print(module)
del module.__file__


class Loader:
    def __repr__(self):
        return '<loader>'


module.__loader__ = Loader()
print(module)
module.__init__('again', 'x')
print(module, module.__doc__)


class Steps:
    def __getitem__(self, i):
        if i > 4:
            raise IndexError
        return i


def half(x):
    return x / 2


for made in [map(half, [1, 2, 3]), filter(None, [0, 1, 2]), iter(Steps()), enumerate(Steps()), zip(Steps(), 'abcde'), iter(range(2**70, 2**70 + 4)),
             reversed((1, 2, 3)), map(pow, [2, 3], [4, 5]), iter([1, 2, 3].__iter__, 3) if False else iter([3, 4])]:
    next(made)
    again = pickle.loads(pickle.dumps(made)) if not isinstance(made, (type(iter(Steps())), enumerate, zip)) else copy.copy(made)
    print(type(made) is type(again), list(again))
print([x.__length_hint__() for x in (iter({1, 2}), iter('abc'), reversed([1, 2]), iter(b'ab'), iter(range(3)))])
