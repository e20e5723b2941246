# Attributes of `staticmethod` and `classmethod` objects, what `type` says of classes, and dicts put in the place of others.
def show(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, e)


def f(cls, a: int = 0):
    "doc"


c = classmethod(f)
c.x = 42
show(lambda: (c.x, list(c.__dict__), c.__dict__['x'], c.__name__, c.__doc__, c.__wrapped__ is f))
c.__name__ = 'other'
c.__doc__ = None
show(lambda: (c.__name__, c.__doc__, f.__name__, f.__doc__))
show(lambda: setattr(c, '__func__', 1))
show(lambda: setattr(c, '__wrapped__', 1))
show(lambda: delattr(c, 'y'))
del c.x
show(lambda: c.x)
s = staticmethod(f)
s.__dict__ = {'a': 1}
show(lambda: (s.a, s.__dict__))
show(lambda: s.__name__)
show(lambda: setattr(s, '__dict__', 5))
show(lambda: s.__isabstractmethod__)


class A:
    @classmethod
    def m(cls):
        return cls.__name__

    marked = staticmethod(len)
    marked.kind = 'size'


show(lambda: (A.m(), A().m(), A.marked('abc'), vars(A)['marked'].kind))


def tagged(**tags):
    def mark(wrapped):
        wrapped.tags = tags
        return wrapped
    return mark


class B:
    @tagged(a=1)
    @classmethod
    def m(cls):
        pass

    @tagged(b=2)
    @staticmethod
    def s():
        pass


show(lambda: {name: value.tags for name, value in vars(B).items() if hasattr(value, 'tags')})
for name in ('__name__', '__qualname__', '__module__', '__bases__', '__base__', '__mro__', '__dict__', '__doc__', '__annotations__', '__type_params__'):
    member = type.__dict__[name]
    print(name, type(member).__name__, member)
    for class_ in (A, int):
        show(lambda: type(member.__get__(class_)).__name__)
    show(lambda: member.__get__(5))
show(lambda: type.__dict__['__mro__'].__get__(bool))


class E(Exception):
    pass


e = E(1)
e.note = 5
e.__dict__ = {'y': 1}
show(lambda: (e.y, hasattr(e, 'note'), e.args))
show(lambda: setattr(e, '__dict__', []))
show(lambda: delattr(5, '__class__'))
show(lambda: delattr(A().m, '__class__'))


class Left:
    def __eq__(self, other):
        right.clear()
        return NotImplemented


class Right:
    def __eq__(self, other):
        left.clear()
        return NotImplemented


left, right = [Left()], [Right()]
show(lambda: left == right)


class P(property):
    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        super().__init__(fget, fset, fdel, doc)


class C:
    x = P(f, doc='own')


class D(C):
    @C.x.getter
    def x(self):
        "doc of the new getter"


show(lambda: (C.x.__doc__, D.x.__doc__))


# However deep one stands in another, asking is no crash: CPython answers, and so far down here refuses.
deep = len
for _ in range(30):
    deep = classmethod(staticmethod(deep))
print(deep.__name__, deep.__dict__['__name__'], deep.__isabstractmethod__)
