import asyncio
def t(f, *a):
    try:
        print(f(*a))
    except BaseException as e:
        print(type(e).__name__ + ":", e)
async def add(a, b):
    return a + b
c = add(1, 2)
print(type(c).__name__)
try:
    c.send(None)
except StopIteration as e:
    print("value", e.value)
t(c.send, None)
async def outer():
    x = await add(1, 2)
    y = await add(x, 10)
    return x, y
print(asyncio.run(outer()))
class Awaitable:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield "request " + self.v
        return "response " + str(got)
async def uses():
    return [await Awaitable("a"), await Awaitable("b")]
c = uses()
print(c.send(None), c.send(1))
try:
    c.send(2)
except StopIteration as e:
    print(e.value)
class CM:
    async def __aenter__(self): print("aenter"); return "v"
    async def __aexit__(self, k, v, tb): print("aexit", k and k.__name__); return k is ValueError
async def with_cm():
    async with CM() as v:
        print(v)
    async with CM():
        raise ValueError
    async with CM():
        return "returned"
print(asyncio.run(with_cm()))
class It:
    def __init__(self, n): self.i, self.n = 0, n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.i >= self.n: raise StopAsyncIteration
        self.i += 1
        return self.i
async def agen(n):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    finally:
        print("agen done")
async def loops():
    async for v in It(3): print(v, end=" ")
    else: print("else")
    print([v async for v in It(3) if v != 2], {v: v * v async for v in agen(3)}, {v async for v in agen(2)})
    print([await add(i, 1) for i in range(3)], [x async for x in (y * 2 async for y in agen(3))])
    g = agen(2)
    print(await g.__anext__(), await anext(g), await anext(g, "default"))
    async for v in agen(5):
        if v == 1: break
asyncio.run(loops())
async def failing():
    await asyncio.sleep(0)
    raise KeyError("k")
async def catches():
    try:
        await failing()
    except KeyError as e:
        return "caught " + str(e)
print(asyncio.run(catches()))
async def send_gen():
    got = yield 1
    print("got", got)
    try:
        yield 2
    except ValueError as e:
        yield "handled " + str(e)
async def drive():
    g = send_gen()
    print(await g.asend(None), await g.asend("x"), await g.athrow(ValueError("v")))
    await g.aclose()
asyncio.run(drive())
async def bad_await(): await 5
async def bad_for():
    async for x in [1]: pass
async def bad_with():
    async with 5: pass
async def bad_iter():
    class B:
        def __aiter__(self): return 5
    async for x in B(): pass
for f in (bad_await, bad_for, bad_with, bad_iter):
    t(asyncio.run, f())
async def worker(name, n):
    for i in range(n):
        print(name, i)
        await asyncio.sleep(0)
    return name
async def main():
    r = await asyncio.gather(worker("a", 2), worker("b", 3))
    print(r)
    task = asyncio.create_task(worker("t", 1))
    print("created", task.done())
    print(await task, task.done(), task.result())
asyncio.run(main())
class Meth:
    async def m(self): return self
    @staticmethod
    async def s(x): return x
    @classmethod
    async def c(cls): return cls.__name__
    async def __call__(self): return "called"
async def meths():
    m = Meth()
    return (await m.m()) is m, await Meth.s(1), await Meth.c(), await m(), await (lambda: add(1, 1))()
print(asyncio.run(meths()))
