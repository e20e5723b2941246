# The text of definitions, frames, what closures see, arguments by name, and attributes as they are stored.
import inspect
def f(a,
      b=1):
    # c
    return a+b

@property
def g(self): return 1
class A:
    """d"""
    x = 1
    def m(self):
        if 1:
            return 2

        return 3
    # tail
class B(A): pass
l = lambda x: x + 1
print(inspect.getsource(f)); print(inspect.getsource(A)); print(inspect.getsource(A.m)); print(inspect.getsource(B)); print(repr(inspect.getsource(l)))
print(inspect.getsourcelines(A.m))
print(inspect.currentframe().f_lineno, [x.function for x in inspect.stack()], inspect.stack()[0].lineno, inspect.stack()[0].code_context)
def h():
    fr=inspect.currentframe(); return fr.f_code.co_name, fr.f_back.f_lineno, inspect.stack()[1].function
print(h())
def gen(x):
    y=5
    yield y
q=gen(1); next(q); print(inspect.getgeneratorstate(q))
z=3
def outer():
    w=1
    def inner(): return w+z+len([])+undefined
    return inner
print(inspect.getclosurevars(outer()))
for a in ((),(1,2,3),(1,)):
    try: print(inspect.getcallargs(f,*a))
    except TypeError as e: print(e)
import pickle; s=inspect.signature(f)
for p in range(5):
    t=pickle.loads(pickle.dumps(s,p)); print(t==s)
print(inspect.getfile(f)==__file__, inspect.getmodule(f).__name__)
try: inspect.getsource(len)
except TypeError as e: print(e)


class Meta(type):
    def __dir__(cls):
        return ['virtual', *type.__dir__(cls)]

    def __getattr__(cls, name):
        if name == 'virtual':
            return 'made up'
        raise AttributeError(name)


class Base(metaclass=Meta):
    __slots__ = ('slot', '__dict__')
    data = 1

    @staticmethod
    def one(): pass

    @classmethod
    def two(cls): pass

    @property
    def three(self): return 1 / 0

    def __getattr__(self, name):
        return 'computed'


for entry in inspect.classify_class_attrs(Base):
    if not entry.name.startswith('__'):
        print(entry.name, entry.kind, entry.defining_class.__name__)
item = Base()
item.own = 5
for name in ('own', 'data', 'three', 'slot', 'nothing'):
    print(name, type(inspect.getattr_static(item, name, None)).__name__)
print(inspect.getattr_static(Base, 'virtual', 'no'), inspect.getattr_static(Base, 'mro').__name__)
for wrong in (lambda: inspect.getgeneratorlocals(1), lambda: inspect.getclosurevars(1), lambda: inspect.getsource(dict)):
    try:
        wrong()
    except TypeError as e:
        print(e)
def annotated(a: 'int', *, b: 'list[str]' = ()) -> 'A': pass
print(inspect.signature(annotated, eval_str=True), inspect.signature(annotated))
class Texted:
    __signature__ = '(x, /, y=3)'
print(inspect.signature(Texted))
bound = inspect.signature(annotated).bind(1)
print(pickle.loads(pickle.dumps(bound)) == bound, bound)
