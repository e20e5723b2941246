"""An executor with the contract of smolagents' ``LocalPythonExecutor``; smolagents itself is not needed to use it.

>>> executor = StockadeExecutor([])
>>> executor.send_tools({"final_answer": lambda answer: answer})
>>> output = executor("print('hi')\\nfinal_answer([1, 2])")
>>> output.output, output.logs, output.is_final_answer
([1, 2], 'hi\\n', True)
"""

from __future__ import annotations

import ast
import builtins
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import _wording
from ._names import LIMITS, Limit, NAMES, keywords
from ._packages import PackageLike, find_packages
from ._policy import Policy
from ._remote_executor import ServerSession, not_allowed, refuse_of_process
from ._report import truncate
from ._results import Result, check, with_result
from ._session import SETTINGS, Session
from ._settings import limits_of, module_name_of
from ._stockade import Handle, has_module
from ._tools import parameters_of


class InterpreterError(ValueError):
    """The code failed, or may not run."""


class ExecutionTimeoutError(Exception):
    """The code took too long."""


class PythonExecutor:
    """What an agent's executor derives from."""


@dataclass
class CodeOutput:
    """What a step of code came to."""

    output: Any
    logs: str
    is_final_answer: bool


if not TYPE_CHECKING:
    # Where smolagents is installed, its own, so that agents know them. They have the same shape.
    try:
        from smolagents.local_python_executor import CodeOutput, ExecutionTimeoutError, InterpreterError, PythonExecutor
    except ImportError:
        pass

BASE_MODULES = ["collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata"]
MAX_OUTPUT = 50_000
#: Bytes that may be printed before the program ends at a limit.
MOST_PRINTED = 8 << 20
#: More fuel than a second can use on any machine, so that the time ends a step first.
FUEL_OF_A_SECOND = 10_000_000_000
#: Calls of tools and uses of lent objects in a step.
MOST_CALLS = 1_000_000_000

def fix_final_answer(code: str) -> str:
    """A variable named ``final_answer`` is renamed where the code also calls the function, as smolagents does."""
    if not (re.search(r"(?<!\.)\bfinal_answer\s*=(?!=)", code) and re.search(r"(?<!\.)\bfinal_answer\s*\(", code)):
        return code
    return re.sub(r"(?<!\.)(?<!\w)\bfinal_answer\b(?!\s*\()", "final_answer_variable", code)


#: Builtins that run code from text: the program has the sandbox's own where its author lends Python's.
CODE = frozenset({"compile", "eval", "exec"})

@lru_cache(maxsize=64)
def policy_for(authorized: tuple[str, ...], granted: frozenset[str] = frozenset()) -> Policy:
    """smolagents' preset, with exactly these imports allowed, and those of :data:`CODE` that are granted."""
    if "*" in authorized:
        return Policy.preset("permissive")
    names = [name for module in sorted({name.removesuffix(".*") for name in authorized}) for name in (module, f"{module}.*")]
    added: dict[str, Any] = {
        # What the author names is wanted, and the sandbox's own `os` or `sys` says nothing about the host.
        "imports": names,
        # Nobody waits for a program that sleeps: its clock goes on.
        "attributes.modules.time": ["sleep"],
        # What a class says of itself harms nobody, and views of classes show it.
        "dunders.attributes": ["__annotations__"],
        # A name that nothing defines fails where it is used, after what stands before it.
        "rules.UND001": "warn",
        # The agent lends the tools that it wants called.
        "tools.default": "allow",
    }
    if granted:
        added["builtins"] = granted
    return Policy.preset("smolagents").add(added).override(imports={"allow": names})


def shown_parameters(tool: Any) -> str:
    """A tool of smolagents is called through ``forward``, so that is the signature to show."""
    forward = getattr(tool, "forward", None)
    if forward is None:
        return parameters_of(tool)
    # What smolagents makes of a function has a `self` that nobody passes.
    own = "self" in (getattr(tool, "inputs", None) or ())
    return parameters_of(forward) if own else re.sub(r"^self(, |$)", "", parameters_of(forward))


class PrintContainer:
    """What a step printed, with the attributes that smolagents' own has."""

    def __init__(self, text: str = "") -> None:
        self.value: str = text

    def append(self, text: str) -> PrintContainer:
        """Adds a text at the end, and returns the container."""
        self.value += text
        return self

    def __iadd__(self, other: object) -> PrintContainer:
        self.value += str(other)
        return self

    def __eq__(self, other: object) -> bool:
        return self.value == (other.value if isinstance(other, PrintContainer) else other)

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __contains__(self, text: str) -> bool:
        return text in self.value

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"PrintContainer({self.value})"

    def __len__(self) -> int:
        return len(self.value)


class GuestObject:
    """Something of the program that can't leave the sandbox, seen from outside: what is asked of it is asked there, as things stand then.

    >>> executor = StockadeExecutor([])
    >>> _ = executor("class Point:\\n    x = 3\\n    def __str__(self): return 'here'\\npoint = Point()\\ndef double(x): return 2 * x")
    >>> point, double = executor.state["point"], executor.state["double"]
    >>> point.x, str(point), double(21), double.__name__, double.__source__
    (3, 'here', 42, 'double', 'def double(x):\\n    return 2 * x')
    """

    __slots__ = ("_executor", "_path")

    def __init__(self, executor: StockadeExecutor, path: str) -> None:
        self._executor, self._path = executor, path

    def __getattr__(self, name: str) -> Any:
        if name == "__source__":
            found = self._executor._source(self.__name__)
            if found is None:
                raise AttributeError(name)
            return found
        if not name.isidentifier() or name == "__wrapped__":
            raise AttributeError(name)
        try:
            return self._executor._view(f"{self._path}.{name}")
        except InterpreterError as error:
            raise AttributeError(str(error)) from None

    @property
    def __doc__(self) -> Any:  # type: ignore[override]
        return self._executor._view(f"{self._path}.__doc__")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        kind = self._executor._view(f"type({self._path}).__name__")
        known = {"function": types.FunctionType, "generator": types.GeneratorType, "module": types.ModuleType}
        if kind in known:
            return known[kind]
        return type if self._executor._view(f"isinstance({self._path}, type)") else GuestObject

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._executor._call(self._path, args, kwargs)

    def __iter__(self) -> Iterator[Any]:
        made = self._executor._view(f"iter({self._path})")
        if type(made) is not GuestObject:
            yield from made
            return
        while True:
            more = self._executor._view(f"[item for _, item in zip(range(1), {made._path})]")
            if not more:
                return
            yield from more

    def __len__(self) -> int:
        try:
            return int(self._executor._view(f"len({self._path})"))
        except InterpreterError as error:
            raise TypeError(str(error)) from None

    def __bool__(self) -> bool:
        return bool(self._executor._view(f"bool({self._path})"))

    def __eq__(self, other: object) -> Any:
        if isinstance(other, GuestObject):
            return other._executor is self._executor and self._executor._view(f"{self._path} == {other._path}")
        try:
            return bool(self._executor._call(f"{self._path} == _args[0]", (other,), {}, of=self._path))
        except (TypeError, ValueError):
            return False

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __instancecheck__(self, value: object) -> bool:
        if type(value) is GuestObject and value._executor is self._executor:
            return bool(self._executor._view(f"isinstance({value._path}, {self._path})"))
        return False

    def __contains__(self, value: object) -> bool:
        return any(value == item for item in self)

    def __getitem__(self, key: Any) -> Any:
        return self._executor._call(f"{self._path}[_args[0]]", (key,), {}, of=self._path)

    def __str__(self) -> str:
        return str(self._executor._view(f"str({self._path})"))

    def __repr__(self) -> str:
        return str(self._executor._view(f"repr({self._path})"))


def source_of(code: str, name: str) -> str | None:
    """The last definition of a function in accepted code, in canonical form."""
    try:
        found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef) and node.name == name]
        return ast.unparse(found[-1]) if found else None
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def check_installed(names: Sequence[str]) -> None:
    """As smolagents does: a name that nothing can be imported by is a mistake of the author's."""
    missing = []
    for name in names:
        top = name.split(".")[0]
        if top == "*" or has_module(top):
            continue
        try:
            found = find_spec(top) is not None
        except (ImportError, ValueError):
            found = False
        if not found:
            missing.append(top)
    if missing:
        raise InterpreterError(
            f"Non-installed authorized modules: {', '.join(missing)}. Please install these modules or remove them from the authorized "
            "imports list."
        )


def is_plain(value: Any) -> bool:
    """True for values that are copied when they enter."""
    return value is None or type(value).__module__ == "builtins" or isinstance(value, Handle)


def trusts(trust: bool | Iterable[str], value: Any) -> bool:
    """True if an author trusts the package of an object."""
    return trust if isinstance(trust, bool) else type(value).__module__.split(".")[0] in {name.split(".")[0] for name in trust}


def opened(tool: Callable[..., Any]) -> Callable[..., Any]:
    """A tool that gets the objects behind handles."""

    def call(*args: Any, **kwargs: Any) -> Any:
        plain = [value.value if isinstance(value, Handle) else value for value in args]
        return tool(*plain, **{name: value.value if isinstance(value, Handle) else value for name, value in kwargs.items()})

    return call


def seconds_of(timeout: Limit | None) -> float | None:
    """A time limit in seconds.

    >>> seconds_of("1.5s"), seconds_of(2), seconds_of(None)
    (1.5, 2, None)
    """
    if timeout is None:
        return None
    seconds = limits_of({"timeout": timeout})["timeout"] / 1000
    # As the author wrote it: messages show it.
    return seconds if isinstance(timeout, str) else timeout


class State(MutableMapping[str, Any]):
    """The program's variables, seen from outside: each is read when it is asked for, and what is set or deleted here changes the program's.

    What can't leave the sandbox is a :class:`GuestObject`. A list, dict or set that was read here and is changed in place enters again
    with the next step.

    >>> executor = StockadeExecutor([])
    >>> _ = executor("items = [1, 2]\\nx = 3")
    >>> executor.state["items"].append(3)
    >>> executor.state.update(y=4)
    >>> del executor.state["x"]
    >>> executor("y += sum(items)\\ny").output, sorted(name for name in executor.state if name[0] != "_")
    (10, ['items', 'y'])
    """

    def __init__(self, executor: StockadeExecutor) -> None:
        self._executor = executor
        #: Entries that are no variables of the program.
        self._own: dict[str, Any] = {"__name__": "__main__"}
        #: What was read since the last step and can be changed in place.
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name in self._own:
            return self._own[name]
        if name in self._read:
            return self._read[name]
        value = self._executor._variable(name)
        if type(value) in (list, dict, set, bytearray):
            self._read[name] = value
        return value

    def __setitem__(self, name: str, value: Any) -> None:
        if name in KEPT:
            self._own[name] = value
            return
        self._read.pop(name, None)
        self._executor._send(name, value)

    def __delitem__(self, name: str) -> None:
        if name in self._own:
            del self._own[name]
            return
        if name not in self:
            raise KeyError(name)
        self._read.pop(name, None)
        del self._executor._session[name]

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._executor._variables()

    def __iter__(self) -> Iterator[str]:
        return iter([*self._own, *(name for name in self._executor._variables() if name not in self._own)])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def copy(self) -> dict[str, Any]:
        """All of it, as it is now."""
        return dict(self)

    def _settle(self) -> None:
        """A step begins: what was changed in place enters again."""
        executor, read = self._executor, self._read
        self._read = {}
        for name, value in read.items():
            try:
                if not same(executor._variable(name), value):
                    executor._send(name, value)
            except KeyError:
                pass


#: Functions of smolagents' base tools that are `math`'s: they are there without an import.
MATH = "acos asin atan atan2 ceil cos degrees exp floor log radians sin sqrt tan".split()


class StockadeExecutor(PythonExecutor):
    """Runs an agent's code in a sandbox: ``CodeAgent(..., executor=StockadeExecutor([]))``."""

    @keywords(also=set(SETTINGS) - {"policy", "tools", "modules", "record", "replay"})
    def __init__(
        self,
        additional_authorized_imports: list[str] | None = None,
        max_print_outputs_length: int | None = None,
        additional_functions: Mapping[str, Callable[..., Any]] | None = None,
        timeout_seconds: Limit | None = 30,
        *,
        compat: bool = True,
        lend: Iterable[str] | Mapping[str, Iterable[str] | None] = (),
        trust: bool | Iterable[str] = False,
        modules_in: Literal["jail", "process"] | None = None,
        approve_tools: Iterable[str] = (),
        sources: Mapping[str, str | PathLike[str]] | None = None,
        packages: Iterable[PackageLike] = (),
        url: str | None = None,
        token: str | None = None,
        policy: str | None = None,
        **limits: Any,
    ) -> None:
        """``url`` is that of a server (``stockade serve``), on which the steps run; tools run in this process. ``token`` and ``policy`` are then
        those of :class:`stockade.remote.Session`: the server's policy decides what may be imported, and its time holds unless
        ``timeout_seconds`` is less, and other than smolagents' 30. An import that ``additional_authorized_imports`` names and the policy does not allow is an
        :class:`InterpreterError`. ``lend``, ``trust``, ``modules_in``, ``sources``, ``packages`` and ``approve_tools`` are not for a server.
        :meth:`cleanup` deletes the session there.

        ``lend`` names variables whose objects the program may use: those of numpy and pandas by the list of what is harmless, others by
        the names that a mapping gives (``lend={"ledger": ["add", "__len__"]}``). ``trust`` names packages of which the program may use
        every public name, also on objects that are sent. With ``modules_in="jail"`` the authorized modules of this interpreter run in a process
        that is shut in, and need no trust (:meth:`Session.lend_modules`). What is neither lent nor of an authorized package enters as a handle: the
        program can pass it to tools and nothing else. ``sources`` and ``packages`` are those of :class:`Session`; the program may import
        them without being named in ``additional_authorized_imports``."""
        limits = {**(limits.pop("limits", None) or {}), **limits}
        if url is None and (token is not None or policy is not None):
            raise ValueError("token= and policy= are for a server: url= says where it is")
        if url is not None:
            refuse_of_process({
                "lend": lend, "trust": trust, "modules_in": modules_in, "sources": sources, "packages": packages, "approve_tools": approve_tools,
            })
        self._server: tuple[str, str | None, str | None] | None = None if url is None else (url, token, policy)
        # The same limit by smolagents' name and by its own.
        if limits.get("timeout") is not None and timeout_seconds not in (30, limits["timeout"]):
            raise TypeError(f"timeout_seconds={timeout_seconds!r} and timeout={limits['timeout']!r} are the same limit: give one")
        if url is None and limits.get("approve") is not None and not list(approve_tools):
            raise ValueError("approve= would never be asked: approve_tools= names the tools whose calls it is asked about")
        timeout_seconds = seconds_of(limits.pop("timeout", timeout_seconds))
        if max_print_outputs_length is not None and not isinstance(max_print_outputs_length, int):
            raise TypeError(
                f"max_print_outputs_length is a number of characters, not {type(max_print_outputs_length).__qualname__}; "
                "stockade.smolagents.make_executor(imports, logger, ...) takes a logger"
            )
        self.logger: Any = None
        self._sources, self._packages = dict(sources or {}), find_packages(packages)
        self._lend: dict[str, Iterable[str] | None] = dict(lend) if isinstance(lend, Mapping) else dict.fromkeys(lend)
        self._trust, self._modules_in = trust, modules_in
        #: What the program may import and does not get from this interpreter.
        self._given = {module_name_of(file) for file in self._sources} | {name for found in self._packages for name in found.modules}
        if url is None:
            check_installed([name for name in additional_authorized_imports or [] if name.split(".")[0] not in self._given])
        self.compat: bool = compat
        #: The tools whose calls `approve=` is asked about.
        self._asked = tuple(approve_tools)
        self.additional_authorized_imports: list[str] = list(additional_authorized_imports or [])
        self._start(sorted(set(BASE_MODULES) | set(self.additional_authorized_imports) | self._given), timeout_seconds, limits)
        self.max_print_outputs_length: int = MAX_OUTPUT if max_print_outputs_length is None else max_print_outputs_length
        self.additional_functions: dict[str, Callable[..., Any]] = dict(additional_functions or {})
        self.static_tools: dict[str, Callable[..., Any]] | None = None
        self.custom_tools: dict[str, Any] = {}
        self._state = State(self)
        for name, function in self.additional_functions.items():
            self._session.add_tool(name, opened(function), params=shown_parameters(function), final=name == "final_answer")

    def _start(self, authorized: list[str], timeout: float | None, limits: dict[str, Any]) -> None:
        self.authorized_imports: list[str] = authorized
        self.timeout_seconds: float | None = timeout
        self._granted: frozenset[str] = frozenset()
        #: Names of tools, which no step may assign to.
        self._kept: set[str] = set()
        self._codes: list[str] = []
        self._results = 0
        self._base: set[str] = set()
        self._session: Session | ServerSession
        if self._server is not None:
            self._start_there(*self._server, limits)
            return
        # No limit is a day.
        seconds = 86_400.0 if timeout is None else timeout
        # The time that the author gives decides. What is printed is cut afterwards, as smolagents does.
        limits = {
            "timeout": seconds, "fuel": int(seconds * FUEL_OF_A_SECOND) + 1, "host_calls": MOST_CALLS, "recursion": 1000,
            "output": MOST_PRINTED, **limits,
        }
        self._limits = {name: value for name, value in limits.items() if name in LIMITS}
        session = Session(self._policy(authorized), sources=self._sources, packages=self._packages, **limits)
        wanted = [name for name in authorized if not has_module(name.split(".")[0]) and name.split(".")[0] not in self._given]
        try:
            session.lend_modules(wanted, fallback=Handle, trust=self._trust, modules_in=self._modules_in)
        except ValueError as error:
            raise InterpreterError(str(error)) from None
        self._session = session
        self._begin()

    def _start_there(self, url: str, token: str | None, policy: str | None, limits: dict[str, Any]) -> None:
        # The policy's own time may be less than what smolagents has by default.
        if self.timeout_seconds == 30:
            self.timeout_seconds = None
        elif self.timeout_seconds is not None:
            limits = {"timeout": self.timeout_seconds, **limits}
        self._limits = {name: value for name, value in limits.items() if name in LIMITS}
        self._session = ServerSession(url, token, policy=policy, **limits)
        try:
            refused = not_allowed(self._session, self.additional_authorized_imports)
        except BaseException:
            self._session.close()
            raise
        if refused is not None:
            self._session.close()
            raise InterpreterError(f"the policy of the server does not allow what additional_authorized_imports names: {refused}")
        self._begin()

    def _begin(self) -> None:
        if self.compat and self._session.run(f"from math import {', '.join(MATH)}").ok:
            self._base = set(MATH)

    def _policy(self, authorized: list[str]) -> Policy:
        policy = policy_for(tuple(authorized), self._granted)
        return policy.add({f"tools.allow.{name}.approve": "always" for name in self._asked}) if self._asked else policy

    @property
    def state(self) -> State:
        """The program's variables, and what the last step printed (``_print_outputs``)."""
        return self._state

    @state.setter
    def state(self, variables: Mapping[str, Any]) -> None:
        own = State(self)
        for name in self._variables() - variables.keys():
            del self._session[name]
        self._state = own
        own.update(variables)

    def send_tools(self, tools: Mapping[str, Callable[..., Any]]) -> None:
        """Lends tools; what ``final_answer`` returns ends the step."""
        self.static_tools = {**tools, **self.additional_functions}
        self._kept = set(self.static_tools)
        granted = frozenset(name for name in CODE if self.static_tools.get(name) is getattr(builtins, name))
        if granted - self._granted and "*" not in self.authorized_imports and isinstance(self._session, Session):
            self._granted |= granted
            self._session = self._session.fork(self._policy(self.authorized_imports), limits=self._limits)
        for name, tool in self.static_tools.items():
            if is_builtin(name, tool):
                continue
            if name == "final_answer" and type(tool).__name__ == "FinalAnswerTool":
                # The sandbox's own does the same, and takes what can't leave it.
                self._session.remove_tool(name)
                continue
            if name in MATH and name in self._base and getattr(tool, "__module__", None) == "math":
                continue
            self._session.add_tool(name, opened(tool), params=shown_parameters(tool), final=name == "final_answer")

    def send_variables(self, variables: Mapping[str, Any]) -> None:
        """Sets globals of the program. What can't enter the sandbox is a ``TypeError``."""
        self._state.update(variables)

    def _send(self, name: str, value: Any) -> None:
        if name in self._lend and not is_plain(value) and isinstance(self._session, Session):
            try:
                self._session.lend_object(value, self._lend[name], trust=trusts(self._trust, value))
            except TypeError as error:
                raise InterpreterError(f"variable {name!r} is not lent: {error}") from None
        self._session[name] = value

    def __call__(self, code_action: str) -> CodeOutput:
        code = fix_final_answer(code_action)
        if self.compat:
            self._keep_tools(code)
        self._state._settle()
        result = self._session.run(code, cell=self.compat)
        logs = truncate(result.output, self.max_print_outputs_length)
        self._state["_print_outputs"] = PrintContainer(logs)
        if result.ok or result.value_error is not None and result.is_final_answer:
            self._codes.append(code)
            output = self._output(result)
            return CodeOutput(output=output, logs=logs, is_final_answer=result.is_final_answer)
        raise with_result(self._error(code_action, result), result) from result.cause

    def _keep_tools(self, code: str) -> None:
        """A step that would assign to a tool's name is refused before it runs: the tool would be gone."""
        tools = [name for name in self._kept if name != "final_answer" and name in code]
        if not tools or "=" not in code:
            return
        found = check(code, self._session._policy, tools=tools, inputs=self._variables())
        hidden = next((finding for finding in found.findings if finding.rule == "BLT003" and "the tool" in finding.message), None)
        if found.accepted and hidden is not None:
            raise InterpreterError(_wording.of_hidden_tool(code, hidden))

    def _output(self, result: Result) -> Any:
        if result.value_error is None:
            return result.value.value if isinstance(result.value, Handle) else result.value
        # It stays where it is, under a name.
        self._results += 1
        name = f"_result_{self._results}"
        if isinstance(self._session, Session):
            self._session.keep_value(name)
        elif not self._session.keep_view(name):
            # A server does not keep what a step ends with.
            return result.repr
        self._base.add(name)
        return GuestObject(self, name)

    def _source(self, name: str) -> str | None:
        for code in reversed(self._codes):
            source = source_of(code, name)
            if source is not None:
                return source
        return None

    def _view(self, code: str) -> Any:
        """The value of an expression of ours, about the program's things."""
        result = self._session.run(code, check=False) if isinstance(self._session, Session) else self._session.view(code)
        if not result.ok:
            raise with_result(InterpreterError(str(result.error)), result)
        return self._output(result)

    def _call(self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any], of: str | None = None) -> Any:
        """Calls something of the program; or, where it is said of what, an expression with arguments."""
        session = self._session
        session["_args"], session["_kwargs"] = list(args), kwargs
        try:
            return self._view(path if of is not None else f"{path}(*_args, **_kwargs)")
        finally:
            del session["_args"], session["_kwargs"]

    def _variables(self) -> dict[str, None]:
        """The names of the program's variables."""
        names = dict.fromkeys(self._session.names())
        for name in self._base & names.keys():
            # Not the program's own, unless it bound it anew.
            if name not in MATH or type(self._variable(name)) is GuestObject:
                del names[name]
        return names

    def _variable(self, name: str) -> Any:
        """A variable of the program; what can't leave the sandbox as a view."""
        try:
            value = self._session[name]
        except (TypeError, ValueError):
            return GuestObject(self, name)
        return value.value if isinstance(value, Handle) else value

    def _error(self, code: str, result: Result) -> Exception:
        if result.outcome == "limit:timeout":
            seconds = self.timeout_seconds if self._server is None or result.limit is None else result.limit.limit / 1000
            return ExecutionTimeoutError(f"Code execution exceeded the maximum execution time of {seconds:g} seconds")
        if result.outcome == "limit:total_timeout" and result.limit is not None:
            return ExecutionTimeoutError(f"Code execution and its tools exceeded the total time of {result.limit.limit / 1000:g} seconds")
        # What is no Python at all (`!echo`) is a finding of the check's own.
        if result.outcome in ("syntax", "unsupported") or any(found.rule.startswith("SYN") and found.level == "deny" for found in result.findings):
            return InterpreterError(_wording.of_syntax(code, result))
        if result.outcome == "policy":
            return InterpreterError(_wording.of_policy(code, result, self.authorized_imports))
        if result.outcome == "limit:fuel":
            return InterpreterError(
                "Reached the max number of operations. Maybe there is an infinite loop somewhere in the code, or you're just asking too "
                "many calculations."
            )
        if result.outcome.startswith("limit:"):
            return InterpreterError(f"Code execution failed: the {result.error}")
        return InterpreterError(_wording.of_error(code, result, self._session.__getitem__, self.authorized_imports))

    def cleanup(self) -> None:
        """Deletes the session at the server, if there is one. Nothing else is held outside this process."""
        if not isinstance(self._session, Session):
            self._session.close()

    def __bool__(self) -> bool:
        return True


def make_executor(additional_authorized_imports: list[str] | None = None, logger: Any = None, **settings: Any) -> StockadeExecutor:
    """An executor, called as smolagents calls its own kinds: with the imports, the agent's logger, and the agent's ``executor_kwargs``,
    which are those of :class:`StockadeExecutor`. The entry point ``stockade`` in the group ``smolagents.executors`` is this function.

    >>> make_executor(["json"], None, timeout_seconds=5, memory="64MiB")("import json\\njson.dumps([1])").output
    '[1]'
    """
    executor = StockadeExecutor(additional_authorized_imports, **settings)
    executor.logger = logger
    return executor


class _Operations(dict[str, int]):
    """smolagents' counter; here it also keeps the sandbox, and so functions and classes, from one call to the next."""

    def __init__(self, executor: StockadeExecutor, settings: tuple[Any, ...]) -> None:
        super().__init__(counter=0)
        self.executor, self.settings = executor, settings


#: Entries of a state that are no variables of the program.
KEPT = {"_print_outputs", "_operations_count", "__name__"}


@keywords(also=(), kinds={"authorized_imports": NAMES})
def evaluate_python_code(
    code: str,
    static_tools: Mapping[str, Callable[..., Any]] | None = None,
    custom_tools: Mapping[str, Callable[..., Any]] | None = None,
    state: dict[str, Any] | None = None,
    authorized_imports: Sequence[str] = tuple(BASE_MODULES),
    max_print_outputs_length: int | None = None,
    timeout_seconds: Limit | None = 30,
) -> tuple[Any, bool]:
    """smolagents' function of that name, in the sandbox: the value of the last expression, and whether it is the final answer.

    ``state`` holds the variables, before and after; what was printed is its ``_print_outputs``. Values that can't leave the
    sandbox, such as functions, are not in it, but code that runs with the same state still finds them.

    >>> state = {"x": 3}
    >>> evaluate_python_code("def double(n): return 2 * n\\nprint('hi')\\ny = double(x)\\ny + 1", state=state)
    (7, False)
    >>> state["y"], str(state["_print_outputs"])
    (6, 'hi\\n')
    >>> evaluate_python_code("final_answer(double(y))", {"final_answer": lambda answer: answer}, state=state)
    (12, True)
    """
    state = {} if state is None else state
    timeout_seconds = seconds_of(timeout_seconds)
    settings = (tuple(sorted(authorized_imports)), timeout_seconds)
    kept = state.get("_operations_count")
    if not isinstance(kept, _Operations) or kept.settings != settings:
        executor = StockadeExecutor()
        check_installed(list(authorized_imports))
        executor._start(list(authorized_imports), timeout_seconds, {})
        kept = _Operations(executor, settings)
    executor = kept.executor
    executor.max_print_outputs_length = MAX_OUTPUT if max_print_outputs_length is None else max_print_outputs_length
    called = {name: value for name, value in state.items() if callable(value) and not is_class(value)}
    lent = {**called, **(custom_tools or {}), **(static_tools or {})}
    tools = {
        name: tool for name, tool in lent.items() if type(tool) is not GuestObject and (name in CODE or not is_builtin(name, tool))
    }
    for name in (executor.static_tools or {}).keys() - tools.keys():
        executor._session.remove_tool(name)
    executor.send_tools(tools)
    executor._kept = set(static_tools or ())
    session = executor._session
    known = executor._variables()
    for name in known.keys() - state.keys():
        del session[name]
    sent = {name for name in state if name not in KEPT and name not in lent}
    for name, value in state.items():
        # What the program left there and nobody changed stays as it is inside, shared and all.
        if name in sent and type(value) is not GuestObject and (name not in known or not same(executor._variable(name), value)):
            executor._send(name, value)
    state.update(_print_outputs=PrintContainer(), _operations_count=kept)
    try:
        output = executor(code)
    finally:
        now = {name: executor._variable(name) for name in executor._variables()}
        # A step that was refused before it ran has printed nothing.
        state.update(now, _print_outputs=executor.state.get("_print_outputs", PrintContainer()))
        for name in (sent | known.keys()) - now.keys():
            state.pop(name, None)
    return output.output, output.is_final_answer


def is_class(value: Any) -> bool:
    """Whether a value is a class of the author's own: a variable, whose attributes are read as well."""
    return isinstance(value, type) and value.__module__ != "builtins"


def is_builtin(name: str, tool: Any) -> bool:
    """Whether a tool is Python's own function of that name, or smolagents' for it: the sandbox has those.

    >>> is_builtin("len", len), is_builtin("size", len)
    (True, False)
    """
    module = getattr(tool, "__module__", None)
    return getattr(builtins, name, None) is tool or (hasattr(builtins, name) and module == "smolagents.local_python_executor")


def same(first: Any, second: Any) -> bool:
    """Whether two values are alike in type and content.

    >>> same([1, (2,)], [1, (2,)]), same(1, True), same({"a": 1}, {"a": 1.0})
    (True, False, False)
    """
    return type(first) is type(second) and repr(first) == repr(second)
