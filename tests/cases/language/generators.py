def t(f, *a):
    try:
        print(f(*a))
    except BaseException as e:
        print(type(e).__name__ + ":", e)
def count(n):
    print("started")
    i = 0
    while i < n:
        got = yield i
        if got is not None:
            print("got", got)
            i = got
        else:
            i += 1
    return "returned"
g = count(3)
print(type(g).__name__)
print(next(g), next(g), g.send(0), next(g))
try:
    while True: next(g)
except StopIteration as e:
    print("stop", e.value)
t(next, g)
print(next(g, "default"))
g = count(3)
t(g.send, 5)
t(g.send, None)
def catching():
    while True:
        try:
            x = yield "ready"
            print("x", x)
        except ValueError as e:
            print("caught", e)
            yield "recovered"
g = catching()
print(next(g), g.throw(ValueError("boom")), next(g))
t(g.throw, KeyError("out"))
t(next, g)
g = catching()
t(g.throw, ValueError("before start"))
g = catching(); next(g)
print(g.throw(ValueError))
print(g.close(), g.close())
def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2
g = stubborn(); next(g)
t(g.close)
def close_value():
    try:
        yield 1
    except GeneratorExit:
        return "closed value"
g = close_value(); next(g)
print(g.close())
def raises_stop():
    yield 1
    raise StopIteration("inside")
g = raises_stop(); next(g)
t(next, g)
def reenter():
    yield next(me)
me = reenter()
t(next, me)
def inner():
    r = yield "inner 1"
    print("inner received", r)
    try:
        yield "inner 2"
    except KeyError:
        yield "inner handled"
    return "inner result"
def outer():
    value = yield from inner()
    print("value", value)
    yield from [10, 20]
    r = yield from range(1)
    yield r
o = outer()
print(next(o), o.send("hello"), o.throw(KeyError), next(o), next(o), next(o), next(o))
print(list(x for x in outer()))
def early(): 
    return 5
    yield
t(lambda: list(early()))
def deleg():
    yield from 5
t(lambda: list(deleg()))
def fin():
    try:
        yield 1
    finally:
        print("cleanup")
for v in fin(): break
print(list(fin()))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
import itertools
print(list(itertools.islice(fib(), 15)))
def pipeline(xs):
    evens = (x for x in xs if x % 2 == 0)
    squares = (x * x for x in evens)
    return sum(squares)
print(pipeline(range(10)))
def tree(t):
    if t:
        yield from tree(t[0]); yield t[1]; yield from tree(t[2])
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
g = (i for i in range(3))
print(2 in g, list(g))
print([*count(2)], dict(enumerate("ab")), sum(i for i in range(4)))
def coop(n):
    total = 0
    while True:
        v = yield total
        if v is None: return total
        total += v
c = coop(0); next(c)
print(c.send(5), c.send(6))
t(c.send, None)
t(lambda: len(count(1)))
t(lambda: count(1)[0])
lam = lambda: (yield 5)
print(list(lam()))
print(iter(g) is g, hasattr(g, "__next__"))
t(g.throw, 5)
t(g.throw, "str")
