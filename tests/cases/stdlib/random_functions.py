# Every function of random, for several seeds; wrong arguments; subclasses.
import random
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, str(e)[:200])
for seed in (0,1,-7,42,2**100,'hello','',b'abc',bytearray(b'x'),1.5,True):
    random.seed(seed)
    r=random
    t(lambda: [r.random(), r.randint(1,100), r.randrange(10), r.randrange(5,50,3), r.randrange(50,5,-3), r.getrandbits(10), r.getrandbits(100), r.getrandbits(64), r.getrandbits(63), r.getrandbits(0)])
    t(lambda: [r.choice('abcdef'), r.choices([1,2,3],k=5), r.choices('abc',[1,2,3],k=4), r.choices('abc',cum_weights=[1,2,3],k=4), r.sample(range(100),5), r.sample(list('abcdefgh'),8), r.sample([1,2,3],counts=[2,3,4],k=4)])
    x=list(range(20)); r.shuffle(x); print(x)
    t(lambda: [r.uniform(1,5), r.triangular(), r.triangular(1,5,2), r.gauss(), r.gauss(1,2), r.gauss(0,1), r.normalvariate(), r.normalvariate(3,4), r.lognormvariate(0,1), r.expovariate(2), r.expovariate(), r.vonmisesvariate(1,2), r.vonmisesvariate(0,0), r.gammavariate(0.5,1), r.gammavariate(1,2), r.gammavariate(3,2), r.betavariate(1,2), r.paretovariate(3), r.weibullvariate(1,2)])
    t(lambda: [r.binomialvariate(), r.binomialvariate(10,0.3), r.binomialvariate(1000,0.3), r.binomialvariate(100,0.9), r.binomialvariate(5,0),r.binomialvariate(5,1)])
    t(lambda: r.randbytes(7))
    s=r.getstate(); a=[r.random() for _ in range(700)]; r.setstate(s); print(a==[r.random() for _ in range(700)], s[0], len(s[1]), s[2], hash(s[1]))
random.seed(5, version=1); t(lambda: random.random())
random.seed('abc', version=1); t(lambda: random.random())
random.seed(b'abc', 1); t(lambda: random.random())
for f in (lambda: random.seed([1]), lambda: random.seed((1,2)), lambda: random.Random([1]), lambda: random.randint(5,1), lambda: random.randrange(0), lambda: random.randrange(1,1), lambda: random.randrange(1,5,0), lambda: random.randrange(1.5), lambda: random.randint(1,2.5), lambda: random.choice([]), lambda: random.choice({1:2}), lambda: random.choice({1,2}), lambda: random.sample({1,2},1), lambda: random.sample([1],2), lambda: random.sample([1],-1), lambda: random.sample([1,2],counts=[1],k=1), lambda: random.choices([],k=1), lambda: random.choices([1,2],[1],k=1), lambda: random.choices([1,2],2), lambda: random.choices([1],[0]), lambda: random.choices([1],[1],cum_weights=[1]), lambda: random.choices([1,2],[1,float('inf')]), lambda: random.getrandbits(-1), lambda: random.getrandbits('a'), lambda: random.getrandbits(1.0), lambda: random.getrandbits(), lambda: random.setstate(5), lambda: random.setstate((3,(1,2),None)), lambda: random.setstate((9,1,1)), lambda: random.setstate((3,tuple([0]*624+[700]),None)), lambda: random.setstate((3,tuple([-1]*624+[0]),None)), lambda: random.setstate((3,[0]*625,None)), lambda: random.setstate((3,tuple(['a']*625),None)), lambda: random.random(1), lambda: random.expovariate(0), lambda: random.gammavariate(0,1), lambda: random.binomialvariate(-1), lambda: random.binomialvariate(5,2), lambda: random.shuffle((1,2)), lambda: random.randrange(10**30), lambda: random.sample(range(10**10),3), lambda: random.randbytes(-1), lambda: random.randrange(5, step=2), lambda: random.uniform('a',1), lambda: random.betavariate(1,0), lambda: random.randrange('a'), lambda: random.shuffle([1,2],1),lambda: random.triangular(1,1)):
    random.seed(3); t(f)
class A(random.Random):
    def random(self): return 0.25
class B(random.Random):
    def getrandbits(self, k): return 1
class C(random.Random):
    def __init__(self, a, b): super().__init__(a); self.b=b
    def seed(self, a=None, version=2): print('seed', a); super().seed(a)
a=A(1); t(lambda: [a.random(), a.randrange(10), a.choice('abcd'), a.sample(range(9),3), a.uniform(1,2), a.gauss()])
b=B(1); t(lambda: [b.random(), b.randrange(10), b.choice('abcd'), b.uniform(1,2)])
c=C(5,6); t(lambda: [c.b, c.random(), c.randrange(10), c.getrandbits(5)])
r=random.Random(10); t(lambda: [r.random(), r.randint(1,6)])
r2=random.Random(); r2.setstate(r.getstate()); t(lambda: r2.random()==r.random())
t(lambda: isinstance(random.Random().random(), float))
t(lambda: random.Random(1,2))
import copy
t(lambda: copy.copy(r).random()==copy.deepcopy(r).random()==r.random())
