import sys
class Meta(type):
    def __new__(m,n,b,d,**k): print('new',n,k); return super().__new__(m,n,b,d)
    def __init__(c,n,b,d,**k): print('init',n,k); super().__init__(n,b,d)
    def __call__(c,*a): print('call',c.__name__); return super().__call__(*a)
class S(metaclass=Meta): pass
X=type('X',(S,),{'__module__':'q'})
print(type(X),X)
Y=type('Y',(S,),{}, k=1)
print(type(Y()).__name__)
Z=type.__new__(type,'Z',(S,),{})
print(type(Z))
try: type.__call__(Meta,'W',(),{})
except Exception as e: print(e)
class H:
    __slots__=('a','__hash__')
    def __eq__(s,o): return True
h=H(); h.__hash__=lambda: 5
print(hash(h))
import weakref
class P:
    __slots__=('__weakref__',)
class Q(P):
    __slots__=('x',)
q=Q(); r=weakref.ref(q); print(r() is q)
class T(tuple):
    __slots__=()
try: weakref.ref(T())
except TypeError as e: print(e)
class T2(list):
    __slots__=('__weakref__',)
t=T2(); print(weakref.ref(t)() is t)
from abc import ABC
class L(ABC):
    __slots__=()
class L2(L):
    __slots__=('x','__weakref__')
l=L2(); print(weakref.ref(l)() is l)
class L3(L2): __slots__=()
l=L3(); print(weakref.ref(l)() is l)
class D(dict): pass
d=D(); print(weakref.ref(d)() is d)
class Fr(frozenset): pass
d=Fr(); print(weakref.ref(d)() is d)
# attrs like cached property slots
class A:
    __slots__=('f',)
    def __getattr__(self,n):
        if n=='f':
            r=42
            object.__setattr__(self,'f',r); return r
        raise AttributeError(n)
print(A().f)
def mk():
    class C:
        __slots__=('f',)
        def __getattr__(self, item):
            try: return super().__getattribute__(item)
            except AttributeError: 
                return __class__, item
    return C
c=mk()(); print(c.zz[1], c.f[1])
def outer():
    def __getattr__(self,item):
        original=super().__getattribute__
        try: return original(item)
        except AttributeError: return 'orig',item
    __class__=None
    def set_cls(k):
        nonlocal __class__
        __class__=k
    return __getattr__,set_cls
try:
    ga,st=outer()
    class B: __slots__=('q',); __getattr__=ga
    st(B)
    print(B().q,B().r)
except Exception as e: print(type(e),e)
f=ga
print(f.__closure__[0].cell_contents, f.__code__.co_freevars)
f.__closure__[0].cell_contents=P
print(f.__closure__[0].cell_contents)
ns={}
exec("def wrapper(k):\n  __class__ = k\n  def __getattr__(self, item, k=k):\n    return super().__getattribute__(item)\n  return __getattr__",ns)
class E: pass
g=ns['wrapper'](E)
E.__getattr__=g
try: E().zip
except AttributeError as e: print(e)
import inspect
def co(): pass
async def ac(): pass
import functools
@functools.wraps(ac)
def w(*a): return ac()
print(inspect.iscoroutinefunction(w), inspect.iscoroutinefunction(ac))
