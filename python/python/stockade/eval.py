"""Grades programs that a language model wrote. ``docs/eval.md`` says what a verdict is, and which formats rows may have.

>>> from stockade.eval import Evaluator
>>> problem = {"entry_point": "double", "tests": [{"args": [4], "expected": 8}]}
>>> [verdict] = Evaluator(workers=1).evaluate([{**problem, "solution": "def double(x): return x + x"}])
>>> verdict.verdict, verdict.reward
('passed', 1)
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._stockade import EvalCore, limit, pass_at_k
from ._stockade import command as _command

__all__ = ["EvalVerdict", "Evaluator", "pass_at_k"]

#: The columns that :meth:`Evaluator.__call__` adds to a batch.
COLUMNS = ("verdict", "reward", "detail", "line", "fuel", "memory", "rooms")


@dataclass(frozen=True)
class EvalVerdict:
    """A row of results."""

    index: int
    task_id: str
    #: ``passed``, ``failed``, ``error``, ``exited``, ``limit:fuel``, ``syntax``, ``refused``, ``unsupported:numpy.linalg.svd``, ``host_fault``
    verdict: str
    #: 1 or 0; ``None`` where nobody knows: a gap of the engine, a fault of the host.
    reward: int | None
    detail: dict[str, Any] | None
    #: The line of the program.
    line: int | None
    #: The number of tests that passed, and of all.
    tests: dict[str, int]
    #: Fuel, and memory in bytes.
    usage: dict[str, int]
    #: 2 if the tests ran where the program could not reach them.
    rooms: int
    #: How the program was taken out of an answer.
    extracted: str | None
    #: What the program printed, if it is kept.
    output: str | None = None

    @property
    def passed(self) -> bool:
        return self.verdict == "passed"


class Evaluator:
    """Judges rows on threads of this process, without the GIL. It can be pickled; each copy starts threads of its own when it is first used.

    ``problems`` is the path of a file of problems; rows name theirs by ``task_id``, or have tests of their own. ``limits`` are those of
    ``stockade eval run`` (``{"fuel": 10**8, "memory": "64MiB"}``), ``workers`` the number of threads, one for each processor by default.
    """

    def __init__(
        self,
        problems: str | os.PathLike[str] | None = None,
        format: str = "auto",
        policy: str = "permissive",
        limits: Mapping[str, float | str] | None = None,
        seed: int = 0,
        workers: int | None = None,
        *,
        extract: str = "none",
        backstop: float = 60.0,
        keep_output: bool = False,
    ) -> None:
        self._problems = None if problems is None else os.fspath(problems)
        self._format = None if format == "auto" else format
        self._policy = policy
        self._limits = [(f"limits.{name}", limit(name, value)) for name, value in (limits or {}).items()]
        self._seed = seed
        self._workers = workers or os.cpu_count() or 1
        self._extract = extract
        self._backstop = backstop
        self._keep_output = keep_output
        self._core: EvalCore | None = self._start()

    def _start(self) -> EvalCore:
        return EvalCore(
            self._problems, self._format, self._extract, self._policy, self._limits, self._seed, int(self._backstop * 1000), self._keep_output,
            self._workers,
        )

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_core": None}

    def evaluate(self, rows: Iterable[Mapping[str, Any]]) -> list[EvalVerdict]:
        """The verdicts of rows, in their order. A row with several programs has several."""
        if self._core is None:
            self._core = self._start()
        results = self._core.evaluate([json.dumps(dict(row), default=_plain) for row in rows])
        return [EvalVerdict(**json.loads(line)) for line in results]

    def run(self, samples: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], out: str | os.PathLike[str]) -> int:
        """``stockade eval run``: a file of samples to a file of results, and on from where an earlier run stopped. Gives the exit status."""
        paths = [samples] if isinstance(samples, (str, os.PathLike)) else list(samples)
        words = ["stockade", "eval", "run", *(os.fspath(path) for path in paths), "--out", os.fspath(out), f"--policy={self._policy}", f"--seed={self._seed}"]
        words += [f"--workers={self._workers}", f"--extract={self._extract}", f"--backstop={int(self._backstop * 1000)}ms"]
        words += [f"--{name.removeprefix('limits.')}={value}" for name, value in self._limits]
        words += [f"--problems={self._problems}"] if self._problems else []
        words += [f"--format={self._format}"] if self._format else []
        words += ["--keep-output"] if self._keep_output else []
        return _command(words)

    def __call__(self, batch: Any) -> Any:
        """A batch with the columns :data:`COLUMNS` added: a ``pyarrow`` table or record batch, a ``pandas`` frame, or a dict of arrays."""
        if hasattr(batch, "to_pylist") and hasattr(batch, "append_column"):
            return _with_arrow_columns(batch, self._columns(batch.to_pylist()))
        if hasattr(batch, "to_dict") and hasattr(batch, "assign"):
            return batch.assign(**self._columns(batch.to_dict("records")))
        names = list(batch)
        rows = [dict(zip(names, values)) for values in zip(*(batch[name] for name in names))]
        return {**batch, **self._columns(rows)}

    def _columns(self, rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
        verdicts = self.evaluate(rows)
        if len(verdicts) != len(rows):
            raise ValueError(f"{len(rows)} rows have {len(verdicts)} programs; give a batch one program a row")
        return {
            "verdict": [one.verdict for one in verdicts],
            "reward": [one.reward for one in verdicts],
            "detail": [None if one.detail is None else json.dumps(one.detail) for one in verdicts],
            "line": [one.line for one in verdicts],
            "fuel": [one.usage["fuel"] for one in verdicts],
            "memory": [one.usage["memory"] for one in verdicts],
            "rooms": [one.rooms for one in verdicts],
        }


def _with_arrow_columns(batch: Any, columns: dict[str, list[Any]]) -> Any:
    pyarrow = importlib.import_module("pyarrow")
    texts = {"verdict", "detail"}
    for name, values in columns.items():
        column = pyarrow.array(values, pyarrow.string() if name in texts else pyarrow.int64())
        batch = batch.append_column(pyarrow.field(name, column.type), column)
    return batch


def _plain(value: Any) -> Any:
    """What arrays hold, for JSON: numbers and arrays of numpy, bytes."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    raise TypeError(f"a value of type {type(value).__name__} in a row has no JSON")
