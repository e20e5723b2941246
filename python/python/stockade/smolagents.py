"""An executor with the contract of smolagents' ``LocalPythonExecutor``; smolagents itself is not needed to use it.

>>> executor = StockadeExecutor([])
>>> executor.send_tools({"final_answer": lambda answer: answer})
>>> output = executor("print('hi')\\nfinal_answer([1, 2])")
>>> output.output, output.logs, output.is_final_answer
([1, 2], 'hi\\n', True)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._results import Result
from ._session import Session, parameters_of

try:
    from smolagents.local_python_executor import CodeOutput, ExecutionTimeoutError, InterpreterError, PythonExecutor
except ImportError:

    class InterpreterError(ValueError):  # type: ignore[no-redef]
        """The code failed, or may not run."""

    class ExecutionTimeoutError(Exception):  # type: ignore[no-redef]
        """The code took too long."""

    class PythonExecutor:  # type: ignore[no-redef]
        """What an agent's executor derives from."""

    @dataclass
    class CodeOutput:  # type: ignore[no-redef]
        """What a step of code came to."""

        output: Any
        logs: str
        is_final_answer: bool


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


def policy_for(authorized: list[str]) -> str:
    """smolagents' preset, with imports allowed as the agent's author says."""
    if "*" in authorized:
        return "permissive"
    extra = sorted({name.removesuffix(".*") for name in authorized} - set(BASE_MODULES))
    names = ", ".join(f'"{name}", "{name}.*"' for name in [*BASE_MODULES, *extra])
    return (
        "version: 1\nextends: [smolagents]\noverride:\n"
        f"  - {{path: imports.allow, value: [{names}], reason: the author of the agent allows these imports}}\n"
        "  - {path: tools.default, value: allow, reason: the agent lends the tools it wants called}\n"
    )


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
        self.authorized_imports = sorted(set(BASE_MODULES) | set(self.additional_authorized_imports))
        self.max_print_outputs_length = MAX_OUTPUT if max_print_outputs_length is None else max_print_outputs_length
        self.additional_functions = dict(additional_functions or {})
        self.timeout_seconds = timeout_seconds
        self.static_tools: dict[str, Callable[..., Any]] | None = None
        self.custom_tools: dict[str, Any] = {}
        self.state: dict[str, Any] = {"__name__": "__main__"}
        # No limit is a day.
        timeout = 86_400.0 if timeout_seconds is None else timeout_seconds
        self._session = Session(policy_for(self.additional_authorized_imports), timeout=timeout, **limits)
        for name, function in self.additional_functions.items():
            self._session.add_tool(name, function, final=name == "final_answer")

    def send_tools(self, tools: Mapping[str, Callable[..., Any]]) -> None:
        """Lends tools; what ``final_answer`` returns ends the step."""
        self.static_tools = {**tools, **self.additional_functions}
        for name, tool in self.static_tools.items():
            # A smolagents tool is called through `forward`, whose signature is the one to show.
            shown = getattr(tool, "forward", tool)
            self._session.add_tool(name, tool, params=parameters_of(shown), final=name == "final_answer")

    def send_variables(self, variables: Mapping[str, Any]) -> None:
        """Sets globals of the program. What can't enter the sandbox is a ``TypeError``."""
        for name, value in variables.items():
            self._session[name] = value
        self.state.update(variables)

    def __call__(self, code_action: str) -> CodeOutput:
        result = self._session.run(fix_final_answer(code_action))
        logs = truncate(result.output, self.max_print_outputs_length)
        self.state["_print_outputs"] = logs
        self._read_back()
        if result.ok:
            output = result.value if result.value_error is None else result.repr
            return CodeOutput(output=output, logs=logs, is_final_answer=result.is_final_answer)
        raise self._error(code_action, result)

    def _read_back(self) -> None:
        """The program's variables, as far as they can leave the sandbox."""
        for name in self._session.names():
            try:
                self.state[name] = self._session[name]
            except (TypeError, ValueError):
                self.state.pop(name, None)

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
        found = re.search(r'line (\d+), in <module>', result.traceback or "")
        line = lines[int(found.group(1)) - 1].strip() if found and 0 < int(found.group(1)) <= len(lines) else ""
        return InterpreterError(f"Code execution failed at line '{line}' due to: {result.error}")

    def cleanup(self) -> None:
        """Nothing is held outside this process."""

    def __bool__(self) -> bool:
        return True
