# What a suspended generator does in `finally` and `with` when nothing refers to it any more.
def gen(tag="g", n=5):
    try:
        for i in range(n):
            yield i
    finally:
        print("  finally", tag)
class CM:
    def __init__(s, n): s.n = n
    def __enter__(s): print("  enter", s.n); return s
    def __exit__(s, *a): print("  exit", s.n, a[0] and a[0].__name__)
def wgen(n):
    with CM(n):
        yield 1
        yield 2
print("break")
for x in gen("a"):
    print("x", x)
    if x == 1:
        break
print("after break")
for x in gen("a2"):
    print("x", x)
    break
else:
    print("else")
print("after a2")
print(next(gen("b")))
print("after b")
g = gen("c"); next(g)
del g
print("after c")
g = gen("d")
next(g)
g = None
print("after d")
def f():
    g = gen("e")
    return next(g) + 100
print("f gives", f())
print(any(x > 1 for x in gen("any")))
print("after any")
print(list(zip(gen("z1"), gen("z2", 2))))
print("after zip")
def h():
    for x in gen("h"):
        if x == 2:
            return x * 10
print("h gives", h())
def k():
    for x in gen("k"):
        raise ValueError("boom")
try:
    k()
except ValueError as e:
    print("caught", e)
print("after k")
def k2():
    g = gen("k2")
    next(g)
    raise ValueError("boom2")
try:
    k2()
except ValueError as e:
    print("caught", e)
print("after k2")
for x in wgen("w"):
    print("in w", x)
    break
print("after w")
def lines(src):
    for s in src:
        yield s * 2
def evens(src):
    return (s for s in src if s % 2 == 0)
for v in evens(lines(gen("pipe", 10))):
    print("v", v)
    if v >= 4:
        break
print("after pipe")
from itertools import islice, takewhile
print(list(islice(gen("isl"), 2)))
print("after islice")
print(list(takewhile(lambda v: v < 2, gen("tw"))))
print("after takewhile")
a, *b = islice(gen("unp"), 3)
print(a, b)
def catcher():
    try:
        yield 1
    except GeneratorExit:
        print("  GeneratorExit seen")
        raise
next(catcher())
print("after catcher")
store = {"k": gen("stored")}
next(store["k"])
print("stored alive")
store.clear()
print("after clear")
class Box:
    pass
b = Box(); b.g = gen("boxed"); next(b.g)
print("boxed alive")
b.g = gen("boxed2"); next(b.g)
print("boxed replaced")
del b
print("after box")
def outer():
    try:
        yield from gen("inner")
    finally:
        print("  outer finally")
it = outer(); print(next(it), next(it))
it = 5
print("after outer")
gs = [gen(f"l{i}") for i in range(3)]
for q in gs: next(q)
gs.pop(1)
print("popped")
del gs, q
print("after list")
it = iter(gen("iter"))
print(next(it))
m = map(lambda v: v + 1, gen("map"))
print(next(m))
m = None
print("after map")
def two():
    yield from gen("y1")
for i, v in enumerate(two()):
    if i == 1: break
print("after enumerate")
x = max(next(gen("m1")), next(gen("m2")))
print("x", x)
class Pause:
    def __await__(self):
        yield 'paused'

async def inner(name):
    try:
        await Pause()
    finally:
        print('inner', name)

async def outer(name):
    await inner(name)

async def guarded(name):
    try:
        await inner(name)
    finally:
        print('guarded', name)

c = outer('a')
print(c.send(None))
c = None
print('after a')
c = guarded('b')
print(c.send(None))
del c
print('after b')

def dropped_by_return():
    c = guarded('c')
    c.send(None)

dropped_by_return()
print('after c')
outer('d').send(None)
print('after d')
last = gen("at exit"); next(last)
print("end of program")
