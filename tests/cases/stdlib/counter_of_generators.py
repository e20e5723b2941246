from collections import Counter
print(Counter(w for w in 'a b a c'.split()), Counter(x % 3 for x in range(10)))
class C(Counter): pass
c = C(w for w in 'abcab'); c.update(w for w in 'aab'); print(c, type(c))
class S(Counter):
    def __setitem__(self, k, v): print('set', k, v); super().__setitem__(k, v)
print(S(w for w in 'aab'))
class G(Counter):
    def get(self, k, d=None): return super().get(k, d)
print(G(w for w in 'aab'))
def bad():
    yield 'a'; yield 'b'; raise ValueError('x')
c = Counter()
try: c.update(bad())
except ValueError as e: print(e, c)
class H:
    def __init__(s, v): s.v = v
    def __hash__(s): return hash(s.v)
    def __eq__(s, o): return s.v == o.v
    def __repr__(s): return f'H{s.v}'
print(Counter(H(i % 2) for i in range(5)), Counter([H(1), H(1)]))
try: Counter([] for _ in range(2))
except TypeError as e: print(e)
