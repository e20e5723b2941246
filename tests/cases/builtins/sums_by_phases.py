"""Sums of mixed numbers: when additions of floats keep what they drop, by what came before and by the start; of lists, iterators and generators."""
from fractions import Fraction
tenths=[0.1]*10
cases=[[2**63-1,1]+tenths,[2**70]+tenths,[1]+tenths,[0.1,0.2,Fraction(1,10)]+tenths,[Fraction(1,10)]+tenths,[True]+tenths,[0.1]*3+[2**70]+tenths,[1,2.5,3]+tenths,[2**70,-2**70]+tenths,[2**62]*40+tenths,[0.5,2**70,-2**70]+tenths,[True,2**63-1,True,-5,0.5],[1j]+tenths,[0.1,1j]+tenths+[0.1],[1e16,1.0,-1e16],[0.5,10**25,0.1,0.2,0.3]]
for c in cases:
    for start in (0, 0.0, 0.1, True, 2**64, Fraction(1, 3), 0j):
        r=[]
        for f in (lambda: sum(c,start), lambda: sum((x for x in c),start), lambda: sum(iter(c),start), lambda: sum(tuple(c),start)):
            try: r.append(repr(f()))
            except Exception as e: r.append(f'{type(e).__name__} {e}')
        print(cases.index(c),start,r[0] if len(set(r))==1 else r)
