import asyncio
async def job(name, delay, fail=False):
    await asyncio.sleep(delay)
    if fail: raise ValueError(name)
    print("done", name)
    return name
async def ordering():
    print(await asyncio.gather(job("slow", 0.03), job("fast", 0.01), job("mid", 0.02)))
    r = await asyncio.gather(job("ok", 0.01), job("bad", 0.005, True), return_exceptions=True)
    print(r[0], repr(r[1]))
    try:
        await asyncio.gather(job("a", 0.01), job("b", 0.001, True))
    except ValueError as e:
        print("gather raised", e)
    await asyncio.sleep(0.02)
asyncio.run(ordering())
async def groups():
    async with asyncio.TaskGroup() as tg:
        t1 = tg.create_task(job("t1", 0.02))
        t2 = tg.create_task(job("t2", 0.01))
    print(t1.result(), t2.result())
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(job("f", 0.01, True))
            tg.create_task(job("never", 1))
    except* ValueError as eg:
        print("group", eg.exceptions)
asyncio.run(groups())
async def cancelling():
    task = asyncio.create_task(job("c", 10))
    await asyncio.sleep(0)
    print(task.cancel(), task.cancelled())
    try:
        await task
    except asyncio.CancelledError as e:
        print("cancelled", task.cancelled(), repr(e))
    async def stubborn():
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            print("cleanup")
            raise
        finally:
            print("finally")
    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    task.cancel()
    print(await asyncio.gather(task, return_exceptions=True))
asyncio.run(cancelling())
async def timeouts():
    try:
        await asyncio.wait_for(job("late", 5), 0.01)
    except TimeoutError as e:
        print("timeout", repr(e))
    print(await asyncio.wait_for(job("intime", 0.001), 1))
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(5)
    except TimeoutError:
        print("timeout block")
asyncio.run(timeouts())
async def queues():
    q = asyncio.Queue(maxsize=2)
    async def producer():
        for i in range(4):
            await q.put(i)
            print("put", i)
        await q.put(None)
    async def consumer():
        while (item := await q.get()) is not None:
            print("got", item)
            q.task_done()
    await asyncio.gather(producer(), consumer())
    print(q.qsize(), q.empty())
asyncio.run(queues())
async def sync():
    lock = asyncio.Lock()
    log = []
    async def w(n):
        async with lock:
            log.append(("in", n)); await asyncio.sleep(0); log.append(("out", n))
    await asyncio.gather(w(1), w(2))
    print(log, lock.locked())
    ev = asyncio.Event()
    async def waiter(n):
        await ev.wait(); print("event", n)
    ts = [asyncio.create_task(waiter(i)) for i in range(2)]
    await asyncio.sleep(0); ev.set()
    await asyncio.gather(*ts)
    sem = asyncio.Semaphore(2); running = peak = 0
    async def limited():
        nonlocal running, peak
        async with sem:
            running += 1; peak = max(peak, running); await asyncio.sleep(0.001); running -= 1
    await asyncio.gather(*[limited() for _ in range(5)])
    print("peak", peak)
    done, pending = await asyncio.wait([asyncio.create_task(job("w1", 0.001)), asyncio.create_task(job("w2", 1))], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending), done.pop().result())
    for p in pending: p.cancel()
    for c in asyncio.as_completed([job("x", 0.02), job("y", 0.01)]): print("completed", await c)
    fut = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(0.001, fut.set_result, "future!")
    print(await fut)
asyncio.run(sync())
for f in (lambda: asyncio.run(5), lambda: asyncio.get_running_loop()):
    try: f()
    except Exception as e: print(type(e).__name__, e)
async def nested():
    c = job("n", 0)
    try: asyncio.run(c)
    except RuntimeError as e: print(e)
    c.close()
asyncio.run(nested())
async def names():
    t = asyncio.create_task(job("nm", 0), name="my-task")
    print(t.get_name(), asyncio.current_task() is not None, len(asyncio.all_tasks()))
    t.add_done_callback(lambda t: print("callback", t.result()))
    await t
asyncio.run(names())
