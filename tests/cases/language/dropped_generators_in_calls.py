# Generators that are dropped by callers, by those they were handed to, and with what held them.
def gen(tag, n=3):
    try:
        for i in range(n):
            yield (tag, i)
    finally:
        print("fin", tag)
def consume(g):
    for x in g:
        print("got", x)
        break
    print("consumed")
def outer():
    g = gen("o")
    consume(g)
    print("outer still holds")
    print(next(g, "over"))
    return 1
print(outer())
consume(gen("arg"))
print("after arg")
def key(v):
    g = gen(f"k{v}", 2)
    next(g)
    return -v
print(sorted([1, 2, 3], key=key))
def rec(n):
    for x in gen(f"r{n}", 1 + n % 2):
        if n:
            rec(n - 1)
        break
    return n
rec(3)
def tree(n):
    try:
        yield n
        if n:
            yield from tree(n - 1)
            yield from tree(n - 1)
    finally:
        print("leave", n)
for i, v in enumerate(tree(3)):
    print(v, end=" ")
    if i == 4:
        print()
        break
print("after tree")
class It:
    def __init__(self): self.g = gen("it")
    def __iter__(self): return self
    def __next__(self): return next(self.g)
for x in It():
    print(x)
    break
print("after It")
class Own:
    def __iter__(self):
        try:
            yield 1
            yield 2
        finally:
            print("own done")
for x in Own():
    if x: break
print(1 in Own(), "in")
first, *rest = Own()
print(first, rest)
try:
    first, second, third = gen("u", 5)
except ValueError as e:
    print(e)
print("unpacked")
d = {k: v for k, v in zip("ab", gen("dz", 5))}
print(d)
def swallow():
    while True:
        try:
            yield 1
        except ValueError:
            print("VE")
            yield 2
s = swallow(); next(s); print(s.throw(ValueError)); s = None
print("swallowed")
def early():
    with open_it("x") as f:
        for line in f:
            yield line
from contextlib import contextmanager
@contextmanager
def open_it(name):
    print("open", name)
    try:
        yield ["l1", "l2"]
    finally:
        print("close", name)
for line in early():
    print(line)
    break
print("closed?")
e = early()
print(next(e))
e.close()
print("explicit")
def head(it):
    return next(iter(it))
print(head(early()))
def chain():
    g1, g2 = gen("c1"), gen("c2")
    next(g1); next(g2)
    g1 = g2
    print("g1 replaced")
    return "end"
print(chain())
def lam():
    g = gen("clos"); next(g)
    return lambda: next(g)
f = lam()
print(f())
f = None
print("closure gone")
x = [gen(f"e{i}") for i in range(12)]
for g in x: next(g)
del g
x[3] = None
print("3 gone")
while x:
    x.pop()
print("all gone")
while True:
    for t in gen("w"):
        break
    else:
        continue
    break
print("while")
try:
    for t in gen("exc"):
        raise KeyError(t)
except KeyError as e:
    print("key", e)
def ff():
    for t in gen("ret"):
        try:
            return "value"
        finally:
            print("inner finally")
print(ff())
