import asyncio, itertools, functools
def retry(times, *exceptions):
    def deco(fn):
        @functools.wraps(fn)
        async def wrapper(*a):
            for n in itertools.count(1):
                try: return await fn(*a)
                except exceptions as e:
                    if n >= times: e.add_note(f"gave up after {n}"); raise
                    await asyncio.sleep(0)
        return wrapper
    return deco
@retry(3, ConnectionError, TimeoutError)
async def fetch(url):
    if "dead" in url: raise TimeoutError(url)
    if "bad" in url: raise ValueError(url)
async def main():
    print([type(r).__name__ if isinstance(r, Exception) else r for r in await asyncio.gather(*map(fetch, ["ok", "dead", "bad"]), return_exceptions=True)])
asyncio.run(main())
