"""Settings of sessions, from what authors write to what the machine takes: limits, sources, seeds."""

from __future__ import annotations

import io
import tokenize
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from . import _stockade
from ._names import LIMITS, Limit, refuse_kind, refuse_limit
from ._policy import Policy
from ._results import FrameLine, LimitReport
from ._values import LIMITS as CROSSING


def module_name_of(file: str) -> str:
    """The dotted name of the module in a file.

    >>> module_name_of("helper.py"), module_name_of("pack/__init__.py"), module_name_of("pack/part.py")
    ('helper', 'pack', 'pack.part')
    """
    if not file.endswith(".py"):
        raise ValueError(f"{file!r} is no name for a module's file: it ends with .py")
    parts = file[:-3].strip("/").split("/")
    if len(parts) > 1 and parts[-1] == "__init__":
        del parts[-1]
    return ".".join(parts)


def decoded(data: bytes) -> str:
    """The text of a source file, in the encoding that it declares."""
    with io.TextIOWrapper(io.BytesIO(data), tokenize.detect_encoding(io.BytesIO(data).readline)[0]) as text:
        return text.read()


def limits_of(given: Mapping[str, Limit | None]) -> dict[str, int]:
    """Limits in the machine's units.

    >>> limits_of({"timeout": 1.5, "memory": "64MiB", "fuel": None})
    {'timeout': 1500, 'memory': 67108864}
    """
    limits: dict[str, int] = {}
    for name, value in given.items():
        if value is None:
            continue
        if name == "max_output":
            warnings.warn("the limit 'max_output' is called 'output' now", DeprecationWarning, stacklevel=3)
            name = "output"
        refuse_limit(name)
        refuse_kind(name, value)
        limits[name] = _stockade.limit(name, value)
    return limits


def crossing_of(given: Mapping[str, Limit]) -> dict[str, int]:
    """Limits of the crossing.

    >>> crossing_of({"bytes": "64MiB", "depth": 100})
    {'bytes': 67108864, 'depth': 100}
    >>> crossing_of({"nodes": 3})
    Traceback (most recent call last):
    TypeError: the crossing has no limit 'nodes'; its limits are values, bytes, depth
    """
    limits: dict[str, int] = {}
    for name, value in given.items():
        if name not in CROSSING:
            raise TypeError(f"the crossing has no limit {name!r}; its limits are {', '.join(CROSSING)}")
        if name == "bytes":
            limits[name] = _stockade.limit("memory", value)
        elif type(value) is not int or value < 0:
            raise TypeError(f"the crossing's limit {name!r} is a number, not {value!r}")
        else:
            limits[name] = value
    return limits


def limit_report_of(told: dict[str, Any] | None) -> LimitReport | None:
    if told is None:
        return None
    name = told["policy_key"].rpartition(".")[2]
    keyword = name if name in LIMITS else None
    told.pop("is_cancelled", None)
    return LimitReport(keyword=keyword, stack=[FrameLine(*frame) for frame in told.pop("stack")], **told)


def audited(limit: LimitReport) -> tuple[tuple[str, str], int, int, int | None, list[tuple[str, int, str, str | None]]]:
    stack = [(frame.file, frame.line, frame.function, frame.source) for frame in limit.stack]
    return (limit.policy_key, limit.unit), limit.limit, limit.used, limit.needed, stack


def seed_of(seed: int | None, policy: Policy) -> int:
    """The seed that a session has: its own, or the policy's."""
    named = policy.settings().get("determinism.random_seed", "null") if seed is None else str(seed)
    return int(named) if named.lstrip("-").isdigit() else 0


def refuse_own(names: Iterable[str]) -> None:
    """Raises ``ValueError`` for modules that programs have without being lent them: theirs is what they get.

    >>> refuse_own(["numpy", "json"])
    Traceback (most recent call last):
    ValueError: module 'json' is not lent: the sandbox has its own, which programs import where the policy allows it
    """
    for name in names:
        if _stockade.has_module(name.split(".")[0]):
            raise ValueError(f"module {name!r} is not lent: the sandbox has its own, which programs import where the policy allows it")


def refuse_doubles(given: Mapping[str, Iterable[str]]) -> None:
    """Raises ``ValueError`` for a name that is given in two ways, of which one would hide the other.

    >>> refuse_doubles({"tools": ["f"], "inputs": ["x", "f"]})
    Traceback (most recent call last):
    ValueError: tools= and inputs= both have 'f', and one would hide the other
    """
    known: dict[str, str] = {}
    for keyword, names in given.items():
        for name in names:
            if known.setdefault(name, keyword) != keyword:
                raise ValueError(f"{known[name]}= and {keyword}= both have {name!r}, and one would hide the other")


def refused(value: Any) -> Any:
    name = type(value).__qualname__
    raise TypeError(f"'{name}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")
