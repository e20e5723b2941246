"""Iterators given to builtins that need code of the program halfway: none of their items is lost."""
class H:
    def __init__(s,n): s.n=n
    def __hash__(s): return s.n
    def __eq__(s,o): return s.n==o.n
    def __repr__(s): return f'H{s.n}'
    def __lt__(s,o): return s.n<o.n
L=lambda: iter([H(1),H(2),H(3)])
P=lambda: iter([(H(1),1),(H(2),2)])
def t(n,f):
    try: print(n,f())
    except BaseException as e: print(n,type(e).__name__,e)
def a():
    d={}; d|=P(); return d
def b():
    s=set(); s|=set(L()); return s
def c():
    l=[]; l+=L(); l[1:2]=L(); return l
def e():
    d={H(1):1,H(5):2}
    return d.keys()&L(), d.keys()|L(), d.keys()-L(), d.keys()^L(), L()&d.keys()
def f():
    x,*y=L(); p,q,r=L(); return x,y,p,q,r
def g(): return [*L(),*L()], {*L(),*L()}, (lambda *a:a)(*L(),*L())
def h(): return dict(P(), a=1), {**dict(P())}
def i(): return d.items()&P() if (d:={H(1):1}) else 0
def j():
    import collections
    q=collections.deque(); q+=L(); q.extend(L()); q.extendleft(L()); return q, collections.Counter(L())+collections.Counter(L()), collections.OrderedDict(P()), collections.ChainMap(dict(P())), collections.defaultdict(int,P())
def k(): return max(L(),default=1), min(enumerate(L())), sorted(zip(L(),'abc'),reverse=True), sorted(enumerate('ab'),key=lambda x:-x[0]), max(zip([1,1],L())), sum(map(lambda h:h.n,L()))
def m(): return H(2) in L(), H(9) in L(), (H(1),1) in P()
def n():
    it=L(); next(it); return set(it), list(it)
def o():
    it=L()
    try: sorted(iter([H(1),'a']))
    except (TypeError,AttributeError) as e: print(type(e).__name__)
    bad=iter([H(1),[]])
    try: set(bad)
    except TypeError as e: print(e, list(bad))
    it=iter([H(1),H(2)]); z=zip(it,it); return dict(z), list(it)
def p():
    import itertools, functools, heapq, statistics, operator
    return list(itertools.groupby(L()))[0][0], list(itertools.product(L(),repeat=1)), list(itertools.combinations(L(),2)), heapq.nlargest(2,L()), list(itertools.chain(L(),P())), dict(itertools.zip_longest(L(),'ab')), functools.reduce(max,L())
def q(): return frozenset(reversed([H(1)])), set({H(1):2}.items()), set(reversed({H(1):2})), set(d.values()) if (d:={1:H(1)}) else 0, list(dict.fromkeys(reversed([H(1),H(1)])))
def r():
    from enum import Enum
    from dataclasses import dataclass
    C=Enum('C','A B')
    @dataclass(frozen=True)
    class Pt: x:int
    return dict(zip([C.A,C.B],[1,2])), dict(zip([Pt(1),Pt(2)],'ab')), set(map(Pt,[1,2])), {Pt(1)}.isdisjoint(iter([Pt(1)])), {Pt(1)}.symmetric_difference(iter([Pt(2)]))
for n_,f_ in list(globals().items()):
    if callable(f_) and n_ in 'abcefghijkmnopqr' and len(n_)==1: t(n_,f_)


s = lambda *n: {H(x) for x in n}
for name, f in {
        'set': lambda: set(L()), 'frozenset': lambda: frozenset(L()), 'sorted': lambda: sorted(L()), 'min': lambda: min(L()).n, 'max': lambda: max(L()).n,
        'fromkeys': lambda: dict.fromkeys(L()), 'dict': lambda: dict(P()), 'zip': lambda: dict(zip(L(), L())), 'union': lambda: s(1).union(L()),
        'intersection': lambda: s(1).intersection(L()), 'difference': lambda: s(1, 7).difference(L()), 'symmetric': lambda: s(1, 7).symmetric_difference(L()),
        'generator': lambda: s(1, 7).symmetric_difference(x for x in L()), 'issubset': lambda: s(1).issubset(L()), 'issuperset': lambda: s(1, 2, 3).issuperset(L()),
        'isdisjoint': lambda: s(5).isdisjoint(L()), 'update': lambda: (lambda x: (x.update(L(), L()), x))(s(9)), 'literal': lambda: {*L()}}.items():
    t(name, f)
