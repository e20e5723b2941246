"""Pools: sessions in worker processes behind walls, or many sessions of this process, all copied from templates."""

from __future__ import annotations

import inspect
import os
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import _stockade
from ._files import Mount
from ._names import LIMITS, Limit, Limits, is_limit, joined, keywords, shown_kind
from ._policy import Policy, PolicyLike, policy_of
from ._session import SETTINGS, Session
from ._settings import limits_of
from ._stdin import StdinLike
from ._tools import Approver
from ._values import LIMITS as CROSSING

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: What makes a session, without the judgement of its keywords.
SESSION: Callable[..., None] = inspect.unwrap(Session.__init__)
#: The most templates that a pool keeps.
MOST_TEMPLATES = 64

#: Loads the compiled module alone: a worker needs nothing of the package and nothing that is installed.
LOADER = """\
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
loader = ExtensionFileLoader("stockade._stockade", sys.argv[1])
module = loader.create_module(ModuleSpec(loader.name, loader, origin=loader.path))
loader.exec_module(module)
sys.exit(module.command(["stockade", *sys.argv[2:]]))
"""


def start_command() -> list[str]:
    """The words that start the command line again, without the folders of this interpreter. An interpreter that does not say where it is
    is a ``RuntimeError``."""
    if not sys.executable:
        raise RuntimeError("sys.executable does not say where this interpreter is, so that no worker can be started: use isolation='thread'")
    return [sys.executable, "-I", "-S", "-c", LOADER, _stockade.__file__]


#: The settings of sessions that a snapshot has already, or that go with such.
NOT_WITH_SNAPSHOT = ("inputs", "seed", "argv", "mount", "exit_ok", "modules", "trust", "modules_in", "record", "replay")


class SessionSettings(Limits, total=False):
    """What :meth:`Pool.session` takes besides a policy and a snapshot: the settings of :class:`Session`."""

    tools: Mapping[str, Callable[..., Any]] | None
    inputs: Mapping[str, Any] | None
    seed: int | None
    clock: float | None
    check: bool
    limits: Mapping[str, Limit | None] | None
    modules: Iterable[str]
    trust: bool | Iterable[str]
    modules_in: Literal["jail", "process"] | None
    audit: str | PathLike[str] | Callable[[str], object] | None
    on_output: Callable[[str, bool], object] | None
    stdin: StdinLike | None
    argv: Iterable[str]
    mount: Mount | None
    sources: Mapping[str, str | PathLike[str]] | None
    packages: Iterable[_stockade.Package | str | PathLike[str]]
    approve: Approver | None
    exit_ok: bool
    types: Iterable[type]
    crossing: Mapping[str, Limit] | None
    record: bool
    replay: dict[str, Any] | None


class Pool:
    """Sessions in worker processes. Each worker shuts itself in before it runs anything (docs/security.md), and each session is a copy of
    a template there.

    ``workers`` is the most processes, one for each processor by default; each is started when a session needs it, and runs one step at a
    time. ``policy`` and limits (keywords, or names in ``limits``) are those of sessions that are given none. ``isolation`` is
    ``"process"``, or ``"thread"`` for sessions of this process: then there are no workers. ``walls`` says what happens where this machine lacks
    a wall: ``"require"`` is a ``RuntimeError``, ``"best-effort"`` a ``RuntimeWarning``. ``worker_memory`` is the address space of a worker
    for all its sessions, in bytes or as a text.

    A pool is a context manager: at its end :meth:`close` ends the workers. So does the end of the pool and of all its sessions. It may be used by
    several threads. In a process that was forked it has workers of its own, and the sessions from before are lost there. What is of the wrong
    kind is a ``TypeError``, what makes no sense a ``ValueError``.

    >>> with Pool(1, policy="strict", timeout="2s") as pool:
    ...     session = pool.session(tools={"double": lambda x: 2 * x}, inputs={"x": 20})
    ...     session.run("double(x) + 1").value
    41
    """

    @keywords()
    def __init__(
        self,
        workers: int | None = None,
        policy: PolicyLike = "default",
        isolation: Literal["process", "thread"] = "process",
        walls: Literal["best-effort", "require"] = "best-effort",
        *,
        worker_memory: Limit = "8GiB",
        limits: Mapping[str, Limit | None] | None = None,
        **own: Unpack[Limits],
    ) -> None:
        if isolation not in ("process", "thread"):
            raise ValueError(f"isolation is 'process' or 'thread', not {shown_kind(isolation)}")
        if walls not in ("best-effort", "require"):
            raise ValueError(f"walls is 'best-effort' or 'require', not {shown_kind(walls)}")
        if workers is not None and (type(workers) is not int or workers < 1):
            raise (ValueError if type(workers) is int else TypeError)(f"workers is a number of processes from 1, not {shown_kind(workers)}")
        if not is_limit(worker_memory):
            raise TypeError(f'worker_memory is a number of bytes or a text such as "8GiB", not {shown_kind(worker_memory)}')
        self._policy: Policy = policy_of(policy)
        self._limits = joined(limits, own) or {}
        limits_of(self._limits)
        self._isolation: Literal["process", "thread"] = isolation
        self._walls = walls
        self._memory = _stockade.limit("memory", worker_memory)
        self._workers = 0 if isolation == "thread" else workers or processors()
        self._is_closed = False
        if self._workers:
            look(walls)
            _stockade.set_own_command(start_command())
        self._begin()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._core = _stockade.PoolCore(self._workers, self._walls, self._memory)
        self._templates: dict[tuple[Any, ...], _stockade.Template] = {}
        # Last: from then on other threads use these.
        self._process = os.getpid()

    @keywords(also=SETTINGS, of="Pool")
    def session(
        self, policy: PolicyLike | None = None, *, snapshot: bytes | None = None, key: bytes | None = None, **settings: Unpack[SessionSettings]
    ) -> Session:
        """A new session: a :class:`Session` with these settings, which are those of that class, and with the pool's policy and limits where
        none are given. With ``snapshot`` it goes on from there, as :meth:`Session.restore` does: ``key`` is that of the snapshot, and
        settings that the snapshot has already are a ``TypeError``. A session in a worker takes no ``modules`` and no ``packages``
        (``ValueError``; docs/pool.md has a table). A pool that is closed is a ``RuntimeError``.

        A worker that ends raises :class:`WorkerLost` at its sessions, and nowhere else.

        >>> with Pool(1) as pool:
        ...     session = pool.session()
        ...     _ = session.run("x = [1, 2]")
        ...     again = pool.session(snapshot=session.snapshot())
        ...     again.run("x + [3]").value
        [1, 2, 3]
        """
        given: dict[str, Any] = {**settings, "limits": {**self._limits, **(settings.get("limits") or {})}}
        session = Session.__new__(Session)
        session._pool = self
        if snapshot is None:
            if key is not None:
                raise TypeError("key is that of a snapshot: give snapshot=, too")
            # This method has judged the settings. A limit that is a keyword is taken before those in a mapping.
            SESSION(session, self._policy if policy is None else policy, **given)
            return session
        given["limits"] = joined(given["limits"], {name: given.pop(name, None) for name in LIMITS})
        doubled = [name for name in NOT_WITH_SNAPSHOT if name in given]
        if doubled:
            raise TypeError(f"a session from a snapshot takes no {', '.join(doubled)}: set variables and files of the session that you get")
        session._reopen(snapshot, self._policy if policy is None else policy, key=key, **given)
        return session

    def _checkout(
        self,
        session: Session,
        policy: Policy,
        limits: dict[str, int],
        seed: int | None,
        snapshot: bytes | None,
        key: bytes | None,
        crossing: dict[str, int],
    ) -> _stockade.Core:
        sizes = tuple(crossing[name] for name in CROSSING)
        if self._process != os.getpid():
            # The workers of the process that this one was forked from are that one's, and one of its threads may have held the lock.
            self._begin()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the pool is closed")
            known = (policy.sha256, policy.name, seed, sizes, *sorted(limits.items()))
            # The one that was used last is at the end.
            template = self._templates.pop(known, None)
            if template is None:
                template = self._core.template(policy._core, limits, seed, sizes)
                if len(self._templates) >= MOST_TEMPLATES:
                    del self._templates[next(iter(self._templates))]
            self._templates[known] = template
        core = _stockade.Core(policy._core, limits, seed, snapshot, key, [], template)
        if self._is_closed:
            # It was closed meanwhile, and this may have started a worker again.
            self._core.close()
            raise RuntimeError("the pool is closed")
        core.belong(weakref.ref(session))
        return core

    @property
    def isolation(self) -> Literal["process", "thread"]:
        """Where the sessions are: ``"process"`` or ``"thread"``."""
        return self._isolation

    @property
    def processes(self) -> list[int]:
        """The numbers of the worker processes that are there now."""
        return [] if self._is_closed or self._process != os.getpid() else self._core.processes()

    def close(self) -> None:
        """Ends the workers. Sessions in them raise :class:`WorkerLost` from now on, also those with a step under way; sessions of this process go
        on. Nothing happens the second time."""
        if self._process != os.getpid():
            self._is_closed = True
            return
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            self._templates.clear()
        self._core.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a pool can't be pickled: make one in each process")

    def __repr__(self) -> str:
        """
        >>> Pool(isolation="thread")
        <Pool of sessions in this process, under default>
        """
        where = f"in at most {self._workers} worker{'s' * (self._workers != 1)}" if self._workers else "in this process"
        return f"<Pool of sessions {where}, under {self._policy.name}{', closed' * self._is_closed}>"


def look(walls: str) -> None:
    """Says which walls this machine lacks."""
    missing = _stockade.missing_walls()
    if not missing:
        return
    message = f"walls around workers are missing: {', '.join(missing)}"
    if walls == "require":
        raise RuntimeError(message)
    warnings.warn(message, RuntimeWarning, stacklevel=4)


def processors() -> int:
    """The processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
