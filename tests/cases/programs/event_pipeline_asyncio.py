import asyncio
import contextlib
from collections import deque


class Bus:
    def __init__(self):
        self.queue = asyncio.Queue(maxsize=2)
        self.log = []

    async def produce(self, name, items):
        for item in items:
            await self.queue.put((name, item))
            self.log.append(f"{name} put {item}")
            await asyncio.sleep(0)
        return name, len(items)

    async def consume(self, n):
        got = []
        while len(got) < n:
            item = await self.queue.get()
            got.append(item)
            self.queue.task_done()
        return got


@contextlib.asynccontextmanager
async def resource(name, log):
    log.append(f"open {name}")
    try:
        yield name.upper()
    except ValueError as e:
        log.append(f"{name} swallowed {e}")
    finally:
        log.append(f"close {name}")


async def ticker(n):
    try:
        for i in range(n):
            yield i
            await asyncio.sleep(0)
    finally:
        print("ticker closed")


async def failing(delay, exc):
    await asyncio.sleep(delay)
    raise exc


async def slow(n, value):
    try:
        await asyncio.sleep(n)
        return value
    except asyncio.CancelledError:
        print("cancelled", value)
        raise


async def main():
    bus = Bus()
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(bus.produce("a", [1, 2, 3]), name="A")
        b = tg.create_task(bus.produce("b", "xy"))
        c = tg.create_task(bus.consume(5))
    print(a.result(), b.result(), c.result(), a.get_name(), bus.log)
    log = []
    async with resource("db", log) as db, resource("cache", log) as cache:
        log.append(db + cache)
        raise ValueError("oops")
    print(log)
    print([i async for i in ticker(3)], {i: i * i async for i in ticker(3) if i})
    async with contextlib.aclosing(ticker(10)) as t:
        async for i in t:
            if i == 2:
                break
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(failing(0.01, KeyError("k")))
            tg.create_task(failing(0.01, ValueError("v")))
            tg.create_task(slow(5, "slowpoke"))
    except* KeyError as eg:
        print("keys", eg.exceptions)
    except* ValueError as eg:
        print("values", repr(eg))
    print(await asyncio.gather(slow(0.02, 1), failing(0.01, RuntimeError("g")), slow(0, 3), return_exceptions=True))
    try:
        async with asyncio.timeout(0.01):
            await slow(1, "late")
    except TimeoutError as e:
        print("timeout", repr(e), repr(e.__cause__))
    try:
        await asyncio.wait_for(slow(1, "wf"), 0.01)
    except asyncio.TimeoutError:
        print("wait_for timed out")
    sem = asyncio.Semaphore(2)
    active, peak = 0, 0

    async def work(i):
        nonlocal active, peak
        async with sem:
            active += 1
            peak = max(peak, active)
            await asyncio.sleep(0.001 * i)
            active -= 1
        return i * i
    print(await asyncio.gather(*map(work, range(6))), peak, repr(sem)[-22:])
    tasks = [asyncio.create_task(slow(0.01 * i, i), name=f"t{i}") for i in (3, 1, 2)]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    print([t.get_name() for t in done], sorted(t.get_name() for t in pending))
    for t in sorted(pending, key=lambda t: t.get_name()):
        t.cancel("enough")
    res = await asyncio.gather(*pending, return_exceptions=True)
    print(sorted(map(repr, res)), all(t.cancelled() for t in pending))
    for coro in asyncio.as_completed([slow(0.02, "b"), slow(0.01, "a")]):
        print(await coro)
    ev, lock, cond = asyncio.Event(), asyncio.Lock(), asyncio.Condition()
    order = deque()

    async def waiter(i):
        await ev.wait()
        async with lock:
            order.append(i)
    ws = [asyncio.ensure_future(waiter(i)) for i in range(3)]
    await asyncio.sleep(0)
    ev.set()
    await asyncio.gather(*ws)
    print(order, repr(ev)[-6:], lock.locked(), ev.is_set())
    fut = asyncio.get_running_loop().create_future()
    fut.add_done_callback(lambda f: print("callback", f.result()))
    asyncio.get_running_loop().call_later(0.001, fut.set_result, 99)
    print(await fut, fut.done())
    t = asyncio.create_task(slow(1, "shielded"))
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(t), 0.001)
    print(t.done())
    t.cancel()
    try:
        await t
    except asyncio.CancelledError as e:
        print("shield target", repr(e))
    pq = asyncio.PriorityQueue()
    for x in (5, 1, 3):
        pq.put_nowait(x)
    print([pq.get_nowait() for _ in range(3)], pq.empty())
    try:
        pq.get_nowait()
    except asyncio.QueueEmpty as e:
        print(repr(e))
    return "done"

print(asyncio.run(main()))
try:
    asyncio.run(failing(0, LookupError("end")))
except LookupError as e:
    print(repr(e))
