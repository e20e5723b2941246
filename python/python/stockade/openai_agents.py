"""A tool for OpenAI's Agents SDK that runs Python in a sandbox, with state from one call to the next.

``python_tool()`` needs ``openai-agents``; :func:`stockade.report` is what its calls answer with.
"""

from __future__ import annotations

from typing import Any

from ._names import keywords
from ._python_tool import PythonTool, framework
from ._session import SETTINGS, Session

__all__ = ["python_tool"]


@keywords(also=set(SETTINGS) - {"record", "replay"})
def python_tool(session: Session | None = None, *, name: str = "python", description: str | None = None, **settings: Any) -> Any:
    """A ``FunctionTool`` of the Agents SDK over a session: one that is given, or one made of ``settings``, which are those of
    :class:`stockade.Session` but for ``record`` and ``replay``: give a session for these. The model is told ``description``; without it,
    what the tool does and which functions (``tools=``) the code can call.

    Where the model calls it several times at once, the calls run one after the other, in the order in which they came. Tools of the host
    that are coroutine functions run on the agent's event loop. A refused or failed program is no exception: the model is told
    ``Error: ...``. Runs that share a tool share its variables. Without ``openai-agents`` this is an ``ImportError``.
    """
    make = framework("agents", function="python_tool", package="openai-agents", extra="openai-agents").function_tool
    tool = PythonTool(session, settings)
    return make(tool.run_async, name_override=name, description_override=tool.description(description), use_docstring_info=False)
