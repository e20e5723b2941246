import itertools
for T,a in ((map,(str,[1,2])),(filter,(None,[1,2])),(zip,([1],[2])),(enumerate,([1],)),(itertools.count,(3,)),(itertools.repeat,(3,2))):
    class S(T):
        def hello(self): return 'hi'
    s=S(*a)
    s.x=1
    print(T, type(s), s.x, s.hello(), next(s), list(itertools.islice(s,2)), iter(s) is s)
class S(itertools.chain):
    def __next__(self): return super().__next__()*2
s=S([1,2],[3]); s.y=3
print(list(s), s.y)
print(type(S.from_iterable([[1]])), list(S.from_iterable([[1],[2]])))
class K(itertools.filterfalse):
    def __init__(self, *args, newarg=None): self.newarg=newarg
    def __iter__(self): return self
k=K(None,[0,1],newarg=3); print(k.newarg, list(k))
class N(itertools.product):
    def __new__(cls, *args, newarg=None):
        self=super().__new__(cls,*args); self.newarg=newarg; return self
n=N([0,1],newarg=3); print(n.newarg, list(n), type(n).__mro__)
class P(itertools.pairwise): pass
try: P([1],newarg=1)
except TypeError as e: print(e)
p=P([1,2,3]); print(p.__next__(), [*p], isinstance(p, itertools.pairwise))
a,*b=P('abc'); print(a,b)
class G(itertools.groupby): pass
print([(k,list(g)) for k,g in G('aabc')])
class C(itertools.cycle): pass
print([x for x,_ in zip(C('ab'),range(5))])
class S(map): pass
s=S(str,[1])
print(next(s,5),next(s,5))
s=S(str,[1])
for x in s: print(x)
class S(zip): pass
s=S([1])
print(next(s,5),next(s,5))
class S(enumerate): pass
s=S([1])
print(next(s,5),next(s,5))
