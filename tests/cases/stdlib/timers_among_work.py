# Timers come due also while there is always something to do.
import asyncio

turns = 0


async def spin():
    global turns
    while True:
        turns += 1
        await asyncio.sleep(0)


async def main():
    try:
        await asyncio.wait_for(spin(), 0.02)
    except TimeoutError:
        print('over', turns > 10)
    task = asyncio.create_task(spin())
    await asyncio.sleep(0.02)
    print(task.cancel())
    async with asyncio.timeout(5) as limit:
        await asyncio.sleep(0.01)
    print(limit.expired())


asyncio.run(main())
