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
from pathlib import Path
from typing import Any

from ._batches import COLUMNS, Column, Columns, arrow_schema, text_of, with_columns
from ._eval_files import Problems, files_of, has_faults, is_parquet, write_parquet
from ._names import keywords, refuse_limit
from ._policy import Policy
from ._stockade import EvalCore, __version__, limit, pass_at_k
from ._stockade import command as _command

__all__ = ["EvalVerdict", "Evaluator", "pass_at_k", "ray_options"]


@dataclass(frozen=True)
class EvalVerdict:
    """What is said about one program.

    ``index`` and ``task_id`` say which it is, ``verdict`` how it fared (``passed``, ``failed``, ``error``, ``exited``, ``limit:fuel``, ``syntax``,
    ``refused``, ``unsupported:numpy.linalg.svd``, ``host_fault``). ``reward`` is 1 or 0, and ``None`` where nobody knows: a gap of the engine,
    a fault of the host. ``detail`` has what was wrong, ``line`` the line of the program. ``tests`` are the numbers of tests ``passed`` and in
    ``total``, ``usage`` the ``fuel`` in units and the ``memory`` in bytes. ``rooms`` is 2 if the tests ran where the program could not reach
    them. ``extracted`` says how the program was taken out of an answer, ``output`` what it printed, if that is kept.
    """

    index: int
    task_id: str
    verdict: str
    reward: int | None
    detail: dict[str, Any] | None
    line: int | None
    tests: dict[str, int]
    usage: dict[str, int]
    rooms: int
    extracted: str | None
    output: str | None = None

    @property
    def passed(self) -> bool:
        """True if every test passed."""
        return self.verdict == "passed"


class Evaluator:
    """Judges rows on threads of this process, without the GIL.

    ``problems`` is the path of a file of problems (JSON lines, compressed or not, or Parquet), or the problems themselves: mappings in a list, by
    name in a mapping, or in a table or frame. Rows name theirs by ``task_id``, or have tests of their own. ``format``, ``policy`` (a preset or the
    path of a file), ``seed``, ``extract`` and ``keep_output`` are those of ``stockade eval run``, so are ``limits`` (``{"fuel": 10**8, "memory":
    "64MiB"}``: fuel in units, memory and output in bytes). ``workers`` is the number of threads, one for each processor of the process by
    default. ``backstop``, in seconds, is when a program is given up that ought to have ended; it scores nothing. ``prefix`` stands before the
    names of the columns that a call adds.

    ``permissive`` lets programs do what the sandbox can do. ``default``, the policy of sessions, refuses some right programs: 1 of HumanEval's 164
    reference solutions, which calls ``eval``, and 7 of the 681 programs of our own corpus (``exit``, ``open``, ``os``, ``threading``). Take it
    where a reward should teach a model to keep to it.

    An evaluator is callable: it takes a batch of rows and gives it with verdicts (:meth:`__call__`). It can be pickled: problems that are rows
    travel in the pickle, packed; of files the path does, and the digest, so that another file at that path is a ``ValueError``, as is another
    version of the package. Each copy starts threads of its own when it is first used, also in a forked process.

    What has the wrong kind is a ``TypeError``, what makes no sense in problems or settings a ``ValueError``.
    """

    @keywords()
    def __init__(
        self,
        problems: Any = None,
        format: str = "auto",
        policy: str | os.PathLike[str] = "permissive",
        limits: Mapping[str, float | str] | None = None,
        seed: int = 0,
        workers: int | None = None,
        *,
        extract: str = "none",
        backstop: float = 60.0,
        keep_output: bool = False,
        prefix: str = "",
    ) -> None:
        self._problems = Problems.of(problems)
        self._format = None if format == "auto" else format
        if not isinstance(policy, (str, os.PathLike)):
            raise TypeError(f"policy is the name of a preset such as 'permissive' or the path of a policy file here, not {type(policy).__qualname__}")
        self._policy, self._policy_digest = _policy(policy)
        for name in limits or {}:
            refuse_limit(name)
        self._limits = [(f"limits.{name}", limit(name, value)) for name, value in (limits or {}).items()]
        self._seed = seed
        self._workers = workers
        self._extract = extract
        self._backstop = backstop
        self._keep_output = keep_output
        self._prefix = prefix
        #: A cache that is keyed by the pickle, as that of `datasets`, must not give verdicts of another engine either.
        self._engine = __version__
        self._core: tuple[int, EvalCore] | None = (os.getpid(), self._start())

    def _start(self) -> EvalCore:
        if self._engine != __version__:
            raise ValueError(f"the evaluator is of stockade {self._engine}, and this is {__version__}; verdicts depend on the version")
        if _policy(self._policy)[1] != self._policy_digest:
            raise ValueError(f"the policy `{self._policy}` is not the one that the evaluator was made with")
        with self._problems.as_file() as path:
            return EvalCore(
                path, self._format, self._extract, self._policy, self._limits, self._seed, int(self._backstop * 1000), self._keep_output,
                self._workers or _processors(),
            )

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_core": None}

    def _judge(self, texts: list[str]) -> list[EvalVerdict]:
        core = self._core
        # The threads of a process that has forked are not in the new one. What belonged to them is not touched, in case one held it then.
        if core is None or core[0] != os.getpid():
            if core is not None:
                _ORPHANS.append(core[1])
            core = self._core = (os.getpid(), self._start())
        return [EvalVerdict(**json.loads(line)) for line in core[1].evaluate(texts)]

    def evaluate(self, rows: Iterable[Mapping[str, Any]]) -> list[EvalVerdict]:
        """The verdicts of rows, in their order. A row with several programs has several."""
        if isinstance(rows, (str, bytes, Mapping)):
            raise TypeError(f"rows is a list of mappings, not {type(rows).__qualname__}; run() takes files")
        return self._judge([text_of(row, False) for row in rows])

    def run(
        self, samples: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], out: str | os.PathLike[str], *, shard: str | None = None
    ) -> int:
        """``stockade eval run``: files of samples to a file of results, and on from where an earlier run stopped. Gives the exit status.

        ``shard`` is ``"3/8"`` for the third of eight parts. Samples may be Parquet (files, or folders of them), and so may ``out``: the run
        writes JSON lines beside it and goes on from those; the Parquet file appears at the end, whole, with the columns that
        ``stockade eval export`` gives. Needs ``pyarrow`` for that.
        """
        paths = [samples] if isinstance(samples, (str, os.PathLike)) else list(samples)
        wanted = Path(out)
        results = wanted.with_suffix(".jsonl") if is_parquet(wanted) else wanted
        with files_of(paths, results) as files, self._problems.as_file() as problems:
            words = ["stockade", "eval", "run", *files, "--out", os.fspath(results), f"--policy={self._policy}", f"--seed={self._seed}"]
            words += [f"--workers={self._workers or _processors()}", f"--extract={self._extract}", f"--backstop={int(self._backstop * 1000)}ms"]
            words += [f"--{name.removeprefix('limits.')}={value}" for name, value in self._limits]
            words += [f"--problems={problems}"] if problems else []
            words += [f"--format={self._format}"] if self._format else []
            words += ["--keep-output"] if self._keep_output else []
            words += [f"--shard={shard}"] if shard else []
            status = _command(words)
        # 1 without such rows is a run that could not write all of them.
        if is_parquet(wanted) and (status == 0 or status == 1 and has_faults(results)):
            holds = _in_file({"index": "integer", "task_id": "text", **self._holds()})
            write_parquet(results, wanted, holds, lambda row: _in_file(_flat(EvalVerdict(**row))))
        return status

    def __call__(self, batch: Any) -> Any:
        """A batch with a column for each verdict's parts: ``verdict``, ``reward``, ``detail`` (JSON), ``line``, ``tests_passed``, ``tests_total``,
        ``fuel``, ``memory``, ``rooms``, ``extracted``, and ``printed`` with ``keep_output``. They replace columns with these names.

        A batch is a ``pyarrow.Table`` or ``RecordBatch``, a frame of pandas or polars, a dict of lists or arrays, or what ``datasets.map``
        gives; the same kind comes back, with the types of the new columns the same for every batch. A row with several programs comes once for
        each, its list shortened to that one. Another kind of batch is a ``TypeError``; columns of different lengths or with the same name
        are a ``ValueError``.
        """
        return with_columns(batch, self._columns)

    def _columns(self, rows: list[dict[str, Any]], is_filled: bool) -> Columns:
        verdicts = self._judge([text_of(row, is_filled) for row in rows])
        if len(verdicts) != len(rows):
            raise ValueError(f"{len(rows)} rows have {len(verdicts)} programs")
        flat = [_flat(verdict) for verdict in verdicts]
        return {
            self._prefix + name: Column(holds, may_miss, [one[name] for one in flat])
            for name, (holds, may_miss) in COLUMNS.items() if name != "printed" or self._keep_output
        }

    def _holds(self) -> dict[str, str]:
        return {name: holds for name, (holds, _) in COLUMNS.items() if name != "printed" or self._keep_output}

    def arrow_schema(self) -> Any:
        """The ``pyarrow.Schema`` of the columns that a call adds, for frameworks that ask for types beforehand."""
        return arrow_schema({self._prefix + name: holds for name, holds in self._holds().items()})


#: Evaluators of the process that this one was forked from.
_ORPHANS: list[EvalCore] = []


def _flat(verdict: EvalVerdict) -> dict[str, Any]:
    """The parts of a verdict, each under the name of its column."""
    return {
        "index": verdict.index, "task_id": verdict.task_id, "verdict": verdict.verdict, "reward": verdict.reward,
        "detail": None if verdict.detail is None else json.dumps(verdict.detail, ensure_ascii=False), "line": verdict.line,
        "tests_passed": verdict.tests["passed"], "tests_total": verdict.tests["total"], "fuel": verdict.usage["fuel"],
        "memory": verdict.usage["memory"], "rooms": verdict.rooms, "extracted": verdict.extracted, "printed": verdict.output,
    }


def _in_file(columns: dict[str, Any]) -> dict[str, Any]:
    """Columns under the names that the command gives them: a file of results has no column of answers that ``output`` would replace."""
    return {"output" if name == "printed" else name: value for name, value in columns.items()}


def _processors() -> int:
    """The processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _policy(policy: str | os.PathLike[str]) -> tuple[str, str | None]:
    """A policy by its name, or the whole path of its file and the digest of its settings."""
    text = os.fspath(policy)
    if isinstance(policy, str) and not {"/", os.sep} & set(text) and not text.endswith((".yaml", ".yml")):
        return text, None
    path = os.path.abspath(text)
    try:
        return path, Policy.load(path).sha256
    except OSError as error:
        raise ValueError(f"policy `{text}`: {error.strerror}") from None


def ray_options(*, nodes: int | None = None, cpus: float | None = None, spare: float = 1) -> dict[str, Any]:
    """Options for ``map_batches`` of Ray Data: one actor for each node, which judges on all processors of the node, and CPUs of Ray left for
    the tasks that read and write.

    An actor that took all CPUs of its node would wait for rows, and the tasks that read them for CPUs: neither would ever end. ``spare`` is the
    number of CPUs to leave on each node; give more if other operators of the pipeline hold CPUs for good. ``nodes`` and ``cpus`` (of the
    smallest node) say what the cluster will have, for one that grows; without them it is asked. A cluster that has no CPUs is a
    ``RuntimeError``, a ``spare`` below 1 a ``ValueError``.

        ds.map_batches(Evaluator, fn_constructor_kwargs={"problems": path}, batch_format="pyarrow", **ray_options())
    """
    if spare < 1:
        raise ValueError(f"spare is {spare}; a task that reads takes 1 CPU, so at least that must stay free on a node")
    data = importlib.import_module("ray.data")
    if nodes is None or cpus is None:
        here = [node["Resources"].get("CPU", 0) for node in importlib.import_module("ray").nodes() if node["Alive"]]
        # The head of a cluster often has none, so that it does no work.
        able = [one for one in here if one >= 1]
        if not able:
            raise RuntimeError("no node of the Ray cluster has CPUs; for a cluster that grows later, give nodes= and cpus=")
        nodes, cpus = nodes or len(able), cpus or min(able)
    # Ray takes whole CPUs only. It spreads the actors over the nodes by itself, and where one takes more than half there is no choice.
    return {"compute": data.ActorPoolStrategy(size=nodes), "num_cpus": max(int(cpus - spare), 0)}
