import asyncio


async def work(queue, results):
    while (item := await queue.get()) is not None:
        await asyncio.sleep(0)
        results.append(item * item)


async def main():
    queue, results = asyncio.Queue(20), []
    workers = [asyncio.create_task(work(queue, results)) for _ in range(4)]
    for number in range(2000):
        await queue.put(number)
    for _ in workers:
        await queue.put(None)
    await asyncio.gather(*workers)
    print(len(results), sum(results))


asyncio.run(main())
