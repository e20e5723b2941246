"""Containers in containers and views, compared where the program says what is equal and what is less."""
import collections
class H:
    def __init__(s,n): s.n=n
    def __hash__(s): return s.n
    def __eq__(s,o): return s.n==o.n
    def __lt__(s,o): return s.n<o.n
    def __gt__(s,o): return s.n>o.n
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
D=collections.deque
t(lambda: D([H(1)])<D([H(2)])); t(lambda: D([H(1)])>=D([H(2)])); t(lambda: D([H(1)])==D([H(1)]));t(lambda: D([H(1)])!=D([H(1)]))
k=lambda *n:{H(x):H(x) for x in n}
t(lambda: k(1).keys()<=k(1,2).keys()); t(lambda: k(1).keys()<k(1,2).keys()); t(lambda: k(1,2).keys()>k(1).keys()); t(lambda: k(1).keys()>=k(1).keys()); t(lambda: k(1).items()<=k(1,2).items()); t(lambda: k(1).keys()=={H(1)}); t(lambda: {H(1)}<=k(1).keys()); t(lambda: {H(1)}<k(1,2).keys());t(lambda: k(1).items()==k(1).items())
t(lambda: (H(1),H(2))<(H(1),H(3))); t(lambda: [H(1)]>[H(0)]); t(lambda: {H(1)}<{H(1),H(2)}); t(lambda: frozenset([H(1)])>={H(1)}); t(lambda: H(1) in D([H(1)])); t(lambda: D([H(1)])*2==D([H(1),H(1)]))
import types
t(lambda: types.MappingProxyType(k(1))==k(1)); t(lambda: types.MappingProxyType(k(1))[H(1)].n); t(lambda: types.MappingProxyType(k(1)).get(H(1)).n); t(lambda: H(1) in types.MappingProxyType(k(1)))
t(lambda: slice(H(1))==slice(H(1))); t(lambda: slice(H(1))<slice(H(2))); t(lambda: slice(H(1)) in [slice(H(1))]); t(lambda: range(3)==range(3)); t(lambda: {slice(1,2):1})

t(lambda: {key.n for key in types.MappingProxyType(k(1)) | k(2)})
t(lambda: [set.__or__({H(1)}, {H(1), H(2)}) == {H(1), H(2)}, list.__lt__([H(1)], [H(2)]), dict.__contains__(k(1), H(1)), types.MappingProxyType(k(1)).__contains__(H(2))])
