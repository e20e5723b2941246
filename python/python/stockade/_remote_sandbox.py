"""A sandbox with the shape that E2B's has: programs that use that one need another import and an address."""

from __future__ import annotations

import contextlib
import enum
import json
import os
import posixpath
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Union

from ._files import at
from ._remote_session import SETTLING, Session
from ._remote_steps import NotServed
from ._report import problem
from ._results import ERRORS, Result
from ._wire import ServerError

if TYPE_CHECKING:
    from typing_extensions import Self

#: The variables of the environment that say where the server is, where nobody else does.
URL, TOKEN = "STOCKADE_URL", "STOCKADE_TOKEN"
#: What a file is made of.
Data = Union[str, bytes, "IO[Any]"]
#: The type, where a method has its name.
list_ = list


@dataclass
class OutputMessage:
    """A text that was printed: ``line``, whether it is an ``error`` (stderr), and when it came (``timestamp``, nanoseconds since 1970)."""

    __module__ = "stockade.remote"
    line: str
    timestamp: int
    error: bool = False

    def __str__(self) -> str:
        return self.line


@dataclass
class ExecutionError:
    """What ended a program: ``name`` of the exception (or of the class that :mod:`stockade` has for what is none), its ``value`` as text,
    and the ``traceback``."""

    __module__ = "stockade.remote"
    name: str
    value: str
    traceback: str

    def to_json(self) -> str:
        """All of it as JSON."""
        return json.dumps({"name": self.name, "value": self.value, "traceback": self.traceback})


@dataclass
class ExecutionResult:
    """The value of a program's last expression: its ``text`` (the ``repr``), and ``json`` where it is a list or a dict. ``is_main_result``
    is true: there is no other kind here."""

    __module__ = "stockade.remote"
    text: str | None = None
    json: Any = None
    is_main_result: bool = True

    def formats(self) -> Iterable[str]:
        """The names of what is there of it."""
        return [name for name in ("text", "json") if self[name] is not None]

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __str__(self) -> str:
        return f"ExecutionResult({self.text})"


@dataclass
class Logs:
    """What a program printed: ``stdout`` and ``stderr`` as lists of texts."""

    __module__ = "stockade.remote"
    stdout: list_[str] = field(default_factory=list_)
    stderr: list_[str] = field(default_factory=list_)

    def to_json(self) -> str:
        """All of it as JSON."""
        return json.dumps({"stdout": self.stdout, "stderr": self.stderr})


@dataclass
class Execution:
    """What became of a program: its ``results`` (one, or none), its ``logs``, the ``error`` that ended it or None, and its number in the
    sandbox (``execution_count``). ``step`` is the whole :class:`stockade.Result`."""

    __module__ = "stockade.remote"
    results: list_[ExecutionResult] = field(default_factory=list_)
    logs: Logs = field(default_factory=Logs)
    error: ExecutionError | None = None
    execution_count: int | None = None
    step: Result | None = field(default=None, repr=False, compare=False)

    @property
    def text(self) -> str | None:
        """The text of the value of its last expression; None where it has none."""
        return self.results[0].text if self.results else None

    def to_json(self) -> str:
        """Results, logs and error as JSON."""
        error = None if self.error is None else json.loads(self.error.to_json())
        return json.dumps({"results": [result.text for result in self.results], "logs": json.loads(self.logs.to_json()), "error": error})


class FileType(enum.Enum):
    """What is at a path."""

    __module__ = "stockade.remote"
    FILE = "file"
    DIR = "dir"


@dataclass
class EntryInfo:
    """A file or a folder: its ``name``, its ``type``, its ``path`` from ``/``, and its ``size`` in bytes (0 for what was just written, and
    for a folder)."""

    __module__ = "stockade.remote"
    name: str
    type: FileType
    path: str
    size: int = 0


def written_at(path: str) -> EntryInfo:
    return EntryInfo(posixpath.basename(at(path)), FileType.FILE, at(path))


class Filesystem:
    """The files of a sandbox. The policy must allow ``open``, and for lists, folders and what is removed ``os``: ``PermissionError`` where
    it does not."""

    __module__ = "stockade.remote"

    def __init__(self, session: Session) -> None:
        self._session = session

    def read(self, path: str, format: str = "text") -> Any:
        """A file, as a text or with ``format="bytes"`` as a ``bytearray``. There is none: ``FileNotFoundError``."""
        if format not in ("text", "bytes"):
            raise NotServed(f"files.read(format={format!r}): a server has the formats 'text' and 'bytes'")
        data = self._session.files.read(path)
        return data.decode() if format == "text" else bytearray(data)

    def write(self, path: str, data: Data) -> EntryInfo:
        """Writes a text, bytes, or what a file of this machine has that was opened."""
        content = data.read() if hasattr(data, "read") else data
        self._session.files.write(path, content)
        return written_at(path)

    def write_files(self, files: Sequence[Mapping[str, Any]]) -> list_[EntryInfo]:
        """Writes several files: each has a ``path`` and ``data``."""
        return [self.write(file["path"], file["data"]) for file in files]

    def list(self, path: str, depth: int | None = 1) -> list_[EntryInfo]:
        """What is in a folder, and in its folders down to a depth. There is no such folder: ``FileNotFoundError``."""
        entries = []
        for found, size, is_folder in self._session._stepping(self._session._remote.list_files(path)):
            entries.append(EntryInfo(posixpath.basename(found), FileType.DIR if is_folder else FileType.FILE, found, 0 if is_folder else size))
            if is_folder and (depth or 1) > 1:
                entries += self.list(found, (depth or 1) - 1)
        return entries

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder."""
        where = at(path)
        return where == "/" or self._has(where)

    def _has(self, where: str) -> bool:
        try:
            return any(entry.path == where for entry in self.list(posixpath.dirname(where)))
        except FileNotFoundError:
            return False

    def remove(self, path: str) -> None:
        """Removes a file. There is none: ``FileNotFoundError``."""
        self._session.files.remove(path)

    def __getattr__(self, name: str) -> Any:
        if name in ("get_info", "make_dir", "rename", "watch_dir"):
            raise NotServed(f"files.{name}: a server has no such thing: run a step that does it, where the policy allows `os`")
        raise AttributeError(name)


class Sandbox:
    """A session on a server, with the shape of E2B's ``Sandbox``. It needs no account: ``url`` and ``token`` are those of ``stockade
    serve``, or of the environment (``STOCKADE_URL``, ``STOCKADE_TOKEN``). There is no shell and no network: what E2B has for these is
    :class:`NotServed`.

    >>> from stockade.remote import Sandbox
    >>> def demo(url):
    ...     with Sandbox.create(url=url) as sandbox:
    ...         return sandbox.run_code("x = 20\\nx + 1").text
    """

    __module__ = "stockade.remote"

    def __init__(self, session: Session) -> None:
        self._session = session
        #: Its files.
        self.files: Filesystem = Filesystem(session)
        self._count = 0

    @classmethod
    def create(
        cls,
        template: str | None = None,
        timeout: float | None = None,
        metadata: Mapping[str, str] | None = None,
        envs: Mapping[str, str] | None = None,
        *,
        url: str | None = None,
        token: str | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        **settings: Any,
    ) -> Self:
        """Opens one. ``template`` is the name of a policy of the server, ``timeout`` the time in seconds after which it is deleted when
        nobody uses it. ``tools`` and ``settings`` are those of :class:`Session`, which says what is raised; limits of time are in
        ``limits={"timeout": 2}`` there. ``metadata`` and ``envs`` are :class:`NotServed`."""
        for name, value in (("metadata", metadata), ("envs", envs)):
            if value:
                raise NotServed(f"Sandbox.create({name}=...): a server has no such setting: give values with run_code() or inputs=")
        return cls(Session(address_of(url), token or os.environ.get(TOKEN), policy=template, expires=timeout, tools=tools, **settings))

    @classmethod
    def connect(cls, sandbox_id: str, timeout: float | None = None, *, url: str | None = None, token: str | None = None, **settings: Any) -> Self:
        """One that is there, by its :attr:`sandbox_id`. ``timeout`` is :class:`NotServed`."""
        if timeout is not None:
            raise NotServed("Sandbox.connect(timeout=...): a session keeps the time that it was opened with")
        return cls(Session.open(address_of(url), sandbox_id, token or os.environ.get(TOKEN), **settings))

    @property
    def sandbox_id(self) -> str:
        """The id of its session."""
        return self._session.id

    @property
    def session(self) -> Session:
        """Its session, which can do more."""
        return self._session

    def run_code(
        self,
        code: str,
        language: str | None = None,
        context: Any = None,
        on_stdout: Callable[[OutputMessage], object] | None = None,
        on_stderr: Callable[[OutputMessage], object] | None = None,
        on_result: Callable[[ExecutionResult], object] | None = None,
        on_error: Callable[[ExecutionError], object] | None = None,
        envs: Mapping[str, str] | None = None,
        timeout: float | None = None,
        request_timeout: float | None = None,
    ) -> Execution:
        """Runs a program, which finds what those before it left. ``timeout`` is in seconds: a program that takes longer is interrupted, and
        that is a ``TimeoutError``. Without it the limits of the session hold. Other languages than Python, ``context``, ``envs`` and
        ``request_timeout`` are :class:`NotServed`."""
        if language not in (None, "python"):
            raise NotServed(f"run_code(language={language!r}): a server runs Python")
        for name, value in (("context", context), ("envs", envs), ("request_timeout", request_timeout)):
            if value is not None:
                raise NotServed(f"run_code({name}=...): a server has no such setting of a program: open another sandbox")
        pieces: list_[OutputMessage] = []
        remote = self._session._remote
        before = remote.on_output

        def printed(text: str, is_error: bool) -> None:
            message = OutputMessage(text, time.time_ns(), is_error)
            pieces.append(message)
            told = on_stderr if is_error else on_stdout
            if told is not None:
                told(message)
            if before is not None:
                before(text, is_error)

        is_late, has_ended = threading.Event(), threading.Event()

        def end() -> None:
            is_late.set()
            # The server may not have begun the step yet: it is asked until it ends.
            while not has_ended.is_set():
                with contextlib.suppress(Exception):
                    self._session.interrupt()
                has_ended.wait(SETTLING)

        timer = threading.Timer(timeout, end) if timeout else None
        with self._session._queue.turn():
            remote.on_output = printed
            try:
                if timer is not None:
                    timer.daemon = True
                    timer.start()
                step = self._session._alone(self._session._remote.run(code))
            finally:
                remote.on_output = before
                has_ended.set()
                if timer is not None and timer.ident is not None:
                    timer.cancel()
                    # It must not end the next step.
                    timer.join()
        self._count += 1
        if step.outcome == "interrupted" and is_late.is_set():
            raise TimeoutError(f"the program ran for more than {timeout} s, and was interrupted")
        execution = execution_of(step, self._count)
        execution.logs = Logs([one.line for one in pieces if not one.error], [one.line for one in pieces if one.error])
        if execution.error is not None and on_error is not None:
            on_error(execution.error)
        if on_result is not None:
            for result in execution.results:
                on_result(result)
        return execution

    def is_running(self) -> bool:
        """Whether it is there."""
        if self._session._remote.is_closed:
            return False
        try:
            self._session._driven(self._session._remote.is_waiting())
        except ServerError as error:
            if error.kind == "not-found":
                return False
            raise
        return True

    def kill(self) -> bool:
        """Deletes it, with all that is in it. False where it was gone."""
        was_running = self.is_running()
        self._session.close()
        return was_running

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def __getattr__(self, name: str) -> Any:
        if name in NO_SUCH:
            raise NotServed(f"Sandbox.{name}: a server has no such thing: {NO_SUCH[name]}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


#: What E2B's sandbox has and a server has not.
NO_SUCH = {
    "commands": "there is no shell", "pty": "there is no shell", "git": "there is no shell", "get_host": "there is no network", "get_mcp_url": "there is no network",
    "create_code_context": "open another sandbox, or fork() its session", "set_timeout": "give timeout= to create()", "get_info": "its session says what it is",
    "pause": "session.snapshot() gives it as bytes", "create_snapshot": "session.snapshot() gives it as bytes", "upload_url": "files.write() sends a file",
    "download_url": "files.read() gets a file", "get_metrics": "the step of an Execution says what it used",
}


def address_of(url: str | None) -> str:
    found = url or os.environ.get(URL)
    if not found:
        raise ValueError(f"where is the server? Give url='http://localhost:8700', or set {URL}")
    return found


def execution_of(step: Result, count: int) -> Execution:
    """A step in E2B's words."""
    results: list_[ExecutionResult] = []
    error: ExecutionError | None = None
    if not step.ok:
        known = ERRORS.get(step.outcome.partition(":")[0])
        other = "SyntaxError" if step.outcome == "syntax" else known.__name__ if known is not None else "OutcomeError"
        value = step.message if step.exception is not None else step.error
        error = ExecutionError(step.exception or other, value or "", step.traceback or problem(step))
    elif step.repr is not None:
        results.append(ExecutionResult(step.repr, step.value if isinstance(step.value, (list, dict)) else None))
    return Execution(results, Logs(*([text] if text else [] for text in (step.output, step.stderr))), error, count, step)
