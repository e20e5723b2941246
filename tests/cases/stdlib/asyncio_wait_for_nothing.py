import asyncio


async def main():
    for nothing in ([], set(), iter(())):
        try:
            await asyncio.wait(nothing)
        except Exception as e:
            print(type(e).__name__, e)


asyncio.run(main())
