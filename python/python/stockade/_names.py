"""The keywords that several functions take: one name and one kind for each thing everywhere, and words for what does not fit."""

from __future__ import annotations

import difflib
import functools
import inspect
import math
import numbers
import warnings
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Union, cast

#: A limit: a number, or a text with a unit.
Limit = Union[float, str]


class Limits(TypedDict, total=False):
    """The limits that may be set, by the one name that each has in Python, in policies and on the command line."""

    #: Units of fuel, for each step.
    fuel: Limit | None
    #: Bytes, or a text such as ``"64MiB"``, for the session.
    memory: Limit | None
    #: Seconds, or a text such as ``"500ms"``, for each step. Time in tools does not count.
    timeout: Limit | None
    #: Seconds, or a text, for each step with everything: tools, modules of the host and consent count, too.
    total_timeout: Limit | None
    #: Frames.
    recursion: Limit | None
    #: Bytes printed, or a text such as ``"1MiB"``, for each step.
    output: Limit | None
    #: Calls of tools, for each step.
    host_calls: Limit | None


#: Their names.
LIMITS: tuple[str, ...] = tuple(Limits.__annotations__)


def is_limit(value: Any) -> bool:
    return isinstance(value, (numbers.Real, str)) and not isinstance(value, bool)


def is_names(value: Any) -> bool:
    """Whether a value holds several texts. A text alone holds letters, which nobody means."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


def is_by_name(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def is_by_path(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, (str, PathLike)) for name in value)


def is_functions(value: Any) -> bool:
    return is_by_name(value) and all(map(callable, value.values()))


def is_path(value: Any) -> bool:
    return isinstance(value, (str, PathLike))


def is_policy(value: Any) -> bool:
    return isinstance(value, (str, Path)) or hasattr(value, "sha256")


def is_switch(value: Any) -> bool:
    return isinstance(value, (bool, numbers.Integral)) or type(value).__name__ == "bool_"


def is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real)


def is_time(value: Any) -> bool:
    return isinstance(value, numbers.Real) and math.isfinite(value)


def is_count(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and 0 <= int(value) < 2**64


def is_few(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and 0 <= int(value) < 2**32


Kind = tuple[Callable[[Any], bool], str]

#: Names of things, where only their names matter.
NAMES: Kind = (is_names, 'a list of names, such as ["search"]')
SWITCH: Kind = (is_switch, "True or False")
CALL: Kind = (callable, "a function")
SIZE: Kind = (is_limit, 'a number of bytes or a text such as "64MiB"')
TIME: Kind = (is_limit, 'a number of seconds or a text such as "2s" or "500ms"')
COUNT: Kind = (is_limit, "a number")

#: What each keyword takes, and how that is said. ``None`` may be given for all: it means that nothing is given.
KINDS: dict[str, Kind] = {
    "inputs": (is_by_name, 'a mapping of names to values, such as {"x": 1}'),
    "tools": (is_functions, 'a mapping of names to functions, such as {"search": search}'),
    "policy": (is_policy, 'a Policy, the name of a preset such as "default", a path, or the text of a policy'),
    "limits": (is_by_name, 'a mapping of names of limits, such as {"timeout": "2s", "memory": "64MiB"}'),
    "fuel": COUNT, "memory": SIZE, "timeout": TIME, "total_timeout": TIME, "recursion": COUNT, "output": SIZE, "host_calls": COUNT, "timeout_seconds": TIME,
    "seed": (is_count, "a whole number from 0 to 2**64 - 1"),
    "clock": (is_time, "a number of seconds since 1970"),
    "check": SWITCH, "exit_ok": SWITCH, "record": SWITCH, "cell": SWITCH, "compat": SWITCH, "final": SWITCH,
    "modules": (is_names, 'a list of names of modules, such as ["numpy"]'),
    "trust": (lambda value: isinstance(value, bool) or is_names(value), 'True, False or a list of names of packages, such as ["sklearn"]'),
    "modules_in": (lambda value: value in ("jail", "process"), '"jail" or "process"'),
    "audit": (lambda value: is_path(value) or callable(value), "the path of a file or a function that takes a line"),
    "on_output": (callable, "a function that takes a text and whether it went to stderr"),
    "approve": (callable, "a function that takes a ToolCall"),
    "argv": (is_names, 'a list of texts, such as ["--fast", "in.csv"]'),
    "mount": (is_by_path, 'a mapping of paths to contents, such as {"/data/in.csv": b"..."}'),
    "sources": (is_by_name, 'a mapping of names of files to their texts or paths, such as {"helper.py": "x = 1"}'),
    "packages": (is_names, 'a list of names of installed packages, folders or wheels, such as ["networkx"]'),
    "types": (lambda value: isinstance(value, Iterable) and all(isinstance(item, type) for item in value), "a list of classes, such as [Order]"),
    "crossing": (is_by_name, 'a mapping of limits of values that cross, such as {"values": 1_000_000, "bytes": "64MiB", "depth": 100}'),
    "replay": (lambda value: isinstance(value, dict), "the log of a session that recorded: Session(record=True).log"),
    "filename": (lambda value: isinstance(value, str), "a text"),
    "key": (lambda value: isinstance(value, (bytes, bytearray)) and len(value) == 32, "32 bytes"),
    "snapshot": (lambda value: isinstance(value, bytes), "what Session.snapshot() gave, as bytes"),
    "max_calls": (is_few, "a whole number from 0 to 2**32 - 1"),
    "fuel at which to pause": (is_count, "a whole number of units of fuel from 0"),
    "params": (lambda value: isinstance(value, str), 'the parameters as text, such as "query, limit=5"'),
    "additional_authorized_imports": (is_names, 'a list of names of modules, such as ["numpy"]'),
    "additional_functions": (is_functions, 'a mapping of names to functions, such as {"search": search}'),
    "approve_tools": NAMES,
    "session": (lambda value: hasattr(value, "run_async"), "a Session"),
    "description": (lambda value: isinstance(value, str), "a text"),
    "lend": (is_names, 'a list of names of variables, such as ["table"], or a mapping of them to names of attributes'),
}


def shown_kind(value: Any) -> str:
    """What a value is, in an error.

    >>> shown_kind([1]), shown_kind("numpy"), shown_kind({"f": 5})
    ('list', "'numpy'", "{'f': int}")
    """
    if isinstance(value, str) and len(value) < 40:
        return repr(value)
    if isinstance(value, Mapping) and 0 < len(value) < 4:
        return "{" + ", ".join(f"{name!r}: {type(item).__qualname__}" for name, item in value.items()) + "}"
    return f"{len(value)} bytes" if isinstance(value, (bytes, bytearray)) else type(value).__qualname__


def refuse_kind(name: str, value: Any, kind: Kind | None = None) -> None:
    """Raises ``TypeError`` for a value that is not of the kind that the keyword has, ``ValueError`` for a number out of its range.

    >>> refuse_kind("timeout", [2])
    Traceback (most recent call last):
    TypeError: timeout is a number of seconds or a text such as "2s" or "500ms", not list
    """
    fits, words = kind or KINDS[name]
    if value is not None and not fits(value):
        # The kind may be right, and the number wrong.
        if fits in (is_count, is_few, is_time) and is_limit(value) and not isinstance(value, str):
            raise ValueError(f"{name} is {words}, not {str(value)[:40]}")
        raise TypeError(f"{name} is {words}, not {shown_kind(value)}")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """
    >>> nearest("timout", LIMITS), nearest("colour", LIMITS)
    ('timeout', None)
    """
    return next(iter(difflib.get_close_matches(name, list(known), 1)), None)


#: The settings of sessions, so that other functions can say where a name belongs.
OF_SESSIONS: set[str] = set()


def refuse_unknown(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises ``TypeError`` for a keyword that a function does not have, with the nearest one that it has.

    >>> refuse_unknown("run", ["timout"], LIMITS)
    Traceback (most recent call last):
    TypeError: run() got an unexpected keyword argument 'timout'. Did you mean 'timeout'?
    """
    names = [name for name in known if name != "self"]
    for name in given:
        if name not in names:
            if name in OF_SESSIONS:
                raise TypeError(f"{function}() got an unexpected keyword argument {name!r}: it is a setting of Session")
            near = nearest(name, names)
            hint = f". Did you mean {near!r}?" if near else f"; it takes {', '.join(sorted(names))}"
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")


def refuse_limit(name: str) -> None:
    """Raises ``TypeError`` for the name of a limit that there is not."""
    if name not in LIMITS:
        near = nearest(name, LIMITS)
        hint = f": did you mean {near!r}? Limits" if near else "; limits"
        raise TypeError(f"there is no limit {name!r}{hint} are {', '.join(LIMITS)}")


def joined(limits: Mapping[str, Limit | None] | None, own: Mapping[str, Any]) -> dict[str, Limit | None] | None:
    """``limits=`` and limits that are given as keywords of their own, which win. None where there are none of both."""
    given = {name: value for name, value in own.items() if value is not None}
    return None if limits is None and not given else {**(limits or {}), **given}


F = TypeVar("F", bound=Callable[..., Any])


def keywords(*, kinds: Mapping[str, Kind] | None = None, also: Iterable[str] = (), of: str = "", **old: str) -> Callable[[F], F]:
    """For a function whose keywords are judged by :data:`KINDS` before it is called. ``old`` maps names that it had to those that it has
    now: they still work, with a ``DeprecationWarning``. ``**limits`` of the function are :class:`Limits`, and the names in ``also``.
    ``of`` is the class that errors name, where a method is written in an ancestor.

    >>> @keywords(variables="inputs")
    ... def run(code, *, inputs=None, **limits): return inputs, limits
    >>> run("", inputs={"x": 1}, timeout="2s")
    ({'x': 1}, {'timeout': '2s'})
    >>> inspect.signature(run).parameters["timeout"].kind.name
    'KEYWORD_ONLY'
    """

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        parameters = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        if len(parameters) < len(signature.parameters):
            named = {one.name for one in parameters}
            more = [*(name for name in LIMITS if name not in named), *(name for name in also if name not in named and name not in LIMITS)]
            parameters += [
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation="Limit | None" if name in LIMITS else Any)
                for name in more
            ]
        known = frozenset(one.name for one in parameters)
        rows = {name: kind for name, kind in {**KINDS, **(kinds or {})}.items() if name in known}
        placed = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
        judged = [(at, name) for at, name in enumerate(placed) if name in rows]
        name = f"{of}.{function.__name__}" if of else function.__qualname__.removesuffix(".__init__")

        def judge(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
            if not kwargs.keys() <= known:
                kwargs = dict(kwargs)
                for before in kwargs.keys() & old.keys():
                    now = old[before]
                    if now in kwargs:
                        raise TypeError(f"{name}() got {now!r} and its old name {before!r}")
                    warnings.warn(f"{name}({before}=...) is called {now}= now; the old name goes with version 0.2", DeprecationWarning, stacklevel=3)
                    kwargs[now] = kwargs.pop(before)
                refuse_unknown(name, kwargs, known)
            for at, place in judged:
                if at < len(args):
                    refuse_kind(place, args[at], rows[place])
            for key, value in kwargs.items():
                if key in rows:
                    refuse_kind(key, value, rows[key])
            return kwargs

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def call_async(*args: Any, **kwargs: Any) -> Any:
                return await function(*args, **judge(args, kwargs))

            call: Callable[..., Any] = call_async
        else:

            @functools.wraps(function)
            def call_plain(*args: Any, **kwargs: Any) -> Any:
                return function(*args, **judge(args, kwargs))

            call = call_plain
        setattr(call, "__signature__", signature.replace(parameters=parameters))
        return cast(F, call)

    return decorate
