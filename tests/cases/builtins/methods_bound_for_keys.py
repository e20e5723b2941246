from functools import partial, reduce
import operator
class K:
    def __init__(s,v): s.v=v
    def __hash__(s): return s.v%2
    def __eq__(s,o): return s.v==o.v
    def __repr__(s): return f'K{s.v}'
def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
ks=[K(1),K(2),K(1),K(3)]
s=set()
show(lambda: list(map(s.add, ks))); print(len(s))
s=set()
show(lambda: [f(x) for f in [s.add] for x in ks]); print(len(s))
s=set()
def e():
    for x in map(s.add, ks): print(x)
show(e); print(len(s))
s=set()
def e():
    a=s.add
    a(*[ks[0]])
    a(*ks[1:2])
    set.add(s,ks[3])
    set.add(s,*ks[:1])
    return len(s)
show(e)
s=set()
def e():
    partial(s.add,ks[0])()
    partial(set.add,s)(ks[1])
    return partial(s.__contains__, K(1))(), partial(operator.contains, s)(K(2)), operator.contains(s,K(3))
show(e)
d={}
def e():
    for k in ks: d.setdefault(k,[]).append(1)
    g=d.get; sd=d.setdefault; p=d.pop; c=d.__contains__; gi=d.__getitem__; si=d.__setitem__
    r=[g(K(1)), g(K(9),5), sd(K(4),8), c(K(4)), gi(K(3))]
    si(K(7),1)
    r.append(p(K(2)))
    r.append(p(K(22),None))
    return r, list(d)
show(e)
show(lambda: sorted(ks,key=d.get and (lambda k: len(d.get(k,[])))))
show(lambda: list(map(d.get, ks)))
show(lambda: list(filter(d.get, ks)))
show(lambda: list(filter(s.__contains__, ks)))
show(lambda: sorted([K(1),K(7)],key=lambda k:str(d.get(k))))
d2={K(1):5,K(2):3,K(3):4}
show(lambda: sorted(d2,key=d2.get))
show(lambda: max(d2,key=d2.get))
show(lambda: max(d2,key=d2.__getitem__))
show(lambda: reduce(lambda a,k: a+d2.get(k,0), ks, 0))
show(lambda: list(map(d2.__getitem__, ks)))
show(lambda: list(map(d2.pop, [K(1),K(3)])))
show(lambda: operator.itemgetter(K(2))(d2))
show(lambda: operator.getitem(d2,K(2)))
show(lambda: getattr(d2,'get')(K(2)))
show(lambda: (d2.get)(K(2)))
from collections import *
c=Counter(ks)
show(lambda: c)
show(lambda: [c[k] for k in ks])
dd=defaultdict(list)
def e():
    a=dd.__getitem__
    for k in ks: a(k).append(k.v)
    return dict(dd)
show(e)
def dec(f):
    cache={}
    get=cache.get; put=cache.__setitem__
    def w(k):
        r=get(k)
        if r is None:
            r=f(k); put(k,r)
        return r
    return w
@dec
def sq(k): print('c'); return k.v**2
show(lambda: [sq(k) for k in ks])
def gen(it):
    seen=set(); add=seen.add
    return [x for x in it if not (x in seen or add(x))]
show(lambda: gen(ks))
show(lambda: [x for x in ks if (lambda y, a=s.discard: a(y))(x)])
show(lambda: s)
r=s.remove
show(lambda: r(K(99)))
class M:
    def __init__(s): s.d={}; s.get=s.d.get; s.put=s.d.__setitem__
m=M(); 
show(lambda: (m.put(K(1),3), m.get(K(1)), m.get(K(2))))
class U:
    __hash__=None
show(lambda: s.add(U()))
a=s.add
show(lambda: a(U()))
show(lambda: d.get(U()))
class B:
    def __hash__(s): raise ValueError('no hash')
show(lambda: a(B()))
show(lambda: a(K(1),K(2)))
show(lambda: d.get(k=K(1)))
def g(a=s.add):
    a(K(50))
    return len(s)
show(g)
lf=s.add
show(lambda: [lf(K(i)) for i in range(3)])
fs=frozenset([K(1)])
i=fs.__contains__
show(lambda: [i(K(1)),i(K(2))])
u=s.update
u([K(70)]); u({K(71)})
print(len(s))
l=ks.index; cnt=ks.count; rm=ks.remove
show(lambda:(l(K(3)),cnt(K(1)),rm(K(2)),ks))
dq=deque(ks); ap=dq.remove; ap(K(1)); print(dq)
