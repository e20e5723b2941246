# getattr with a default and hasattr of what is not there: who asks so forgets the error, everybody else is told everything.
import math
import types


class Plain:
    pass


class Slots:
    __slots__ = ('a', 'b')


class Asked:
    def __getattr__(self, name):
        if name.startswith('x'):
            raise AttributeError(f'no {name} here')
        if name == 'key':
            raise KeyError(name)
        return name * 2


class Property:
    @property
    def bad(self):
        raise AttributeError('from the property')

    @property
    def worse(self):
        return self.missing

    @property
    def broken(self):
        return 1 // 0


class Meta(type):
    def __getattr__(cls, name):
        raise AttributeError(f'{cls.__name__} has no {name}')


class Made(metaclass=Meta):
    pass


class Whole:
    def __getattribute__(self, name):
        if name == 'there':
            return 1
        return object.__getattribute__(self, name)


class Descriptor:
    def __get__(self, obj, owner):
        raise AttributeError('a descriptor says no')


class Described:
    d = Descriptor()


def function():
    pass


module = types.ModuleType('made')
things = [Plain(), Plain, Slots(), Slots, Asked(), Property(), Property, Made, Made(), Whole(), Described(), Described, function, math,
          1, 1.5, 's', [], (), {}, {1}, None, len, int, type, object, ValueError('x'), (i for i in []), range(3), lambda: 0, [].append]
names = ['a', 'there', 'missing', 'bad', 'worse', 'd', 'xyz', 'other', 'no__', 'args', '__len__', 'real']
for thing in things:
    found = [hasattr(thing, name) for name in names]
    given = [getattr(thing, name, 'default') == 'default' for name in names]
    print(type(thing).__name__, found, given)
    for name in names:
        try:
            getattr(thing, name)
        except AttributeError as e:
            shown = str(e)
            print('   ', name, shown if '0x' not in shown else 'at', e.name, e.obj is thing, e.args == (shown,))
for name in ('key', 'broken'):
    for thing in (Asked(), Property()):
        for ask in (lambda: getattr(thing, name, 0), lambda: hasattr(thing, name)):
            try:
                print(ask())
            except Exception as e:
                print(type(e).__name__, e)
try:
    hasattr(Plain(), 'nothing'), Plain().nothing
except AttributeError as e:
    print(e, e.name, type(e.obj))
try:
    try:
        getattr(Plain(), 'first', None)
        raise ValueError('own')
    finally:
        hasattr(1, 'nothing')
except ValueError as e:
    print(e, e.__context__)
print(hasattr(Plain(), 'a' * 100), getattr(math, 'pie', 3), getattr(math, 'x', 4))
