import asyncio
import random

PAGES = {"/": ["/a", "/b", "/c"], "/a": ["/b", "/a1"], "/b": ["/", "/broken"], "/c": ["/slow"], "/a1": [], "/slow": ["/late"], "/late": []}

DELAYS = {url: 0.03 * n for n, url in enumerate(PAGES, 1)}


class FetchError(Exception):
    pass


class Site:
    def __init__(self):
        self.active = self.peak = 0
        self.log = []

    async def fetch(self, url):
        self.active += 1
        self.peak = max(self.peak, self.active)
        try:
            await asyncio.sleep(1.0 if url == "/slow" else DELAYS.get(url, 0.3))
            if url not in PAGES:
                raise FetchError(f"404 {url}")
            self.log.append(url)
            return PAGES[url]
        finally:
            self.active -= 1


async def crawl(site, start, workers=2, timeout=0.5):
    queue, seen, errors = asyncio.Queue(), {start}, []
    queue.put_nowait(start)

    async def worker(name):
        while True:
            url = await queue.get()
            try:
                links = await asyncio.wait_for(site.fetch(url), timeout)
                for link in links:
                    if link not in seen:
                        seen.add(link)
                        queue.put_nowait(link)
            except (FetchError, asyncio.TimeoutError) as e:
                errors.append((url, type(e).__name__, str(e)))
            finally:
                queue.task_done()

    tasks = [asyncio.create_task(worker(i), name=f"w{i}") for i in range(workers)]
    await queue.join()
    for t in tasks:
        t.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return sorted(seen), errors


async def main():
    site = Site()
    print(await crawl(site, "/"))
    print(site.log, site.peak, site.active)

    async def ticker(n):
        for i in range(n):
            yield i
            await asyncio.sleep(0)

    async def retry(f, times):
        for attempt in range(1, times + 1):
            try:
                return await f(attempt)
            except FetchError as e:
                print("attempt", attempt, e)
                await asyncio.sleep(0.01 * 2 ** attempt)
        return "gave up"

    async def flaky(n):
        if n < 3:
            raise FetchError(f"try {n}")
        return f"ok after {n}"

    print([i async for i in ticker(4) if i % 2], await retry(flaky, 5), await retry(flaky, 2))
    sem, order = asyncio.Semaphore(2), []

    async def job(n, delay):
        async with sem:
            order.append(f"+{n}")
            await asyncio.sleep(delay)
            order.append(f"-{n}")
            return n * n

    r = random.Random(1)
    results = await asyncio.gather(*(job(i, 0.02 * r.randint(1, 2) + 0.05 * i) for i in range(5)))
    print(results, order)
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(job(9, 0.01))
            tg.create_task(flaky(1))
    except* FetchError as group:
        print("group:", [str(e) for e in group.exceptions])


asyncio.run(main())
