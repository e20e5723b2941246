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

from ._results import Denial, Finding, Result, Verdict, check
from ._session import Session
from ._stockade import Handle, __version__
from .smolagents import CodeOutput, InterpreterError, StockadeExecutor

LocalPythonExecutor = StockadeExecutor

__all__ = [
    "CodeOutput", "Denial", "Finding", "Handle", "InterpreterError", "LocalPythonExecutor", "Result", "Session", "StockadeExecutor",
    "Verdict", "__version__", "check",
]
