"""Sessions: steps of guest code that share state, with Python callables as their only way out."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._calls import Calls
from ._files import Mount
from ._names import Limit, Limits, OF_SESSIONS, joined, keywords
from ._packages import PackageLike, with_packages
from ._policy import Policy, PolicyLike, allowing, policy_of
from ._queue import Queue
from ._raised import Raised
from ._replay import Recorder, Replayer
from ._running import Running
from ._settings import limits_of, module_name_of, refuse_doubles, refused, seed_of
from ._stdin import CALL, StdinLike
from ._tools import Approver

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Snapshot(bytes):
    """The state of a session as bytes: what :meth:`Session.snapshot` gives.

    >>> from stockade import Session
    >>> session = Session()
    >>> _ = session.run("x = 20")
    >>> snapshot = session.snapshot()
    >>> snapshot.is_keyed, snapshot.restore().run("x + 1").value
    (False, 21)
    """

    @property
    def version(self) -> int:
        """The version of the format."""
        return int.from_bytes(self[8:10], "little")

    @property
    def is_keyed(self) -> bool:
        """Whether it opens only with the key that it was sealed with."""
        return self[10:11] == b"\1"

    def restore(self, *args: Any, **settings: Any) -> Session:
        """A session from it, with the arguments and errors of :meth:`Session.restore`: what does not fit is a ``ValueError``."""
        return Session.restore(self, *args, **settings)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the bytes to a file of this machine, as they are."""
        Path(path).write_bytes(self)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Snapshot:
        """Reads the bytes from a file of this machine. Whether they are a snapshot shows when they are restored."""
        return cls(Path(path).read_bytes())

    def __repr__(self) -> str:
        return f"<Snapshot of {len(self)} bytes, version {self.version}{', keyed' if self.is_keyed else ''}>"

    def _repr_html_(self) -> str:
        return f"<p><b>Snapshot</b> of {len(self):,} bytes, version {self.version}{', keyed' if self.is_keyed else ''}</p>"


class Session(Running):
    """A sandbox that keeps its state from one step to the next. A setting of the wrong kind is a ``TypeError``, one that makes no sense a
    ``ValueError``.

    ``policy`` is a :class:`Policy`, the name of a preset (``default``, ``smolagents``, ``strict``, ``permissive``), a path, or the
    YAML text itself. ``tools`` maps names to callables. A coroutine function is an async tool: the program awaits it
    (``await fetch(1)``, ``asyncio.gather(...)``), and several calls are under way at once. ``approve`` is asked about the calls that the
    policy wants consent for (``tools.allow.NAME.approve``): it is called (or awaited) with a :class:`ToolCall`, and says ``True``,
    ``False`` or the reason of a refusal. Without it such calls are refused. Limits are keywords, or names in ``limits``: ``fuel`` (units,
    of a step), ``memory`` (bytes or ``"64MiB"``), ``timeout`` (of a step: seconds or ``"500ms"``, the host's own time in tools not
    counted), ``total_timeout`` (of a step, with everything: tools, modules of the host and consent count, too), ``recursion`` (frames),
    ``output`` (bytes or ``"1MiB"``), ``host_calls``. When the total time is over, async tools are cancelled; a sync tool returns first.

    ``seed`` (of hashes and of ``random``) and ``clock`` (seconds since the epoch at which the program's clocks stand) are the policy's
    ``determinism`` where they are not given: seed 0 and the time as it is, unless it says otherwise. ``on_output`` is called with each
    text as it is printed, and whether it went to stderr; the result has all of it in any case.

    ``modules`` are those of this interpreter that the program may import as well, and ``trust`` the packages of which it may use
    everything (``trust`` without ``modules`` is a ``ValueError``). ``modules_in="jail"`` uses them in a process that is shut in, where no trust
    is needed: see :meth:`lend_modules`. ``audit`` names a file to
    which a line of JSON is appended for each step, or is called with the line.

    >>> lines = []
    >>> _ = Session(audit=lines.append).run("1 / 0")
    >>> import json
    >>> json.loads(lines[0])["attributes"]["stockade.outcome"]
    'runtime:ZeroDivisionError'

    ``stdin`` is what ``sys.stdin`` and ``input()`` read: a text, bytes, or a source that the program waits for (an iterable or an async
    iterable of texts, or a callable that is given a size). ``argv`` is ``sys.argv`` after the program's name.

    >>> Session(stdin="3\\n4\\n").run("int(input()) + int(input())").value
    7

    ``mount`` puts files into the machine's own memory (:attr:`files`), where the policy grants ``open``; a relative path is below
    ``/home/user``, the folder in which the program starts. ``sources`` gives the program
    modules as source, by the name of their file (``helper.py``, ``pack/__init__.py``) and as text or as the path of a file of this
    machine: they are code of the program, with its rights and on its budgets. The program may import them, unless the policy denies
    their names.

    ``inputs`` are variables that the program finds: names, and values that are copied in. What has the wrong kind is a ``TypeError`` that
    says which is right, and what can't enter is a ``TypeError``, too. (``variables`` is the old name of ``inputs``, ``max_output`` of
    ``output``: both go with version 0.2.)

    >>> Session("permissive", sources={"helper.py": "def double(x): return 2 * x"}).run("import helper\\nhelper.double(4)").value
    8

    ``packages`` gives the program installed packages in pure Python, with what they need: names of distributions, folders, wheels, or
    what :func:`find_packages` found. They are code of the program too: on its budgets, and with its rights, so a policy may have to grant
    more for them (docs/packages.md). Nothing of them runs in this process, and nothing compiled is taken.

    >>> Session("permissive", packages=["pip"]).run("import pip._vendor.idna as idna\\nidna.encode('ä.de')").value
    b'xn--4ca.de'

    A program that ends itself with ``SystemExit`` is not ``ok``, whatever its code: what came after that line did not run. With
    ``exit_ok=True`` code 0 is.

    >>> Session().run("raise SystemExit").ok, Session(exit_ok=True).run("raise SystemExit").ok, Session(exit_ok=True).run("exit(1)").ok
    (False, True, False)

    ``types`` are classes of the host that the program's values may become (docs/values.md): dataclasses, models of pydantic,
    enumerations, named tuples, exceptions. Objects of such classes that were sent in come back as objects of their class in any case.
    ``crossing`` limits each value that crosses, in either direction: ``values`` (250,000), ``bytes`` (32 MiB) and ``depth`` (64 levels;
    at most 400).

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     x: int
    ...     y: int
    >>> session = Session(tools={"origin": lambda: Point(0, 0)})
    >>> session.run("point = origin()\\npoint.x += 3\\npoint").value
    Point(x=3, y=0)
    >>> Session(crossing={"values": 10}).run("[0] * 10").value_error
    "more than 10 values (the crossing's limit `values`)"

    With ``record=True``, :attr:`log` holds each tool call and what came of it, the seed, and the time at which each step began, as data
    for JSON; the program's clock stands at that time, but for what it sleeps. A session with ``replay=log`` takes answers, seed and
    clock from there and calls no tool; a call that the log does not say next is a :class:`ReplayError`. What else a program depends
    on is for the caller to keep equal: steps, variables, policy and limits.

    >>> session = Session(inputs={"names": ["a", "b"]}, timeout=2.0)
    >>> session.run("count = len(names)\\nprint(count)").output
    '2\\n'
    >>> session["count"]
    2
    """

    @keywords(variables="inputs", max_output="output")
    def __init__(
        self,
        policy: PolicyLike = "default",
        *,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        inputs: Mapping[str, Any] | None = None,
        seed: int | None = None,
        clock: float | None = None,
        check: bool = True,
        fuel: Limit | None = None,
        memory: Limit | None = None,
        timeout: Limit | None = None,
        total_timeout: Limit | None = None,
        recursion: Limit | None = None,
        output: Limit | None = None,
        host_calls: Limit | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        modules: Iterable[str] = (),
        trust: bool | Iterable[str] = False,
        modules_in: Literal["jail", "process"] | None = None,
        audit: str | PathLike[str] | Callable[[str], object] | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        stdin: StdinLike | None = None,
        argv: Iterable[str] = (),
        mount: Mount | None = None,
        sources: Mapping[str, str | PathLike[str]] | None = None,
        packages: Iterable[PackageLike] = (),
        approve: Approver | None = None,
        exit_ok: bool = False,
        types: Iterable[type] = (),
        crossing: Mapping[str, Limit] | None = None,
        record: bool = False,
        replay: dict[str, Any] | None = None,
    ) -> None:
        given = {
            "fuel": fuel, "memory": memory, "timeout": timeout, "total_timeout": total_timeout, "recursion": recursion, "output": output,
            "host_calls": host_calls,
        }
        own = {**limits_of(limits or {}), **limits_of(given)}
        modules = list(modules)
        if modules or (replay is not None and "modules" in replay):
            self._refuse_in_worker("modules")
        if trust and not modules:
            raise ValueError("trust= says of which modules of modules= the program may use everything, and modules= has none: modules=['sklearn'], trust=['sklearn']")
        refuse_doubles({"tools": tools or (), "inputs": inputs or ()})
        if replay is not None:
            logged = replay.get("seed", seed)
            if seed is not None and seed != logged:
                raise ValueError(f"seed={seed} is not that of the log, which is {logged}: a replay takes it from the log")
            seed = logged
        if sources:
            # Who gives a module lets the program import it. A policy that denies its name still does.
            policy = allowing(policy_of(policy), tuple(module_name_of(file) for file in sources))
        self._open(policy, own, seed, check, None, None, packages, types, crossing)
        self._awaited = Calls(self)
        refuse_doubles({
            "sources": {module_name_of(file).split(".")[0] for file in sources or ()}, "modules": {name.split(".")[0] for name in modules},
            "packages": {name for package in self._packages for name in package.modules},
        })
        self._values.replays = replay is not None
        self._exit_ok = exit_ok
        self._settle(clock, audit, on_output)
        self._approve = approve
        self._recorder = Recorder(self._admitted, self._values) if record else None
        if self._recorder is not None:
            self._recorder.log["seed"] = seed_of(seed, self._policy)
        if modules:
            self.lend_modules(modules, trust=trust, modules_in=modules_in)
        self._logs = record or audit is not None
        if replay is not None:
            self._replayer = Replayer(replay, self._admitted, self._values)
            if not modules and "modules" in replay:
                # The log answers for them.
                self._core.lend_modules(replay["modules"], refused)
                if self._recorder is not None:
                    self._recorder.log["modules"] = replay["modules"]
            for name, shown in replay["tools"].items():
                self._lend(name, shown["params"], shown["max_calls"], shown["final"], shown.get("async", False))
        for name, function in (tools or {}).items():
            self.add_tool(name, function)
        self._give(inputs)
        for path, content in (mount or {}).items():
            self.files.write(path, content)
        for file, text in (sources or {}).items():
            self.add_source(file, text)
        self._feed(stdin)
        arguments = [str(argument) for argument in argv]
        if arguments:
            self._core.set_arguments(arguments)

    # --- forks and snapshots

    @keywords()
    def fork(self, policy: PolicyLike | None = None, *, limits: Mapping[str, Limit | None] | None = None, **own: Unpack[Limits]) -> Session:
        """A second session in the same state, with the same tools and policy, which goes its own way from here. With another ``policy``
        the state goes on under that one, which must allow the imports that were made
        (``ValueError``).

        >>> first = Session(inputs={"x": [1]})
        >>> second = first.fork()
        >>> _ = second.run("x.append(2)")
        >>> first["x"], second["x"]
        ([1], [1, 2])
        >>> first.fork("strict", limits={"fuel": 1000}).run("while True: pass", check=False).outcome
        'limit:fuel'
        """
        limits = joined(limits, own)
        if policy is not None:
            self._refuse_in_worker("policy")
        session = type(self).__new__(type(self))
        session._pool = self._pool
        other = None if policy is None else with_packages(policy_of(policy), tuple(self._packages))
        session._core = self._core.fork(None if other is None else other._core, None if limits is None else limits_of(limits))
        if session._pool is not None:
            session._core.belong(weakref.ref(session))
        session._tools, session._shown = dict(self._tools), dict(self._shown)
        session._check, session._steps, session._packages = self._check, self._steps, self._packages
        session._policy, session._audit = other or self._policy, self._audit
        session._step_policy = session._policy
        session._limits = limits_of(limits or {}) if other is not None else {**self._limits, **limits_of(limits or {})}
        session._clock, session._is_ruled = self._clock, False
        session._queue, session._exit_ok, session._streams = Queue(), self._exit_ok, self._streams
        session._waits, session._texts = self._waits, set(self._texts)
        session._calls, session._began, session._logs = [], self._began, self._logs
        session._awaited, session._approve, session._raised = Calls(session), self._approve, Raised()
        session._sources = dict(self._sources)
        session._values, session._modules = self._values.copied(), None
        session._know_values()
        if self._modules is not None:
            session._use_modules(self._modules.copied(session._core))
        session._recorder = None if self._recorder is None else self._recorder.copied(session._admitted, session._values)
        session._replayer = None if self._replayer is None else self._replayer.copied(session._admitted, session._values)
        return session

    def __copy__(self) -> Session:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Session:
        # What the program has is copied by a fork already; tools are functions.
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        """A session pickles as its snapshot, its policy, its limits and its types. Tools, callbacks and lent objects do not travel: a session with such is a
        ``TypeError`` that names them.

        >>> import pickle
        >>> session = Session("strict", inputs={"x": [1]}, limits={"fuel": 10_000})
        >>> again = pickle.loads(pickle.dumps(session))
        >>> again.run("x.append(2)\\nx").value, session["x"]
        ([1, 2], [1])
        """
        stay = {
            f"tools ({', '.join(name for name in self._tools if name != CALL)})": [name for name in self._tools if name != CALL],
            "a source of stdin": CALL in self._tools, "lent modules or objects": self._modules is not None,
            "a log": self._recorder is not None or self._replayer is not None, "audit": self._audit is not None,
            "approve": self._approve is not None, "on_output": self._streams, "a worker": self._core.process() is not None,
        }
        kept = [name for name, value in stay.items() if value]
        if kept:
            raise TypeError(f"this session can't be pickled: it has {', '.join(kept)}. Take session.snapshot(), and give them to Session.restore()")
        values = self._values
        return unpickled, (
            type(self), bytes(self.snapshot()), self._policy, self._check, self._limits, self._clock, self._exit_ok, self._sources,
            values.types, values.limits, self._packages,
        )

    @keywords()
    def snapshot(self, key: bytes | None = None) -> Snapshot:
        """The whole state as bytes, sealed with a key of 32 bytes if one is given: between steps, of a paused step, or from within a tool.

        Handles and lent objects are of this process: with such it is a ``ValueError``. Another key is a ``TypeError``.

        >>> first = Session()
        >>> _ = first.run("x = [1, 2]")
        >>> second = Session.restore(first.snapshot())
        >>> second.run("x + [3]").value
        [1, 2, 3]
        """
        return Snapshot(self._core.snapshot(key))

    @classmethod
    @keywords()
    def restore(
        cls,
        snapshot: bytes,
        policy: PolicyLike = "default",
        *,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        key: bytes | None = None,
        check: bool = True,
        limits: Mapping[str, Limit | None] | None = None,
        clock: float | None = None,
        audit: str | PathLike[str] | Callable[[str], object] | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        stdin: StdinLike | None = None,
        sources: Mapping[str, str | PathLike[str]] | None = None,
        packages: Iterable[PackageLike] = (),
        approve: Approver | None = None,
        types: Iterable[type] = (),
        crossing: Mapping[str, Limit] | None = None,
        **own: Unpack[Limits],
    ) -> Session:
        """A session from bytes. Policy, limits (as for :func:`run`) and tools are those given here; how often a tool was called in a step
        that is under way counts on. Input that the program has not read is in the snapshot; a source of input, modules given as source that the program may still
        import, and all packages, are given again: a package that is missing or has other files is a ``ValueError`` that names it.

        Bytes that are no snapshot of this version, that another key seals, or whose imports the policy does not allow, are a ``ValueError``."""
        session = cls.__new__(cls)
        session._reopen(
            snapshot, policy, tools, key, check, joined(limits, own), clock, audit, on_output, stdin, sources, packages, approve, types, crossing
        )
        return session

    def _reopen(
        self,
        snapshot: bytes,
        policy: PolicyLike,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        key: bytes | None = None,
        check: bool = True,
        limits: Mapping[str, Limit | None] | None = None,
        clock: float | None = None,
        audit: str | PathLike[str] | Callable[[str], object] | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        stdin: StdinLike | None = None,
        sources: Mapping[str, str | PathLike[str]] | None = None,
        packages: Iterable[PackageLike] = (),
        approve: Approver | None = None,
        types: Iterable[type] = (),
        crossing: Mapping[str, Limit] | None = None,
    ) -> None:
        self._open(policy, limits_of(limits or {}), None, check, snapshot, key, packages, types, crossing)
        self._awaited = Calls(self)
        self._settle(clock, audit, on_output)
        self._logs, self._approve = audit is not None, approve
        for name, function in (tools or {}).items():
            self.add_tool(name, function)
        for file, text in (sources or {}).items():
            self.add_source(file, text)
        self._feed(stdin)


#: What a session can be made with, by keyword.
SETTINGS = tuple(inspect.signature(Session).parameters)
OF_SESSIONS.update(SETTINGS)


def unpickled(
    kind: type[Session], snapshot: bytes, policy: Policy, check: bool, limits: dict[str, Limit], clock: float | None, exit_ok: bool = False,
    sources: dict[str, str] | None = None, types: Iterable[type] = (), crossing: Mapping[str, Limit] | None = None,
    packages: Iterable[PackageLike] = (),
) -> Session:
    session = kind.restore(
        snapshot, policy, check=check, limits=limits, clock=clock, sources=sources, packages=packages, types=types, crossing=crossing
    )
    session._exit_ok = exit_ok
    return session
