# What `__class__` may be set to: of instances, of exceptions, of classes; and what `__new__` of containers leaves to `__init__`.
import collections


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Local(Exception):
    pass


class Remote(Exception):
    def where(self):
        return f'remote {self.args[0]}'


class Wrong(ValueError):
    pass


class File(OSError):
    pass


class Plain:
    pass


def become(obj, cls):
    obj.__class__ = cls
    return type(obj).__name__, obj


error = Local('x')
error.note = 1
show(lambda: become(error, Remote))
show(lambda: (error.where(), error.note))
for cls in (Wrong, Exception, File, Plain, int, 5):
    show(lambda: become(error, cls))
show(lambda: become(ValueError('y'), Wrong))
show(lambda: delattr(error, '__class__'))
try:
    try:
        raise error
    except Local:
        print('local')
except Remote as caught:
    print('remote', caught)


class Sentinel(type):
    def __new__(cls, name, bases, namespace):
        made = super().__new__(cls, name, bases, namespace)
        made.__class__ = made
        return made

    def __repr__(cls):
        return cls.__name__


class Mark(type, metaclass=Sentinel):
    def __repr__(cls):
        return f'<{cls.__name__}>'


class IDLE(Mark, metaclass=Mark):
    pass


print(type(Mark) is Mark, type(IDLE).__name__, isinstance(IDLE, Mark), isinstance(IDLE, IDLE), [Mark, IDLE])


class Meta(type):
    kind = 'meta'


class Other(type):
    kind = 'other'

    def __call__(cls):
        return 'called'


class Thing(metaclass=Meta):
    pass


def kinds():
    return Thing.kind, type(Thing()).__name__


print(kinds())
Thing.__class__ = Other
print(Thing.kind, Thing(), type(Thing).__name__, isinstance(Thing, Meta))
for cls in (type, int, Plain, 3):
    show(lambda: become(Thing, cls))
show(lambda: become(Plain, Meta))
show(lambda: become(int, Meta))


def filled(base, *fill):
    class Derived(base):
        def __new__(cls, *args, **options):
            made = super().__new__(cls, *args, **options)
            made.before = len(made) if hasattr(made, '__len__') else None
            return made

        def __init__(self, *args, **options):
            super().__init__(*args)
            self.options = options

    return Derived


for base, given in ((list, [1]), (dict, {1: 2}), (set, [3]), (collections.deque, [5]), (bytearray, [6]),
                    (collections.OrderedDict, {7: 8}), (collections.Counter, 'aa')):
    made = filled(base)(given, strict=True)
    print(base.__name__, list(made), made.before, made.options)
    if base is not set:
        show(lambda: filled(base)(1, 2, 3, 4))


class Bare(list):
    def __new__(cls, *args, **options):
        return super().__new__(cls, 'abc', unknown=1)


print(Bare([1, 2]), list.__new__(Bare, 1, 2, 3), dict.__new__(collections.Counter, a=1))
lazy = filled(property)
print(lazy(len, doc='x').fget is len, lazy(len, doc='x').options)
