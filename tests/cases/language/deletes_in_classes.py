class F(Exception):
    def __delattr__(self,name):
        print('del',name)
        BaseException.__delattr__(self,name)
e=F(); e.__notes__=[]; e.x=1
del e.__notes__
del e.x
try: del e.x
except AttributeError as er: print(er)
class O:
    def __delattr__(self,n): print('d',n); object.__delattr__(self,n)
o=O(); o.x=1; del o.x
class L(list):
    def __delattr__(self,n): print('d',n); super().__delattr__(n)
o=L(); o.x=1; del o.x
class E2(ValueError):
    def __delattr__(self,n): print('d',n); super().__delattr__(n)
    def __setattr__(self,n,v): print('s',n); super().__setattr__(n,v)
o=E2(); o.x=1; del o.x
try: del o.args
except Exception as er: print(type(er),er)
class T(type):
    def __delattr__(c,n): print('td',n); super().__delattr__(n)
class C(metaclass=T): x=1
del C.x
import inspect, asyncio
print(inspect.iscoroutinefunction(lambda: 0), asyncio.iscoroutinefunction(type('A',(),{'__call__':lambda s:1})()))
import functools
async def a(): pass
print(inspect.iscoroutinefunction(functools.partial(a)), inspect.iscoroutinefunction(functools.partial(functools.partial(a))), asyncio.iscoroutinefunction(functools.partial(a)))
class D:
    async def m(self): pass
    @classmethod
    async def c(cls): pass
    @staticmethod
    async def s(): pass
print(inspect.iscoroutinefunction(D().m), inspect.iscoroutinefunction(D.m), inspect.iscoroutinefunction(D.c), inspect.iscoroutinefunction(D.s), inspect.iscoroutinefunction(functools.partial(D().m)), inspect.isasyncgenfunction(D.m), inspect.isgeneratorfunction(functools.partial(D.m)))
ns={}
exec("async def z(*a, **k):\n    return await f(*a, **k)\n", {'f':a}, ns)
print(inspect.iscoroutinefunction(ns['z']))
ns={}
exec(compile("def d(x) -> bool: return x",'<x>','exec'), ns)
print(ns['d'].__annotations__)
