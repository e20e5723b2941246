"""The queue of a session: calls from other threads and tasks wait until the step that is under way has ended."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

#: The turns within which this code runs, of all sessions: a tool that is called in a step has the step's.
_within: ContextVar[frozenset[Turn]] = ContextVar("stockade_turns", default=frozenset())


class Turn:
    """One step's turn, or its place in the queue."""

    def __init__(self, call: Callable[[], bool], loop: asyncio.AbstractEventLoop | None) -> None:
        #: Says that the turn has come. False if nobody hears it any more.
        self.call = call
        #: The event loop that must go on for this turn to come to its end.
        self.loop = loop


class Queue:
    """Gives turns in the order in which they were asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now: Turn | None = None
        self._waiting: deque[Turn] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits on this thread."""
        event = threading.Event()

        def call() -> bool:
            event.set()
            return True

        turn = Turn(call, None)
        if not self._ask(turn, here=running_loop()):
            try:
                event.wait()
            except BaseException:
                self._give_up(turn)
                raise
        with self._having(turn):
            yield

    @asynccontextmanager
    async def turn_async(self) -> AsyncIterator[None]:
        """Waits as a task, and lets its event loop go on meanwhile."""
        loop = asyncio.get_running_loop()
        came: asyncio.Future[None] = loop.create_future()

        def come() -> None:
            if not came.done():
                came.set_result(None)

        def call() -> bool:
            try:
                loop.call_soon_threadsafe(come)
            except RuntimeError:
                # The loop is closed, and the task will never run again.
                return False
            return True

        turn = Turn(call, loop)
        if not self._ask(turn, here=None):
            try:
                await came
            except BaseException:
                self._give_up(turn)
                raise
        with self._having(turn):
            yield

    def _ask(self, turn: Turn, here: asyncio.AbstractEventLoop | None) -> bool:
        """True if the turn is there at once; else it has a place in the queue."""
        with self._lock:
            if self._now is None:
                self._now = turn
                return True
            if self._now in _within.get():
                raise RuntimeError(
                    "the session is running a step: its tools can't begin another one in it. They can run code in session.fork(), or in a session "
                    "of their own"
                )
            if here is not None and any(other.loop is here for other in (self._now, *self._waiting)):
                raise RuntimeError("the session is running a step on this event loop, which can't go on while it waits here: use run_async")
            self._waiting.append(turn)
            return False

    @contextmanager
    def _having(self, turn: Turn) -> Iterator[None]:
        _within.set(_within.get() | {turn})
        try:
            yield
        finally:
            _within.set(_within.get() - {turn})
            self._leave()

    def _give_up(self, turn: Turn) -> None:
        with self._lock:
            has_come = self._now is turn
            if not has_come:
                self._waiting.remove(turn)
        if has_come:
            self._leave()

    def _leave(self) -> None:
        with self._lock:
            self._now = None
            while self._waiting:
                self._now = self._waiting.popleft()
                if self._now.call():
                    return
                self._now = None


def running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
