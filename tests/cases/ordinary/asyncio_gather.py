# tasks, queues, locks and time limits
import asyncio
from asyncio import Queue


async def square(n):
    await asyncio.sleep(0.001 * n)
    return n * n


async def producer(queue):
    for n in range(3):
        await queue.put(n)
    await queue.put(None)


async def consumer(queue):
    total = 0
    while (item := await queue.get()) is not None:
        total += item
    return total


async def failing():
    await asyncio.sleep(0)
    raise ValueError('no')


async def main():
    print(await asyncio.gather(*(square(n) for n in range(4))))
    queue = Queue(maxsize=1)
    _, total = await asyncio.gather(producer(queue), consumer(queue))
    print(total)
    try:
        await asyncio.wait_for(asyncio.sleep(10), timeout=0.01)
    except asyncio.TimeoutError:
        print('timeout')
    print(await asyncio.gather(failing(), square(2), return_exceptions=True))
    lock = asyncio.Lock()
    async with lock:
        print(lock.locked())
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(square(n)) for n in (3, 4)]
    print([task.result() for task in tasks])
    task = asyncio.create_task(asyncio.sleep(5), name='long')
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print(task.cancelled(), task.get_name())
    gate = asyncio.Semaphore(2)

    async def limited(n):
        async with gate:
            return await square(n)
    done, pending = await asyncio.wait([asyncio.create_task(limited(n)) for n in range(3)])
    print(sorted(task.result() for task in done), len(pending))

    async def numbers():
        for n in range(3):
            yield n
            await asyncio.sleep(0)
    print([n async for n in numbers()])
    event = asyncio.Event()
    asyncio.get_running_loop().call_soon(event.set)
    await event.wait()
    return 'done'


if __name__ == '__main__':
    print(asyncio.run(main()))
