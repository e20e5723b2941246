from functools import partial
import operator, collections, copy
class K:
    def __init__(s, v): s.v = v
    def __hash__(s): return hash(s.v)
    def __eq__(s, o): return s.v == getattr(o, 'v', o)
    def __lt__(s, o): return s.v < getattr(o, 'v', o)
    def __repr__(s): return f'K{s.v}'
class I:
    def __init__(s, v): s.v = v
    def __index__(s): return s.v
    def __repr__(s): return f'I{s.v}'
class It:
    def __init__(s, *v): s.v = v
    def __iter__(s): return iter(s.v)
    def __repr__(s): return f'It{s.v}'
class Mp:
    def keys(s): return iter(['m', K(5)])
    def __getitem__(s, k): return ('got', k)
    def __repr__(s): return 'Mp'
class Sub(str): pass
class LS(list):
    def append(s, x): super().append(('LS', x))
def gen(*v): yield from v
cases = [
 (lambda: [K(1), K(2), 3], [('index', lambda: (K(2),)), ('index', lambda: (3, I(1))), ('count', lambda: (K(1),)), ('remove', lambda: (K(2),)), ('append', lambda: (K(9),)), ('insert', lambda: (I(1), 'x')), ('pop', lambda: (I(0),)), ('extend', lambda: (It(1, 2),)), ('extend', lambda: (gen(1, 2),)), ('__contains__', lambda: (K(3),)), ('__getitem__', lambda: (I(1),)), ('__setitem__', lambda: (I(1), 5)), ('__delitem__', lambda: (I(0),)), ('__mul__', lambda: (I(2),)), ('__eq__', lambda: ([K(1), K(2), K(3)],)), ('__iadd__', lambda: (It(7),)), ('sort', lambda: ()), ('copy', lambda: ()), ('__add__', lambda: ([1],)), ('index', lambda: (99,)), ('pop', lambda: (I(50),)), ('remove', lambda: (K(77),))]),
 (lambda: {K(1): 'a', 'm': 2, 5: 3}, [('get', lambda: (K(1),)), ('get', lambda: (K(8), 'd')), ('pop', lambda: (K(1),)), ('pop', lambda: (K(8),)), ('setdefault', lambda: (K(2), [])), ('setdefault', lambda: (K(1), [])), ('update', lambda: (Mp(),)), ('update', lambda: (gen((K(1), 2), ('z', 3)),)), ('update', lambda: ({K(1): 7},)), ('__getitem__', lambda: (K(5),)), ('__setitem__', lambda: (K(1), 9)), ('__delitem__', lambda: (K(1),)), ('__contains__', lambda: (K(1),)), ('__or__', lambda: ({K(1): 0},)), ('__ior__', lambda: (gen((K(1), 4)),)), ('__eq__', lambda: ({K(1): 'a', 'm': 2, 5: 3},)), ('fromkeys', lambda: (gen(K(1), K(1)), 3)), ('keys', lambda: ()), ('popitem', lambda: ()), ('__getitem__', lambda: (K(66),)), ('get', lambda: ([],))]),
 (lambda: {K(1), K(2), 3}, [('add', lambda: (K(1),)), ('add', lambda: (K(7),)), ('discard', lambda: (K(2),)), ('remove', lambda: (K(2),)), ('remove', lambda: (K(22),)), ('update', lambda: (gen(K(1), K(4)), [K(5)])), ('union', lambda: ([K(1), K(9)],)), ('intersection', lambda: (gen(K(1), 3),)), ('difference', lambda: ({K(1)},)), ('symmetric_difference', lambda: ([K(1), K(8)],)), ('issubset', lambda: ([K(1), K(2), K(3), 4],)), ('issuperset', lambda: (gen(K(1)),)), ('isdisjoint', lambda: ([K(2)],)), ('__contains__', lambda: (K(1),)), ('__contains__', lambda: ({3},)), ('__and__', lambda: ({K(1)},)), ('__or__', lambda: ({K(1)},)), ('__sub__', lambda: ({K(1), 3},)), ('__xor__', lambda: ({K(1), 3},)), ('__le__', lambda: ({K(1), K(2), 3, 4},)), ('__eq__', lambda: ({K(1), K(2), K(3)},)), ('intersection_update', lambda: ([K(1)],)), ('difference_update', lambda: (gen(K(1)),)), ('symmetric_difference_update', lambda: ([K(1)],)), ('__ior__', lambda: ({K(6)},)), ('add', lambda: ([],))]),
 (lambda: (K(1), K(2), 3), [('index', lambda: (K(2),)), ('count', lambda: (K(3),)), ('__contains__', lambda: (K(3),)), ('__eq__', lambda: ((K(1), K(2), K(3)),)), ('__lt__', lambda: ((K(1), K(3)),)), ('__hash__', lambda: ()), ('__getitem__', lambda: (I(-1),)), ('__mul__', lambda: (I(2),)), ('index', lambda: (9,))]),
 (lambda: collections.deque([K(1), K(2), 3], 5), [('remove', lambda: (K(2),)), ('index', lambda: (K(3),)), ('count', lambda: (K(1),)), ('insert', lambda: (I(1), 'x')), ('rotate', lambda: (I(1),)), ('extend', lambda: (gen(1, 2, 3),)), ('extendleft', lambda: (It(1),)), ('__contains__', lambda: (K(2),)), ('__getitem__', lambda: (I(0),)), ('remove', lambda: (99,))]),
 (lambda: collections.Counter([K(1), K(1), 'a']), [('update', lambda: (gen(K(1), 'z'),)), ('subtract', lambda: ([K(1)],)), ('__getitem__', lambda: (K(1),)), ('__getitem__', lambda: (K(2),)), ('most_common', lambda: (I(1),)), ('__add__', lambda: (collections.Counter([K(1)]),)), ('elements', lambda: ())]),
 (lambda: collections.defaultdict(list, {K(1): [1]}), [('__getitem__', lambda: (K(1),)), ('__getitem__', lambda: (K(2),)), ('get', lambda: (K(1),)), ('setdefault', lambda: (K(3), 1)), ('__missing__', lambda: (K(9),))]),
 (lambda: collections.OrderedDict([(K(1), 1), (K(2), 2)]), [('move_to_end', lambda: (K(1),)), ('move_to_end', lambda: (K(2), False)), ('pop', lambda: (K(1),)), ('popitem', lambda: (False,)), ('get', lambda: (K(2),)), ('__setitem__', lambda: (K(1), 5)), ('move_to_end', lambda: (K(7),))]),
 (lambda: 'abc-def-abc', [('join', lambda: (gen('x', 'y'),)), ('join', lambda: (It('p', Sub('q')),)), ('split', lambda: (Sub('-'), I(1))), ('replace', lambda: ('abc', Sub('Z'), I(1))), ('center', lambda: (I(15), '*')), ('find', lambda: ('abc', I(1))), ('count', lambda: ('a', I(1))), ('startswith', lambda: (('x', 'abc'),)), ('__getitem__', lambda: (I(2),)), ('__mul__', lambda: (I(2),)), ('__mod__', lambda: (K(1),)), ('format', lambda: (K(1),)), ('translate', lambda: ({97: 'A', 98: None},)), ('encode', lambda: (Sub('ascii'),)), ('zfill', lambda: (I(14),)), ('join', lambda: ([1],)), ('expandtabs', lambda: (I(3),)), ('ljust', lambda: (I(13),))]),
 (lambda: b'abc', [('join', lambda: (gen(b'x', b'y'),)), ('find', lambda: (I(98),)), ('__contains__', lambda: (I(97),)), ('replace', lambda: (b'a', bytearray(b'zz'))), ('hex', lambda: (':', I(1))), ('center', lambda: (I(7),)), ('__getitem__', lambda: (I(1),))]),
 (lambda: bytearray(b'abc'), [('append', lambda: (I(65),)), ('extend', lambda: (gen(65, I(66)),)), ('insert', lambda: (I(1), I(90))), ('pop', lambda: (I(0),)), ('remove', lambda: (I(97),)), ('__setitem__', lambda: (I(0), I(88))), ('__setitem__', lambda: (slice(0, I(1)), It(70, 71))), ('append', lambda: (I(300),))]),
 (lambda: 5, [('__add__', lambda: (3,)), ('__pow__', lambda: (2, 3)), ('to_bytes', lambda: (I(2), 'big')), ('__round__', lambda: (I(-1),)), ('__eq__', lambda: (K(5),))]),
 (lambda: range(10), [('index', lambda: (I(3),)), ('count', lambda: (K(3),)), ('__contains__', lambda: (K(4),)), ('__getitem__', lambda: (I(2),)), ('__getitem__', lambda: (slice(I(1), I(5)),))]),
 (lambda: LS([1]), [('append', lambda: (2,)), ('extend', lambda: ([3],)), ('index', lambda: (K(1),))]),
]
def shown(x):
    if isinstance(x, (set, frozenset)): return 'set:' + str(sorted(map(repr, x)))
    if type(x).__name__ in ('dict_keys', 'chain', 'itertools.chain', 'dict_keyiterator'): return 'it:' + repr(list(x))
    return repr(x)
forms = {
 'direct': lambda o, m, a: eval(f'o.{m}(*a)', {'o': o, 'a': a}) if False else getattr(o, m)(*a),
 'bound': lambda o, m, a: [f := getattr(o, m), f(*a)][1],
 'bound1': lambda o, m, a: [f := getattr(o, m), f(a[0]) if len(a) == 1 else f(a[0], a[1]) if len(a) == 2 else f(*a)][1],
 'unbound': lambda o, m, a: getattr(type(o), m)(o, *a) if m != 'fromkeys' else type(o).fromkeys(*a),
 'unbound1': lambda o, m, a: (u := getattr(type(o), m)) and (u(o, a[0]) if len(a) == 1 else u(o, a[0], a[1]) if len(a) == 2 else u(o, *a)) if m != 'fromkeys' else type(o).fromkeys(*a),
 'partial': lambda o, m, a: partial(getattr(o, m), *a)(),
 'map': lambda o, m, a: next(map(getattr(o, m), *[[x] for x in a])) if a else getattr(o, m)(),
 'mapl': lambda o, m, a: list(map(getattr(o, m), *[[x] for x in a]))[0] if a else getattr(o, m)(),
 'mc': lambda o, m, a: operator.methodcaller(m, *a)(o),
 'pt2': lambda o, m, a: partial(getattr(type(o), m), o)(*a) if m != 'fromkeys' else type(o).fromkeys(*a),
 'comp': lambda o, m, a: [getattr(o, m)(*b) for b in [a]][0],
 'sortkey': lambda o, m, a: sorted([a[0]], key=lambda x, f=getattr(o, m): str(f(x, *a[1:]))) and 'sorted' if a else 'none',
}
for make, methods in cases:
    for m, args in methods:
        for name, form in forms.items():
            o = make()
            try: r = form(o, m, args())
            except Exception as e: r = e; print(type(o).__name__, m, name, type(e).__name__, str(e)[:100], shown(o)); continue
            print(type(o).__name__, m, name, shown(r) if m != '__hash__' else type(r), shown(o))
def sites():
    # the same at sites that repeat
    for make, methods in cases[:4]:
        for m, args in methods:
            o = make()
            f = getattr(o, m)
            out = []
            for _ in range(3):
                a = args()
                try: out.append(shown(f(*a)) if m != '__hash__' else 0)
                except Exception as e: out.append(type(e).__name__)
            print(m, out, shown(o))
sites()
