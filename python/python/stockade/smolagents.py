"""An executor with the contract of smolagents' ``LocalPythonExecutor``; smolagents itself is not needed to use it.

>>> executor = StockadeExecutor([])
>>> executor.send_tools({"final_answer": lambda answer: answer})
>>> output = executor("print('hi')\\nfinal_answer([1, 2])")
>>> output.output, output.logs, output.is_final_answer
([1, 2], 'hi\\n', True)
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ._policy import Policy
from ._results import Result
from ._session import Session, parameters_of


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


def fix_final_answer(code: str) -> str:
    """A variable named ``final_answer`` is renamed where the code also calls the function, as smolagents does."""
    if not (re.search(r"(?<!\.)\bfinal_answer\s*=(?!=)", code) and re.search(r"(?<!\.)\bfinal_answer\s*\(", code)):
        return code
    return re.sub(r"(?<!\.)(?<!\w)\bfinal_answer\b(?!\s*\()", "final_answer_variable", code)


def truncate(text: str, longest: int) -> str:
    """Head and tail of a text, with a mark between."""
    if len(text) <= longest:
        return text
    mark = f"\n..._This content has been truncated to stay below {longest} characters_...\n"
    return text[: longest // 2] + mark + text[-longest // 2 :]


@lru_cache(maxsize=64)
def policy_for(authorized: tuple[str, ...]) -> Policy:
    """smolagents' preset, with exactly these imports allowed."""
    if "*" in authorized:
        return Policy.preset("permissive")
    names = [name for module in sorted({name.removesuffix(".*") for name in authorized}) for name in (module, f"{module}.*")]
    allowed = Policy.preset("smolagents").override({"imports.allow": names}, reason="the author of the agent allows these imports")
    return allowed.override({"tools.default": "allow"}, reason="the agent lends the tools it wants called")


def shown_parameters(tool: Any) -> str:
    """A tool of smolagents is called through ``forward``, so that is the signature to show."""
    forward = getattr(tool, "forward", None)
    if forward is None:
        return parameters_of(tool)
    # What smolagents makes of a function has a `self` that nobody passes.
    own = "self" in (getattr(tool, "inputs", None) or ())
    return parameters_of(forward) if own else re.sub(r"^self(, |$)", "", parameters_of(forward))


class PrintContainer(str):
    """What a step printed: the text itself, with the attribute that smolagents' own has."""

    @property
    def value(self) -> str:
        return str.__str__(self)


class StockadeExecutor(PythonExecutor):
    """Runs an agent's code in a sandbox: ``CodeAgent(..., executor=StockadeExecutor([]))``."""

    def __init__(
        self,
        additional_authorized_imports: list[str] | None = None,
        max_print_outputs_length: int | None = None,
        additional_functions: Mapping[str, Callable[..., Any]] | None = None,
        timeout_seconds: float | None = 30,
        **limits: Any,
    ) -> None:
        self.additional_authorized_imports = list(additional_authorized_imports or [])
        self._start(sorted(set(BASE_MODULES) | set(self.additional_authorized_imports)), timeout_seconds, limits)
        self.max_print_outputs_length = MAX_OUTPUT if max_print_outputs_length is None else max_print_outputs_length
        self.additional_functions = dict(additional_functions or {})
        self.static_tools: dict[str, Callable[..., Any]] | None = None
        self.custom_tools: dict[str, Any] = {}
        self.state: dict[str, Any] = {"__name__": "__main__"}
        for name, function in self.additional_functions.items():
            self._session.add_tool(name, function, final=name == "final_answer")

    def _start(self, authorized: list[str], timeout: float | None, limits: dict[str, Any]) -> None:
        self.authorized_imports, self.timeout_seconds = authorized, timeout
        # No limit is a day.
        self._session = Session(policy_for(tuple(authorized)), timeout=86_400.0 if timeout is None else timeout, **limits)
        self._shown: dict[str, Any] = {}

    def send_tools(self, tools: Mapping[str, Callable[..., Any]]) -> None:
        """Lends tools; what ``final_answer`` returns ends the step."""
        self.static_tools = {**tools, **self.additional_functions}
        for name, tool in self.static_tools.items():
            self._session.add_tool(name, tool, params=shown_parameters(tool), final=name == "final_answer")

    def send_variables(self, variables: Mapping[str, Any]) -> None:
        """Sets globals of the program. What can't enter the sandbox is a ``TypeError``."""
        for name, value in variables.items():
            self._session[name] = value
        self.state.update(variables)

    def __call__(self, code_action: str) -> CodeOutput:
        result = self._session.run(fix_final_answer(code_action))
        logs = truncate(result.output, self.max_print_outputs_length)
        self.state["_print_outputs"] = PrintContainer(logs)
        self._read_back()
        if result.ok:
            output = result.value if result.value_error is None else result.repr
            return CodeOutput(output=output, logs=logs, is_final_answer=result.is_final_answer)
        raise self._error(code_action, result)

    def _read_back(self) -> None:
        """The program's variables, as far as they can leave the sandbox."""
        now: dict[str, Any] = {}
        for name in self._session.names():
            try:
                now[name] = self._session[name]
            except (TypeError, ValueError):
                self.state.pop(name, None)
        for name in self._shown.keys() - now.keys():
            self.state.pop(name, None)
        self.state.update(now)
        self._shown = now

    def _error(self, code: str, result: Result) -> Exception:
        if result.outcome == "limit:time":
            return ExecutionTimeoutError(f"Code execution exceeded the maximum execution time of {self.timeout_seconds} seconds")
        if result.outcome == "syntax":
            message = result.message or "\n".join(finding.message for finding in result.findings)
            line = result.line or next((finding.line for finding in result.findings), 1)
            text = (code.splitlines() or [""])[min(line, max(len(code.splitlines()), 1)) - 1]
            return InterpreterError(f"Code parsing failed on line {line} due to: SyntaxError: {message}\n{text}")
        if result.outcome == "policy":
            for finding in result.findings:
                if finding.level == "deny" and finding.rule.startswith("IMP"):
                    found = re.search(r"`([\w.]+)`", finding.message)
                    module = found.group(1) if found else "it"
                    return InterpreterError(f"Import of {module} is not allowed. Authorized imports are: {self.authorized_imports}")
            return InterpreterError(f"Code execution was refused by policy:\n{result.error}")
        if result.outcome.startswith("limit:"):
            return InterpreterError(f"Code execution failed: the {result.error}")
        lines = code.splitlines()
        found = re.search(r"line (\d+), in <module>", result.traceback or "")
        failed = lines[int(found.group(1)) - 1].strip() if found and 0 < int(found.group(1)) <= len(lines) else ""
        return InterpreterError(f"Code execution failed at line '{failed}' due to: {result.error}")

    def cleanup(self) -> None:
        """Nothing is held outside this process."""

    def __bool__(self) -> bool:
        return True


class _Operations(dict[str, int]):
    """smolagents' counter; here it also keeps the sandbox, and so functions and classes, from one call to the next."""

    def __init__(self, executor: StockadeExecutor, settings: tuple[Any, ...]) -> None:
        super().__init__(counter=0)
        self.executor, self.settings = executor, settings


#: Entries of a state that are no variables of the program.
KEPT = {"_print_outputs", "_operations_count", "__name__"}


def evaluate_python_code(
    code: str,
    static_tools: Mapping[str, Callable[..., Any]] | None = None,
    custom_tools: Mapping[str, Callable[..., Any]] | None = None,
    state: dict[str, Any] | None = None,
    authorized_imports: Sequence[str] = tuple(BASE_MODULES),
    max_print_outputs_length: int | None = None,
    timeout_seconds: float | None = 30,
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
    settings = (tuple(sorted(authorized_imports)), timeout_seconds)
    kept = state.get("_operations_count")
    if not isinstance(kept, _Operations) or kept.settings != settings:
        executor = StockadeExecutor()
        executor._start(list(authorized_imports), timeout_seconds, {})
        kept = _Operations(executor, settings)
    executor, session = kept.executor, kept.executor._session
    executor.max_print_outputs_length = MAX_OUTPUT if max_print_outputs_length is None else max_print_outputs_length
    lent = {**{name: value for name, value in state.items() if callable(value)}, **(custom_tools or {}), **(static_tools or {})}
    tools = {name: tool for name, tool in lent.items() if not is_builtin(name, tool)}
    for name in (executor.static_tools or {}).keys() - tools.keys():
        session.remove_tool(name)
    executor.send_tools(tools)
    for name in executor._shown.keys() - state.keys():
        del session[name]
    for name, value in state.items():
        # What the program left there and nobody changed stays as it is inside, shared and all.
        if name not in KEPT and name not in lent and (name not in executor._shown or not same(session[name], value)):
            session[name] = value
    executor.state = state
    state.update(_print_outputs=PrintContainer(), _operations_count=kept)
    output = executor(code)
    return output.output, output.is_final_answer


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
