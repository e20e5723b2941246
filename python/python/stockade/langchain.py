"""A tool for LangChain that runs Python in a sandbox, with state from one call to the next.

``python_tool()`` needs ``langchain-core``; :func:`report` is what its calls answer with.

>>> from stockade import Session
>>> report(Session().run("print('hi')\\n6 * 7"))
'hi\\n42'
>>> report(Session().run("1 / 0"))
'Error: ZeroDivisionError: division by zero'
"""

from __future__ import annotations

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


@keywords(also=set(SETTINGS) - {"record", "replay"})
def python_tool(session: Session | None = None, *, name: str = "python", description: str = DESCRIPTION, **settings: Any) -> Any:
    """A ``StructuredTool`` over a session: one that is given, or one made of ``settings``, which are those of :class:`stockade.Session`
    but for ``record`` and ``replay``: give a session for these.

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

    def run(code: str) -> str:
        return report(box.run(code))

    async def run_async(code: str) -> str:
        return report(await box.run_async(code))

    return made.from_function(func=run, coroutine=run_async, name=name, description=description)
