import asyncio, contextlib, contextvars, functools, itertools, random, time
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
request_id = contextvars.ContextVar("request_id", default="-")
@dataclass(order=True)
class Event: at: float; name: str = field(compare=False)
class RateLimiter:
    def __init__(self, rate): self.rate, self.used, self.lock = rate, 0, asyncio.Lock()
    async def __aenter__(self):
        async with self.lock:
            self.used += 1
            if self.used % self.rate == 0: await asyncio.sleep(0)
        return self.used
    async def __aexit__(self, t, v, tb): return t is ConnectionResetError
class Circuit:
    def __init__(self, limit): self.limit, self.failures, self.state = limit, 0, "closed"
    def __call__(self, fn):
        @functools.wraps(fn)
        async def wrapper(*a, **k):
            if self.state == "open": raise RuntimeError("circuit open")
            try: result = await fn(*a, **k)
            except Exception:
                self.failures += 1
                if self.failures >= self.limit: self.state = "open"
                raise
            self.failures = 0; return result
        return wrapper
def retry(times, *exceptions):
    def deco(fn):
        @functools.wraps(fn)
        async def wrapper(*a):
            for n in itertools.count(1):
                try: return await fn(*a)
                except exceptions as e:
                    if n >= times: e.add_note(f"gave up after {n}"); raise
                    await asyncio.sleep(0)
        return wrapper
    return deco
calls = Counter()
@retry(3, ConnectionError, TimeoutError)
async def fetch(url):
    calls[url] += 1
    if "flaky" in url and calls[url] < 3: raise ConnectionError(url)
    if "dead" in url: raise TimeoutError(url)
    if "bad" in url: raise ValueError(url)
    return f"{request_id.get()}:{url}:{calls[url]}"
async def stage(name, inp, out, fn):
    async for item in drain(inp):
        try: result = fn(item)
        except Exception as e: result = e
        await out.put(result)
    await out.put(None)
async def drain(q):
    while (item := await q.get()) is not None: yield item
async def pipeline(items):
    qs = [asyncio.Queue(2) for _ in range(3)]
    async def feed():
        for i in items: await qs[0].put(i)
        await qs[0].put(None)
    async with asyncio.TaskGroup() as tg:
        tg.create_task(feed()); tg.create_task(stage("sq", qs[0], qs[1], lambda x: x * x)); tg.create_task(stage("inv", qs[1], qs[2], lambda x: 36 / x))
        return [r async for r in drain(qs[2])]
class Countdown:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.n <= 0: raise StopAsyncIteration
        self.n -= 1; await asyncio.sleep(0); return self.n
class Lazy:
    def __init__(self, v): self.v = v
    def __await__(self): yield from asyncio.sleep(0).__await__(); return self.v * 2
async def child(tag):
    request_id.set(tag); await asyncio.sleep(0); return await fetch(f"u/{tag}")
@contextlib.asynccontextmanager
async def session(name):
    print("open", name)
    try: yield name
    except KeyError as e: print("session saw", e); raise LookupError("wrapped") from e
    finally: await asyncio.sleep(0); print("close", name)
async def agen():
    try:
        x = yield 1
        print("got", x)
        try: yield x * 2
        except ValueError as e: yield f"caught {e}"
    finally: print("agen done")
async def main():
    print(await fetch("flaky"), [type(r).__name__ if isinstance(r, Exception) else r for r in await asyncio.gather(*map(fetch, ["ok", "dead", "bad"]), return_exceptions=True)], calls)
    try: await fetch("dead2")
    except TimeoutError as e: print(e, e.__notes__)
    print(await pipeline([1, 2, 0, 3]), [n async for n in Countdown(3)], await Lazy(4), [await Lazy(i) for i in range(3)], {k: v async for k, v in aenum(Countdown(2))})
    print(await asyncio.gather(child("a"), child("b")), request_id.get()); ctx = contextvars.copy_context(); print(ctx.run(lambda: (request_id.set("inner"), request_id.get())[1]), request_id.get(), ctx[request_id], request_id in ctx, len(ctx))
    tok = request_id.set("tmp"); print(tok.old_value is contextvars.Token.MISSING, request_id.get()); request_id.reset(tok); print(request_id.get(), request_id.name)
    for bad in (lambda: request_id.reset(tok), lambda: contextvars.ContextVar("x").get(), lambda: contextvars.ContextVar(5), lambda: ctx.run(lambda: ctx.run(print))):
        try: bad()
        except Exception as e: print(type(e).__name__, str(e).split(" at 0x")[0].split("<")[0])
    lim = RateLimiter(2)
    async with lim as n: print("limited", n)
    async with lim: raise ConnectionResetError("swallowed")
    brk = Circuit(2)
    @brk
    async def unstable(x): return 10 / x
    for x in (5, 0, 0, 1):
        try: print(await unstable(x))
        except (ZeroDivisionError, RuntimeError) as e: print(type(e).__name__, e, brk.state)
    try:
        async with session("s1") as s, contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(asyncio.sleep, 0); stack.callback(print, "stack cb"); await stack.enter_async_context(session("s2")); raise KeyError("boom")
    except LookupError as e: print(repr(e), repr(e.__cause__))
    g = agen(); print(await g.asend(None), await g.asend(5), await g.athrow(ValueError("v")), await anext(g, "default")); await g.aclose()
    try:
        async with asyncio.timeout(0.001) as t: await asyncio.Event().wait()
    except TimeoutError: print("timed out", t.expired())
    async with asyncio.timeout(None) as t: t.reschedule(asyncio.get_running_loop().time() + 10); print(t.expired())
    sem = asyncio.BoundedSemaphore(1); await sem.acquire(); sem.release()
    try: sem.release()
    except ValueError as e: print(e)
    cond, log = asyncio.Condition(), []
    async def waiter(n):
        async with cond: await cond.wait_for(lambda: len(log) >= n); log.append(n)
    ws = [asyncio.create_task(waiter(n), name=f"w{n}") for n in (1, 0, 2)]; await asyncio.sleep(0)
    for _ in range(4):
        async with cond: cond.notify_all()
        await asyncio.sleep(0)
    await asyncio.gather(*ws); print(log, [w.get_name() for w in ws], all(w.done() for w in ws))
    bar = asyncio.Barrier(2); print(sorted(await asyncio.gather(bar.wait(), bar.wait())), bar.n_waiting, bar.broken)
    async def selfcancel():
        asyncio.current_task().cancel("msg")
        try: await asyncio.sleep(0)
        except asyncio.CancelledError as e: print("cancelled", e.args, asyncio.current_task().cancelling()); asyncio.current_task().uncancel(); return "survived"
    print(await asyncio.create_task(selfcancel()))
    t = asyncio.create_task(asyncio.sleep(1, "never")); t.add_done_callback(lambda t: print("cb", t.cancelled())); await asyncio.sleep(0); t.cancel()
    done, pending = await asyncio.wait([t]); print(len(done), len(pending), t.cancelled(), t.done())
    try: t.result()
    except asyncio.CancelledError as e: print("result", repr(e))
    fut = asyncio.get_running_loop().create_future(); fut.set_exception(OSError("fut")); print(repr(fut.exception()), fut.done())
    try: fut.set_result(1)
    except asyncio.InvalidStateError as e: print(type(e).__name__, e)
    order = []; loop = asyncio.get_running_loop(); loop.call_soon(order.append, "soon"); loop.call_later(0.002, order.append, "later"); h = loop.call_later(0.001, order.append, "x"); h.cancel(); await asyncio.sleep(0.01); print(order, h.cancelled())
    lq, pq = asyncio.LifoQueue(), asyncio.PriorityQueue()
    for x in (3, 1, 2): lq.put_nowait(x); pq.put_nowait(Event(x, f"e{x}"))
    print([lq.get_nowait() for _ in range(3)], [pq.get_nowait().name for _ in range(3)], lq.qsize())
    q = asyncio.Queue(1); q.put_nowait(1)
    for f in (lambda: q.put_nowait(2), lambda: q.task_done() or q.task_done(), lambda: asyncio.Queue().get_nowait()):
        try: f()
        except Exception as e: print(type(e).__name__, e)
    return await asyncio.wait_for(asyncio.shield(Lazy(21).__class__(21).v_async() if False else asyncio.sleep(0, 42)), 1)
async def aenum(xs):
    i = 0
    async for x in xs: yield i, x; i += 1
print(asyncio.run(main()))
with asyncio.Runner() as r: print(r.run(asyncio.sleep(0, "runner")), r.get_loop().is_running())
for bad in (lambda: asyncio.run(5), lambda: asyncio.get_running_loop(), lambda: asyncio.create_task(5), lambda: asyncio.run(main), lambda: asyncio.current_task()):
    try: bad()
    except Exception as e: print(type(e).__name__, str(e).split(" at 0x")[0])
