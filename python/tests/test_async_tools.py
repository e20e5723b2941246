"""Async tools: the program awaits them, and several calls are under way at once."""

import asyncio
import json
import threading
import time

import pytest

from stockade import Policy, ReplayError, Session, run, run_async

POLICY = Policy.preset("default").add(imports=["asyncio"])
FIVE = "import asyncio\nawait asyncio.gather(*[slow(i) for i in range(5)])"


async def slow(n, seconds=0.2):
    await asyncio.sleep(seconds)
    return 10 * n


def took(work):
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def test_calls_are_under_way_at_once():
    result, seconds = took(lambda: asyncio.run(run_async(FIVE, tools={"slow": slow}, policy=POLICY)))
    assert result.value == [0, 10, 20, 30, 40] and 0.2 <= seconds < 0.9, (result, seconds)
    # Without an event loop the session makes one.
    result, seconds = took(lambda: run(FIVE, tools={"slow": slow}, policy=POLICY))
    assert result.value == [0, 10, 20, 30, 40] and 0.2 <= seconds < 0.9, (result, seconds)
    # Without `gather` they follow each other.
    result, seconds = took(lambda: run("[await slow(i) for i in range(3)]", tools={"slow": slow}))
    assert result.value == [0, 10, 20] and seconds >= 0.6


def test_answers_come_as_they_are_ready():
    code = (
        "import asyncio\nasync def show(n, s): print(await slow(n, s))\n"
        "await asyncio.gather(show(1, 0.3), show(2, 0.1), show(3, 0.2))\n"
        "[await f for f in asyncio.as_completed([slow(1, 0.2), slow(2, 0.1)])]"
    )
    result = asyncio.run(run_async(code, tools={"slow": slow}, policy=POLICY))
    assert (result.output, result.value) == ("20\n30\n10\n", [20, 10])


def test_plain_functions_can_be_awaited_and_run_on_threads():
    threads = set()

    def work(n):
        threads.add(threading.get_ident())
        time.sleep(0.2)
        return n

    session = Session(POLICY)
    session.add_tool("work", work, is_async=True)
    result, seconds = took(lambda: session.run("import asyncio\nawait asyncio.gather(work(1), work(2), work(3))"))
    assert result.value == [1, 2, 3] and seconds < 0.55 and threading.get_ident() not in threads


def test_sync_tools_do_not_hold_up_the_loop():
    async def main():
        ticks = []

        async def tick():
            while True:
                ticks.append(1)
                await asyncio.sleep(0.01)

        ticker = asyncio.ensure_future(tick())
        result = await run_async("block()", tools={"block": lambda: time.sleep(0.2) or "done"})
        ticker.cancel()
        return result.value, len(ticks)

    value, ticks = asyncio.run(main())
    assert value == "done" and ticks > 5


def test_coroutine_functions_as_plain_tools():
    session = Session()
    session.add_tool("slow", slow, is_async=False)
    assert session.run("slow(1, 0) + slow(2, 0)").value == 30
    assert asyncio.run(session.run_async("slow(1, 0) + slow(2, 0)")).value == 30

    async def within():
        return session.run("slow(1, 0)"), Session(tools={"slow": slow}).run("await slow(1, 0)")

    for result in asyncio.run(within()):
        assert result.outcome == "runtime:RuntimeError" and "use run_async" in result.message


def test_exceptions():
    async def bad(n):
        await asyncio.sleep(0)
        raise ValueError(f"no {n}")

    code = "import asyncio\nr = await asyncio.gather(bad(1), slow(2, 0), bad(3), return_exceptions=True)\n[str(x) for x in r]"
    assert run(code, tools={"bad": bad, "slow": slow}, policy=POLICY).value == ["no 1", "20", "no 3"]
    result = run("await bad(1)", tools={"bad": bad})
    assert (result.exception, result.message) == ("ValueError", "no 1")

    async def odd():
        return object()

    assert "the result of odd() can't enter the sandbox" in run("await odd()", tools={"odd": odd}).message

    async def ends():
        raise StopIteration(3)

    def ends_too():
        raise StopIteration(4)

    for name, function in (("ends", ends), ("ends_too", ends_too)):
        session = Session()
        session.add_tool(name, function, is_async=True)
        assert session.run(f"await {name}()").exception == "RuntimeError"


def test_timeouts_and_cancelled_calls():
    ended = []

    async def forever():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    code = (
        "import asyncio\ntry: await asyncio.wait_for(forever(), 0.2)\nexcept TimeoutError: late = True\n"
        "t = asyncio.create_task(forever())\nx = await slow(1, 0.05)\nt.cancel()\nawait asyncio.sleep(0)\nlate, x, await slow(2, 0.05)"
    )
    for work in (lambda: run(code, tools={"forever": forever, "slow": slow}, policy=POLICY),
                 lambda: asyncio.run(run_async(code, tools={"forever": forever, "slow": slow}, policy=POLICY))):
        ended.clear()
        result, seconds = took(work)
        assert result.value == (True, 10, 20), result
        assert 0.3 <= seconds < 2 and ended == ["cancelled", "cancelled"]


def test_what_is_left_running_goes_on_in_the_next_step():
    session = Session(POLICY, tools={"slow": slow})
    assert session.run("import asyncio\nt = asyncio.create_task(slow(7, 0.1))\nawait slow(1, 0.01)").value == 10
    assert session.run("await t").value == 70

    async def main():
        other = Session(POLICY, tools={"slow": slow})
        await other.run_async("import asyncio\nt = asyncio.create_task(slow(7, 0.1))\nawait slow(1, 0.01)")
        await asyncio.sleep(0.2)
        result, seconds = await other.run_async("await t"), time.perf_counter()
        return result.value, time.perf_counter() - seconds

    value, seconds = asyncio.run(main())
    assert value == 70 and seconds < 0.1


def test_a_run_that_is_cancelled_can_go_on():
    calls = []

    async def fetch(n):
        calls.append(n)
        await asyncio.sleep(60 if len(calls) == 1 else 0)
        return n

    async def main():
        session = Session(tools={"fetch": fetch})
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(session.run_async("await fetch(4)"), 0.2)
        return (await session.resume_async()).value

    assert asyncio.run(main()) == 4 and calls == [4, 4]


def test_snapshots_and_forks_make_the_calls_again():
    saved = []

    async def fetch(n):
        if not saved:
            saved.append(session.snapshot())
            saved.append(session.fork())
        return 10 * n

    session = Session(POLICY, tools={"fetch": fetch})
    code = "import asyncio\nbefore = 5\nsum(await asyncio.gather(fetch(1), fetch(2))) + before"
    assert session.run(code).value == 35
    other = Session.restore(saved[0], POLICY, tools={"fetch": fetch})
    assert other.resume().value == 35
    assert saved[1].resume().value == 35
    with pytest.raises(ValueError):
        saved[0].restore("strict", tools={"fetch": fetch}).resume()


def test_replay_takes_answers_and_times_from_the_log():
    calls = []

    async def fetch(n, seconds):
        calls.append(n)
        await asyncio.sleep(seconds)
        if n == 3:
            raise KeyError("three")
        return {"n": n}

    steps = [
        "import asyncio\nasync def show(n, s):\n    try: print(n, await fetch(n, s))\n    except KeyError as e: print(n, repr(e))",
        "await asyncio.gather(show(1, 0.15), show(2, 0.05), show(3, 0.1))",
        "try: await asyncio.wait_for(fetch(4, 30), 0.1)\nexcept TimeoutError: print('late')",
        "plain(5), await fetch(6, 0)",
    ]
    tools = {"fetch": fetch, "plain": lambda n: -n}
    first = Session(POLICY, tools=tools, record=True)
    results = [first.run(step).raise_for_outcome() for step in steps]
    assert "".join(result.output for result in results) == "2 {'n': 2}\n3 KeyError('three')\n1 {'n': 1}\nlate\n"
    log = json.loads(json.dumps(first.log, allow_nan=False))
    made = list(calls)
    second = Session(POLICY, replay=log, record=True)
    again = [second.run(step).raise_for_outcome() for step in steps]
    assert [(r.output, r.value, r.fuel) for r in again] == [(r.output, r.value, r.fuel) for r in results]
    assert calls == made and second.unreplayed == 0 and second.log == log
    third = Session(POLICY, replay=log)
    again = [asyncio.run(third.run_async(step)) for step in steps]
    assert [(r.output, r.value, r.fuel) for r in again] == [(r.output, r.value, r.fuel) for r in results]
    other = Session(POLICY, replay=log)
    other.run(steps[0])
    with pytest.raises(ReplayError, match="with other arguments"):
        other.run(steps[1].replace("show(2, 0.05)", "show(9, 0.05)"))
    other = Session(POLICY, replay=log)
    other.run(steps[0])
    with pytest.raises(ReplayError, match=r"step 2 waits for fetch\(\), but|step 2 calls plain\(\), but call 1 of the log is a wait"):
        other.run("plain(5)")


def test_limits_and_the_audit_count_calls():
    lines = []
    session = Session(POLICY, tools={"slow": slow}, audit=lines.append, host_calls=3)
    assert session.run("import asyncio\nawait asyncio.gather(*[slow(i, 0) for i in range(4)])").outcome == "limit:host_calls"
    assert session.run("await asyncio.gather(*[slow(i, 0) for i in range(3)])").value == [0, 10, 20]
    calls = json.loads(lines[-1])["attributes"]["stockade.tool_calls"]
    assert [(call["name"], call["error.type"]) for call in calls] == [("slow", None)] * 3
    assert len({call["arguments.sha256"] for call in calls}) == 3


def test_no_loop_is_left_behind():
    session = Session(POLICY, tools={"slow": slow})
    assert session.run("await slow(1, 0)").value == 10
    assert session._awaited._loop is None and not session._awaited._tasks
    # The time in tools is not the program's.
    assert Session(tools={"slow": slow}, timeout=0.3).run("await slow(1, 0.6)").value == 10


@pytest.mark.parametrize(
    "extra",
    ["a.me = a", "a.one = a.two = a", "for _ in range(100_000): a.deep = [getattr(a, 'deep', None)]", "a.__dict__['me'] = a"],
)
def test_what_an_argument_has_besides_its_fields_is_not_copied(extra):
    """A copy of it had no end, and ended the host's process."""
    seen = []

    async def take(x):
        seen.append(x)
        return 1

    code = f"import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: list\na = A([1])\n{extra}\ncall = take(a)\na.x.append(2)\nawait call"
    assert asyncio.run(run_async(code, tools={"take": take}, policy="permissive")).value == 1
    code = f"from collections import Counter\nclass A(Counter): pass\na = A(x=1)\n{extra}\nawait take(a)"
    assert asyncio.run(run_async(code, tools={"take": take}, policy="permissive")).value == 1
    assert seen == [{"x": [1, 2]}, {"x": 1}]
