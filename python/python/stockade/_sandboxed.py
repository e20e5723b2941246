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
from ._results import Result, with_result
from ._session import SETTINGS, Session

P = ParamSpec("P")
R = TypeVar("R")


@overload
def sandboxed(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def sandboxed(**settings: Any) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def sandboxed(function: Any = None, /, **settings: Any) -> Any:
    """Makes each call of a function run in a sandbox of its own: from its source, with nothing around it but its arguments and the values
    of its defaults, which are copied in. Annotations are left out.

    It imports what it needs itself. ``settings`` are those of :class:`Session`. What the function raises is raised as an exception of
    the same builtin type, with the :class:`Result` as its ``result``. What else goes wrong is an :class:`OutcomeError`, which has it, too:
    a limit a :class:`LimitError`, a refusal a :class:`PolicyError`, an exception of another type a :class:`GuestError`. A result that
    can't leave the sandbox is a ``TypeError``. What is no plain function with a source, or has a setting that does nothing here, is a
    ``TypeError`` when it is decorated.

    >>> @sandboxed(fuel=100_000)
    ... def total(prices):
    ...     import math
    ...     return math.fsum(prices)
    >>> total([0.1, 0.2])
    0.30000000000000004
    >>> @sandboxed(fuel=100_000)
    ... def forever():
    ...     while True: pass
    >>> forever()
    Traceback (most recent call last):
    stockade.LimitError: fuel limit reached
    """
    # Nobody could read the log.
    refuse_unknown("sandboxed", settings, (*(name for name in SETTINGS if name not in ("record", "replay")), "variables"))
    if function is None:
        return lambda function: _wrap(function, settings)
    return _wrap(function, settings)


def _wrap(function: Callable[..., Any], settings: dict[str, Any]) -> Callable[..., Any]:
    tree, defaults = function_of(function), [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    # Names in these are of the place where the function was written.
    tree.decorator_list, tree.returns = [], None
    given = tree.args
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if one is not None:
            one.annotation = None
    places = iter(range(len(defaults)))
    given.defaults = [default_at(next(places)) for _ in given.defaults]
    given.kw_defaults = [None if one is None else default_at(next(places)) for one in given.kw_defaults]
    code = ast.unparse(tree)
    name = function.__name__

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        session = Session(**settings)
        session["_args"], session["_kwargs"], session["_defaults"] = list(args), kwargs, defaults
        result = session.run(f"{code}\n{name}(*_args, **_kwargs)", filename=f"<{name}>")
        if result.ok and result.value_error is None:
            return result.value
        if result.value_error is not None:
            raise with_result(TypeError(f"the result of {name}() can't leave the sandbox: {result.value_error}"), result)
        if (error := builtin_of(result)) is not None:
            raise with_result(error, result) from result.cause
        return result.raise_for_outcome()

    return call


def default_at(place: int) -> ast.expr:
    return ast.Subscript(ast.Name("_defaults", ast.Load()), ast.Constant(place), ast.Load())


def function_of(function: Any) -> ast.FunctionDef:
    """The source of a function, as a tree."""
    if not inspect.isfunction(function) or inspect.iscoroutinefunction(function) or function.__name__ == "<lambda>":
        raise TypeError("sandboxed() is for plain functions: give it one that was made with `def`")
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):
        raise TypeError(f"sandboxed() has no source of {function.__name__}(): define it in a file or in a notebook, or run its text with Session.run") from None
    if not isinstance(tree, ast.FunctionDef):
        raise TypeError("sandboxed() is for plain functions: give it one that was made with `def`")
    return tree


def builtin_of(result: Result) -> Exception | None:
    """The exception that ended a program, where its class is builtin and is made from a message."""
    known = vars(builtins).get(result.exception or "")
    if not result.outcome.startswith("runtime:") or not (isinstance(known, type) and issubclass(known, Exception)):
        return None
    message: Any = result.message
    if known is KeyError:
        # Its text is the `repr` of the key.
        try:
            message = ast.literal_eval(message)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            pass
    try:
        return known(message) if message else known()
    except TypeError:
        return None
