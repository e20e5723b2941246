# A loop that is interrupted twice: what it leaves is closed at the same place however it runs.
import asyncio
def boom(): raise KeyboardInterrupt
async def cleans_up():
    try:
        await asyncio.sleep(10)
    finally:
        await asyncio.sleep(0)
        print('cleaned up')
async def main():
    asyncio.get_running_loop().call_later(0.01, boom)
    return await cleans_up()
def tried(function, *arguments):
    try:
        print(function(*arguments))
    except BaseException as e:
        print(type(e).__name__, e, type(e.__context__).__name__)
tried(asyncio.run, main())
tried(asyncio.run, main())
print(1)
