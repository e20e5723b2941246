# A builtin on the left answers before a subclass on the right is asked, where that is a subclass of another type.

def t(f, *a, **k):
    try: print("->", repr(f(*a, **k)))
    except BaseException as e: print("!!", type(e).__name__, e)
log = []
class SS(set):
    def __lt__(self, o): log.append('SS.lt'); return 'lt'
    def __gt__(self, o): log.append('SS.gt'); return 'gt'
    def __le__(self, o): log.append('SS.le'); return 'le'
    def __or__(self, o): return 'or'
    def __ror__(self, o): return 'ror'
    def __rsub__(self, o): return 'rsub'
    def __eq__(self, o): log.append('eq'); return True
    def __rand__(self, o): return 'rand'
for a in (set(), frozenset(), {1}, {}.keys(), {1: 2}.items()):
    for op in '< > <= | - & == != ^'.split(): print(type(a).__name__, op, end=' '); t(eval, f'a {op} SS()', {'a': a, 'SS': SS}); print(log); log.clear()
class FS(frozenset):
    def __rsub__(s, o): return 'frsub'
    def __gt__(s, o): return 'fgt'
for a in (set(), frozenset(), {1}): print(a - FS(), a < FS(), a > FS())
class I(int):
    def __radd__(s, o): return 'radd'
    def __lt__(s, o): return 'ilt'
    def __gt__(s, o): return 'igt'
    def __eq__(s, o): return 'ieq'
    __hash__ = int.__hash__
    def __rpow__(s, o, m=None): return 'rpow'
    def __rdivmod__(s, o): return 'rdm'
print(1 + I(2), True + I(1), 1.0 + I(2), 1 < I(2), 1 > I(2), 1 == I(2), I(2) == 1, 2 ** I(2), divmod(1, I(2)), pow(2, I(3)), sum([1, I(2)]), 1.5 < I(3), [1, 2].count(I(2)), I(1) in [5])
class L(list):
    def __radd__(s, o): return 'lradd'
    def __rmul__(s, o): return 'lrmul'
    def __lt__(s, o): return 'llt'
    def __gt__(s, o): return 'lgt'
    def __iadd__(s, o): return 'iadd'
print([1] + L([2]), 3 * L([1]), [1] < L([2]), [1] > L(), (1,) == L([1]))
