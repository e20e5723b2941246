"""Nothing is kept that nobody uses: sessions, executors, tools, modules, callbacks and handles are collected."""

import gc
import os
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from stockade import Handle, Policy, Session
from stockade.smolagents import StockadeExecutor

COUNT = int(os.environ.get("STOCKADE_LEAK_COUNT", "1500"))


class Thing:
    """Something of the host's that can be watched."""


def with_tool(thing: Thing) -> Any:
    session = Session()
    # The tool holds the session, and the session holds the tool.
    session.add_tool("tool", lambda: (session, thing) and 1)
    session.run("tool()").raise_for_outcome()
    return session


def with_output(thing: Thing) -> Any:
    kept: list[Any] = []
    session = Session(on_output=lambda text, error: kept.append((text, session, thing)))
    session.run("print('x')").raise_for_outcome()
    return session, session.fork()


def with_handle(thing: Thing) -> Any:
    session = Session()
    thing.session = session  # type: ignore[attr-defined]
    session["handle"] = Handle(thing)
    return session


def with_object(thing: Thing) -> Any:
    thing.session = session = Session()  # type: ignore[attr-defined]
    session.lend_object(thing, names=["session"])
    session["thing"] = thing
    return session


def with_module(thing: Thing) -> Any:
    pytest.importorskip("numpy")
    session = Session(Policy.preset("default").add(imports=["numpy"]), modules=["numpy"])
    thing.session = session  # type: ignore[attr-defined]
    session.add_tool("tool", lambda: thing and 1)
    session.run("import numpy as np\narray = np.zeros(3)").raise_for_outcome()
    return session


def with_executor(thing: Thing) -> Any:
    executor = StockadeExecutor([])
    thing.executor = executor  # type: ignore[attr-defined]
    executor.send_tools({"tool": lambda: thing and 1, "final_answer": lambda answer: answer})
    executor.send_variables({"thing": thing})
    executor("x = tool()")
    return executor


KINDS = [with_tool, with_output, with_handle, with_object, with_module, with_executor]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_what_nobody_uses_is_collected(make: Callable[[Thing], Any]) -> None:
    thing = Thing()
    gone = weakref.ref(thing)
    made = make(thing)
    del thing
    gc.collect()
    assert gone() is not None
    del made
    gc.collect()
    assert gone() is None


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")
@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_many_leave_memory_flat(make: Callable[[Thing], Any]) -> None:
    def round_of(count: int) -> int:
        for at in range(count):
            make(Thing())
            if at % 100 == 99:
                gc.collect()
        gc.collect()
        return resident()

    round_of(COUNT // 3)
    first = round_of(COUNT // 3)
    last = round_of(COUNT)
    # One session takes more than 50 KiB: a hundredth of them would be seen.
    assert last - first < 50 * 1024 * COUNT // 100 + (4 << 20), (first, last)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")
def test_many_steps_leave_memory_flat() -> None:
    session = Session(memory="16MiB", tools={"tool": lambda n: n})
    steps = [
        "x = 1", "x = x + {n}", "def f(n):\n    return n + {n}\ny = f(x)", "z = [f(i) for i in range(3)]", "tool({n})", "print(x)",
        "try: {{}}[{n}]\nexcept KeyError as e: pass", "class C:\n    def m(self): return {n}\nc = C().m()", "exec('w = {n}')", "f'{{x}} {n}'",
    ]

    def round_of(first: int, count: int) -> tuple[int, int]:
        for at in range(first, first + count):
            result = session.run(steps[at % len(steps)].format(n=at))
            assert result.ok or result.outcome == "policy", (at, result)
        gc.collect()
        return resident(), result.memory

    _, used = round_of(0, 8 * COUNT)
    before, _ = round_of(8 * COUNT, 8 * COUNT)
    after, last = round_of(16 * COUNT, 16 * COUNT)
    # A step that left its code behind would leave some thousand bytes.
    assert after - before < 16 * COUNT * 100 + (2 << 20), (before, after)
    assert last < 16 << 20
