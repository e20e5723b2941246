"""A tool for LangChain that runs Python in a sandbox, with state from one call to the next.

``python_tool()`` needs ``langchain-core``; :func:`stockade.report` is what its calls answer with.
"""

from __future__ import annotations

from typing import Any

from ._names import keywords
from ._python_tool import DESCRIPTION, PythonTool, framework
from ._report import report
from ._session import SETTINGS, Session

__all__ = ["DESCRIPTION", "python_tool", "report"]


@keywords(also=set(SETTINGS) - {"record", "replay"})
def python_tool(session: Session | None = None, *, name: str = "python", description: str | None = None, **settings: Any) -> Any:
    """A ``StructuredTool`` over a session: one that is given, or one made of ``settings``, which are those of :class:`stockade.Session`
    but for ``record`` and ``replay``: give a session for these. The model is told ``description``; without it, what the tool does and
    which functions (``tools=``) the code can call.

    Agents may call it several times at once, on threads or as tasks: the calls run one after the other, in the order in which they came.
    A refused or failed program is no exception: the model is told ``Error: ...``. Conversations that share a tool share its variables.
    Without ``langchain-core`` this is an ``ImportError``.
    """
    made = framework("langchain_core.tools", function="python_tool", package="langchain-core", extra="langchain").StructuredTool
    tool = PythonTool(session, settings)
    return made.from_function(func=tool.run, coroutine=tool.run_async, name=name, description=tool.description(description))
