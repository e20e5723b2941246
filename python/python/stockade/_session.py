"""Sessions: steps of guest code that share state, with Python callables as their only way out."""

from __future__ import annotations

import inspect
import io
import keyword
import os
import re
import sys
import tempfile
import time
import tokenize
import types
import warnings
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _stockade
from ._calls import Approver, Calls, by_name, ending_of, is_async as is_async_function, on_thread
from ._files import Artifacts, Content, Files
from ._modules import Modules
from ._names import LIMITS, Limit, Limits, joined, keywords, refuse_kind, refuse_limit
from ._packages import PackageLike, find_packages, with_packages
from ._policy import Policy, PolicyLike, allowing, policy_of
from ._queue import Queue
from ._raised import Raised, seen_as
from ._replay import Recorder, Replayer
from ._results import Denial, FrameLine, LimitReport, NO_TEXT, Result, findings_of, is_text
from ._snapshot import Snapshot
from ._stdin import CALL, StdinLike, source_of
from ._values import LIMITS as CROSSING, Values

if TYPE_CHECKING:
    from typing_extensions import Unpack


def parameters_of(function: Callable[..., Any]) -> str:
    """The parameter list of a callable, as the sandbox reads it: defaults that are plain constants are shown, others are ``...``.

    >>> def search(query, /, k: int = 5, *, lang="en", when=object()): ...
    >>> parameters_of(search)
    "query, /, k=5, *, lang='en', when=..."
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return "*args, **kwargs"
    parts: list[str] = []
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    for at, parameter in enumerate(signature.parameters.values()):
        kind = parameter.kind
        if kind is parameter.KEYWORD_ONLY and not {parameter.VAR_POSITIONAL, parameter.KEYWORD_ONLY} & set(kinds[:at]):
            parts.append("*")
        text = ("*" if kind is parameter.VAR_POSITIONAL else "**" if kind is parameter.VAR_KEYWORD else "") + parameter.name
        if parameter.default is not parameter.empty:
            plain = parameter.default is None or type(parameter.default) in (bool, int, str)
            text += "=" + (ascii(parameter.default) if plain else "...")
        parts.append(text)
        if kind is parameter.POSITIONAL_ONLY and parameter.POSITIONAL_ONLY not in kinds[at + 1 :]:
            parts.append("/")
    return ", ".join(parts)


def describe(error: BaseException) -> tuple[str, str]:
    """Type and message of a host's exception for the guest: the nearest builtin type, never a traceback, no place of the host's.

    >>> describe(ValueError(f"bad line in {os.path.dirname(os.__file__)}/os.py: 3"))
    ('ValueError', 'bad line in <path>: 3')
    >>> class TooMany(ValueError): pass
    >>> describe(TooMany("3 of 2"))
    ('ValueError', 'TooMany: 3 of 2')
    """
    try:
        message = str(error)
    except Exception:
        message = ""
    if isinstance(error, KeyError) and len(error.args) == 1:
        message = str(error.args[0])
    elif isinstance(error, OSError) and error.strerror:
        # The file's name is the host's business.
        message = error.strerror
    name, prefix = seen_as(error)
    return name, prefix + PLACES.sub("<path>", message)


def places() -> re.Pattern[str]:
    """Files of this process's own folders: where they lie is the host's business."""
    folders = {os.path.expanduser("~"), os.getcwd(), tempfile.gettempdir(), sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)}
    folders |= {os.path.realpath(folder) for folder in folders}
    known = sorted((re.escape(folder.rstrip("/\\")) for folder in folders if len(folder.strip("/\\")) > 2), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(known)})(?:[/\\][^\s'\",;:)\]]*)?(?![\w-])" if known else r"(?!)")


PLACES = places()


class Session:
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
    everything: see :meth:`lend_modules`. ``audit`` names a file to
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

    ``mount`` puts files into the machine's own memory (:attr:`files`), where the policy grants ``open``. ``sources`` gives the program
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

    _recorder: Recorder | None
    _replayer: Replayer | None
    _modules: Modules | None
    _approve: Approver | None
    _audit: str | PathLike[str] | Callable[[str], object] | None
    _clock: float | None

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
        audit: str | PathLike[str] | Callable[[str], object] | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        stdin: StdinLike | None = None,
        argv: Iterable[str] = (),
        mount: Mapping[str, Content] | None = None,
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
        if replay is not None:
            seed = replay.get("seed", seed)
        if sources:
            # Who gives a module lets the program import it. A policy that denies its name still does.
            policy = allowing(policy_of(policy), tuple(module_name_of(file) for file in sources))
        self._open(policy, own, seed, check, None, None, packages, types, crossing)
        self._values.replays = replay is not None
        self._exit_ok = exit_ok
        self._settle(clock, audit, on_output)
        self._approve = approve
        self._recorder = Recorder(self._admitted, self._values) if record else None
        if self._recorder is not None:
            self._recorder.log["seed"] = seed_of(seed, self._policy)
        names = list(modules)
        if names:
            self.lend_modules(names, trust=trust)
        self._logs = record or audit is not None
        if replay is not None:
            self._replayer = Replayer(replay, self._admitted, self._values)
            if not names and "modules" in replay:
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

    def _feed(self, stdin: StdinLike | None) -> None:
        """Sets what the program reads from now on. A replayed session reads what the log has, unless it is given something else."""
        source: bytes | Callable[[int], Any] | None
        if stdin is None:
            source = None if self._replayer is None else self._replayer.stdin(self._steps)
            if source is None:
                return
        else:
            source = source_of(stdin)
        if isinstance(source, bytes):
            self._tools.pop(CALL, None)
            self._core.set_stdin(source)
        else:
            self._tools[CALL] = source
            self._core.set_stdin(None)
        if self._recorder is not None:
            self._recorder.stdin(self._steps, source if isinstance(source, bytes) else None)

    def _settle(
        self,
        clock: float | None,
        audit: str | PathLike[str] | Callable[[str], object] | None,
        on_output: Callable[[str, bool], object] | None,
    ) -> None:
        self._audit = audit
        self._clock = self._core.clock() if clock is None else clock
        if clock is not None:
            self._core.freeze_clock(clock)
        self._streams = on_output is not None
        if on_output is not None:
            self._core.stream(on_output)

    def _open(
        self,
        policy: PolicyLike,
        limits: dict[str, int],
        seed: int | None,
        check: bool,
        snapshot: bytes | None,
        key: bytes | None,
        packages: Iterable[PackageLike] = (),
        types: Iterable[type] = (),
        crossing: Mapping[str, Limit] | None = None,
    ) -> None:
        self._packages = find_packages(packages)
        self._policy = self._step_policy = with_packages(policy_of(policy), tuple(self._packages))
        self._limits = limits
        self._core = _stockade.Core(self._policy._core, limits, seed, snapshot, key, self._packages)
        self._values = Values(types, crossing_of(crossing or {}))
        self._know_values()
        self._tools: dict[str, Callable[..., Any]] = {}
        self._check = check
        self._steps = self._core.steps()
        self._recorder = None
        self._replayer = None
        self._modules = None
        self._audit = None
        self._logs = False
        #: For the audit: tool, digest of the arguments, exception, whether the host was asked and said yes.
        self._exit_ok = False
        self._calls: list[tuple[str, str, str | None, bool | None]] = []
        self._awaited = Calls(self)
        self._raised = Raised()
        #: What a snapshot does not have: the program may still import it.
        self._sources: dict[str, str] = {}
        self._approve = None
        self._began: tuple[str, str, int, bool] = ("", "", 0, False)
        self._is_ruled = False
        self._queue = Queue()

    def _know_values(self) -> None:
        limits = self._values.limits
        self._core.set_values(self._values, (limits["values"], limits["bytes"], limits["depth"]))

    def _use_modules(self, modules: Modules) -> None:
        self._modules, modules.values = modules, self._values
        self._values.lends, self._values.keeps = modules.admits, modules.has_fallback

    # --- tools

    @keywords()
    def add_tool(
        self,
        name: str,
        function: Callable[..., Any],
        *,
        params: str | None = None,
        max_calls: int | None = None,
        final: bool = False,
        is_async: bool | None = None,
    ) -> None:
        """Lends a callable. ``params`` overrides its signature; with ``final`` its result ends the step as the answer.

        ``is_async`` says whether the program awaits it: a coroutine function is awaited unless it says otherwise. With ``False`` the
        program calls a coroutine function as a plain one, and waits for nothing else meanwhile. With ``True`` a plain function is
        called on a thread, so that several calls are under way at once. ``max_calls`` bounds the calls in a step.

        A name that is none, and parameters that are none, are a ``ValueError``; what can't be called is a ``TypeError``.
        """
        if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f"{name!r} is no name for a tool")
        if not callable(function):
            raise TypeError(f"the tool {name!r} is a function, not {type(function).__qualname__}")
        is_async = is_async_function(function) if is_async is None else is_async
        shown = parameters_of(function) if params is None else params
        self._lend(name, shown, max_calls, final, is_async)
        self._tools[name] = by_name(function, shown)

    def _lend(self, name: str, params: str, max_calls: int | None, final: bool, is_async: bool) -> None:
        self._core.add_tool(name, params, max_calls, final, is_async)
        if self._recorder is not None:
            self._recorder.tool(name, params, max_calls, final, is_async)

    def remove_tool(self, name: str) -> None:
        """Takes a tool back. The program no longer finds its name."""
        self._core.remove_tool(name)
        self._tools.pop(name, None)

    def lend_modules(
        self, names: Iterable[str], *, fallback: Callable[[Any], Any] | None = None, trust: bool | Iterable[str] = False
    ) -> None:
        """Lets the program import modules of this interpreter that the sandbox has none of.

        Of numpy and pandas the program may use what a list says: nothing in it reaches files, the network, code or the settings of this
        process (``docs/modules.md``). Any other package needs ``trust``: True, or the names of packages. **A trusted package is as
        trusted as this process**: the program may use every public name of it, and so may write files and run commands through most
        packages. The policy must allow the imports in any case. What a lent module does is done here, outside the sandbox's limits of
        memory and time. ``fallback`` makes something that can enter of objects that belong to no lent module.

        >>> session = Session(Policy.preset("default").add(imports=["numpy"]), modules=["numpy"])
        >>> session.run("import numpy as np\\nfloat(np.arange(4).mean())").value
        1.5
        >>> Session(modules=["yaml"])
        Traceback (most recent call last):
        ValueError: module 'yaml' is not lent: Stockade has no list of what is harmless in it. With trust=['yaml'] the program may use \
every public name of it, with all rights of this process
        """
        self._use_modules(Modules(self._core, names, fallback, trust))
        assert self._modules is not None
        if self._recorder is not None:
            self._recorder.log["modules"] = self._modules.tops

    def lend_object(self, value: Any, names: Iterable[str] | None = None, *, trust: bool = False) -> None:
        """Lets the program use one object of this interpreter.

        It enters as a proxy when it is next given (as a variable, an argument, a tool's result). An object of numpy or pandas is used by
        the same list as their modules. Of any other object say which ``names`` may be used: attributes, methods, and special methods
        for operators (``"__len__"``, ``"__getitem__"``, ``"__call__"``; ``"__setattr__"`` to set the names). With ``trust=True`` every public name may be used, with all
        rights of this process. What attributes and methods give enters as values do; other objects only where they are lent as well.
        Private names, and objects of modules that are the host's authority itself (files, sockets, processes, paths: a ``TypeError``)
        stay out of reach.

        >>> from collections import UserList
        >>> session, shelf = Session(), UserList(["Emma"])
        >>> session.lend_object(shelf, names=["append", "__len__"])
        >>> session["shelf"] = shelf
        >>> session.run("shelf.append('Ulysses')\\nlen(shelf)").value, shelf
        (2, ['Emma', 'Ulysses'])
        >>> session.run("shelf.pop()").exception
        'AttributeError'
        """
        if self._modules is None:
            self._use_modules(Modules(self._core, ()))
        assert self._modules is not None
        self._modules.lend(value, names, trust)

    def _admitted(self, value: Any) -> Any:
        """Something that can enter of an object that can't by itself."""
        return refused(value) if self._modules is None else self._modules.admit_input(value)

    def add_source(self, file: str, text: str | PathLike[str]) -> None:
        """Gives the program a module as source, under the name that its file has: see ``sources``. A file that is no ``.py`` is a
        ``ValueError``."""
        name = module_name_of(file)
        source = text if isinstance(text, str) else decoded(Path(text).read_bytes())
        self._core.add_module(name, file, source)
        self._sources[file] = source

    @property
    def files(self) -> Files:
        """The session's own files, in the machine's memory."""
        return Files(self._core)

    # --- state

    def _give(self, inputs: Mapping[str, Any] | None) -> None:
        for name, value in (inputs or {}).items():
            if not name.isidentifier() or keyword.iskeyword(name):
                raise ValueError(f"inputs: {name!r} is no name of a variable")
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        """Copies a value into a variable. What can't enter is a ``TypeError``, no memory left for it a ``ValueError``."""
        self._core.set(name, value)

    def __getitem__(self, name: str) -> Any:
        """A copy of a variable. There is none: ``KeyError``; it can't leave the sandbox: ``TypeError``."""
        found = self._core.get(name)
        if found is None:
            raise KeyError(name)
        return found[0]

    def __delitem__(self, name: str) -> None:
        self._core.delete(name)

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        """
        >>> Session(tools={"f": len}, inputs={"x": 1})
        <Session under default, after 0 steps: variables x; tools f>
        """
        try:
            names = ", ".join(self.names()) or "none"
        except RuntimeError:
            names = "(it is running)"
        tools = ", ".join(name for name in self._tools if name != CALL) or "none"
        return f"<Session under {self._policy.name}, after {self._steps} step{'s' * (self._steps != 1)}: variables {names}; tools {tools}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"

    def keep_value(self, name: str) -> None:
        """Makes the value that the last step ended with a global variable, also where it can't leave the sandbox. Without such a value
        it is a ``TypeError``.

        >>> session = Session()
        >>> _ = session.run("lambda x: x + 1")
        >>> session.keep_value("function")
        >>> session.run("function(1)").value
        2
        """
        self._core.keep_value(name)

    def names(self) -> list[str]:
        """The program's own global variables."""
        return [name for name in self._core.names() if not name.startswith("__")]

    # --- steps

    @keywords()
    def run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        filename: str | None = None,
        cell: bool = False,
        check: bool | None = None,
        policy: PolicyLike | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        **own: Unpack[Limits],
    ) -> Result:
        """Runs a step to its end, calling tools on this thread, and async tools on an event loop of the session's own. With ``cell`` an assignment at the end gives the step its value, too;
        ``check``, ``policy`` and ``limits`` override the session's own for this step. Under another policy the program keeps what it
        has, but reads attributes only of modules that this policy lets it import. A limit may be a keyword of its own, too (``timeout="2s"``).
        ``inputs`` become variables before the step begins. ``stdin`` is what the program reads from here on, in
        place of what is left of the session's. While another thread or task runs a step, the call waits for its turn.

        How the program ends is in the result, and never an exception of this call. That is for the caller's faults: ``TypeError`` for settings and
        inputs of a wrong kind, ``ValueError`` for settings that make no sense, ``RuntimeError`` while another step runs, ``ReplayError``.

        >>> Session().run("x = 3", cell=True).value
        3
        >>> Session().run("while True: pass", limits={"fuel": 1000}).error
        'fuel limit reached'
        >>> session = Session(inputs={"x": 1})
        >>> session.run("import json\\njson.dumps(x)", policy="compute-only").outcome, session.run("import json\\njson.dumps(x)").value
        ('policy', '1')
        """
        limits = joined(limits, own)
        with self._stepping():
            self._give(inputs)
            return self._drive(self._begin(code, filename, cell, check, limits, policy, stdin))

    def finish(self) -> Result | None:
        """Ends the program as the end of a process does: what it registered with ``atexit`` is called, then ``__del__`` of what is
        left, on what the last step left of its limits. None when there is nothing to do. :func:`run` does so by itself.

        >>> session = Session("permissive")
        >>> _ = session.run("import atexit\\n_ = atexit.register(print, 'bye')")
        >>> session.finish().output
        'bye\\n'
        """
        with self._stepping():
            event = self._core.finish()
            return None if event is None else self._drive(event, is_step=False)

    async def finish_async(self) -> Result | None:
        """As :meth:`finish`; awaits what async tools return."""
        async with self._stepping_async():
            event = await on_thread(self, self._core.finish)
            return None if event is None else await self._drive_async(event, is_step=False)

    def pause_at(self, fuel: int) -> None:
        """Stops the next step (or the one under way) at the first safepoint where it has used so many units of fuel: its outcome is then
        ``paused``, and :meth:`resume` goes on. Where a step is stopped changes nothing about how it ends.

        >>> session = Session()
        >>> session.pause_at(200)
        >>> session.run("total = 0\\nfor i in range(100): total += i\\ntotal").outcome
        'paused'
        >>> Session.restore(session.snapshot()).resume().value, session.resume().value
        (4950, 4950)
        """
        self._core.pause_at(fuel)

    def resume(self) -> Result:
        """Goes on with a step that was paused, or was under way when the session was written to a snapshot. There is no such step:
        ``RuntimeError``."""
        self._must_be_paused()
        with self._stepping():
            return self._drive(self._core.resume())

    async def resume_async(self) -> Result:
        """As :meth:`resume`; awaits what async tools return."""
        self._must_be_paused()
        async with self._stepping_async():
            return await self._drive_async(await on_thread(self, self._core.resume))

    @property
    def is_paused(self) -> bool:
        """Whether a step was begun and has not ended."""
        return self._core.is_paused()

    def _must_be_paused(self) -> None:
        if not self._core.is_paused():
            raise RuntimeError("no step was paused or under way: there is nothing to resume")

    @contextmanager
    def _stepping(self) -> Iterator[None]:
        """One step at a time: others wait for it. A tool that ran code in the session that called it would wait for itself."""
        with self._queue.turn(), self._in_order():
            yield

    @asynccontextmanager
    async def _stepping_async(self) -> AsyncIterator[None]:
        async with self._queue.turn_async():
            with self._in_order():
                yield

    @contextmanager
    def _in_order(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # A signal, a cancelled task, or the host's own fault. The step is over, and the session can go on.
            if self._modules is not None:
                self._modules.end()
            self._awaited.drop()
            raise

    def interrupt(self) -> None:
        """Ends the run that is under way, from another thread or from the handler of a signal: its outcome is ``interrupted``. A tool or a
        module of the host that is being called returns first. The session can be used again. Without a run nothing happens.

        Ctrl-C and handlers of signals that raise need no call: a run on the main thread ends, and raises what the handler raised
        (``KeyboardInterrupt``). A cancelled :meth:`run_async` ends and raises ``asyncio.CancelledError``.

        >>> import threading
        >>> session = Session()
        >>> threading.Timer(0.05, session.interrupt).start()
        >>> session.run("while True: pass").outcome
        'interrupted'
        >>> session.run("1 + 1").value
        2
        """
        self._core.interrupt()

    def _drive(self, event: dict[str, Any], is_step: bool = True) -> Result:
        """Calls tools on this thread until the step ends."""
        while True:
            if "awaits" in event:
                numbers, timeout = event["awaits"]
                replays = self._replayer is not None
                event = self._awaited.replayed(numbers) if replays else self._awaited.answer_here(numbers, timeout)
                continue
            if "asks" in event:
                event = self._awaited.consent(event["asks"])
                continue
            if "bad_call" in event:
                event = self._uncalled(*event["bad_call"])
                continue
            if "call" not in event:
                break
            tool, args, kwargs = event["call"]
            if not tool:
                event = self._served(args)
                continue
            if self._replayer is not None:
                event = self._replayed(self._replayer, tool, args, kwargs)
                continue
            if self._logs:
                self._called(tool, args, kwargs)
            try:
                function = self._tools[tool]
            except KeyError:
                event = self._fail("NameError", f"host function '{tool}' is not lent")
                continue
            try:
                value = function(*args, **kwargs)
                if type(value) is types.CoroutineType:
                    value = self._awaited.run(value, tool)
            except Exception as error:
                event = self._fail(*self._raised.keep(describe(error), error))
            else:
                event = self._answer(tool, value)
        return self._result(event, is_step)

    @keywords()
    async def run_async(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        filename: str | None = None,
        cell: bool = False,
        check: bool | None = None,
        policy: PolicyLike | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        **own: Unpack[Limits],
    ) -> Result:
        """As :meth:`run`, on the caller's event loop. Async tools run on it, all that the program awaits at the same time; sync tools and
        the machine itself run on threads. A cancelled call ends the step and raises ``asyncio.CancelledError``.

        >>> import asyncio
        >>> async def fetch(n):
        ...     await asyncio.sleep(0.1)
        ...     return n + 1
        >>> session = Session(tools={"fetch": fetch})
        >>> asyncio.run(session.run_async("await fetch(1)")).value
        2
        """
        limits = joined(limits, own)
        async with self._stepping_async():
            self._give(inputs)
            return await self._drive_async(await on_thread(self, self._begin, code, filename, cell, check, limits, policy, stdin))

    async def _drive_async(self, event: dict[str, Any], is_step: bool = True) -> Result:
        while True:
            if "awaits" in event:
                numbers, timeout = event["awaits"]
                if self._replayer is not None:
                    event = await on_thread(self, self._awaited.replayed, numbers)
                else:
                    event = await self._awaited.answer(numbers, timeout)
                continue
            if "asks" in event:
                event = await self._awaited.consent_async(event["asks"])
                continue
            if "bad_call" in event:
                event = await on_thread(self, self._uncalled, *event["bad_call"])
                continue
            if "call" not in event:
                break
            tool, args, kwargs = event["call"]
            if not tool:
                event = await on_thread(self, self._served, args)
                continue
            if self._replayer is not None:
                event = await on_thread(self, self._replayed, self._replayer, tool, args, kwargs)
                continue
            self._called(tool, args, kwargs)
            function = self._tools.get(tool)
            if function is None:
                event = await on_thread(self, self._fail, "NameError", f"host function '{tool}' is not lent")
                continue
            value, error = await ending_of(function, args, kwargs)
            if error is not None:
                event = await on_thread(self, self._fail, *self._raised.keep(describe(error), error))
            else:
                event = await on_thread(self, self._answer, tool, value)
        return self._result(event, is_step)

    def _begin(
        self,
        code: str,
        filename: str | None,
        cell: bool = False,
        check: bool | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        policy: PolicyLike | None = None,
        stdin: StdinLike | None = None,
    ) -> dict[str, Any]:
        is_ruled = limits is not None or policy is not None
        if is_ruled or self._is_ruled:
            own = None if policy is None else policy_of(policy)
            # What the session was given itself holds under another policy, too.
            self._core.rule_step(None if own is None else own._core, {**self._limits, **limits_of(limits or {})})
            self._step_policy = own or self._policy
            self._is_ruled = is_ruled
        self._steps = self._core.count_step()
        self._feed(stdin)
        if self._recorder is not None or self._replayer is not None:
            now = time.time() if self._clock is None else self._clock
            at = now if self._replayer is None else self._replayer.clock(self._steps)
            self._core.freeze_clock(at)
            if self._recorder is not None and at is not None:
                self._recorder.clock(self._steps, at)
        check = self._check if check is None else check
        name = filename or f"<step {self._steps}>"
        if self._audit is not None:
            self._began = (code, name, time.time_ns(), check)
        self._calls = []
        self._raised.forget()
        if not is_text(code):
            return dict(NO_TEXT)
        return self._core.begin(code, name, check, cell)

    def _served(self, request: list[Any]) -> dict[str, Any]:
        """A use of an object of a lent module."""
        if self._replayer is not None:
            call = self._replayer.next(self._steps, "", request, {})
            if self._recorder is not None:
                self._recorder.call(self._steps, "", request, {})
            return self._replied(self._replayer.codec.decode(call["result"]))
        if self._modules is None:
            return self._core.fail("ImportError", "the host lends no modules")
        if self._recorder is not None:
            self._recorder.call(self._steps, "", request, {})
        return self._replied(self._modules.serve(request))

    def _replied(self, reply: tuple[int, Any]) -> dict[str, Any]:
        try:
            data = None if self._recorder is None else self._recorder.encoded(reply)
            event = self._core.answer(reply)
        except (TypeError, ValueError, RecursionError) as error:
            reply = (1, ([("TypeError", [])], [str(error)]))
            data = None if self._recorder is None else self._recorder.encoded(reply)
            event = self._core.answer(reply)
        if self._recorder is not None:
            self._recorder.result(data)
        return event

    def _called(self, tool: str, args: list[Any], kwargs: dict[str, Any]) -> None:
        if self._audit is not None:
            digest = self._core.call_digest()
            self._calls.append((tool, digest, None, self._awaited.was_approved(tool, digest)))
        if self._recorder is not None:
            self._recorder.call(self._steps, tool, args, kwargs)

    def _answer(self, tool: str, value: Any) -> dict[str, Any]:
        try:
            data = None if self._recorder is None else self._recorder.encoded(value)
            event = self._core.answer(value)
        except (TypeError, ValueError, RecursionError) as error:
            return self._fail("TypeError", f"the result of {tool}() can't enter the sandbox: {error}")
        if self._recorder is not None:
            self._recorder.result(data)
        return event

    def _uncalled(self, tool: str, why: str) -> dict[str, Any]:
        """A call whose arguments are no values here: those of a class of the host that it refuses."""
        return self._core.fail("TypeError", f"{tool}() was given an argument that can't leave the sandbox: {why}")

    def _fail(self, name: str, message: str) -> dict[str, Any]:
        if self._audit is not None and self._calls:
            self._calls[-1] = (*self._calls[-1][:2], name, self._calls[-1][3])
        if self._recorder is not None:
            self._recorder.error(name, message)
        return self._core.fail(name, message)

    def _replayed(self, replayer: Replayer, tool: str, args: list[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        call = replayer.next(self._steps, tool, args, kwargs)
        self._called(tool, args, kwargs)
        if "error" in call:
            return self._fail(*call["error"])
        return self._answer(tool, replayer.codec.decode(call["result"]))

    @property
    def log(self) -> dict[str, Any] | None:
        """The tool calls so far, for ``replay``; None unless the session records.

        >>> session = Session(tools={"price": lambda item: 9.5}, record=True)
        >>> _ = session.run("price('amp')")
        >>> session.log["calls"][0]["tool"], session.log["calls"][0]["result"]
        ('price', 9.5)
        >>> Session(replay=session.log).run("price('amp')").value
        9.5
        """
        return None if self._recorder is None else self._recorder.log

    @property
    def unreplayed(self) -> int:
        """How many calls of the log have not been asked for yet."""
        return 0 if self._replayer is None else self._replayer.left

    def _result(self, event: dict[str, Any], is_step: bool) -> Result:
        if self._modules is not None:
            self._modules.end()
        self._awaited.settle()
        if self._packages and is_step:
            _stockade.save_packages(self._packages)
        output, errors = self._core.take_printed()
        fields = dict(event)
        findings = findings_of(fields.pop("report", None))
        denials = [Denial(*denial) for denial in fields.pop("denials", [])]
        limit = limit_report_of(fields.pop("limit", None))
        fields["cause"] = self._raised.behind(fields.get("traceback"))
        if event["outcome"] != "paused":
            self._raised.forget()
        place = fields.pop("ended_at", None)
        ended_at = None if place is None else FrameLine(*place)
        if fields.get("is_final_answer") and "value_error" in fields:
            # Nobody gets an answer that stays inside.
            fields.update(
                outcome="runtime:TypeError", exception="TypeError", line=None if ended_at is None else ended_at.line,
                message=f"the final answer can't leave the sandbox: {fields['value_error']}; answer with what it is made of, in types that "
                "cross (docs/values.md)",
            )
        result = Result(
            output=output, stderr=errors, findings=findings, denials=denials, limit=limit, exit_ok=self._exit_ok, ended_at=ended_at,
            artifacts=Artifacts(self.files), **fields,
        )
        if self._audit is not None and is_step:
            self._write_audit(self._audit, result)
        return result

    def _write_audit(self, audit: str | PathLike[str] | Callable[[str], object], result: Result) -> None:
        code, name, started, checked = self._began
        calls, self._calls = self._calls, []
        line = _stockade.audit_line(
            self._step_policy._core, self._steps, name, code, (started, time.time_ns()), checked,
            [(finding.rule, finding.level) for finding in result.findings], result.imports, calls,
            [(denial.message, denial.rule) for denial in result.denials],
            (result.fuel, result.peak_memory, len(result.output.encode(errors="replace"))), result.outcome, result.message, result.is_final_answer,
            None if result.limit is None else audited(result.limit),
            None if result.exit_code is None else (result.exit_code, result.line),
        )
        if line is None:
            return
        if callable(audit):
            audit(line)
        else:
            with open(audit, "a", encoding="utf-8") as file:
                file.write(line + "\n")

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
        session = type(self).__new__(type(self))
        other = None if policy is None else with_packages(policy_of(policy), tuple(self._packages))
        session._core = self._core.fork(None if other is None else other._core, None if limits is None else limits_of(limits))
        session._tools = dict(self._tools)
        session._check, session._steps, session._packages = self._check, self._steps, self._packages
        session._policy, session._audit = other or self._policy, self._audit
        session._step_policy = session._policy
        session._limits = limits_of(limits or {}) if other is not None else {**self._limits, **limits_of(limits or {})}
        session._clock, session._is_ruled = self._clock, False
        session._queue, session._exit_ok, session._streams = Queue(), self._exit_ok, self._streams
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
            "approve": self._approve is not None, "on_output": self._streams,
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
        session._open(policy, limits_of(joined(limits, own) or {}), None, check, snapshot, key, packages, types, crossing)
        session._settle(clock, audit, on_output)
        session._logs, session._approve = audit is not None, approve
        for name, function in (tools or {}).items():
            session.add_tool(name, function)
        for file, text in (sources or {}).items():
            session.add_source(file, text)
        session._feed(stdin)
        return session


#: What a session can be made with, by keyword.
SETTINGS = tuple(inspect.signature(Session).parameters)


def module_name_of(file: str) -> str:
    """The dotted name of the module in a file.

    >>> module_name_of("helper.py"), module_name_of("pack/__init__.py"), module_name_of("pack/part.py")
    ('helper', 'pack', 'pack.part')
    """
    if not file.endswith(".py"):
        raise ValueError(f"{file!r} is no name for a module's file: it ends with .py")
    parts = file[:-3].strip("/").split("/")
    if len(parts) > 1 and parts[-1] == "__init__":
        del parts[-1]
    return ".".join(parts)


def decoded(data: bytes) -> str:
    """The text of a source file, in the encoding that it declares."""
    with io.TextIOWrapper(io.BytesIO(data), tokenize.detect_encoding(io.BytesIO(data).readline)[0]) as text:
        return text.read()


def limits_of(given: Mapping[str, Limit | None]) -> dict[str, int]:
    """Limits in the machine's units.

    >>> limits_of({"timeout": 1.5, "memory": "64MiB", "fuel": None})
    {'timeout': 1500, 'memory': 67108864}
    """
    limits: dict[str, int] = {}
    for name, value in given.items():
        if value is None:
            continue
        if name == "max_output":
            warnings.warn("the limit 'max_output' is called 'output' now", DeprecationWarning, stacklevel=3)
            name = "output"
        refuse_limit(name)
        refuse_kind(name, value)
        limits[name] = _stockade.limit(name, value)
    return limits


def crossing_of(given: Mapping[str, Limit]) -> dict[str, int]:
    """Limits of the crossing.

    >>> crossing_of({"bytes": "64MiB", "depth": 100})
    {'bytes': 67108864, 'depth': 100}
    >>> crossing_of({"nodes": 3})
    Traceback (most recent call last):
    TypeError: the crossing has no limit 'nodes'; its limits are values, bytes, depth
    """
    limits: dict[str, int] = {}
    for name, value in given.items():
        if name not in CROSSING:
            raise TypeError(f"the crossing has no limit {name!r}; its limits are {', '.join(CROSSING)}")
        if name == "bytes":
            limits[name] = _stockade.limit("memory", value)
        elif type(value) is not int or value < 0:
            raise TypeError(f"the crossing's limit {name!r} is a number, not {value!r}")
        else:
            limits[name] = value
    return limits


def limit_report_of(told: dict[str, Any] | None) -> LimitReport | None:
    if told is None:
        return None
    name = told["policy_key"].rpartition(".")[2]
    keyword = name if name in LIMITS else None
    return LimitReport(keyword=keyword, stack=[FrameLine(*frame) for frame in told.pop("stack")], **told)


def audited(limit: LimitReport) -> tuple[tuple[str, str], int, int, int | None, list[tuple[str, int, str, str | None]]]:
    stack = [(frame.file, frame.line, frame.function, frame.source) for frame in limit.stack]
    return (limit.policy_key, limit.unit), limit.limit, limit.used, limit.needed, stack


def seed_of(seed: int | None, policy: Policy) -> int:
    """The seed that a session has: its own, or the policy's."""
    named = policy.settings().get("determinism.random_seed", "null") if seed is None else str(seed)
    return int(named) if named.lstrip("-").isdigit() else 0


def refused(value: Any) -> Any:
    name = type(value).__qualname__
    raise TypeError(f"'{name}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")


@keywords(source="code")
def run(
    code: str,
    *,
    inputs: Mapping[str, Any] | None = None,
    tools: Mapping[str, Callable[..., Any]] | None = None,
    policy: PolicyLike = "default",
    limits: Mapping[str, Limit | None] | None = None,
    stdin: StdinLike | None = None,
    argv: Iterable[str] = (),
    mount: Mapping[str, Content] | None = None,
    sources: Mapping[str, str | PathLike[str]] | None = None,
    packages: Iterable[PackageLike] = (),
    approve: Approver | None = None,
    exit_ok: bool = False,
    types: Iterable[type] = (),
    crossing: Mapping[str, Limit] | None = None,
    **own: Unpack[Limits],
) -> Result:
    """Runs one program in a session of its own.

    ``inputs`` are its variables, ``limits``, ``stdin``, ``argv``, ``mount``, ``sources``, ``packages``, ``approve``,
    ``exit_ok``, ``types`` and ``crossing`` those of
    :class:`Session`. A limit may be a keyword of its own, too. How the program ends is in the result; settings of a wrong kind are a
    ``TypeError``, those that make no sense a ``ValueError``. (``source`` is the old name of ``code``, and goes with version 0.2.)

    >>> run("sum(prices) * rate", inputs={"prices": [1, 2], "rate": 1.5}, timeout="2s").value
    4.5
    """
    session = _session_for(inputs, tools, policy, joined(limits, own), stdin, argv, mount, sources, packages, approve, exit_ok, types, crossing)
    result = session.run(code)
    result = concluded(result, session.finish() if has_run(result) else None)
    return replace(result, artifacts=dict(result.artifacts))


@keywords(source="code")
async def run_async(
    code: str,
    *,
    inputs: Mapping[str, Any] | None = None,
    tools: Mapping[str, Callable[..., Any]] | None = None,
    policy: PolicyLike = "default",
    limits: Mapping[str, Limit | None] | None = None,
    stdin: StdinLike | None = None,
    argv: Iterable[str] = (),
    mount: Mapping[str, Content] | None = None,
    sources: Mapping[str, str | PathLike[str]] | None = None,
    packages: Iterable[PackageLike] = (),
    approve: Approver | None = None,
    exit_ok: bool = False,
    types: Iterable[type] = (),
    crossing: Mapping[str, Limit] | None = None,
    **own: Unpack[Limits],
) -> Result:
    """As :func:`run`, on the caller's event loop: async tools run on it, side by side, and sync ones on threads.

    >>> import asyncio
    >>> asyncio.run(run_async("6 * n", inputs={"n": 7})).value
    42
    """
    session = _session_for(inputs, tools, policy, joined(limits, own), stdin, argv, mount, sources, packages, approve, exit_ok, types, crossing)
    result = await session.run_async(code)
    result = concluded(result, await session.finish_async() if has_run(result) else None)
    return replace(result, artifacts=dict(result.artifacts))


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


def has_run(result: Result) -> bool:
    """Whether the program came to an end of its own, so that what it registered for it is called."""
    return result.ok or result.outcome == "exited" or result.outcome.startswith(("runtime:", "unsupported:"))


def concluded(result: Result, ended: Result | None) -> Result:
    """A program's result with what its end printed, used and met.

    >>> run("import atexit\\n_ = atexit.register(print, 'bye')\\nprint('hello')\\n3", policy="permissive").output
    'hello\\nbye\\n'
    """
    if ended is None:
        return result
    result = replace(
        result, output=result.output + ended.output, stderr=result.stderr + ended.stderr, fuel=ended.fuel, memory=ended.memory,
        peak_memory=ended.peak_memory, imports=ended.imports, denials=ended.denials,
    )
    if result.ok and not ended.ok:
        # The value stands, but the program did not end well.
        result = replace(
            result, outcome=ended.outcome, exception=ended.exception, message=ended.message, traceback=ended.traceback, limit=ended.limit,
            exit_code=ended.exit_code, line=ended.line,
        )
    return result


def _session_for(
    inputs: Mapping[str, Any] | None,
    tools: Mapping[str, Callable[..., Any]] | None,
    policy: PolicyLike,
    limits: Mapping[str, Limit | None] | None,
    stdin: StdinLike | None,
    argv: Iterable[str],
    mount: Mapping[str, Content] | None,
    sources: Mapping[str, str | PathLike[str]] | None,
    packages: Iterable[PackageLike],
    approve: Approver | None,
    exit_ok: bool,
    types: Iterable[type],
    crossing: Mapping[str, Limit] | None,
) -> Session:
    return Session(
        policy, tools=tools, inputs=inputs, stdin=stdin, argv=argv, mount=mount, sources=sources, packages=packages, limits=limits,
        approve=approve, exit_ok=exit_ok, types=types, crossing=crossing,
    )
