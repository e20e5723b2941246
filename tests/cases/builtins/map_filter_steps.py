# `map` and `filter` step by step: what they ask, when they end, what goes on after an exception.
import copy, sys
def show(*a): print(*a)
class S:
    def __init__(s, v): s.v = v
    def __str__(s): return f'<{s.v}>'
    def __repr__(s): return f'S{s.v}'
    def __int__(s): return s.v
    def __len__(s): return s.v
    def __bool__(s): print('bool', s.v); return s.v % 2 == 0
    def __abs__(s): return -s.v
print(list(map(str, [1, S(2), None, S(3), 'x'])), list(map(int, ['7', S(8), 9.5])), list(map(len, ['ab', S(4), ()])))
print(list(map(abs, [-1, S(3)])), list(map(repr, [1, 'a', S(1)])), [*map(bool, [0, S(1), S(2)])])
it = map(int, ['1', '2', 'x', '4'])
print(next(it))
try: print(list(it))
except ValueError as e: print(e)
print(list(it), list(it), next(it, 'end'))
it = map(str, [1, 2, S(5), S(6)])
print(next(it), next(it), next(it), next(it), next(it, None))
try: next(it)
except StopIteration as e: print('stop', e.args)
a, b = map(int, '3 4'.split()); print(a, b)
a, *b = map(str, [1, S(2), S(3)]); print(a, b)
try: a, b = map(int, '1 2 3'.split())
except ValueError as e: print(e)
a, b = map(lambda x: x * 2, (5, 6)); print(a, b)
def noisy(x): print('f', x); return x
it = map(noisy, [1, 2, 3])
print(type(it), iter(it) is it, next(it))
for x in it: print('got', x)
print(list(it))
def stops(x):
    if x == 3: raise StopIteration
    return x
print(list(map(stops, [1, 2, 3, 4])))
it = map(stops, [1, 3, 4]); print(next(it), next(it, 'd'), next(it))
print([*filter(stops, [1, 2, 3, 4])], list(filter(None, [0, 1, '', S(2), S(3), [], 'a'])))
print(list(filter(lambda x: S(x), [1, 2, 3, 4])))
it = filter(noisy, [0, 1, 0, 2]); print(next(it), next(it), next(it, 'none'))
print(list(filter(str.isdigit, ['1', 'a', '22'])), list(map(str.upper, ['a', 'b'])), list(map(str.strip, [' a '])))
try: list(map(str.upper, ['a', 3]))
except TypeError as e: print(e)
for f in (None, 3, 'x'):
    try: print(list(map(f, [1])))
    except TypeError as e: print(e)
try: print(list(filter(3, [1])))
except TypeError as e: print(e)
for bad in (lambda: map(str), lambda: map(), lambda: map(str, 3), lambda: filter(None), lambda: filter(None, 3), lambda: map(str, [1], key=2), lambda: filter(None, [1], [2])):
    try: print(bad())
    except TypeError as e: print(e)
print(sum(map(int, '123')), max(map(len, ['a', 'bbb'])), min(map(lambda s: -len(s), ['a', 'bbb'])), sorted(map(abs, [-3, 2])), ','.join(map(str, [1, 2])), set(map(int, '11')), tuple(map(str, range(3))), dict(map(lambda x: (x, x * x), range(3))), any(map(noisy, [0, 1, 2])), all(map(noisy, [1, 0, 2])))
print(2 in map(int, '123'), 5 in map(lambda x: x, [1, 2]), list(enumerate(map(str, [1, 2]))), list(zip(map(str, [1, 2, 3]), map(noisy, [4, 5]))), list(map(lambda x, y: x + y, [1, 2], [3, 4, 5])), list(map(str, filter(None, [0, 1]))), list(filter(noisy, map(int, '01'))))
l = [1, 2, 3]
it = map(lambda x: l.append(x) if len(l) < 5 else x, l)
print(list(it), l)
d = {1: 2}
try:
    for x in map(lambda k: d.__setitem__(k + 1, 0), d): pass
except RuntimeError as e: print(e)
it = map(noisy, [7, 8]); c = copy.copy(it)
print(it.__reduce__()[0], c.__class__, isinstance(it, map), isinstance(filter(None, []), filter), type(map(str, iter([]))).__name__)
def gen():
    yield from map(lambda x: x + 1, [1, 2])
    yield from filter(lambda x: x > 1, [1, 2])
    yield from map(str, [S(1), 2])
    r = yield from map(int, [])
    yield r
print(list(gen()))
def inner(x):
    return next(it2, 'over')
it2 = map(inner, [1, 2, 3]); print(list(it2))
class It:
    def __iter__(s): return iter([1, 2])
print(list(map(str, It())), list(filter(lambda x: x > 1, It())), list(map(str, (x for x in 'ab'))), list(map(next, [iter([1]), iter([]), iter([2])])))
class C:
    def __init__(s, x): s.x = x
    def __repr__(s): return f'C({s.x})'
print(list(map(C, [1, 2])), list(map(S(1).__len__.__class__, [])), list(map([1, 2, 3].__getitem__, [0, 2])), list(map({1: 'a'}.get, [1, 2])), list(filter({1, 2}.__contains__, [1, 3, 2])))
class M(map): pass
class F(filter): pass
print(list(M(str, [1, 2])), list(F(None, [0, 1])), type(M(str, [])).__name__)
def boom(x): raise KeyError(x)
import traceback
try:
    for x in map(boom, [1]): pass
except KeyError: print([f.name for f in traceback.extract_tb(sys.exc_info()[2])])
async def co(x): return x
for c in map(co, [1]): print(type(c).__name__); c.close()
print([type(g).__name__ for g in map(lambda x: (yield x), [1])])
class K:
    def __init__(s, x): s.x = x
    def __hash__(s): return hash(s.x)
    def __eq__(s, o): return s.x == (o.x if isinstance(o, K) else o)
d = {K(1): 'one', K(2): 'two'}
keys = [K(2), K(3), K(1)]
print(list(map(d.get, keys)), list(map({1: 'one'}.get, keys)), [x for x in map(d.get, keys)], [x for x in map(d.__contains__, keys)])
print([k.x for k in filter({K(1), K(2)}.__contains__, keys)], [k.x for k in filter(d.get, keys)], sum(map({K(1), K(2)}.__contains__, keys)))
it = map(d.get, keys); print(next(it), next(it), next(it), next(it, 'over'), next(it, 'over'))
it = filter(d.get, keys); print(next(it).x, it.__next__().x, next(it, 'over'))
it = filter(d.get, keys); print(any(it), [k.x for k in it]); it = map(d.get, keys); print(all(it), list(it))
def gives():
    yield from map(d.get, keys)
print(list(gives()), [*zip(map(d.get, keys), 'abc')], dict(enumerate(map(d.get, keys))))
it = map(noisy, [7]); print(next(it), next(it, None))
def stops(x): raise StopIteration(x)
it = map(stops, [1, 2]); print(next(it, 'stopped'), next(it, 'stopped'), next(it, 'over'))
try: next(map(boom, [1, 2]))
except KeyError as e: print('KeyError', e)
