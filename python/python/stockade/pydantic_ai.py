"""A toolset for pydantic-ai whose one tool runs Python in a sandbox, with state from one call to the next.

``python_toolset()`` needs ``pydantic-ai`` (``pydantic-ai-slim`` is enough); :func:`stockade.report` is what its calls answer with.
"""

from __future__ import annotations

from typing import Any

from ._names import keywords
from ._python_tool import PythonTool, framework
from ._session import SETTINGS, Session

__all__ = ["python_toolset"]


@keywords(also=set(SETTINGS) - {"record", "replay"})
def python_toolset(
    session: Session | None = None, *, name: str = "python", description: str | None = None, id: str | None = None, **settings: Any
) -> Any:
    """A toolset of pydantic-ai: ``Agent(..., toolsets=[python_toolset(...)])``.

    Made of ``settings``, which are those of :class:`stockade.Session` but for ``record`` and ``replay``, each run of the agent has
    a session of its own: runs for different users see nothing of each other. With a ``session`` all runs share that one: give it to a
    conversation of several runs, by ``agent.run(..., toolsets=[python_toolset(session)])``. The model is told ``description``; without it,
    what the tool does and which functions (``tools=``) the code can call. ``id`` is what pydantic-ai knows the toolset by.

    Where the model calls it several times at once, the calls run one after the other, in the order in which they came. Tools of the host
    that are coroutine functions run on the agent's event loop. A refused or failed program is no exception, and no retry of
    pydantic-ai's: the model is told ``Error: ...``. Without ``pydantic-ai`` this is an ``ImportError``.
    """
    theirs = framework("pydantic_ai", function="python_toolset", package="pydantic-ai-slim", extra="pydantic-ai")
    base: Any = theirs.FunctionToolset

    class PythonToolset(base):  # type: ignore[misc]
        """The toolset, and for each run of an agent a copy of it."""

        def __init__(self, tool: PythonTool, each_run: bool) -> None:
            super().__init__([theirs.Tool(tool.run_async, takes_ctx=False, name=name, description=tool.description(description))], id=id)
            self._python, self._each_run = tool, each_run

        @property
        def session(self) -> Session:
            """The session in which the code runs."""
            return self._python.session

        async def for_run(self, ctx: Any) -> Any:
            return PythonToolset(PythonTool(self._python.session.fork(), {}), False) if self._each_run else self

    return PythonToolset(PythonTool(session, settings), session is None)
