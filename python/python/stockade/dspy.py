"""An interpreter for DSPy: what has a ``CodeInterpreter`` as argument (``dspy.RLM``, ``dspy.CodeAct``, ...) runs its code in the sandbox.

>>> interpreter = StockadeInterpreter(tools={"double": lambda x: 2 * x})
>>> interpreter.execute("x = double(n)\\nprint(x)", {"n": 21})
'42\\n'
>>> interpreter.execute("SUBMIT(x + 1)")
FinalOutput({'output': 43})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._policy import Policy, PolicyLike, policy_of
from ._session import Session


class CodeInterpreterError(RuntimeError):
    """The interpreter can't go on."""


class CodeExecutionError(CodeInterpreterError):
    """The code failed; the session is whole."""


class FinalOutput:
    """What ``SUBMIT`` was given."""

    def __init__(self, output: Any) -> None:
        self.output = output

    def __repr__(self) -> str:
        return f"FinalOutput({self.output!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FinalOutput) and self.output == other.output


if not TYPE_CHECKING:
    # Where DSPy is installed, its own: the same shape.
    try:
        from dspy.primitives.code_interpreter import CodeExecutionError, CodeInterpreterError, FinalOutput
    except ImportError:
        try:
            from dspy.primitives.code_interpreter import CodeInterpreterError, FinalOutput

            CodeExecutionError = CodeInterpreterError
        except ImportError:
            pass


class StockadeInterpreter:
    """DSPy's ``CodeInterpreter``. ``tools`` are called from the code, ``output_fields`` are the parameters of ``SUBMIT``; ``policy``,
    ``modules`` and limits are those of :class:`stockade.Session`."""

    def __init__(
        self,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        output_fields: list[dict[str, Any]] | None = None,
        *,
        policy: PolicyLike = "default",
        modules: Iterable[str] = (),
        **limits: Any,
    ) -> None:
        self.tools: dict[str, Callable[..., Any]] = dict(tools or {})
        self.output_fields = output_fields
        self._policy: Policy = policy_of(policy)
        self._modules, self._limits = list(modules), limits
        self._session: Session | None = None
        self._ended = False

    def start(self) -> None:
        if self._ended:
            raise CodeInterpreterError("the interpreter was shut down")
        if self._session is None:
            self._session = Session(self._policy, modules=self._modules, **self._limits)

    def execute(self, code: str, variables: dict[str, Any] | None = None) -> Any:
        self.start()
        session = self._session
        if session is None:
            raise CodeInterpreterError("the interpreter was shut down")
        # Both may have changed since: DSPy sets them on what it was given.
        for name, tool in self.tools.items():
            if name.startswith("__"):
                # No name for a tool; DSPy's own code in the sandbox finds it as a variable.
                inner = f"tool_{name.strip('_')}"
                session.add_tool(inner, tool, is_async=False)
                session.run(f"{name} = {inner}", check=False)
            else:
                session.add_tool(name, tool, is_async=False)
        names = [str(field["name"]) for field in self.output_fields or []] or ["output"]

        def submit(*args: Any, **kwargs: Any) -> dict[str, Any]:
            return {**dict(zip(names, args)), **kwargs}

        session.add_tool("SUBMIT", submit, params=", ".join(names), final=True)
        for name, value in (variables or {}).items():
            try:
                session[name] = value
            except (TypeError, ValueError) as error:
                raise CodeInterpreterError(f"variable {name!r} can't enter the sandbox: {error}") from None
        result = session.run(code)
        if result.is_final_answer:
            return FinalOutput(result.value)
        if result.outcome in ("syntax", "unsupported"):
            raise SyntaxError(result.error)
        if not result.ok:
            raise CodeExecutionError(f"{result.output}{result.error}")
        return result.output or (result.repr if result.repr is not None else None)

    def __call__(self, code: str, variables: dict[str, Any] | None = None) -> Any:
        return self.execute(code, variables)

    def shutdown(self) -> None:
        self._session, self._ended = None, True

    def __enter__(self) -> StockadeInterpreter:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
