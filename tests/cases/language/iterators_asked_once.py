# What is gone through is asked for its iterator once, also where that is the object itself.
class C:
    def __iter__(self): print('iter', end=' '); self.n = 3; return self
    def __next__(self):
        self.n -= 1
        if self.n < 0: raise StopIteration
        return self.n
class D(C, int): pass
class E(C): 
    def __len__(self): print('len', end=' '); return 3
    def __length_hint__(self): print('hint', end=' '); return 3
import itertools, collections, functools
for K in (C, D, E):
  for name, f in dict(list=list, tuple=tuple, set=set, star=lambda x: [*x], call=lambda x: (lambda *a: a)(*x), sum=sum, min=min, max=max, sorted=sorted, any=any, all=all, enumerate=lambda x: list(enumerate(x)), zip=lambda x: list(zip(x, 'abc')), map=lambda x: list(map(str, x)), filter=lambda x: list(filter(None, x)), join=lambda x: ''.join(map(str, x)), unpack=lambda x: (lambda a, b, c: a)(*x), dict=lambda x: dict.fromkeys(x), comp=lambda x: [i for i in x], gen=lambda x: list(i for i in x), ext=lambda x: [].extend(x), chain=lambda x: list(itertools.chain(x, x)), inn=lambda x: 2 in x, deque=lambda x: collections.deque(x), counter=lambda x: collections.Counter(x), frozenset=frozenset, iter=lambda x: list(iter(x)), yf=lambda x: list((lambda: (yield from x))()), accum=lambda x: list(itertools.accumulate(x)), isl=lambda x: list(itertools.islice(x, 2)), red=lambda x: functools.reduce(lambda a, b: a + b, x), bytes=bytes, bytearray=bytearray, tup=lambda x: (0, *x), sett=lambda x: {*x}, rev=lambda x: sorted(x, reverse=True), pair=lambda x: list(itertools.pairwise(x)), prod=lambda x: list(itertools.product(x, x)), perm=lambda x: list(itertools.permutations(x, 2)), slice=lambda x: [0].__setitem__(slice(0, 1), x), upd=lambda x: set().update(x), minkey=lambda x: min(x, key=lambda v: -v), sortkey=lambda x: sorted(x, key=str), iadd=lambda x: [].__iadd__(x), cyc=lambda x: list(itertools.islice(itertools.cycle(x), 5)), mapf=lambda x: list(map(lambda v: v, x)), listc=lambda x: list(list(x)), grp=lambda x: [k for k, g in itertools.groupby(x)], strict=lambda x: list(zip(x, x)), tee=lambda x: [list(i) for i in itertools.tee(x)], batched=lambda x: list(itertools.batched(x, 2)), zl=lambda x: list(itertools.zip_longest(x, 'a')), union=lambda x: set().union(x), isd=lambda x: {1}.isdisjoint(x), ord=lambda x: list(reversed(list(x))), sm=lambda x: list(itertools.starmap(str, zip(x))), fromit=lambda x: list(itertools.chain.from_iterable([x])), nxt=lambda x: next(iter(x)), aiterr=lambda x: x.__iter__().n, extslice=lambda x: [1, 2, 3].__setitem__(slice(None, None, 1), x), strj=lambda x: b''.join(x) if 0 else 0, sumst=lambda x: sum(x, 5), dictcomp=lambda x: {k: 1 for k in x}).items():
    print(K.__name__, name, end=' ')
    try: print(f(K()))
    except Exception as e: print(type(e).__name__, e)
