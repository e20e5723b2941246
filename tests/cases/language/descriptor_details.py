# properties of classes of the program's own, slots beside a __dict__, __init__ of builtins asked by name, class cells


def show(source, env):
    try:
        print(source, '=>', repr(eval(source, env)))
    except Exception as e:
        print(source, '!', type(e).__name__, e)


class Sub(property):
    """text of the class"""


def getter(self):
    """text of the getter"""
    return 1


print(Sub(getter).__doc__, '|', Sub(getter, doc='given').__doc__, '|', Sub().__doc__, '|', property(getter).__doc__)
p = property(getter)
p.__doc__ = 'written'
print(p.__doc__)


class Named(property):
    def __init__(self, function, label):
        super().__init__(function)
        self.label = label


class Uses:
    x = Sub(getter)

    @x.setter
    def x(self, value):
        print('set', value)

    y = Named(getter, 'why')


Uses().x = 3
print(type(Uses.x).__name__, Uses.x.__doc__, Uses().x, Uses.y.label, Uses().y)


class Slotted:
    __slots__ = ('a', 'b')


class Both(Slotted):
    pass


both = Both()
both.a, both.c = 1, 2
print(both.__dict__, vars(both), both.a)
both.__dict__['a'] = 'hidden'
print(both.a, both.__dict__, Both.a.__get__(both))
del both.a
print(hasattr(both, 'a'), both.__dict__)
both.b = 5
both.__dict__ = {'d': 4}
print(both.b, both.d, both.__dict__)
del both.__dict__
print(both.__dict__, both.b)


class Plain:
    pass


for source in ['object().__init__(1)', 'Plain().__init__(1)', '(5).__init__(1)', '[].__init__(1, 2)', '{}.__init__(1, 2)',
               '[].__init__(x=1)', 'set().__init__(x=1)', 'bytearray().__init__(x=1)', 'staticmethod(len)("abc")',
               'max([1], key=None, default=2, other=3)', 'zip([1], strict=1, other=2)', 'sorted([1], key=None, reverse=1, other=2)',
               'ImportError("a", name=1, path=2, name_from=3, other=4)', 'str(b"a", "b", "c", other=1)', 'super(1, 2, 3)',
               'print >> 3', 'int.from_bytes(None, "big")', '"a" * -10**20', 'set.add.__get__(0)', 'type("a\\0", (), {})',
               'len(range(2**63))', 'SyntaxError("a", ("f", 1, 2))', 'SyntaxError("a", ("f", 1, 2, 3, 4))', 'type.__new__(Meta, "a")',
               'dict.__dict__["fromkeys"].__get__(None, dict)("ab")', 'slice.start, complex.real']:
    show(source, {'Plain': Plain, 'Meta': type('Meta', (type,), {})})


class Forgets(type):
    def __new__(cls, name, bases, namespace):
        namespace.pop('__classcell__', None)
        return super().__new__(cls, name, bases, namespace)


try:
    class A(metaclass=Forgets):
        def f(self):
            return __class__
except RuntimeError as e:
    print(e)
try:
    class B:
        __classcell__ = 3
except TypeError as e:
    print(e)


class Keeps(tuple):
    def __init__(self, items, *, label):
        self.label = label


kept = Keeps((1, 2), label='l')
print(kept, kept.label)


def named():
    yield


named.__name__ = named.__qualname__ = 'other'
print(named().__name__, repr(named())[:24])
e = ValueError()
e.__notes__ = 3
try:
    e.add_note('x')
except TypeError as error:
    print(error)


class Host:
    def foo(self, cls):
        return 'foo'


class Borrows:
    bar = classmethod(Host().foo)
    made = classmethod(Host)


class Wide:
    def __init__(self, *args):
        self.args = args


Borrows.wide = classmethod(Wide)
print(Borrows.bar(), len([Borrows.bar(), Borrows.bar()]), max(len(Borrows.bar()), 2), Borrows.wide(1, 2).args == (Borrows, 1, 2))
