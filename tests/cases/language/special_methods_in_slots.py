# D: get_type_hints
import typing, types
ns={}
exec("def f(x: 'int', y: 'List[int]') -> 'str': pass", {'List':typing.List}, ns)
print(typing.get_type_hints(ns['f']))
g={}
exec("def f(x: 'int') -> 'str': pass\nclass C:\n  a: 'int'\n  b: 'C'", g)
print(typing.get_type_hints(g['f']))
try: print(typing.get_type_hints(g['C']))
except Exception as e: print(type(e), e)
class D:
    def __call__(self): pass
    x: 'int'
print(typing.get_type_hints(D))
class E:
    def __init__(self): self.__annotations__={'a':'int'}
    def __call__(self,x): return x
try: print(typing.get_type_hints(E()))
except Exception as e: print(type(e), e)
# F
class F:
    __slots__=('__call__','x')
    def __init__(self): self.__call__=lambda v: v+1
print(F()(3))
class G:
    __slots__=('__len__',)
g=G()
try: len(g)
except Exception as e: print(type(e).__name__, e)
g.__len__=lambda: 4
print(len(g))
# E docs
import functools
@functools.total_ordering
class T:
    def __lt__(self,o): return True
    def __eq__(self,o): return True
print(T.__ge__.__doc__, T.__le__.__doc__, T.__gt__.__name__, T.__gt__.__qualname__)
# G
class FE(Exception):
    def __setattr__(self,n,v):
        if n in ('__cause__','__context__','__traceback__','__suppress_context__','__notes__'):
            BaseException.__setattr__(self,n,v); return
        raise AttributeError(n)
e=FE()
e.__traceback__=None
e.__cause__=None
e.__suppress_context__=False
print(e)
try:
    try: 1/0
    except ZeroDivisionError as z: raise e from z
except FE as q: print(repr(q.__cause__), q.__suppress_context__)
try: e.x=1
except AttributeError as er: print(er)
class FE2(Exception):
    def __setattr__(self,n,v):
        if n in ('__cause__','__context__','__traceback__'):
            object.__setattr__(self,n,v); return
        raise AttributeError(n)
e=FE2()
e.__cause__=None
with_tb=e.with_traceback(None)
print(with_tb is e)
import contextlib
@contextlib.contextmanager
def cm(): yield
try:
    with cm(): raise e
except FE2 as x: print(repr(x))
