# Everything that suspends.
import asyncio


def inner():
    try:
        got = yield 1
        yield got
    finally:
        print('closed')
    return 'result'


def outer():
    result = yield from inner()
    print(result)


class Ticker:
    async def __aenter__(self):
        return self

    async def __aexit__(self, *info):
        return True

    async def items(self):
        for i in range(3):
            yield i
            await asyncio.sleep(0)


async def main():
    async with Ticker() as ticker:
        async for i in ticker.items():
            if i == 1:
                continue
            print(i)
        return [i async for i in ticker.items() if i]


g = outer()
print(next(g), g.send('sent'), list(g), asyncio.run(main()))
