"""Calls of a session that runs a step wait for their turn."""

import asyncio
import threading
import time

import pytest
from stockade import Session, report


def slow_tool():
    time.sleep(0.05)
    return 1


async def slow_async_tool():
    await asyncio.sleep(0.05)
    return 1


def test_threads_wait():
    session = Session(tools={"slow": slow_tool}, inputs={"seen": []})
    results = []

    def work(n):
        results.append(session.run(f"slow()\nseen.append({n})\nlen(seen)"))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(result.value for result in results) == list(range(1, 9))
    assert sorted(session["seen"]) == list(range(8))


def test_tasks_wait_in_order_and_hold_up_nobody():
    session = Session(tools={"slow": slow_async_tool}, inputs={"seen": []})

    async def main():
        ticks = []

        async def tick():
            while True:
                ticks.append(1)
                await asyncio.sleep(0.01)

        ticker = asyncio.ensure_future(tick())
        results = await asyncio.gather(*(session.run_async(f"await slow()\nseen.append({n})\nlen(seen)") for n in range(5)))
        ticker.cancel()
        return [result.value for result in results], len(ticks)

    values, ticks = asyncio.run(main())
    assert values == [1, 2, 3, 4, 5] and session["seen"] == [0, 1, 2, 3, 4] and ticks > 8


def test_tasks_of_two_loops_and_threads_wait_for_each_other():
    session = Session(tools={"slow": slow_tool}, inputs={"count": 0})

    def by_loop():
        async def main():
            await asyncio.gather(*(session.run_async("slow()\ncount += 1") for _ in range(3)))

        asyncio.run(main())

    def by_thread():
        for _ in range(3):
            session.run("slow()\ncount += 1")

    threads = [threading.Thread(target=work) for work in (by_loop, by_thread, by_loop, by_thread)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert session["count"] == 12


def test_who_is_cancelled_leaves_the_queue():
    session = Session(tools={"slow": slow_async_tool}, inputs={"seen": []})

    async def main():
        first = asyncio.ensure_future(session.run_async("await slow()\nseen.append(1)"))
        second = asyncio.ensure_future(session.run_async("seen.append(2)"))
        third = asyncio.ensure_future(session.run_async("seen.append(3)\nseen"))
        await asyncio.sleep(0.01)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        return (await first).ok, (await third).value

    assert asyncio.run(main()) == (True, [1, 3])


def test_an_interrupted_step_gives_its_turn_on():
    session = Session()
    results = []
    threads = [threading.Thread(target=lambda code=code: results.append(session.run(code))) for code in ("while True: pass", "1 + 1")]
    threads[0].start()
    time.sleep(0.1)
    threads[1].start()
    time.sleep(0.1)
    assert not results
    session.interrupt()
    [thread.join() for thread in threads]
    assert [result.outcome for result in results] == ["interrupted", "completed"] and results[1].value == 2


def test_tools_that_would_wait_for_themselves_are_told():
    told = []

    def again():
        with pytest.raises(RuntimeError, match="session.fork()"):
            session.run("1")
        told.append(1)

    async def again_async():
        for run in (lambda: session.run("1"), lambda: session.run_async("1")):
            with pytest.raises(RuntimeError, match="session.fork()"):
                outcome = run()
                if asyncio.iscoroutine(outcome):
                    await outcome
        told.append(1)

    session = Session(tools={"again": again, "again_async": again_async})
    assert session.run("again()").ok and session.run("await again_async()").ok
    assert asyncio.run(session.run_async("again()\nawait again_async()")).ok
    assert len(told) == 4


def test_a_sync_call_does_not_block_the_loop_that_it_waits_for():
    session = Session(tools={"slow": slow_async_tool})

    async def main():
        step = asyncio.ensure_future(session.run_async("await slow()"))
        await asyncio.sleep(0.01)
        with pytest.raises(RuntimeError, match="use run_async"):
            session.run("1")
        return (await step).value

    assert asyncio.run(main()) == 1 and session.run("2").value == 2


def test_a_tool_that_outlives_its_step_may_call_the_session():
    session = Session()
    values = []

    async def later():
        await asyncio.sleep(0.1)
        values.append((await session.run_async("x + 1")).value)

    async def start():
        tasks.append(asyncio.ensure_future(later()))

    tasks = []
    session.add_tool("start", start)

    async def main():
        assert (await session.run_async("x = 4\nawait start()")).ok
        await asyncio.gather(*tasks)

    asyncio.run(main())
    assert values == [5]


def test_agents_call_in_parallel():
    session = Session(tools={"slow": slow_tool})

    async def main():
        return await asyncio.gather(*(asyncio.to_thread(lambda n=n: report(session.run(f"slow() + {n}"))) for n in range(4)))

    assert asyncio.run(main()) == ["1", "2", "3", "4"]
