"""A function of this program, run in the sandbox."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from ._names import refuse_unknown
from ._session import SETTINGS, Session

P = ParamSpec("P")
R = TypeVar("R")


@overload
def sandboxed(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def sandboxed(**settings: Any) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def sandboxed(function: Any = None, /, **settings: Any) -> Any:
    """Makes each call of a function run in a sandbox of its own: from its source, with nothing around it but its arguments.

    It imports what it needs itself. ``settings`` are those of :class:`Session`; what the function raises is raised as an exception of
    the same builtin type, what else goes wrong (a limit, a refusal) as ``RuntimeError``. A result that can't leave the sandbox is a
    ``TypeError``.

    >>> @sandboxed(fuel=100_000)
    ... def total(prices):
    ...     import math
    ...     return math.fsum(prices)
    >>> total([0.1, 0.2])
    0.30000000000000004
    """
    refuse_unknown("sandboxed", settings, (*SETTINGS, "variables"))
    if function is None:
        return lambda function: _wrap(function, settings)
    return _wrap(function, settings)


def _wrap(function: Callable[..., Any], settings: dict[str, Any]) -> Callable[..., Any]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise TypeError("sandboxed() is for plain functions")
    tree.decorator_list = []
    code = ast.unparse(tree)
    name = function.__name__

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        session = Session(**settings)
        session["_args"], session["_kwargs"] = list(args), kwargs
        result = session.run(f"{code}\n{name}(*_args, **_kwargs)", filename=f"<{name}>")
        if result.ok and result.value_error is None:
            return result.value
        if result.value_error is not None:
            raise TypeError(f"the result of {name}() can't leave the sandbox: {result.value_error}")
        known = vars(builtins).get(result.exception or "")
        if isinstance(known, type) and issubclass(known, Exception):
            try:
                error = known(result.message)
            except TypeError:
                error = RuntimeError(result.error)
            raise error from result.cause
        raise RuntimeError(result.error) from result.cause

    return call
