# the combinatoric iterators: arguments, order, copies, and what goes through them
import itertools as it, copy, pickle, warnings
warnings.simplefilter('ignore')
def t(f,*a,**k):
    try: r=f(*a,**k); print(r if not hasattr(r,'__next__') else (type(r).__name__, list(r), list(r)))
    except BaseException as e: print(type(e).__name__, e)
for pool in ('','a','abc',range(4),[1,1],{3:1,2:2},iter('xyz'),(c for c in 'pq'),{5,1},b'ab',5,None):
    for r in (None,0,1,2,3,5,-1,'x',1.5,True):
        if hasattr(pool,'__next__'): continue
        t(it.permutations,pool,r)
        t(it.combinations,pool,r)
        t(it.combinations_with_replacement,pool,r)
t(it.permutations,iter('xyz'),2); t(it.combinations,(c for c in 'pqr'),2); t(it.permutations,iter('xyz')); t(it.combinations_with_replacement,map(int,'12'),2)
t(it.product); t(it.product,repeat=3); t(it.product,'ab',[1,2]); t(it.product,'ab',repeat=2); t(it.product,'ab','',[1]); t(it.product,[],repeat=0); t(it.product,iter('ab'),(c for c in 'x')); t(it.product,'ab',repeat=-1); t(it.product,'ab',repeat='x'); t(it.product,5); t(it.product,'a',None); t(it.product,range(2),repeat=3); t(it.product,'a',repeat=0)
t(it.permutations); t(it.combinations,'a'); t(it.product,'a',r=1)
for make in (lambda: it.permutations('abcd',2), lambda: it.combinations(range(5),3), lambda: it.combinations_with_replacement('abc',2), lambda: it.product('ab',range(3))):
    for n in (0,1,3,5,100):
        x=make()
        for _ in range(n):
            if next(x,None) is None: break
        y=copy.copy(x); z=pickle.loads(pickle.dumps(x)); d=copy.deepcopy(x)
        print(n, list(y)==list(z)==list(d), list(x), next(x,'end'))
    x=make(); print(type(x), repr(x).split(' at ')[0], iter(x) is x, x.__next__(), hasattr(x,'__length_hint__'), sum(1 for _ in x), [*x])
    a,*b=make(); print(a,len(b)); print(dict(zip(make(),'abc')), max(make()), sorted(make())[:2], len(set(make())), list(map(len,make()))[:2], list(it.islice(make(),2,5)), list(enumerate(make()))[:2])
class P(it.permutations): pass
p=P('abc',2); print(type(p).__name__, next(p), list(p), isinstance(p,it.permutations))
for a,b in it.product([1,2],[3,4]): print(a,b,end=' ')
for a,b,c in it.permutations([1,2,3]): print(a,b,c,end=' ')
for (a,b),c in zip(it.combinations('wxyz',2),it.count()): print(a,b,c,end=' ')
l=[1,2,3]; x=it.permutations(l); l.append(4); print(len(list(x)))
try: a,b=next(it.permutations('abc'))
except ValueError as e: print(e)
x=it.combinations('abc',2); next(x); y,z=it.tee(x); print(list(y),list(z))
print(it.permutations.__name__, list(it.permutations(['b','a'],1)), (1,2) in it.permutations([1,2]))
