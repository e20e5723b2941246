"""Names of an expression that a class below `dict` makes up."""


class Known(dict):
    def __missing__(self, key):
        return 'made up: ' + key


class Upper(dict):
    def __getitem__(self, key):
        return dict.__getitem__(self, key.upper())


print(eval('a + foo', Known(a='x ')))
print(eval('a + b', {'b': 2}, Known(a='1 ')))
print(eval('abs + 1', Upper(ABS=1)))
print([eval('x', Known(x=n)) for n in range(3)], eval('(lambda y: y * 2)(n)', Known(n=4)))
try:
    print(eval('a.b', Upper()))
except KeyError as e:
    print('KeyError', e)
except NameError as e:
    print('NameError', e)

# The names of a module of the library
import math
print(eval('sqrt(16) + pi // 1', math.__dict__), eval('factorial(n)', vars(math), {'n': 5}), repr(eval('floor', math.__dict__)))
