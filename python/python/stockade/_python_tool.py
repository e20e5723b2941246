"""What the tools for frameworks of agents share: a session, what the model is told of it, and calls that end in a text."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

from ._report import report
from ._session import Session

#: What a model is told about the tool, in any case.
DESCRIPTION = (
    "Runs Python code in a sandbox and returns what it prints and the value of its last expression. Variables are kept between calls. "
    "There is no file system and no network."
)
#: The same where the policy grants `open`.
DESCRIPTION_WITH_FILES = DESCRIPTION.replace("There is no file system and no network.", "Files are kept in memory, and there is no network.")
#: Characters of a function's own text that a model is told.
MOST_OF_A_TEXT = 300


class PythonTool:
    """A session as a tool of an agent. Calls from several threads or tasks run one after the other, in the order in which they came."""

    def __init__(self, session: Session | None, settings: dict[str, Any]) -> None:
        """Over a session that is given, or one that is made of settings; both are a ``TypeError``."""
        if session is not None and settings:
            names = ", ".join(sorted(settings))
            raise TypeError(f"settings are for a session that is made here, and session= gives one: give {names} to that Session")
        self.session = Session(**settings) if session is None else session

    def run(self, code: str) -> str:
        """Runs a step on this thread."""
        return report(self.session.run(code))

    async def run_async(self, code: str) -> str:
        """Runs a step, and lets the event loop go on meanwhile."""
        return report(await self.session.run_async(code))

    def description(self, given: str | None) -> str:
        """What the model is told: what the author says, or :data:`DESCRIPTION` and the functions of the host."""
        if given is not None:
            return given
        session = self.session
        try:
            session.files.list()
            text = DESCRIPTION_WITH_FILES
        except PermissionError:
            text = DESCRIPTION
        functions = [shown_tool(name, session._tools.get(name), *shown) for name, shown in session._shown.items()]
        return "\n".join([text, "The code can call these functions:", *functions]) if functions else text


def shown_tool(name: str, function: Callable[..., Any] | None, params: str, awaited: bool) -> str:
    """
    >>> def get_price(item): "The price of an item in euros.\\n\\nIt is that of today."
    >>> shown_tool("get_price", get_price, "item", False), shown_tool("fetch", lambda page: 1, "page", True)
    ('- get_price(item): The price of an item in euros.', '- await fetch(page)')
    """
    text = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    shown = f"- {'await ' if awaited else ''}{name}({params})"
    return f"{shown}: {text[:MOST_OF_A_TEXT]}" if text else shown


def framework(module: str, *, function: str, package: str, extra: str) -> Any:
    """A module of a framework, or an ``ImportError`` that says how to install it.

    >>> framework("no_such_module", function="python_tool", package="no-such-package", extra="none")
    Traceback (most recent call last):
    ImportError: python_tool() needs no-such-package: pip install 'stockade[none]'
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"{function}() needs {package}: pip install 'stockade[{extra}]'") from error
