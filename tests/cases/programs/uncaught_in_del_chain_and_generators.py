# ends: raised
import itertools
def source(n):
    try:
        for i in itertools.count():
            yield n // (3 - i)
    finally:
        print("source closed", n)
def doubled(it):
    for v in it:
        yield v * 2
def consume(it, limit):
    out = []
    while len(out) < limit:
        out.append(next(it))
    return out
class Pipeline:
    def __init__(self, *stages): self.stages = stages
    def __or__(self, stage): return Pipeline(*self.stages, stage)
    def __call__(self, x):
        for s in self.stages: x = s(x)
        return x
p = Pipeline(source) | doubled | (lambda it: consume(it, 2))
print(p(9), Pipeline(len)("abc"), (Pipeline() | str.upper | list)("ab"))
g = doubled(source(12)); print(next(g), next(g)); g.close()
try: print(consume(doubled(source(1)), 9))
except ZeroDivisionError as e: print("caught", e, e.__traceback__ is not None)
def delegating():
    result = yield from doubled(source(6))
    return result
def driver():
    d = delegating()
    for step in range(5):
        print(step, next(d))
driver()
