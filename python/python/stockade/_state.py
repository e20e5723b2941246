"""What a session has between its steps: the machine, tools, lent modules, files, variables."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol

from . import _stockade
from ._files import Files
from ._jail import JailedModules
from ._modules import Modules
from ._names import Limit, keywords
from ._packages import PackageLike, find_packages, with_packages
from ._policy import Policy, PolicyLike, policy_of
from ._queue import Queue
from ._raised import Raised
from ._replay import Recorder, Replayer
from ._results import WorkerLost
from ._settings import crossing_of, decoded, module_name_of, refuse_own, refused
from ._stdin import CALL, StdinLike, source_of
from ._tools import Approver, by_name, is_async as is_async_function, parameters_of
from ._values import Values


#: What a session in a worker can't have, and what to use instead.
NOT_IN_WORKERS = {
    "modules": "a session in a worker is lent no modules and objects of this process, for they would work here, outside the walls: give it values "
    "or tools, or take a pool with isolation='thread'",
    "packages": "a session in a worker is given no packages, which are read when they are imported, and a worker opens no files: give their modules "
    "as sources=, or take a pool with isolation='thread'",
    "policy": "a session in a worker keeps its policy: open another with that policy, pool.session(policy, snapshot=session.snapshot()), or take "
    "a pool with isolation='thread'",
}


class Opener(Protocol):
    """What a session asks of its pool."""

    @property
    def isolation(self) -> str: ...

    def _checkout(
        self, session: Any, policy: Policy, limits: dict[str, int], seed: int | None, snapshot: bytes | None, key: bytes | None, crossing: dict[str, int]
    ) -> _stockade.Core: ...


class State:
    """What a session has. It is part of :class:`Session`, which is how it is used."""

    _recorder: Recorder | None
    _replayer: Replayer | None
    _modules: Modules | JailedModules | None
    _approve: Approver | None
    _audit: str | PathLike[str] | Callable[[str], object] | None
    _clock: float | None
    #: The pool that it is of.
    _pool: Opener | None = None

    def _refuse_in_worker(self, what: str) -> None:
        """Raises ``ValueError`` for what a session in a worker can't have."""
        if self._pool is not None and self._pool.isolation == "process":
            raise ValueError(NOT_IN_WORKERS[what])

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
        if self._packages:
            self._refuse_in_worker("packages")
        self._policy = self._step_policy = with_packages(policy_of(policy), tuple(self._packages))
        self._limits = limits
        self._values = Values(types, crossing_of(crossing or {}))
        if self._pool is None or self._packages:
            self._core = _stockade.Core(self._policy._core, limits, seed, snapshot, key, self._packages)
        else:
            self._core = self._pool._checkout(self, self._policy, limits, seed, snapshot, key, self._values.limits)
        self._know_values()
        self._tools: dict[str, Callable[..., Any]] = {}
        #: The parameters of each tool, as the program and models see them, and whether the program awaits it.
        self._shown: dict[str, tuple[str, bool]] = {}
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
        self._raised = Raised()
        #: What a snapshot does not have: the program may still import it.
        self._sources: dict[str, str] = {}
        self._approve = None
        self._began: tuple[str, str, int, bool] = ("", "", 0, False)
        self._is_ruled = False
        self._queue = Queue()
        #: Whether the host holds a step that has not ended: it was paused, or came in a snapshot.
        self._waits = snapshot is not None and self._core.is_paused()
        #: The names of the program's texts.
        self._texts: set[str] = set()

    def _know_values(self) -> None:
        limits = self._values.limits
        self._core.set_values(self._values, (limits["values"], limits["bytes"], limits["depth"]))

    def _use_modules(self, modules: Modules | JailedModules) -> None:
        self._modules, modules.values = modules, self._values
        self._values.lends, self._values.keeps = modules.admits, modules.has_fallback

    # --- tools

    @keywords(of="Session")
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
        self._shown[name] = params, is_async
        if self._recorder is not None:
            self._recorder.tool(name, params, max_calls, final, is_async)

    def remove_tool(self, name: str) -> None:
        """Takes a tool back. The program no longer finds its name."""
        self._core.remove_tool(name)
        self._tools.pop(name, None)
        self._shown.pop(name, None)

    def lend_modules(
        self,
        names: Iterable[str],
        *,
        fallback: Callable[[Any], Any] | None = None,
        trust: bool | Iterable[str] = False,
        modules_in: Literal["jail", "process"] | None = None,
    ) -> None:
        """Lets the program import modules of this interpreter that the sandbox has none of.

        With ``modules_in="jail"`` a process of its own imports them and is then shut in: it opens no file, no network and starts no process,
        so every public name may be used. What they do counts against the time of the step. It is a ``ValueError`` where this machine has no
        such walls. With ``"process"``, which is the default, they are used in this one:

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
        self._refuse_in_worker("modules")
        names = list(names)
        refuse_own(names)
        if modules_in == "jail" and names:
            self._use_modules(self._jailed(names, fallback, trust))
        elif modules_in in (None, "process", "jail"):
            self._use_modules(Modules(self._core, names, fallback, trust))
        else:
            raise ValueError(f'modules_in={modules_in!r} is neither "jail" nor "process"')
        assert self._modules is not None
        if self._recorder is not None:
            self._recorder.log["modules"] = self._modules.tops

    def _jailed(self, names: list[str], fallback: Callable[[Any], Any] | None, trust: bool | Iterable[str]) -> JailedModules:
        if trust:
            raise ValueError('trust= is for modules_in="process": in a jail every public name may be used already')
        if missing := _stockade.missing_walls():
            raise ValueError(
                f"this machine can't shut modules in: walls are missing: {', '.join(missing)}. `stockade doctor` says more, and "
                'modules_in="process" uses them in this process'
            )
        return JailedModules(self._core, names, fallback)

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
        self._refuse_in_worker("modules")
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
            try:
                self[name] = value
            except (TypeError, ValueError) as error:
                raise type(error)(f"inputs: {name!r}: {error}") from error.__cause__

    def __setitem__(self, name: str, value: Any) -> None:
        """Copies a value into a variable. What can't enter is a ``TypeError``, no memory left for it a ``ValueError``."""
        self._core.set(name, value)

    def __getitem__(self, name: str) -> Any:
        """A copy of a variable. There is none: ``KeyError``; it can't leave the sandbox: ``TypeError``."""
        found = self._value_of(name)
        if found is None:
            raise KeyError(name)
        return found[0]

    def _value_of(self, name: str) -> tuple[Any] | None:
        try:
            return self._core.get(name)
        except TypeError as error:
            raise TypeError(f"variable {name!r} can't leave the sandbox: {error}") from error.__cause__

    def get(self, name: str, default: Any = None) -> Any:
        """A copy of a variable, or the default where there is none. It can't leave the sandbox: ``TypeError``."""
        found = self._value_of(name)
        return default if found is None else found[0]

    def keys(self) -> list[str]:
        """The names of the program's own global variables, so that ``dict(session)`` has copies of them."""
        return self.names()

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
        except WorkerLost:
            names = "(its worker is lost)"
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
