# Calls of which nobody sees a frame, and some where somebody does: recursion to a limit and one that is set meanwhile, __init__, generators.
import sys
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
a = depth(0)
sys.setrecursionlimit(200)
b = depth(0)
print(a > 900, 150 < b < 200)
def g(n):
    if n: yield from g(n - 1)
    yield n
print(sum(g(100)))
class A:
    def __init__(self, n):
        self.c = A(n - 1) if n else None
        sys.setrecursionlimit(300 + n)
x = A(50)
n = 0
while x: x = x.c; n += 1
print(n)
def f(n):
    if n == 0:
        sys.setrecursionlimit(60)
        return inner(0)
    return f(n - 1)
def inner(n):
    try:
        return inner(n + 1)
    except RecursionError:
        return n
sys.setrecursionlimit(300)
r = f(20)
sys.setrecursionlimit(300)
print(r)
def where(n):
    if n: return where(n - 1)
    frame, names = sys._getframe(), []
    while frame:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names
print(where(20))
def many(n):
    k = 0
    for i in range(n):
        k += len(where(i % 17)) + depth2(i % 13)
    return k
def depth2(n):
    return 0 if not n else 1 + depth2(n - 1)
print(many(2000))
class B:
    def __init__(self, n): self.n = n; self.w = len(where(n))
    def up(self, n): return self.n if not n else B(n - 1).up(n - 1) + 1
print(B(12).up(12), [B(i).w for i in range(12)])
class C:
    def __init__(self): return 3
for i in range(3):
    try: C()
    except TypeError as e: print(e)
def gen():
    for i in range(30): yield B(i % 10).up(i % 10)
print([v + depth2(v) for v in gen()], sum(depth2(v) for v in gen()))
