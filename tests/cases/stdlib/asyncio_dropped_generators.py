# Asynchronous generators left in the middle are closed by the loop.
import asyncio
async def agen(tag):
    try:
        for i in range(5):
            await asyncio.sleep(0)
            yield i
    finally:
        print("  agen finally", tag)
        await asyncio.sleep(0)
        print("  agen finally done", tag)
async def main():
    async for x in agen("a"):
        print("x", x)
        if x == 1:
            break
    print("after break")
    await asyncio.sleep(0)
    print("slept 1")
    await asyncio.sleep(0.01)
    print("slept 2")
    g = agen("b")
    print(await anext(g))
    print("main ends")
asyncio.run(main())
print("after run")
async def main2():
    async for x in agen("c"):
        return x
print(asyncio.run(main2()))
keep = agen("kept")
async def main3():
    print(await anext(keep))
asyncio.run(main3())
print("done")
