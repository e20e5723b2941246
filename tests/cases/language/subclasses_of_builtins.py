# What a class that derives from a builtin overrides counts where CPython asks for it, and nowhere else.
from collections import OrderedDict


class Name(str):
    def __repr__(self):
        return f'Name({str.__repr__(self)})'


class Data(bytes):
    def __repr__(self):
        return 'Data'


class Number(int):
    def __repr__(self):
        return 'Number'


name, data = Name('ann'), Data(b'x')
print(name, str(name), f'{name} {name!r} {name:>5} {name!s:<5}|', '%s %r' % (name, name), '{} {!r}'.format(name, name), [name], {name: name}, sep='; ')
print(data, f'{data}', [data], Number(5), f'{Number(5)}', str(Number(5)), '%s %d' % (Number(5), Number(5)), Name(name) + 'x', ''.join([name]))


class Vector(list):
    def __add__(self, other):
        return 'added'

    def __mul__(self, n):
        return 'multiplied'

    def __radd__(self, other):
        return 'added to'


v = w = Vector([1, 2])
v += [3]
print(v, v is w, v + [1], v * 2, [0] + v, type(v).__name__)
plain = [0]
plain += v
print(plain)
v *= 2
print(v)


class Words(list):
    def __iter__(self):
        return iter(['p', 'q'])


l = [0]
l += Words([1, 2])
l.extend(Words([3]))
print(l)


class Text(str):
    def __iter__(self):
        return iter(['one', 'two'])


class Bag(dict):
    def __iter__(self):
        return iter(['shown'])

    def __or__(self, other):
        return 'or'

    def __ror__(self, other):
        return 'ror'


t, bag = Text('abc'), Bag(a=1)
print('b' in t, 'one' in t, list(t), 'a' in bag, 'shown' in bag, 5 in Words([5]), 'p' in Words([5]))
try:
    1 in t
except TypeError as error:
    print(error)
bag |= {'b': 2}
other = {'z': 0}
other |= Bag(c=3)
third = {}
third |= OrderedDict(k=1)
print(dict.__repr__(bag), dict.__len__(other), type(third).__name__, third, bag | {}, {} | bag, type({} | OrderedDict(a=1)).__name__)


class Group(set):
    def __or__(self, other):
        return 'or'

    def __and__(self, other):
        return 'and'


g = h = Group([1, 2])
g |= {3}
g &= {1, 3}
g -= {1}
print(sorted(g), g is h, g | {9})
try:
    g |= [5]
    print(g)
except TypeError as error:
    print(error)


class Money(int):
    pass


m = Money(5)
m |= 5
n = Money(7)
n += 0
k = Money(3)
k *= 1
print(type(m).__name__, type(n).__name__, type(k).__name__, m, n, k, type(Money(4) + 0).__name__)
s = Name('a')
s += ''
print(type(s).__name__)
