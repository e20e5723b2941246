"""One program in a session of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from ._files import Artifacts, Mount
from ._names import Limit, Limits, joined, keywords
from ._packages import PackageLike
from ._policy import PolicyLike
from ._results import Result
from ._session import Session
from ._stdin import StdinLike
from ._tools import Approver

if TYPE_CHECKING:
    from typing_extensions import Unpack


@keywords(source="code")
def run(
    code: str,
    *,
    inputs: Mapping[str, Any] | None = None,
    tools: Mapping[str, Callable[..., Any]] | None = None,
    policy: PolicyLike = "default",
    limits: Mapping[str, Limit | None] | None = None,
    stdin: StdinLike | None = None,
    argv: Iterable[str] = (),
    mount: Mount | None = None,
    sources: Mapping[str, str | PathLike[str]] | None = None,
    packages: Iterable[PackageLike] = (),
    approve: Approver | None = None,
    exit_ok: bool = False,
    types: Iterable[type] = (),
    crossing: Mapping[str, Limit] | None = None,
    modules: Iterable[str] = (),
    trust: bool | Iterable[str] = False,
    seed: int | None = None,
    clock: float | None = None,
    check: bool = True,
    audit: str | PathLike[str] | Callable[[str], object] | None = None,
    on_output: Callable[[str, bool], object] | None = None,
    **own: Unpack[Limits],
) -> Result:
    """Runs one program in a session of its own.

    ``inputs`` are its variables; the other settings are those of :class:`Session`, which has ``record`` and ``replay``, too. A limit may be
    a keyword of its own. How the program ends is in the result; settings of a wrong kind are a ``TypeError``, those that make no sense a
    ``ValueError``. (``source`` is the old name of ``code``, and goes with version 0.2.)

    >>> run("sum(prices) * rate", inputs={"prices": [1, 2], "rate": 1.5}, timeout="2s").value
    4.5
    """
    session = Session(
        policy, tools=tools, inputs=inputs, limits=joined(limits, own), stdin=stdin, argv=argv, mount=mount, sources=sources, packages=packages,
        approve=approve, exit_ok=exit_ok, types=types, crossing=crossing, modules=modules, trust=trust, seed=seed, clock=clock, check=check,
        audit=audit, on_output=on_output,
    )
    result = session.run(code)
    result = concluded(result, session.finish() if has_run(result) else None)
    return replace(result, artifacts=Artifacts(dict(result.artifacts)))


@keywords(source="code")
async def run_async(
    code: str,
    *,
    inputs: Mapping[str, Any] | None = None,
    tools: Mapping[str, Callable[..., Any]] | None = None,
    policy: PolicyLike = "default",
    limits: Mapping[str, Limit | None] | None = None,
    stdin: StdinLike | None = None,
    argv: Iterable[str] = (),
    mount: Mount | None = None,
    sources: Mapping[str, str | PathLike[str]] | None = None,
    packages: Iterable[PackageLike] = (),
    approve: Approver | None = None,
    exit_ok: bool = False,
    types: Iterable[type] = (),
    crossing: Mapping[str, Limit] | None = None,
    modules: Iterable[str] = (),
    trust: bool | Iterable[str] = False,
    seed: int | None = None,
    clock: float | None = None,
    check: bool = True,
    audit: str | PathLike[str] | Callable[[str], object] | None = None,
    on_output: Callable[[str, bool], object] | None = None,
    **own: Unpack[Limits],
) -> Result:
    """As :func:`run`, on the caller's event loop: async tools run on it, side by side, and sync ones on threads.

    >>> import asyncio
    >>> asyncio.run(run_async("6 * n", inputs={"n": 7})).value
    42
    """
    session = Session(
        policy, tools=tools, inputs=inputs, limits=joined(limits, own), stdin=stdin, argv=argv, mount=mount, sources=sources, packages=packages,
        approve=approve, exit_ok=exit_ok, types=types, crossing=crossing, modules=modules, trust=trust, seed=seed, clock=clock, check=check,
        audit=audit, on_output=on_output,
    )
    result = await session.run_async(code)
    result = concluded(result, await session.finish_async() if has_run(result) else None)
    return replace(result, artifacts=Artifacts(dict(result.artifacts)))


def has_run(result: Result) -> bool:
    """Whether the program came to an end of its own, so that what it registered for it is called."""
    return result.ok or result.outcome == "exited" or result.outcome.startswith(("runtime:", "unsupported:"))


def concluded(result: Result, ended: Result | None) -> Result:
    """A program's result with what its end printed, used and met.

    >>> run("import atexit\\n_ = atexit.register(print, 'bye')\\nprint('hello')\\n3", policy="permissive").output
    'hello\\nbye\\n'
    """
    if ended is None:
        return result
    result = replace(
        result, output=result.output + ended.output, stderr=result.stderr + ended.stderr, fuel=ended.fuel, memory=ended.memory,
        peak_memory=ended.peak_memory, imports=ended.imports, denials=ended.denials,
    )
    if result.ok and not ended.ok:
        # The value stands, but the program did not end well.
        result = replace(
            result, outcome=ended.outcome, exception=ended.exception, message=ended.message, traceback=ended.traceback, limit=ended.limit,
            exit_code=ended.exit_code, line=ended.line, ended_at=ended.ended_at,
        )
    return result
