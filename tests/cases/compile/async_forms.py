# Suspension in every place it can stand.
import asyncio
class CM:
    def __init__(s, sw=False): s.sw = sw
    async def __aenter__(s): await asyncio.sleep(0); return 'in'
    async def __aexit__(s, *a): await asyncio.sleep(0); print('aexit', a[0]); return s.sw
async def agen(n):
    for i in range(n):
        await asyncio.sleep(0)
        got = yield i
        if got: print('got', got)
async def co(x): await asyncio.sleep(0); return x * 2
async def main():
    print(await co(4), [await co(i) for i in range(3)], [i async for i in agen(3)], {i: await co(i) async for i in agen(2) if i})
    async for i in agen(3):
        if i == 1: continue
        print(i)
    else: print('aelse')
    async for i in agen(5):
        if i == 2: break
    async with CM() as a, CM(True) as b:
        print(a, b)
        raise ValueError('x')
    print('swallowed')
    async def early():
        async with CM():
            return 'early'
    print(await early())
    g = (await co(i) async for i in agen(2))
    print([x async for x in g])
    g2 = (await co(i) for i in range(2))
    print([x async for x in g2])
    try:
        async with CM(): 1 / 0
    except ZeroDivisionError as e: print(e)
    ag = agen(3)
    print(await ag.asend(None), await ag.asend('hello'))
    await ag.aclose()
    r = await asyncio.gather(co(1), co(2))
    print(r, await co(await co(1)))
    try:
        async for i in 5: pass
    except TypeError as e: print(e)
    try: await 5
    except TypeError as e: print(e)
asyncio.run(main())
