"""Sessions on a server (``stockade serve``), with the names and results of :class:`stockade.Session`. Tools are functions of this process.

>>> from stockade.remote import Session
>>> def demo(url):
...     with Session(url, tools={"price": lambda item: {"guitar": 799.5}[item]}) as session:
...         return session.run("2 * price('guitar')").value
"""

from ._remote_sandbox import (
    EntryInfo,
    Execution,
    ExecutionError,
    ExecutionResult,
    Filesystem,
    FileType,
    Logs,
    OutputMessage,
    Sandbox,
)
from ._remote_session import AsyncFiles, AsyncSession, Files, Session
from ._remote_steps import NotServed
from ._wire import ServerError, WorkerLost

__all__ = [
    "AsyncFiles", "AsyncSession", "EntryInfo", "Execution", "ExecutionError", "ExecutionResult", "FileType", "Files", "Filesystem", "Logs",
    "NotServed", "OutputMessage", "Sandbox", "ServerError", "Session", "WorkerLost",
]
