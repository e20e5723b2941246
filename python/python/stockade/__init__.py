"""Runs Python that a language model wrote, in a sandbox that holds no authority.

>>> import stockade
>>> session = stockade.Session(tools={"double": lambda x: 2 * x})
>>> session.run("[double(i) for i in range(3)]").value
[0, 2, 4]
>>> session.run("1 / 0").exception
'ZeroDivisionError'
>>> stockade.check("import os").verdict
'deny'
"""

from typing import TYPE_CHECKING, Any

from ._files import FileEntry, Files
from ._packages import find_packages
from ._policy import Policy
from ._pool import Pool
from ._replay import ReplayError
from ._report import report
from ._results import (
    Denial,
    Finding,
    FrameLine,
    GuestError,
    GuestExit,
    GuestSyntaxError,
    InternalError,
    JailLost,
    LimitError,
    LimitReport,
    Outcome,
    OutcomeError,
    PolicyError,
    Result,
    RunInterrupted,
    StockadeError,
    UnsupportedError,
    Verdict,
    WorkerLost,
    check,
)
from ._run import run, run_async
from ._sandboxed import sandboxed
from ._session import Session, Snapshot
from ._stockade import Handle, Package, __version__
from ._tools import ToolCall

if TYPE_CHECKING:
    from .smolagents import CodeOutput, InterpreterError, StockadeExecutor

    LocalPythonExecutor = StockadeExecutor

__all__ = [
    "CodeOutput", "Denial", "FileEntry", "Files", "Finding", "FrameLine", "GuestError", "GuestExit", "GuestSyntaxError", "Handle",
    "InternalError", "InterpreterError", "JailLost", "LimitError", "LimitReport", "LocalPythonExecutor", "Outcome", "OutcomeError", "Package", "Policy", "PolicyError",
    "Pool",
    "ReplayError", "Result", "RunInterrupted", "Session", "Snapshot", "StockadeError",
    "StockadeExecutor", "ToolCall", "UnsupportedError", "Verdict", "WorkerLost", "__version__", "check",
    "find_packages", "report", "run", "run_async", "sandboxed",
]


def __getattr__(name: str) -> Any:
    # On asking: where smolagents is installed, importing it takes longer than all the rest.
    if name in ("CodeOutput", "InterpreterError", "LocalPythonExecutor", "StockadeExecutor", "smolagents"):
        from importlib import import_module

        module = import_module(".smolagents", __name__)
        return module if name == "smolagents" else getattr(module, name.replace("LocalPython", "Stockade"))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
