# What is no mapping, after `**`.
class Obj: pass
class G:
    def __getattr__(self, n): raise LookupError(n)
class A:
    def keys(self): return ['a']
    def __getitem__(self, k): raise AttributeError('inner')
def f(**k): return k
def t(g):
    try: print('->', g())
    except Exception as e: print(type(e).__name__, e)
for x in Obj(), G(), A(), 5, None, [1], ValueError('x'), Obj, {1: 2}:
    t(lambda: {**x}); t(lambda: f(**x)); t(lambda: dict(x)); t(lambda: {'z': 1, **x})
