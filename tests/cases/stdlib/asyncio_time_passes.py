"""Waiting moves the clocks of `time`; tasks that only yield to each other reach what is timed; records of logging name thread and task."""
import asyncio
import logging
import sys
import threading
import time


async def flag(box, delay):
    await asyncio.sleep(delay)
    box.append("set")


async def spin():
    box, turns = [], 0
    task = asyncio.create_task(flag(box, 0.002))
    while not box:
        turns += 1
        await asyncio.sleep(0)
    await task
    return turns > 3


async def until(seconds):
    loop = asyncio.get_running_loop()
    start = loop.time()
    while loop.time() - start < seconds:
        await asyncio.sleep(0)
    return loop.time() - start >= seconds


async def clocks():
    before = time.perf_counter(), time.monotonic(), time.time(), time.perf_counter_ns()
    await asyncio.sleep(0.05)
    await asyncio.gather(*(asyncio.sleep(0.05) for _ in range(4)))
    after = time.perf_counter(), time.monotonic(), time.time(), time.perf_counter_ns()
    passed = [b - a for a, b in zip(before, after)]
    passed[3] /= 1e9
    return [0.09 < each < 0.9 for each in passed]


async def order():
    done = []

    async def sleeps(name, *delays):
        for delay in delays:
            await asyncio.sleep(delay)
        done.append(name)

    await asyncio.gather(sleeps("twice", 0.02, 0.02), sleeps("once", 0.04), sleeps("late", 0.04))
    return done


async def busy_but_timed_out():
    try:
        async with asyncio.timeout(0.003):
            while True:
                await asyncio.sleep(0)
    except TimeoutError as error:
        return repr(error)


for each in (spin(), until(0.002), clocks(), order(), busy_but_timed_out()):
    print(asyncio.run(each))

logging.basicConfig(stream=sys.stdout, format="%(threadName)s|%(taskName)s|%(message)s", level=logging.INFO)


async def job(n):
    logging.info("job %d", n)
    await asyncio.sleep(0)
    logging.info("job %d over", n)


async def jobs():
    await asyncio.gather(asyncio.create_task(job(1), name="first"), asyncio.create_task(job(2), name="second"))


logging.info("outside")
asyncio.run(jobs())
thread = threading.Thread(target=logging.info, args=("in a thread",), name="worker-7")
thread.start()
thread.join()
record = logging.makeLogRecord({"msg": "made"})
print(record.taskName, record.threadName, record.getMessage())
logging.logAsyncioTasks = logging.logThreads = False
logging.info("nobody")
print(logging.makeLogRecord({}).thread)
