"""An interpreter for DSPy: what makes its interpreters with a factory (``dspy.RLM``, ``dspy.Flex``, ...) runs its code in the sandbox.

``dspy.configure(interpreter_factory=StockadeInterpreter)`` is all it takes, or ``dspy.RLM(..., interpreter_factory=StockadeInterpreter)``.

>>> interpreter = StockadeInterpreter(tools={"double": lambda x: 2 * x})
>>> interpreter.execute("x = double(n)\\nprint(x)", {"n": 21})
'42\\n'
>>> interpreter.execute("SUBMIT(x + 1)")
FinalOutput({'output': 43})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._names import keywords
from ._policy import Policy, PolicyLike, policy_of
from ._report import problem
from ._results import with_result
from ._session import SETTINGS, Session
from ._tools import named, parameters_of, placed_parameters


class CodeInterpreterError(RuntimeError):
    """The interpreter can't go on."""


class CodeExecutionError(CodeInterpreterError):
    """The code failed; the session is whole."""


class FinalOutput:
    """What ``SUBMIT`` was given."""

    def __init__(self, output: Any) -> None:
        self.output: Any = output

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


@lru_cache(maxsize=1)
def facade() -> str | None:
    """The text that DSPy itself runs in an interpreter first, which makes its own module ``dspy`` there."""
    try:
        text: str | None = getattr(import_module("dspy.primitives.facade"), "SHIM_SETUP", None)
    except ImportError:
        return None
    return text


def lent(tool: Any) -> tuple[Callable[..., Any], str]:
    """A tool as a session takes it, and its parameters: a ``dspy.Tool`` is called by keywords alone, and its function says which there are.

    >>> lent(len)[1]
    'obj, /'
    """
    inner = getattr(tool, "func", None)
    if callable(inner) and hasattr(tool, "arg_types"):
        params = parameters_of(inner)
        return named(tool, placed_parameters(params)), params
    return tool, parameters_of(tool)


class StockadeInterpreter:
    """DSPy's ``CodeInterpreter``, and a factory of such: RLM, Flex and CodeAct of DSPy 3.4 make one for each call.

    ``tools`` are called from the code (functions, or objects of ``dspy.Tool``), ``output_fields`` are the parameters of ``SUBMIT``;
    ``policy``, ``modules`` and limits (``timeout="5s"``, ``memory="256MiB"``, ...) are those of :class:`stockade.Session`. To give a factory
    settings, use :meth:`factory`.
    """

    #: What DSPy tells the model about the place where its code runs.
    execution_instructions: str = (
        "Code runs as Python 3.13 in a sandbox: the standard library without files, network, processes and threads of the system. "
        "Variables, imports and functions are kept from one execution to the next. Tools and SUBMIT are global functions. "
        "What is refused says which rule refused it; do it another way."
    )

    @keywords(also=set(SETTINGS) - {"record", "replay"})
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
        self.output_fields: list[dict[str, Any]] | None = output_fields
        self._policy: Policy = policy_of(policy)
        if facade() is not None:
            # The module that the facade makes.
            self._policy = self._policy.add(imports=["dspy"])
        self._modules, self._limits = list(modules), limits
        self._session: Session | None = None
        self._ended = False

    @classmethod
    def factory(cls, **settings: Any) -> Callable[[], StockadeInterpreter]:
        """A factory whose interpreters have these settings: ``dspy.RLM(..., interpreter_factory=StockadeInterpreter.factory(timeout="5s"))``.

        >>> StockadeInterpreter.factory(fuel=1000)().execute("print(1)")
        '1\\n'
        """
        cls(**settings).start()

        def make() -> StockadeInterpreter:
            return cls(**settings)

        setattr(make, "execution_instructions", cls.execution_instructions)
        return make

    def start(self) -> None:
        """Makes the session, unless there is one. After :meth:`shutdown` this is a ``CodeInterpreterError``."""
        if self._ended:
            raise CodeInterpreterError("the interpreter was shut down")
        if self._session is None:
            self._session = Session(self._policy, modules=self._modules, **self._limits)

    def execute(self, code: str, variables: dict[str, Any] | None = None) -> Any:
        """Runs code in the session: a ``FinalOutput`` where it called ``SUBMIT``; a text that is the value of its last expression; else
        what it printed and that value as a text; None if there is neither.

        Code that fails, is refused or meets a limit is a ``CodeExecutionError``, chained to the exception of a tool if that is what ended
        it; a text that is no Python is a ``SyntaxError``; both have the :class:`stockade.Result` as ``result``. A variable that can't enter is a ``CodeInterpreterError``.
        """
        self.start()
        session = self._session
        if session is None:
            raise CodeInterpreterError("the interpreter was shut down")
        # Both may have changed since: DSPy sets them on what it was given.
        for name, tool in self.tools.items():
            function, params = lent(tool)
            if name.startswith("__"):
                # No name for a tool; DSPy's own code in the sandbox finds it as a variable.
                inner = f"tool_{name.strip('_')}"
                session.add_tool(inner, function, params=params, is_async=False)
                session.run(f"{name} = {inner}", check=False)
            else:
                session.add_tool(name, function, params=params, is_async=False)
        names = [str(field["name"]) for field in self.output_fields or []] or ["output"]

        def submit(*args: Any, **kwargs: Any) -> dict[str, Any]:
            return {**dict(zip(names, args)), **kwargs}

        session.add_tool("SUBMIT", submit, params=", ".join(names), final=True)
        for name, value in (variables or {}).items():
            try:
                session[name] = value
            except (TypeError, ValueError) as error:
                raise CodeInterpreterError(f"variable {name!r} can't enter the sandbox: {error}") from None
        if code == facade():
            # DSPy's text, not a model's: it puts its module among the sandbox's own, which no program may. The check asks whether there is
            # a module of that name; this one is never read.
            session.add_source("dspy.py", "")
            result = session.run(code, check=False, policy="permissive")
        else:
            result = session.run(code)
        if result.is_final_answer and result.ok:
            return FinalOutput(result.value)
        if result.outcome in ("syntax", "unsupported"):
            raise with_result(SyntaxError(result.error), result)
        if not result.ok:
            raise with_result(CodeExecutionError(f"{result.output}{problem(result)}"), result) from result.cause
        if isinstance(result.value, str):
            # As DSPy's own interpreters do; Flex reads its result from it.
            return result.value
        return result.output + (result.repr or "") or None

    def __call__(self, code: str, variables: dict[str, Any] | None = None) -> Any:
        """The same as :meth:`execute`."""
        return self.execute(code, variables)

    def shutdown(self) -> None:
        """Ends the session. The interpreter can't be used again."""
        self._session, self._ended = None, True

    def __enter__(self) -> StockadeInterpreter:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
