# A module may get a class of the program's own.
import sys, types
def t(f, *a, **k):
    try: print('->', repr(f(*a, **k)))
    except BaseException as e: print('!!', type(e).__name__, e)
class M(types.ModuleType):
    tag = 'class attr'
    def __getattr__(self, n):
        if n.startswith('__'): raise AttributeError(n)
        return 'dyn ' + n
    def __setattr__(self, n, v):
        print('set', n, v)
        super().__setattr__(n, v)
    def __delattr__(self, n):
        print('del', n)
        super().__delattr__(n)
    @property
    def prop(self): return 'p of ' + self.__name__
    @prop.setter
    def prop(self, v): self.kept = v
    def __call__(self, *a, **k): return a, k
    def method(self): return self is m or self is sys.modules[__name__]
m = types.ModuleType('mm', 'doc')
m.x = 1
t(lambda: m.zz); t(lambda: m()); t(lambda: m.prop)
m.__class__ = M
print(m.zz, m.prop, m.x, m.tag, type(m), m.__class__, isinstance(m, M), isinstance(m, types.ModuleType), m.method(), m.__doc__)
m.y = 5; m.prop = 6; print(m.y, m.kept); del m.y; print(m.y); t(delattr, m, 'nope')
print(m(1, a=2), callable(m));
t(setattr, m, '__class__', int); t(setattr, m, '__class__', 3); t(delattr, m, '__class__')
m.__class__ = types.ModuleType
t(lambda: m.zz); print(type(m), m.__class__)
here = sys.modules[__name__]
here.__class__ = M
print(here.prop, here.foo, here.t is t, here.method())
here.new_name = 'made'
print(new_name)
import types; m = types.ModuleType('mm')
try: del m.nope
except AttributeError as e: print(e)
try: print(m.nope)
except AttributeError as e: print(e)
