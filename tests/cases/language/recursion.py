def fact(n): return 1 if n <= 1 else n * fact(n - 1)
def ackermann(m, n):
    if m == 0: return n + 1
    if n == 0: return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))
def hanoi(n, a="A", b="B", c="C"):
    if n == 0: return []
    return hanoi(n - 1, a, c, b) + [a + c] + hanoi(n - 1, b, a, c)
def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)
def flatten(x):
    return [z for y in x for z in flatten(y)] if isinstance(x, list) else [x]
def permutations(s):
    return [s] if len(s) < 2 else [c + p for i, c in enumerate(s) for p in permutations(s[:i] + s[i + 1:])]
def subsets(xs):
    if not xs: return [[]]
    rest = subsets(xs[1:])
    return rest + [[xs[0]] + r for r in rest]
print(fact(30), ackermann(2, 3), hanoi(3), even(101), odd(101))
print(flatten([1, [2, [3, [4, [5]]]], [], [[6]]]))
print(permutations("abc"), subsets([1, 2, 3]))
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
print(deep(900))
def forever(n):
    return forever(n + 1)
try:
    forever(0)
except RecursionError as e:
    print(type(e).__name__, e)
class R:
    def __init__(self): self.r = None
    def __repr__(self): return repr(self.r)
r = R()
r.r = r
try:
    repr(r)
except RecursionError as e:
    print(type(e).__name__, str(e).startswith("maximum recursion depth exceeded"))
class Add:
    def __add__(self, other): return self + other
try:
    Add() + 1
except RecursionError as e:
    print(type(e).__name__)
class Attr:
    def __getattr__(self, name): return getattr(self, name + "x")
try:
    Attr().a
except RecursionError as e:
    print(type(e).__name__)
depth = 0
def probe():
    global depth
    depth += 1
    probe()
try:
    probe()
except RecursionError:
    print(900 < depth <= 1000)
def after():
    return "usable afterwards"
print(after(), deep(100))
def gen(n):
    if n:
        yield n
        yield from gen(n - 1)
print(list(gen(10)), sum(gen(200)))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(Y(lambda self: lambda n: 1 if n < 2 else n * self(n - 1))(10))
tree = {"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}
def total(t): return t["v"] + sum(map(total, t["kids"]))
def height(t): return 1 + max([height(k) for k in t["kids"]], default=0)
print(total(tree), height(tree))
