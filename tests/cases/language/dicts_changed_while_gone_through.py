# What a loop over a dict sees of keys that come and go: places, and how many there were.
from collections import OrderedDict

def t(d, f):
    out = []
    try:
        for k in d:
            out.append(k)
            if len(out) > 40: out.append('long'); break
            f(d, k)
    except RuntimeError as e: print(out, e, d)
    else: print(out, 'ok', d)
for n in range(1, 14):
    t({i: i for i in range(n)}, lambda d, k: d.__setitem__(k + 100, d.pop(k)))
    t({i: i for i in range(n)}, lambda d, k: (d.__setitem__(k, d.pop(k))))
    t({i: i for i in range(n)}, lambda d, k: (d.__setitem__(k + 50, 0), d.pop(k)))
    t({i: i for i in range(n)}, lambda d, k: (d.popitem(), d.setdefault(k+20, 0)))
    t(dict(zip(range(n), range(n))), lambda d, k: (d.clear(), d.update(dict.fromkeys('abcdefghijk'[:n]))))
    t({i: i for i in range(n)}, lambda d, k: d.pop(n - 1 - k, 0) or d.setdefault(n-1-k, 3))
d = {1: 1, 2: 2, 3: 3}
it = iter(d)
print(next(it), it.__length_hint__())
d[4] = 4
for _ in range(3):
    try: next(it)
    except RuntimeError as e: print(e, it.__length_hint__())
del d[4]
try: next(it)
except RuntimeError as e: print(e)
it = reversed(d)
next(it); del d[1]
for _ in range(3):
    try: print(next(it))
    except (RuntimeError, StopIteration) as e: print(repr(e))
it = iter(d.items())
next(it); v = d.pop(2); d[2] = v; d.pop(3); d[3] = 1
for _ in range(5):
    try: print(next(it))
    except (RuntimeError, StopIteration) as e: print(repr(e))
d = dict.fromkeys(range(20))
while len(d) > 3: d.popitem()
d['x'] = 1
del d[0]
print(d, list(reversed(d)), d.popitem(), d.popitem(), d)
d.update(dict.fromkeys(range(30))); print(d); d.popitem(); d.popitem(); print(list(d.items())[-3:], 29 in d, 28 in d, 27 in d)

def ordered(f, view=lambda d: d):
    d = OrderedDict((i, i) for i in range(5))
    try:
        for k in view(d):
            f(d)
    except RuntimeError as e: print('E', e)
    else: print('ok', d)
for v in (lambda d: d, lambda d: d.keys(), lambda d: d.items(), lambda d: d.values(), reversed):
    ordered(lambda d: d.clear(), v)
    ordered(lambda d: d.pop(0, None), v)
    ordered(lambda d: d.__setitem__('n', 1), v)
    ordered(lambda d: d.move_to_end(0), v)
    ordered(lambda d: d.move_to_end(4), v)
    ordered(lambda d: d.__setitem__(0, 1), v)
    ordered(lambda d: d.popitem(), v)
    ordered(lambda d: d.popitem(last=False), v)
    ordered(lambda d: (d.pop(3, 0), d.__setitem__(3, 0)), v)
    ordered(lambda d: d.update(a=1), v)
    ordered(lambda d: d.setdefault(9), v)
def u(f, view=lambda d: d):
    d = dict((i, i) for i in range(5))
    try:
        n = 0
        for k in view(d):
            n += 1
            if n > 30: print('long'); break
            f(d)
    except RuntimeError as e: print('E', e)
    else: print('ok', d)
for v in (lambda d: d, lambda d: d.keys(), lambda d: d.items(), lambda d: d.values(), reversed):
    u(lambda d: (d.clear(), d.update({i: i for i in range(5)})), v)
    u(lambda d: (d.pop(3, 0), d.__setitem__(3, 0)), v)
    u(lambda d: (d.pop(0, 0), d.__setitem__(0, 0)), v)
    u(lambda d: (d.popitem(), d.__setitem__(77, 0)), v)
    u(lambda d: (d.popitem(), d.__setitem__(4, 0)), v)
    u(lambda d: (d.clear(), d.update(zip('abcde', 'abcde'))), v)
d = dict.fromkeys(range(30000))
while d:
    d.popitem()
print(d)
