"""One deadline for the whole run, which tools and modules of the host count against."""

import asyncio
import time

import pytest
import stockade
from stockade import Policy, Session
from stockade.smolagents import ExecutionTimeoutError, StockadeExecutor

POLICY = Policy.preset("default").add(imports=["asyncio"])
CODE = "def work():\n    for i in range(50):\n        nap()\nwork()"


def nap():
    time.sleep(0.05)


def took(work):
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def ended(result):
    assert result.outcome == "limit:total_timeout", result
    limit = result.limit
    assert (limit.kind, limit.limit, limit.unit, limit.keyword) == ("total_timeout", 200, "milliseconds", "total_timeout")
    assert (limit.flag, limit.policy_key) == ("--total-timeout", "limits.total_timeout")
    assert 200 <= limit.used < 2000
    return [(frame.line, frame.function, frame.source) for frame in limit.stack]


def test_a_sync_tool_ends_the_run_when_it_returns():
    for work in (
        lambda: stockade.run(CODE, tools={"nap": nap}, limits={"total_timeout": 0.2}),
        lambda: Session(tools={"nap": nap}, total_timeout="200ms").run(CODE),
        lambda: Session(tools={"nap": nap}).run(CODE, limits={"total_timeout": 0.2}),
        lambda: Session(POLICY.add(limits={"total_timeout": "200ms"}), tools={"nap": nap}).run(CODE),
        lambda: asyncio.run(stockade.run_async(CODE, tools={"nap": nap}, limits={"total_timeout": 0.2})),
        lambda: asyncio.run(Session(tools={"nap": nap}, total_timeout=0.2).run_async(CODE)),
    ):
        result, seconds = took(work)
        assert ended(result)[-2:] == [(4, "<module>", "work()"), (3, "work", "nap()")]
        assert seconds < 1.5
        assert str(result.limit).startswith("limit: total_timeout\n  used ") and "raise it with total_timeout=SECONDS" in str(result.limit)


def test_the_session_goes_on():
    session = Session(tools={"nap": nap}, total_timeout=0.2, inputs={"x": 1})
    assert session.run(CODE).outcome == "limit:total_timeout"
    assert session.run("nap()\nx + 1").value == 2


def test_guest_code_counts_as_well():
    result = Session(total_timeout=0.2).run("while True:\n    pass")
    assert ended(result)[-1][:2] in ((1, "<module>"), (2, "<module>"))
    # Which limit is reached first, ends the run.
    assert Session(total_timeout=10, timeout=0.2).run("while True: pass").outcome == "limit:timeout"
    assert Session(tools={"nap": nap}, timeout=0.1).run("for i in range(8): nap()").ok


def test_async_tools_are_cancelled():
    seen = []

    async def forever():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    code = "import asyncio\nasync def main():\n    await asyncio.gather(forever(), forever())\nawait main()"
    for work in (
        lambda: Session(POLICY, tools={"forever": forever}, total_timeout=0.2).run(code),
        lambda: asyncio.run(stockade.run_async(code, tools={"forever": forever}, policy=POLICY, limits={"total_timeout": 0.2})),
    ):
        seen.clear()
        result, seconds = took(work)
        ended(result)
        assert seen == ["cancelled"] * 2 and seconds < 1.5


def test_waiting_for_consent_counts():
    policy = POLICY.add({"tools.allow.nap.approve": "always"})
    result = Session(policy, tools={"nap": nap}, total_timeout=0.2, approve=lambda call: time.sleep(0.3) or True).run("x = 1\nnap()")
    assert ended(result)[-1] == (2, "<module>", "nap()")


def test_modules_of_the_host_count():
    pytest.importorskip("numpy")
    session = Session(Policy.preset("default").add(imports=["numpy"]), modules=["numpy"], total_timeout=0.2)
    result = session.run("import numpy as np\na = np.ones(1000)\nwhile True:\n    float(a.sum())")
    assert ended(result)[-1][0] in (3, 4)


def test_the_executor():
    executor = StockadeExecutor([], total_timeout=0.2)
    executor.send_tools({"nap": nap})
    with pytest.raises(ExecutionTimeoutError, match="total time of 0.2 seconds"):
        executor(CODE)
    assert executor("3").output == 3
