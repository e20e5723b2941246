# The functions that loops over `map` and `filter` ask: what they raise, read, yield and return.
import sys
import traceback
def boom(x):
    if x == 3:
        raise ValueError(x)
    return x
try:
    for y in map(boom, [1,2,3]):
        print(y)
except ValueError:
    traceback.print_exc(file=sys.stdout)
try:
    print(sum(map(boom, range(6))))
except ValueError:
    traceback.print_exc(file=sys.stdout)
print(sum(map(lambda v: v*2, range(1000))))
print(len(list(filter(lambda v: v % 5 == 1, range(1000)))))
print([x for x in filter(lambda v: v % 5, range(20))])
def outer():
    k = 4
    r = [x for x in map(lambda v: v + k, range(5))]
    for x in filter(lambda v: v != k, range(8)):
        r.append(x)
    return r
print(outer())
def unb():
    try:
        for x in map(lambda v: v + zz, range(3)): print(x)
    except NameError as e:
        print(e)
    zz = 1
    print(list(map(lambda v: v + zz, range(3))))
unb()
def g(v):
    yield v
for x in map(g, range(2)): print(next(x))
def nested(v):
    return sum(map(lambda w: w * v, filter(lambda q: q & 1, range(v))))
for x in map(nested, range(10)): print(x, end=' ')
print()
def rec(n):
    if n == 0: return 1
    t = 0
    for x in map(lambda q: rec(n-1), range(2)):
        t += x
    return t
print(rec(9))
def deep(n):
    for x in map(deep, [n-1] if n else []): return x + 1
    return 0
print(deep(200))
def stop(v):
    if v == 2: raise StopIteration
    return v
print(list(map(stop, range(5))))
for x in map(stop, range(5)): print('s', x)
import sys
def fr(v):
    return sys._getframe(1).f_lineno, sys._getframe().f_code.co_name
for x in map(fr, range(2)):
    print(x)
for x in filter(lambda v: [] if v & 1 else 'y', range(5)): print('f', x)
it = map(lambda v: v, range(3))
for a in it:
    print(a, next(it, 'none'))
