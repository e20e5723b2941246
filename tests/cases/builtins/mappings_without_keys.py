# What has `keys` is a mapping, and what is wrong with it is told as it is found.
def t(f, *a, **k):
    try: print('->', repr(f(*a, **k)))
    except BaseException as e: print('!!', type(e).__name__, e)
class K:
    def keys(self): return 5
class K2:
    def keys(self): return ['a']
class K3(K2):
    def __getitem__(self, k): raise LookupError(k)
class K4:
    def keys(self): return iter(['a', 'b'])
    def __getitem__(self, k): return k * 2
def f(**k): return k
for x in K(), K2(), K3(), K4(), 3, None, [(1, 2)]:
    t(dict, x); t({}.update, x); t(lambda: {**x}); t(lambda: f(**x)); t(lambda: f(c=1, **x)); t(dict, x, z=1)
    def ior():
        d = {}
        d |= x
        return d
    t(ior)
