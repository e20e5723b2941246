# Tasks are counted through all runs, those that end a loop among them.
import asyncio


async def who():
    print(asyncio.current_task().get_name())


async def main():
    await asyncio.gather(who(), who())
    async with asyncio.TaskGroup() as group:
        print(repr(group.create_task(who(), name='grouped')).partition(' cb=')[2])
    print(await asyncio.to_thread(str, 5))
    await who()


for _ in range(3):
    asyncio.run(who())
asyncio.run(main())
with asyncio.Runner() as runner:
    runner.run(who())
    runner.run(who())
asyncio.run(who())
