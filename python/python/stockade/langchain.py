"""A tool for LangChain that runs Python in a sandbox, with state from one call to the next.

``python_tool()`` needs ``langchain-core``; :func:`report` is what its calls answer with.

>>> from stockade import Session
>>> report(Session().run("print('hi')\\n6 * 7"))
'hi\\n42'
>>> report(Session().run("1 / 0"))
'Error: ZeroDivisionError: division by zero'
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from ._names import keywords
from ._results import Result
from ._session import SETTINGS, Session

#: What a model is told about the tool.
DESCRIPTION = (
    "Runs Python code in a sandbox and returns what it prints and the value of its last expression. Variables are kept between calls. "
    "There is no file system and no network."
)


def report(result: Result) -> str:
    """A step as a text for a model: what it printed, then the value of its last expression or ``Error: ...``."""
    if not result.ok:
        return f"{result.output}Error: {result.error}"
    return result.output + (result.repr or "")


#: The queues of which this thread or task has its turn.
WITHIN: ContextVar[frozenset[int]] = ContextVar("WITHIN", default=frozenset())


class Turns:
    """Calls of one session from threads and tasks, one after the other in the order in which they came. Who waits holds no thread of an
    event loop's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[Future[None]] = deque()

    def _ask(self) -> Future[None]:
        if id(self) in WITHIN.get():
            # It would wait for itself.
            raise RuntimeError("the session is running a step: its tools cannot begin one")
        turn: Future[None] = Future()
        with self._lock:
            if not self._waiting:
                turn.set_result(None)
            self._waiting.append(turn)
        return turn

    def _end(self, turn: Future[None]) -> None:
        """Gives the turn on, or leaves the queue."""
        with self._lock:
            self._waiting.remove(turn)
            if self._waiting and not self._waiting[0].done():
                self._waiting[0].set_result(None)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A turn of a thread."""
        turn = self._ask()
        try:
            turn.result()
            token = WITHIN.set(WITHIN.get() | {id(self)})
            try:
                yield
            finally:
                WITHIN.reset(token)
        finally:
            self._end(turn)

    @asynccontextmanager
    async def turn_async(self) -> AsyncIterator[None]:
        """A turn of a task."""
        turn = self._ask()
        try:
            # Shielded: a task that is cancelled leaves the queue by itself.
            await asyncio.shield(asyncio.wrap_future(turn))
            token = WITHIN.set(WITHIN.get() | {id(self)})
            try:
                yield
            finally:
                WITHIN.reset(token)
        finally:
            self._end(turn)


@keywords(also=SETTINGS)
def python_tool(session: Session | None = None, *, name: str = "python", description: str = DESCRIPTION, **settings: Any) -> Any:
    """A ``StructuredTool`` over a session: one that is given, or one made of ``settings``, which are those of :class:`stockade.Session`.

    Agents may call it several times at once, on threads or as tasks: the calls run one after the other, in the order in which they came.
    A refused or failed program is no exception: the model is told ``Error: ...``. Without ``langchain-core`` this is an ``ImportError``.
    """
    try:
        made = import_module("langchain_core.tools").StructuredTool
    except ImportError as error:
        raise ImportError("python_tool() needs langchain-core: pip install 'stockade[langchain]'") from error
    if session is not None and settings:
        raise TypeError("settings are for a session that is made here")
    box = Session(**settings) if session is None else session
    turns = Turns()

    def run(code: str) -> str:
        with turns.turn():
            return report(box.run(code))

    async def run_async(code: str) -> str:
        async with turns.turn_async():
            return report(await box.run_async(code))

    return made.from_function(func=run, coroutine=run_async, name=name, description=description)
