# results that are kept: by which arguments, in which order they go, and what is counted
import functools
def t(f,*a,**k):
    try: print(f(*a,**k))
    except BaseException as e: print(type(e).__name__, e)
calls=[]
for deco in (functools.cache, functools.lru_cache, functools.lru_cache(maxsize=3), functools.lru_cache(maxsize=None), functools.lru_cache(maxsize=0), functools.lru_cache(maxsize=2,typed=True), functools.lru_cache(None,True)):
    calls.clear()
    @deco
    def f(*a,**k):
        calls.append((a,k)); return (a, tuple(k.items()))
    for a in ((1,),(1.0,),(True,),('a',),(None,),(1,2),(1,2),(2,1),(1,),(1.0,2),(True,2.0),(),(),((1,2),),((1,2),),(10**30,),(10**30,),(b'a',),(frozenset([1]),)):
        t(f,*a)
    t(f,[1]); t(f,1,[1]); t(f,1,k=2); t(f,1,k=2); t(f,k=2); t(f,{1:2})
    print(f.cache_info(), len(calls)); f.cache_clear(); print(f.cache_info()); f(1); print(f(1), f.cache_info())
@functools.lru_cache(maxsize=2)
def g(n): print('run',n); return n
for n in (1,2,1,3,1,2,3): g(n)
print(g.cache_info())
@functools.cache
def fib(n): return n if n<2 else fib(n-1)+fib(n-2)
print(fib(200), fib.cache_info())
class K:
    n=0
    def __hash__(self): K.n+=1; return 5
    def __eq__(self,o): K.n+=1; return True
@functools.cache
def h(a,b=0): return (a,b)
class C:
    @functools.lru_cache
    def m(self,x): return x*2
c=C(); print(c.m(2),c.m(2),C.m.cache_info(), C.m(c,2))
@functools.cache
def none(x): return None
none(1); none(1); print(none.cache_info())
@functools.lru_cache(maxsize=1)
def r(n):
    return 0 if n==0 else r(n-1)+1
print(r(5), r.cache_info(), r(5), r.cache_info())
print(sorted([3,1,2],key=fib), list(map(fib,range(5))), fib(*[7]), max([1,2],key=fib), [fib(i) for i in range(5)], fib.cache_info())
def err(n): raise ValueError(n)
e=functools.cache(err); t(e,1); t(e,1); print(e.cache_info())
@functools.cache
def rec(n): return rec(n-1)+1 if n else 0
t(rec, 100); t(rec,5000)
@functools.cache
def gen(n): yield n
print(gen(1) is gen(1), list(gen(1)), list(gen(1)))
print(fib.__name__, fib.__wrapped__(3), f.cache_parameters())
nan=float('nan')
print(h(nan) is h(nan), h('a','b') is h('a','b'), h(-0.0), h(0.0))
