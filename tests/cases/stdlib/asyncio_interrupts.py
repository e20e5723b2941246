# An interrupt while asyncio.run() runs cancels its task first; what cleans up then does.
import asyncio
import signal


def interrupt():
    signal.raise_signal(signal.SIGINT)


async def cleans_up():
    try:
        await asyncio.sleep(10)
    finally:
        await asyncio.sleep(0)
        print('cleaned up')


async def swallows():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        return 'swallowed'


async def main(work, after=interrupt):
    asyncio.get_running_loop().call_later(0.01, after)
    return await work()


def tried(function, *arguments):
    try:
        print(function(*arguments))
    except BaseException as e:
        print(type(e).__name__, e, type(e.__context__).__name__)


def twice():
    interrupt()
    interrupt()



tried(asyncio.run, main(cleans_up))
tried(asyncio.run, main(swallows))
tried(asyncio.run, main(cleans_up, twice))
tried(interrupt)


async def itself():
    interrupt()
    print('goes on until it waits')
    await asyncio.sleep(0)
    print('never')

tried(asyncio.run, itself())


async def cancels_first():
    task = asyncio.current_task()

    def both():
        task.cancel()
        interrupt()
    asyncio.get_running_loop().call_soon(both)
    await asyncio.sleep(10)

tried(asyncio.run, cancels_first())

with asyncio.Runner() as runner:
    tried(runner.run, main(cleans_up))
    tried(runner.run, main(lambda: asyncio.sleep(0, 'once more'), lambda: None))

seen = []
signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))


async def handled():
    interrupt()
    return seen

tried(asyncio.run, handled())
