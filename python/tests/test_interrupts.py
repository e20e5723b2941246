"""Runs can be stopped: by signals, by other threads, by cancelled tasks. The session can be used again."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from stockade import Session

ENDLESS = {
    "loop": "while True: pass",
    "native": "any(iter(int, 1))",
    "big numbers": "x = 3 ** 5_000_000\nwhile True: x = x * x % 10 ** 2_000_000",
    "sorting": "while True: sorted(range(1_000_000))",
    "text": "while True: 'a' * 10_000_000 + 'b'",
    "regex": "import re\nre.match('(a*)*b', 'a' * 40)",
    "generator": "def g():\n    while True: yield 1\nfor _ in g(): pass",
    "catching": "while True:\n    try:\n        while True: 1 / 0\n    except BaseException: pass",
}
#: How long a stop may take, in seconds: 50 ms are promised, and a busy machine takes its time.
PATIENCE = 0.05 if os.environ.get("STOCKADE_IDLE") else 2.0


def endless(**more: object) -> Session:
    return Session("permissive", fuel=10**15, timeout=60, memory="512MiB", **more)  # type: ignore[arg-type]


@contextmanager
def alarm(after: float, handler: Callable[[int, object], object]) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, after)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_run_that_waits_for_a_thread_is_cancelled() -> None:
    session = Session("permissive", fuel=10**15, timeout=10)

    async def cancelled() -> float:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        busy = loop.run_in_executor(None, time.sleep, 0.3)
        task = asyncio.create_task(session.run_async("while True: pass"))
        await asyncio.sleep(0.1)
        task.cancel()
        began = time.perf_counter()
        with pytest.raises(asyncio.CancelledError):
            await task
        await busy
        return time.perf_counter() - began

    assert asyncio.run(cancelled()) < 0.3 + PATIENCE
    assert session.run("1 + 1").value == 2


@pytest.mark.parametrize("name", ENDLESS)
def test_another_thread_interrupts(name: str) -> None:
    session = endless()
    session["kept"] = [1]
    asked: list[float] = []

    def interrupt() -> None:
        asked.append(time.perf_counter())
        session.interrupt()

    timer = threading.Timer(0.15, interrupt)
    timer.start()
    result = session.run(ENDLESS[name])
    took = time.perf_counter() - asked[0]
    assert result.outcome == "interrupted" and not result.ok
    assert took < PATIENCE, took
    assert session.run("kept.append(2)\nkept").value == [1, 2]


def test_without_a_run_nothing_is_interrupted() -> None:
    session = Session()
    session.interrupt()
    assert session.run("1 + 1").value == 2


class Stop(Exception):
    pass


@pytest.mark.parametrize("name", ENDLESS)
def test_what_a_handler_of_a_signal_raises_ends_the_run(name: str) -> None:
    session = endless()
    session["kept"] = [1]
    rang: list[float] = []

    def handler(number: int, frame: object) -> None:
        rang.append(time.perf_counter())
        raise Stop

    with alarm(0.15, handler), pytest.raises(Stop):
        session.run(ENDLESS[name])
    assert time.perf_counter() - rang[0] < PATIENCE
    assert session.run("kept.append(2)\nkept").value == [1, 2]


def test_a_handler_may_interrupt_without_raising() -> None:
    session = endless()
    with alarm(0.1, lambda number, frame: session.interrupt()):
        assert session.run("while True: pass").outcome == "interrupted"
    seen: list[int] = []
    with alarm(0.05, lambda number, frame: seen.append(number)):
        # A handler that does nothing of the kind runs while the machine runs.
        assert session.run("import time\nwhile time.monotonic() < 0.3: pass\n1").outcome in ("completed", "runtime:NameError")
        end = time.monotonic() + 0.4
        assert session.run("for i in range(3_000_000): pass\n7").value == 7
        while not seen and time.monotonic() < end:
            time.sleep(0.01)
    assert seen == [signal.SIGALRM]


def test_ctrl_c() -> None:
    code = (
        # Under a shell that runs the tests in the background, SIGINT is ignored from the start.
        "import signal, stockade\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "session = stockade.Session('permissive', fuel=10**15, timeout=60)\n"
        "session['kept'] = 5\n"
        "try:\n    print('ready', flush=True)\n    session.run('while True: pass')\n"
        "except KeyboardInterrupt:\n    print('stopped', session.run('kept + 1').value)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        assert child.stdout.read() == "stopped 6\n"
    assert child.returncode == 0


def test_while_a_tool_runs() -> None:
    session = endless()
    calls: list[int] = []

    def tool(value: int) -> int:
        calls.append(value)
        session.interrupt()
        return value

    session.add_tool("tool", tool)
    # The tool returns first, and nothing after it runs.
    assert session.run("seen = tool(1)\nafter = 2").outcome == "interrupted"
    assert calls == [1] and "after" not in session.names()
    assert session.run("3").value == 3

    def raises(value: int) -> int:
        raise KeyboardInterrupt

    session.add_tool("raises", raises)
    with pytest.raises(KeyboardInterrupt):
        session.run("try:\n    raises(1)\nexcept BaseException:\n    caught = 1")
    assert "caught" not in session.names()
    assert session.run("3 + 1").value == 4


def test_a_module_of_the_host_returns_first() -> None:
    pytest.importorskip("numpy")
    session = Session("permissive", modules=["numpy"], fuel=10**15, timeout=60)
    session.run("import numpy as np\na = np.ones(1000)").raise_for_outcome()
    threading.Timer(0.1, session.interrupt).start()
    assert session.run("while True: np.sort(a)").outcome == "interrupted"
    assert session.run("float(a.sum())").value == 1000.0
    threading.Timer(0.1, session.interrupt).start()
    assert session.run("while True: np.vectorize(lambda v: v + 1)(a)").outcome == "interrupted"
    assert session.run("float(a.sum())").value == 1000.0


@pytest.mark.parametrize("name", ENDLESS)
def test_a_cancelled_task(name: str) -> None:
    session = endless()
    session["kept"] = [1]

    async def main() -> float:
        begin = time.perf_counter()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(session.run_async(ENDLESS[name]), 0.15)
        return time.perf_counter() - begin - 0.15

    assert asyncio.run(main()) < PATIENCE
    assert session.run("kept.append(2)\nkept").value == [1, 2]


def test_a_cancelled_task_in_a_tool() -> None:
    cancelled: list[str] = []

    async def slow(name: str) -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.append(name)
            raise
        return name

    session = Session("permissive", tools={"slow": slow})

    async def main(code: str) -> None:
        task = asyncio.ensure_future(session.run_async(code))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await session.run_async("1 + 1")).value == 2

    asyncio.run(main("await slow('one')"))
    assert cancelled == ["one"]
    asyncio.run(main("import asyncio\nawait asyncio.gather(slow('two'), slow('three'))"))
    assert sorted(cancelled) == ["one", "three", "two"]
