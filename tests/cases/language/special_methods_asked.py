# Special methods that are asked in place of an instruction or a builtin: how often, in which order, and what they may give.
import sys
class H:
    def __init__(s,v): s.v=v
    def __hash__(s): print('hash',s.v); return s.v//10
    def __eq__(s,o): print('eq',s.v,getattr(o,'v',o)); return isinstance(o,H) and s.v==o.v
    def __repr__(s): return f'H({s.v})'
a,b,c=H(11),H(12),H(11)
d={a:1}
print(d[a]); print(d.get(c)); print(d.get(b,'no')); d[b]=2; print(len(d)); print(c in d, b in d)
try: d[H(13)]
except KeyError as e: print('KeyError',e)
del d[c]; print(d)
s=set(); s.add(a); s.add(b); s.add(c); print(len(s)); s.discard(c); print(s); print(d.setdefault(b,5), d.pop(b), d)
for i in range(8): d[H(20+i)]=i
print(len(d), d[H(27)])
l=[a,b]; print(c in l)
class Bad:
    def __hash__(s): return 'x'
for f in (lambda: {Bad():1}, lambda: {}.get(Bad()), lambda: {1:2}[Bad()], lambda: set().add(Bad()), lambda: hash(Bad())):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class L:
    def __init__(s,r): s.r=r
    def __len__(s): return s.r
    def __str__(s): return s.r
    def __repr__(s): return s.r
    def __format__(s,f): return s.r if f=='' else f
    def __iter__(s): return s.r
    def __getitem__(s,k): return k
    def __setitem__(s,k,v): print('set',k,v)
    def __delitem__(s,k): print('del',k)
    def __contains__(s,k): return s.r
    def __hash__(s): return s.r
class I(int):
    def __index__(s): return 7
class S(str): pass
for r in (3,-1,2**70,True,'a',S('q'),None,2.5,I(4),[1],iter([1,2])):
    x=L(r)
    for f in (lambda: len(x), lambda: str(x), lambda: repr(x), lambda: f'{x}', lambda: f'{x!r}', lambda: f'{x:>3}', lambda: format(x), lambda: [*x], lambda: list(iter(x)), lambda: x[1], lambda: 5 in x, lambda: 5 not in x, lambda: hash(x), lambda: bool(x), lambda: 'y' if x else 'n'):
        try: v=f(); print(type(v).__name__, v if not hasattr(v,'__next__') else 'it')
        except Exception as e: print(type(e).__name__, e)
x=L(1); x[1]=2; del x[3]; x[1:2]=5; print(x[1:2])
class N:
    def __init__(s,n): s.n=n
    def __iter__(s): return s
    def __next__(s):
        if not s.n: raise StopIteration
        s.n-=1; return s.n
for i in N(3): print(i)
for i,j in zip(N(3),N(2)): print(i,j)
print(list(N(3)), sum(N(4)), [*map(str,N(2))], next(N(0),'d'))
class G:
    def __len__(s): yield 1
    def __hash__(s): yield 1
    def __iter__(s): yield 4; yield 5
    def __str__(s): yield 1
    def __next__(s): yield 7
    def __getitem__(s,k): yield k
    def __contains__(s,k): yield k
for f in (lambda: len(G()), lambda: hash(G()), lambda: {1:2}[G()], lambda: list(G()), lambda: str(G()), lambda: f'{G()}', lambda: [*iter(G())], lambda: [*G()[2]], lambda: 1 in G()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
n=0
for q in iter(N(2)): print(q)
class E(Exception):
    def __str__(s): return 'E!'
print(str(E()), f'{E()}', repr(E())); 
class A:
    def __hash__(self): raise ValueError('no')
    def __len__(self): raise ValueError('nl')
import traceback
for f in (lambda: {}.get(A()), lambda: len(A()), lambda: {1:1}[A()]):
    try: f()
    except ValueError: print([e.name for e in traceback.extract_tb(sys.exc_info()[2])])
class K:
    __hash__=None
try: {}[K()]
except TypeError as e: print(e)
class P:
    def __init__(s,*a): s.a=a
    def __eq__(s,o): return s.a==o.a
    def __hash__(s): return hash(s.a)
v={P(1,2):'x'}; print(v[P(1,2)], P(1,3) in v, len({P(i%3,0) for i in range(10)}), {P(i%3,0):i for i in range(10)}[P(1,0)])
seen=set()
for i in range(20):
    q=P(i%5,1)
    if q in seen: continue
    seen.add(q)
print(len(seen))
class M:
    def __eq__(s,o): return NotImplemented
    def __hash__(s): return 5
print({M():1}.get(M()), {M():1}.get(5))
class D(dict):
    def __getitem__(s,k): return 'D'+str(k)
    def __contains__(s,k): return True
    def __missing__(s,k): return 'm'
dd=D(); print(dd[1], 1 in dd, dd.get(1), dict.__getitem__(dd,3))
class Mut:
    def __init__(s,d): s.d=d
    def __hash__(s): return 1
    def __eq__(s,o): s.d.clear(); return False
z={}; 
z[Mut(z)]=1
try: z[Mut(z)]=2; print(len(z))
except RuntimeError as e: print(e)
class HH:
    def __init__(s,h): s.h=h
    def __hash__(s): return s.h
print([hash(HH(h)) for h in (0,-1,-2,2**61-1,2**61,2**63-1,-2**63,2**63,2**64+5,-2**70,True,hash((1,2)))], hash(HH(hash((1,2))))==hash((1,2)))
k=HH(2**62); print({k:1}[k], {HH(-1):3}.get(5))
