# metaclasses, descriptors, protocols in depth
class Registry(type):
    reg = {}
    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, ns)
        cls.opts = kw
        return cls
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        if bases: Registry.reg[name] = cls
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print('prepare', name, kw)
        return {'injected': name.lower()}
    def __getitem__(cls, k): return f'{cls.__name__}[{k}]'
    def __len__(cls): return len(cls.reg)
    def __iter__(cls): return iter(sorted(cls.reg))
    def __contains__(cls, x): return x in cls.reg
    def __instancecheck__(cls, o): return hasattr(o, 'quack') or type.__instancecheck__(cls, o)
    def __subclasscheck__(cls, s): print('subclasscheck', s.__name__); return type.__subclasscheck__(cls, s)
    def __repr__(cls): return f'<cls {cls.__name__}>'
    def __add__(cls, o): return type(cls)(cls.__name__ + o.__name__, (cls, o), {})
class Base(metaclass=Registry): pass
class A(Base, tag=1): quack = 1
class B(Base, tag=2, x='y'): pass
print(A.opts, B.opts, A.injected, A['q'], len(Base), list(Base), 'A' in Base, Registry.reg, A + B)
class Duck: quack = 2
print(isinstance(Duck(), Base), isinstance(3, Base), issubclass(A, Base), issubclass(int, Base))
class Typed:
    def __init__(self, kind, default=None): self.kind, self.default = kind, default
    def __set_name__(self, owner, name): self.name = '_' + name; print('set_name', owner, name)
    def __get__(self, obj, owner=None):
        if obj is None: return self
        return getattr(obj, self.name, self.default)
    def __set__(self, obj, v):
        if not isinstance(v, self.kind): raise TypeError(f'{self.name[1:]} must be {self.kind.__name__}, got {type(v).__name__}')
        setattr(obj, self.name, v)
    def __delete__(self, obj): delattr(obj, self.name)
    def __repr__(self): return f'Typed({self.kind.__name__})'
class P:
    x = Typed(int, 7); y = Typed(str)
    def __init_subclass__(cls, /, extra=None, **kw): super().__init_subclass__(**kw); cls.extra = extra
    def __class_getitem__(cls, item): return f'{cls.__name__}<{item}>'
p = P(); print(p.x, p.y, P.x, P[int]); p.x = 3; print(p.x, vars(p)); del p.x; print(p.x)
for v in ('a', None, 2.5):
    try: p.x = v
    except TypeError as e: print(e)
try: del p.x
except AttributeError as e: print(e)
class Q(P, extra='E'): z = Typed(list)
print(Q.extra, Q.__mro__, sorted(Q.__dict__.keys() - P.__dict__.keys()))
try:
    class R(P, bad=1): pass
except TypeError as e: print(e)
class Seq:
    def __init__(self, *v): self.v = list(v)
    def __getitem__(self, i): print('getitem', i); return self.v[i]
    def __len__(self): return len(self.v)
    def __reversed__(self): return 'rev'
    def __bool__(self): return False
    def __index__(self): return 2
    def __call__(self, *a, **k): return a, k
    def __format__(self, s): return f'fmt:{s!r}'
    def __missing__(self, k): return k
    def __lt__(self, o): return NotImplemented
    def __radd__(self, o): return ('radd', o)
    def __iadd__(self, o): self.v.append(o); return self
    def __neg__(self): return 'neg'
    def __pow__(self, o, m=None): return ('pow', o, m)
    def __rpow__(self, o): return ('rpow', o)
    def __matmul__(self, o): return ('mm', o)
    def __divmod__(self, o): return ('dm', o)
    def __round__(self, n=None): return ('round', n)
    def __trunc__(self): return 5
    def __int__(self): return 6
    def __float__(self): return 1.5
    def __complex__(self): return 1j
    def __hash__(self): return 9
    def __contains__(self, x): return x == 'in'
    def __dir__(self): return ['b', 'a']
    def __sizeof__(self): return 1
    def __enter__(self): return 'entered'
    def __exit__(self, *a): print('exit', a[0]); return True
    def __length_hint__(self): return 10
s = Seq(1, 2, 3)
print(list(s), [*s], 1 in s, 'in' in s, bool(s), reversed(s), f'{s:>10}', s(1, a=2), [10, 20, 30][s], 5 + s, -s, s ** 2, pow(s, 2, 3), 2 ** s, s @ 1, divmod(s, 1), round(s), round(s, 2), int(s), float(s), complex(s), hash(s), dir(s), 'x' * s, hex(s), range(10)[s])
s += 4; print(s.v)
try: s < 1
except TypeError as e: print(e)
try: s - 1
except TypeError as e: print(e)
with s as w: print(w); raise ValueError
import math, operator
print(math.trunc(s), operator.index(s), operator.length_hint(s), operator.concat([1], [2]), bytes([s]), chr(s + 63) if False else chr(65))
class Meta2(type):
    @property
    def mp(cls): return 'metaprop'
    def __call__(cls, *a):
        o = super().__call__(*a); o.made = True; return o
    def __setattr__(cls, k, v): print('meta set', k); super().__setattr__(k, v)
    def __getattr__(cls, k): return f'meta-{k}'
class M(metaclass=Meta2):
    def __new__(cls, *a): print('new', a); return super().__new__(cls)
    def __init__(self, *a): print('init', a)
m = M(1, 2); M.foo = 1
print(m.made, M.mp, M.anything, M.foo)
try: m.mp
except AttributeError as e: print(e)
class Single:
    _i = None
    def __new__(cls, *a, **k):
        if cls._i is None: cls._i = super().__new__(cls)
        return cls._i
print(Single() is Single(1, 2) if False else Single() is Single())
try: object.__new__(int)
except TypeError as e: print(e)
try: type('X', (int, str), {})
except TypeError as e: print(e)
try: type('X', (bool,), {})
except TypeError as e: print(e)
try:
    class L1: pass
    class L2(L1): pass
    class L3(L1, L2): pass
except TypeError as e: print(e)
class Ctx:
    def __enter__(self): raise RuntimeError('enter')
    def __exit__(self, *a): print('never')
try:
    with Ctx(): pass
except RuntimeError as e: print(e)
try:
    with 5: pass
except TypeError as e: print(e)
class NoExit:
    def __enter__(self): pass
try:
    with NoExit(): pass
except TypeError as e: print(e)
class Prop:
    def __init__(self): self._v = 1
    @property
    def v(self): "doc v"; return self._v
    @v.setter
    def v(self, x):
        if x < 0: raise ValueError('neg')
        self._v = x
    @v.deleter
    def v(self): print('del'); self._v = None
o = Prop(); o.v = 5; print(o.v, Prop.v.__doc__, Prop.v.fget.__name__); del o.v; print(o.v)
try: o.v = -1
except ValueError as e: print(e)
import functools
class CP:
    n = 0
    @functools.cached_property
    def val(self): CP.n += 1; return CP.n
c = CP(); print(c.val, c.val, CP().val, c.__dict__); del c.val; print(c.val)
@functools.singledispatch
def sd(x): return f'obj {x!r}'
@sd.register
def _(x: int): return f'int {x}'
@sd.register(list)
@sd.register(tuple)
def _(x): return f'seq {len(x)}'
print(sd(1), sd('a'), sd([1]), sd((1, 2)), sd(True), sd.dispatch(bool).__name__, sorted(k.__name__ for k in sd.registry))
class SDM:
    @functools.singledispatchmethod
    def f(self, x): return 'base'
    @f.register
    def _(self, x: str): return 'str ' + x
print(SDM().f(1), SDM().f('q'))
print(functools.reduce(operator.mul, range(1, 6)), functools.partial(print, 'a', sep='-')('b') , functools.partial(int, base=2)('101'))
