"""A sandbox for NeMo Gym: the provider ``stockade``, which the package announces as an entry point of ``nemo_gym.sandbox_providers``.

``Sandbox({"stockade": {}}).start(SandboxSpec()).exec("python3 -c 'print(1)'")`` runs Python, and no other command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

from stockade import Policy
from stockade.rewards._box import Box, one_command

__all__ = ["StockadeProvider"]


class StockadeProvider:
    """A ``SandboxProvider``: each sandbox is a folder of files in memory, each command a new session that sees them.

    ``policy`` and ``limits`` are those of :class:`stockade.Session`. The images, users, resources and processors of a ``SandboxSpec`` count
    for nothing; its ``env`` and ``workdir`` do, and ``memory_mib`` is the limit of memory.
    """

    #: The name in a configuration.
    name: str = "stockade"

    def __init__(self, policy: str | Policy = "permissive", limits: Mapping[str, Any] | None = None) -> None:
        self._policy = policy
        self._limits = dict(limits or {})

    async def create(self, spec: Any) -> Any:
        """A new sandbox, as a ``SandboxHandle``."""
        memory = getattr(spec.resources, "memory_mib", None)
        limits = {"memory": memory << 20, **self._limits} if memory else self._limits
        raw = {"box": Box(self._policy, limits), "env": dict(spec.env), "cwd": spec.workdir}
        return _base().SandboxHandle(sandbox_id=str(uuid4()), provider_name=self.name, raw=raw)

    async def exec(
        self,
        handle: Any,
        command: str,
        *,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_s: float | None = None,
        user: str | int | None = None,
    ) -> Any:
        """Runs a command that runs Python. ``timeout_s`` sets the fuel; when it is used up, ``error_type`` is ``timeout`` and the status 124.

        Other limits give the status 137 and their name as ``error_type``. Several commands in one line, and other programs, are refused.
        """
        raw = _raw(handle)
        words = one_command(command)
        result = _base().SandboxExecResult
        if words is None:
            return result(stdout="", stderr=f"there is no shell here; one command that runs python is allowed: {command}\n", return_code=2)
        box: Box = raw["box"]
        ended = await asyncio.to_thread(box.run, words, cwd=cwd or raw["cwd"], env={**raw["env"], **(env or {})}, timeout=timeout_s)
        status, error = (124, "timeout") if ended.limit == "fuel" else (ended.status, ended.limit)
        return result(stdout=ended.stdout, stderr=ended.stderr, return_code=status, error_type=error)

    async def upload_file(self, handle: Any, source_path: Path, target_path: str) -> None:
        """Copies a file of this machine into a sandbox."""
        _raw(handle)["box"].write(target_path, Path(source_path).read_bytes())

    async def download_file(self, handle: Any, source_path: str, target_path: Path) -> None:
        """Copies a file of a sandbox to this machine. There is none: ``FileNotFoundError``."""
        data = _raw(handle)["box"].read(source_path)
        Path(target_path).parent.mkdir(parents=True, exist_ok=True)
        Path(target_path).write_bytes(data)

    async def status(self, handle: Any) -> Any:
        """``SandboxStatus.RUNNING`` until the sandbox is closed."""
        statuses = _base().SandboxStatus
        return statuses.STOPPED if handle.raw is None else statuses.RUNNING

    async def close(self, handle: Any) -> None:
        """Drops the files of a sandbox."""
        handle.raw = None

    async def aclose(self) -> None:
        """Does nothing: there is nothing else to close."""


def _base() -> Any:
    return import_module("nemo_gym.sandbox.providers.base")


def _raw(handle: Any) -> dict[str, Any]:
    if handle.raw is None:
        raise RuntimeError("the sandbox is closed")
    found: dict[str, Any] = handle.raw
    return found
