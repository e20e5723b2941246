class Runner:
    def __init__(self, f, *more):
        self.f = f
        self.more = more
    def go(self, x):
        return self.f(x)
def double(x): return x * 2
def two(x, y=3): return x + y
class Callable:
    def __call__(self, x): return ('called', x)
def gen(x):
    yield x
for f in (double, two, lambda x: x + 1, str, len, Callable(), Runner(double).go, gen, abs, [].append, Runner):
    r = Runner(f)
    for x in (1, 'ab', [2]):
        try:
            out = r.go(x)
            print(list(out) if f is gen else type(out).__name__ if f is Runner else out, end=' ')
        except Exception as e:
            print(type(e).__name__, e, end=' ')
    print()
r = Runner(double)
for i in range(6):
    print(r.go(i), end=' ')
    if i == 2: r.f = two
    if i == 3: Runner.f = property(lambda self: (lambda x: 'property'))
print()
del Runner.f
del r.f
try:
    r.go(1)
except AttributeError as e:
    print(e)
class S:
    __slots__ = ('f',)
    def go(self, x): return self.f(x)
s = S()
for i in range(3):
    try:
        print(s.go(i))
    except AttributeError as e:
        print(e)
    s.f = lambda x: -x
