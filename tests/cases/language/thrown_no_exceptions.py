# What is thrown into an asynchronous generator has to be an exception.
class E(Exception):
    def __new__(cls, *a): return 5
async def ag():
    yield 1
def step(c):
    try:
        c.send(None)
    except BaseException as e:
        print(type(e).__name__, e)
for wrong in 3, 'x', None, int, ag, E() if 0 else object():
    step(ag().athrow(wrong))
g = ag()
step(g.athrow(5)); step(g.asend(None)); step(g.athrow(5)); step(g.aclose())
def gen(): yield 1
for make in lambda: gen().throw(E), lambda: gen().throw(5):
    try: make()
    except BaseException as e: print(type(e).__name__, e)
