"""`Evaluator` as the function of `datasets.map(batched=True)`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import corpus
import datasets
import pytest
from datasets.fingerprint import Hasher
from stockade.eval import Evaluator

RIGHT, WRONG = "def double(x): return x + x", "def double(x): return x"
UNKNOWN = "import numpy\ndef double(x): return numpy.zeros(x)"
PROBLEM = {"task_id": "d", "entry_point": "double", "tests": [{"args": [4], "expected": 8}]}
# The first batch has no rewards, the second no details: types must not come from what is there.
PROGRAMS = [UNKNOWN, UNKNOWN, RIGHT, RIGHT, WRONG, UNKNOWN]
VERDICTS = ["unsupported:numpy.zeros"] * 2 + ["passed"] * 2 + ["failed", "unsupported:numpy.zeros"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets.disable_progress_bars()
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path))


@pytest.fixture
def samples() -> Any:
    rows = datasets.Dataset.from_dict({"task_id": ["d"] * 6, "solution": PROGRAMS, "kind": [0, 1] * 3})
    return rows.cast_column("kind", datasets.ClassLabel(names=["a", "b"]))


KINDS = [None, "arrow", "pandas", "polars", "numpy"]
#: Polars may hang in a forked process, before it gives the batch to anybody: the threads that it has started are not there.
WAYS = [(kind, options) for kind in KINDS for options in ({}, {"num_proc": 2}, {"writer_batch_size": 1}) if (kind, *options) != ("polars", "num_proc")]


@pytest.mark.parametrize(("kind", "options"), WAYS, ids=str)
def test_every_format(kind: str | None, options: dict[str, int], samples: Any) -> None:
    evaluator = Evaluator([PROBLEM], workers=1)
    done = samples.with_format(kind).map(evaluator, batched=True, batch_size=2, **options)
    assert list(done.with_format(None)["verdict"]) == VERDICTS
    number = "float64" if kind == "numpy" else "int64"
    assert [done.features[name].dtype for name in ("reward", "line", "fuel")] == [number, number, "int64"]
    assert all("string" in done.features[name].dtype for name in ("verdict", "detail", "extracted"))
    assert done.features["kind"] == samples.features["kind"]
    if kind != "numpy":
        assert list(done.with_format(None)["reward"]) == [None, None, 1, 1, 0, None]


def test_the_corpus_has_the_verdicts_of_the_command(tmp_path: Path) -> None:
    problems = corpus.write(tmp_path / "problems.jsonl", corpus.problems())
    wanted = corpus.by_the_command(tmp_path, corpus.samples(), f"--problems={problems}")
    rows = datasets.Dataset.from_dict(corpus.columns(corpus.samples()))
    done = rows.map(Evaluator(problems, limits=corpus.LIMITS, workers=1), batched=True, batch_size=100, num_proc=2)
    assert corpus.by_columns(done.to_dict()) == wanted


def test_the_cache_knows_the_evaluator(tmp_path: Path) -> None:
    path = corpus.write(tmp_path / "problems.jsonl", [PROBLEM])
    hashes = [Hasher.hash(Evaluator(path, workers=1)) for _ in range(2)] + [Hasher.hash(Evaluator(path, workers=1, limits={"fuel": 10**6}))]
    corpus.write(path, [{**PROBLEM, "tests": [{"args": [1], "expected": 2}]}])
    hashes.append(Hasher.hash(Evaluator(path, workers=1)))
    assert hashes[0] == hashes[1] and len(set(hashes)) == 3


def test_several_programs_in_a_row() -> None:
    rows = datasets.Dataset.from_dict({"task_id": ["d", "d"], "generations": [[RIGHT, WRONG], [UNKNOWN]]})
    done = rows.map(Evaluator([PROBLEM], workers=1), batched=True)
    assert list(done["generations"]) == [[RIGHT], [WRONG], [UNKNOWN]] and list(done["reward"]) == [1, 0, None]


def test_what_a_function_puts_into_the_batch_is_judged(samples: Any) -> None:
    evaluator = Evaluator([PROBLEM], workers=1)

    def mended(batch: Any) -> Any:
        batch["solution"] = [RIGHT] * len(batch["solution"])
        return evaluator(batch)

    assert set(samples.map(mended, batched=True)["verdict"]) == {"passed"}


def test_rows_of_a_dataset_are_problems_and_samples(samples: Any) -> None:
    problems = datasets.Dataset.from_dict({name: [value] for name, value in PROBLEM.items()})
    assert [one.verdict for one in Evaluator(problems, workers=1).evaluate(samples)] == VERDICTS
