"""An asynchronous extract-transform-load pipeline: back-pressure, retries, rate limits, cancellation, groups, timeouts, context variables."""
import asyncio
import contextlib
import contextvars
import functools
import random
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

request = contextvars.ContextVar("request", default="-")
log_lines = []


def log(*parts):
    log_lines.append(f"[{request.get():>4}] " + " ".join(map(str, parts)))


class Transient(ConnectionError):
    pass


class Fatal(RuntimeError):
    pass


def retry(times, *, on=(Transient,), base=0.01):
    def decorate(function):
        @functools.wraps(function)
        async def wrapper(*args, **kwargs):
            for attempt in range(1, times + 1):
                try:
                    return await function(*args, **kwargs)
                except on as error:
                    if attempt == times:
                        error.add_note(f"gave up after {attempt}")
                        raise
                    log("retry", attempt, error)
                    await asyncio.sleep(base * 2**attempt)
        return wrapper
    return decorate


@dataclass
class Source:
    name: str
    failing: set[int] = field(default_factory=set)
    tries: Counter = field(default_factory=Counter)

    @retry(3)
    async def fetch(self, page):
        self.tries[page] += 1
        await asyncio.sleep(0.002 * (page % 3 + 1))
        if page in self.failing and self.tries[page] < 3:
            raise Transient(f"{self.name}/{page}")
        if page == 13:
            raise Transient("unlucky")
        return [f"{self.name}{page}:{i}" for i in range(page % 4)]

    async def __aiter__(self):
        page = 0
        try:
            while page < 5:
                yield page, await self.fetch(page)
                page += 1
        finally:
            log("closed", self.name, "at", page)


class RateLimit:
    def __init__(self, count):
        self.gate, self.most, self.now = asyncio.BoundedSemaphore(count), 0, 0

    async def __aenter__(self):
        await self.gate.acquire()
        self.now += 1
        self.most = max(self.most, self.now)
        return self

    async def __aexit__(self, *exc):
        self.now -= 1
        self.gate.release()
        return False


async def extract(source, queue):
    token = request.set(source.name)
    async with contextlib.aclosing(source.__aiter__()) as pages:
        async for page, rows in pages:
            for row in rows:
                await queue.put(row)
    request.reset(token)
    return sum(source.tries.values())


async def transform(queue, out, limit):
    done = 0
    while True:
        row = await queue.get()
        try:
            async with limit:
                await asyncio.sleep(0.001)
                key, _, value = row.partition(":")
                out[key[0]].append(int(value) ** 2)
                done += 1
        finally:
            queue.task_done()


async def pipeline():
    queue, out, limit = asyncio.Queue(maxsize=2), defaultdict(list), RateLimit(2)
    workers = [asyncio.create_task(transform(queue, out, limit), name=f"worker-{n}") for n in range(3)]
    sources = [Source("a", {1, 3}), Source("b", {2})]
    async with asyncio.TaskGroup() as group:
        loads = [group.create_task(extract(s, queue)) for s in sources]
    await queue.join()
    for worker in workers:
        worker.cancel()
    ended = await asyncio.gather(*workers, return_exceptions=True)
    print({k: sorted(v) for k, v in sorted(out.items())}, [l.result() for l in loads], limit.most, [type(e).__name__ for e in ended], [w.get_name() for w in workers])


async def failing():
    async def boom(after, error):
        await asyncio.sleep(after)
        raise error

    async def patient(name):
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError as error:
            log("patient", name, "cancelled", error.args)
            raise
        finally:
            await asyncio.sleep(0)
            log("cleaned", name)

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(patient("p"))
            group.create_task(boom(0.001, ValueError("first")))
            group.create_task(boom(0.001, KeyError("second")))
            group.create_task(boom(5, OSError("never")))
    except* ValueError as values:
        print("values", values.exceptions, values.message)
    except* KeyError as keys:
        print("keys", [*map(repr, keys.exceptions)])
    try:
        async with asyncio.timeout(0.01) as scope:
            await patient("slow")
    except TimeoutError as error:
        print("timeout", scope.expired(), repr(error), type(error.__cause__).__name__)
    async with asyncio.timeout(None) as scope:
        scope.reschedule(asyncio.get_running_loop().time() + 50)
        print("plenty", scope.when() is not None)
    try:
        await Source("x").fetch(13)
    except Transient as error:
        print(error, error.__notes__)
    results = await asyncio.gather(boom(0, Fatal("a")), asyncio.sleep(0.001, "b"), boom(0.002, Transient("c")), return_exceptions=True)
    print(results)
    done, pending = await asyncio.wait({asyncio.create_task(asyncio.sleep(n / 100, n)) for n in (3, 1, 2)}, return_when=asyncio.FIRST_COMPLETED)
    print([d.result() for d in done], len(pending), [p.cancel("bye") for p in pending])
    for soon in asyncio.as_completed([asyncio.sleep(n / 500, n) for n in (3, 1, 2)]):
        print(await soon, end=" ")
    print()
    future = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(0.001, future.set_exception, Fatal("late"))
    try:
        await asyncio.wait_for(asyncio.shield(future), 1)
    except Fatal as error:
        print(repr(error), future)
    with contextlib.suppress(asyncio.QueueFull):
        small = asyncio.PriorityQueue(2)
        for item in (5, 1, 3):
            small.put_nowait(item)
    print(small.qsize(), small.get_nowait(), await small.get(), small.empty())


async def main():
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(asyncio.sleep, 0)
        stack.callback(print, "stack left")
        await pipeline()
        await failing()
    condition, order = asyncio.Condition(), []

    async def waiter(n):
        async with condition:
            await condition.wait_for(lambda: len(order) >= n)
            order.append(n)
            condition.notify_all()

    await asyncio.wait_for(asyncio.gather(*(waiter(n) for n in (2, 0, 1))), 1)
    barrier = asyncio.Barrier(3)

    async def meet(n):
        await asyncio.sleep(n / 1000)
        return await barrier.wait()

    print(order, sorted(await asyncio.gather(*map(meet, range(3)))), [x async for x in aiter(Source("z")) if x[1]])
    print([t.get_name() for t in asyncio.all_tasks() if not t.get_name().startswith("Task")], asyncio.current_task().get_coro().__name__)


asyncio.run(main())
print("\n".join(sorted(log_lines)))
with asyncio.Runner() as runner:
    print(runner.run(asyncio.sleep(0, "ran")), runner.get_loop().is_running())
try:
    asyncio.run(asyncio.wait_for(asyncio.Event().wait(), 0.001))
except TimeoutError as error:
    print("outer", repr(error))
try:
    asyncio.run(print)
except (ValueError, TypeError) as error:
    print(type(error).__name__, error)
