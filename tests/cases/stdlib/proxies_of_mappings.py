# Read-only views of mappings that are more than dicts.
import inspect
from collections import Counter, OrderedDict, defaultdict
from types import MappingProxyType


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as exc:
        return f'{type(exc).__name__}: {exc}'


print(inspect.signature(lambda a, b=1: 0).parameters)
print(inspect.signature(lambda: 0).parameters, len(inspect.signature(lambda x: 0).parameters))
o = OrderedDict(a=1, b=2)
p = MappingProxyType(o)
print(p, str(p), p['a'], list(p), len(p), 'a' in p, p.get('z', 0), p.keys(), p.values(), p.items(), list(reversed(p)), p.copy(), bool(p))
print(p == OrderedDict(b=2, a=1), p == {'b': 2, 'a': 1}, p == MappingProxyType(OrderedDict(a=1, b=2)), type(p | {'c': 3}).__name__, dict(p), {**p})
o['c'] = 3
print(p, p | {'d': 4}, {'z': 0} | p, '%(a)s' % p, '{a}'.format(**p))


class Missing(dict):
    def __missing__(self, key):
        return f'missing={key}'

    def __contains__(self, key):
        return key == 'magic' or dict.__contains__(self, key)

    def get(self, key, default=None):
        return f'got {key}'

    def __hash__(self):
        return 42


m = MappingProxyType(Missing(x=1))
print(m['x'], m['y'], 'magic' in m, 'x' in m, 'y' in m, m.get('q'), hash(m), m)
print(attempt(hash, MappingProxyType({})), attempt(hash, p))
d = MappingProxyType(defaultdict(list, a=[1]))
print(d, d['new'], len(d), MappingProxyType(Counter('aab')), MappingProxyType(p)['b'])
print(attempt(lambda: p.__ior__({})), attempt(MappingProxyType, [1]), attempt(MappingProxyType, 3), attempt(p.__getitem__, 'none'))
print(attempt(lambda: p.pop('a')), attempt(lambda: p.__setitem__('a', 1)), vars(int) is not None, type(vars(Missing)).__name__)
