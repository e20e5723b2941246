# pairs of neighbours and slices of iterators: over what there is, at their ends, and as copies
import itertools as it, copy, pickle, warnings
warnings.simplefilter('ignore')
def t(f,*a,**k):
    try: r=f(*a,**k); print(r if not hasattr(r,'__next__') else (type(r).__name__, list(r), list(r)))
    except BaseException as e: print(type(e).__name__, e)
for src in (range(10),'abcdef',[],[1],{1:2,3:4},(x for x in range(10)),iter([1,2,3,4]),map(abs,[-1,-2,-3]),zip('ab',[1,2]),enumerate('xyz'),5,None):
    t(it.pairwise,src)
for a in ((3,),(0,),(None,),(2,5),(2,None),(None,5,2),(1,8,3),(0,0),(5,2),(0,100,40),(-1,),(1,-1),(1,2,0),('x',),(1.5,),(1,2,-1),(True,),(10**30,),(2,None,3)):
    t(it.islice,range(10),*a); t(it.islice,iter('abcdefghij'),*a); t(it.islice,(c for c in 'abcdefghij'),*a)
t(it.islice,it.count(5),3); t(it.islice,it.islice(it.count(),2,None,2),4); t(it.islice,it.cycle('ab'),5); t(it.islice,it.repeat(1),3); t(it.islice,5,3)
x=iter(range(10)); print(list(it.islice(x,3)),list(x)); x=iter(range(10)); print(list(it.islice(x,1,8,3)),list(x))
x=iter(range(10)); y=it.islice(x,0,5,3); print(next(y),next(y),next(y,'end'),next(x),next(y,'end'))
for n in (0,1,2,3,4):
    y=it.islice(range(20),2,15,4)
    for _ in range(n): next(y,None)
    z=pickle.loads(pickle.dumps(y)); print(list(z), list(y), next(y,0))
    y=it.islice(range(9),n); print(list(copy.copy(y)))
p=it.pairwise('abc'); print(repr(p).split(' at')[0], next(p), list(p), next(p,'end'))
print([a+b for a,b in it.pairwise([1,2,3,4])], dict(it.pairwise('abcd')), max(it.pairwise([3,1,2])), len(list(it.pairwise(it.pairwise(range(5))))), list(it.islice(it.pairwise(it.count()),3)))
for (a,b),c in zip(it.pairwise('wxyz'),it.count()): print(a,b,c,end=' ')
l=[1,2,3]; p=it.pairwise(l); print(next(p)); l.append(9); print(list(p)); l.append(10); print(list(p))
d={1:1,2:2}; p=it.pairwise(d); next(p)
d[5]=5
t(list,p)
p=it.islice({1,2,3},2); print(list(p))
def g():
    print('g'); yield 1; print('h'); yield 2; yield 3
for x in it.islice(g(),2): print(x)
for a,b in it.pairwise(g()): print(a,b)
a,b=it.tee(it.islice(range(5),3)); print(list(a),list(b))
class I:
    def __index__(self): return 2
t(it.islice,range(5),I()); t(it.islice,range(9),I(),I(),I()); t(it.islice); t(it.islice,[1]); t(it.islice,[1],1,2,3,4); t(it.pairwise); t(it.islice,[1],1,x=2)
class S(it.islice): pass
s=S(range(5),2); print(type(s).__name__, list(s))
class P(it.pairwise): pass
print(list(P('abc')))
x=it.islice(range(10**6),10**6-2,None); print(list(x))
n=0
for _ in it.islice(it.count(),5): n+=_
print(n)
