"""A sandbox for inspect_ai: ``Task(..., sandbox="stockade")``. The package announces it as an entry point of ``inspect_ai``.

This module needs inspect_ai, whose decorator ``@sandboxenv`` makes the sandbox known.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from stockade.rewards._box import Box

_util: Any = import_module("inspect_ai.util")
_threads: Any = import_module("anyio.to_thread")

__all__ = ["StockadeSandboxEnvironment"]


class _Environment:
    """What inspect_ai asks of a sandbox: ``exec``, ``read_file`` and ``write_file``, on files that are kept for a sample."""

    def __init__(self) -> None:
        super().__init__()
        self._box = Box()

    @classmethod
    async def sample_init(cls, task_name: str, config: Any, metadata: dict[str, str]) -> dict[str, Any]:
        """One sandbox for a sample, with the name ``default``."""
        return {"default": cls()}

    @classmethod
    async def sample_cleanup(cls, task_name: str, config: Any, environments: dict[str, Any], interrupted: bool) -> None:
        """Nothing is left to clean up."""

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> Any:
        """Runs ``python``, and gives an ``ExecResult``. Other commands have the status 127.

        ``timeout`` in seconds sets the fuel: a ``TimeoutError`` when it is used up. It would be used up again, so ``timeout_retry`` counts for
        nothing. A user is a ``SandboxUserUnsupportedError``, and too much output an ``OutputLimitExceededError``.
        """
        if user is not None:
            raise _util.SandboxUserUnsupportedError(f"there are no users in this sandbox, so nothing can run as {user!r}")
        limits = _util.SandboxEnvironmentLimits

        def run() -> Any:
            return self._box.run(cmd, stdin=input, cwd=cwd, env=env, timeout=timeout, output=limits.MAX_EXEC_OUTPUT_SIZE)

        ended = await _threads.run_sync(run)
        if ended.limit == "fuel":
            raise TimeoutError(f"the command used up the fuel that {timeout} seconds stand for" if timeout else "the command used up its fuel")
        if ended.limit == "output":
            raise _util.OutputLimitExceededError(limit_str=limits.MAX_EXEC_OUTPUT_SIZE_STR, truncated_output=ended.stdout)
        return _util.ExecResult(success=ended.status == 0, returncode=ended.status, stdout=ended.stdout, stderr=ended.stderr)

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Makes a file and the folders above it. A folder is an ``IsADirectoryError``."""
        self._box.write(file, contents.encode() if isinstance(contents, str) else contents)

    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """The text or the bytes of a file. Raises ``FileNotFoundError``, ``IsADirectoryError``, ``UnicodeDecodeError`` and, for a file that is
        too large, ``OutputLimitExceededError``."""
        data = self._box.read(file)
        limits = _util.SandboxEnvironmentLimits
        if len(data) > limits.MAX_READ_FILE_SIZE:
            raise _util.OutputLimitExceededError(limit_str=limits.MAX_READ_FILE_SIZE_STR, truncated_output=None)
        return data.decode("utf-8") if text else data


#: The sandbox ``stockade``, a subclass of inspect_ai's ``SandboxEnvironment``.
StockadeSandboxEnvironment: Any = _util.sandboxenv(name="stockade")(
    type("StockadeSandboxEnvironment", (_Environment, _util.SandboxEnvironment), {"__doc__": _Environment.__doc__, "__module__": __name__})
)
