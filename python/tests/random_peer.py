"""What CPython says to random programs: reads seeds with steps, answers what each step printed, what its last expression gave, and how it
ended. The clock stands, and the event loop moves its own when it waits, as in a session.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import heapq
import io
import os
import pickle
import random
import selectors
import signal
import sys
import time
import warnings
from typing import Any

from random_steps import pick, tool

Said = tuple[str, "str | None", "str | None", "str | None"]


class Jump(selectors.SelectSelector):
    """Waits for nothing but the loop's own clock."""

    loop: Any = None

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("every task waits for something that never comes")
        # A round takes time too, as it does in the sandbox's loop.
        self.loop.now = self.loop._scheduled[0]._when if timeout > 0 else self.loop.now + 1e-05
        return []


class Loop(asyncio.SelectorEventLoop):
    """Timers of one time go off in the order in which they were made, as they do where the clock never stands."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers = 0
        jump = Jump()
        jump.loop = self
        super().__init__(jump)

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        self.timers += 1
        timer = Timer(when, callback, args, self, context)
        timer.order = self.timers
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer


class Timer(asyncio.TimerHandle):
    __slots__ = ("order",)
    order: int

    def __lt__(self, other: Any) -> bool:
        return (self._when, self.order) < (other._when, other.order)  # type: ignore[attr-defined]


class LoopPolicy(asyncio.DefaultEventLoopPolicy):
    _loop_factory = Loop


def step(code: str, space: dict[str, Any]) -> Said:
    out = io.StringIO()
    value = None
    with contextlib.redirect_stdout(out):
        try:
            body = ast.parse(code)
            last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
            exec(compile(body, "<step>", "exec", dont_inherit=True), space)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), "<step>", "eval", dont_inherit=True), space)
        except SyntaxError:
            return out.getvalue(), None, "SyntaxError", None
        except BaseException as error:
            return out.getvalue(), None, type(error).__name__, str(error)
    return out.getvalue(), None if value is None else repr(value), None, None


def answer(seed: int, steps: list[str]) -> list[Said]:
    time.time = lambda: 1_700_000_000.0 + seed
    sys.stderr = io.StringIO()
    random.seed(seed)
    space = {"__name__": "__main__", "tool": tool, "pick": pick}
    return [step(code, space) for code in steps]


def main() -> None:
    """Each program in a process of its own."""
    warnings.simplefilter("ignore")
    asyncio.set_event_loop_policy(LoopPolicy())
    while True:
        try:
            seed, steps = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            signal.alarm(20)
            said = answer(seed, steps)
            with open(writing, "wb") as file:
                pickle.dump(said, file)
            os._exit(0)
        os.close(writing)
        with open(reading, "rb") as file:
            sys.stdout.buffer.write(file.read() or pickle.dumps([]))
        sys.stdout.buffer.flush()
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
