"""Tools: functions of the host as the program sees them, and calls of them that the host is asked about."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

#: What says whether a call may be made.
Approver = Callable[["ToolCall"], Any]


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool that the policy asks about (``tools.allow.NAME.approve``), before it is made. ``tool`` is its name. ``arguments`` has the names of the
    parameters, ``rest`` what the program gave for ``*args``; what the program leaves to the tool's defaults is not there.

    >>> print(ToolCall("pay", {"amount": 20, "to": "you"}))
    pay(amount=20, to='you')
    """

    tool: str
    arguments: dict[str, Any]
    rest: list[Any] = field(default_factory=list)

    def __str__(self) -> str:
        shown = [f"{name}={value!r}" for name, value in self.arguments.items()]
        return f"{self.tool}({', '.join([*map(repr, self.rest), *shown])})"


def nobody_consents(tool: str) -> str:
    """Why a call is refused that the policy asks about, where there is no `approve`."""
    return f"the policy's `tools.allow.{tool}.approve` asks for consent, and nobody is there to give it: the host gives `approve=` a callable"


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


def is_async(function: Callable[..., Any]) -> bool:
    """Whether a call of it gives a coroutine.

    >>> async def fetch(url): ...
    >>> is_async(fetch), is_async(len)
    (True, False)
    """
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))


def by_name(function: Callable[..., Any], params: str) -> Callable[..., Any]:
    """The function itself; for a wrapper that takes nothing but keywords, though it shows parameters with a place, a function that takes
    both. DSPy and others make such wrappers.

    >>> import functools, inspect
    >>> def find(text, most=3): return text, most
    >>> @functools.wraps(find)
    ... def invoke(**kwargs): return find(**kwargs)
    >>> by_name(invoke, "text, most=3")("a", most=1), by_name(find, "text, most=3") is find
    (('a', 1), True)
    """
    code = getattr(function, "__code__", None)
    if not isinstance(code, types.CodeType) or code.co_argcount or code.co_flags & inspect.CO_VARARGS:
        return function
    placed = placed_parameters(params)
    return named(function, placed) if placed else function


def placed_parameters(params: str) -> list[str]:
    """The parameters of a list that have a place.

    >>> placed_parameters("a, /, b=1, *rest, c=...")
    ['a', 'b']
    """
    try:
        shown = ast.parse(f"def shown({params}): pass").body[0]
    except SyntaxError:
        return []
    return [one.arg for one in (*shown.args.posonlyargs, *shown.args.args)] if isinstance(shown, ast.FunctionDef) else []


def named(function: Callable[..., Any], names: list[str]) -> Callable[..., Any]:
    """A function that gives its arguments by name."""
    if is_async(function):

        async def call_async(*args: Any, **kwargs: Any) -> Any:
            return await function(*args[len(names) :], **dict(zip(names, args)), **kwargs)

        return call_async

    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args[len(names) :], **dict(zip(names, args)), **kwargs)

    return call
