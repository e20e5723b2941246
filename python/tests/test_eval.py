"""`stockade.eval`: the verdicts of the corpus from Python, batches, pickles, and files."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from stockade.eval import Evaluator, pass_at_k

DATA = Path(__file__).resolve().parents[2] / "tests" / "eval"
LIMITS: dict[str, float | str] = {"fuel": 3_000_000, "memory": "64MiB", "output": "1MiB"}
FORMATS = ["humaneval", "mbpp", "evalplus", "stdio", "apps", "lcb", "bigcodebench", "plain", "stockade", "cheats"]
DOUBLE: dict[str, Any] = {"task_id": "d", "entry_point": "double", "tests": [{"args": [4], "expected": 8}]}
RIGHT = "def double(x): return x + x"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


@pytest.mark.parametrize("name", FORMATS)
def test_the_corpus_has_its_verdicts(name: str, tmp_path: Path) -> None:
    problems = DATA / f"{name}.problems.jsonl"
    evaluator = Evaluator(problems if problems.exists() else None, limits=LIMITS, workers=2)
    samples = rows(f"{name}.samples.jsonl")
    verdicts = evaluator.evaluate(samples)
    wrong = [(row, got) for row, got in zip(samples, verdicts) if row["want"] != got.verdict]
    assert not wrong and len(verdicts) == len(samples)
    out = tmp_path / "r.jsonl"
    status = evaluator.run(DATA / f"{name}.samples.jsonl", out)
    assert status == int(any(one.verdict == "host_fault" for one in verdicts))
    assert [json.loads(line)["usage"] for line in out.read_text().splitlines()] == [one.usage for one in verdicts]


def test_a_verdict_has_its_fields() -> None:
    evaluator = Evaluator(workers=1)
    right, wrong = evaluator.evaluate([{**DOUBLE, "solution": RIGHT}, {**DOUBLE, "solution": "def double(x): return x"}])
    assert (right.passed, right.reward, right.rooms, right.detail) == (True, 1, 2, None)
    assert (wrong.verdict, wrong.reward, wrong.tests) == ("failed", 0, {"passed": 0, "total": 1})
    assert wrong.detail == {"expected": "8", "got": "4", "test": 0, "call": "double(4)"}
    assert evaluator.evaluate([]) == []


@pytest.mark.parametrize(
    "row",
    [
        {"tests": []}, {"tests": None}, {"tests": 5}, {}, {"tests": {"args": [1], "expected": 5}}, {"test_cases": [{"args": [1], "expected": 5}]},
        {"tests": "assert f(1) == 2"}, {"tests": [{"input": [1], "output": 5}]}, {"tests": [{"input": "1"}]}, {"tests": [{"output": 5}]},
        {"test_list": ["assert f(1) == 1", 5]}, {"tests": [], "setup": "x = 1"},
    ],
)
def test_a_problem_without_usable_tests_scores_nothing(row: dict[str, object]) -> None:
    [verdict] = Evaluator().evaluate([{"entry_point": "f", "solution": "def f(x): return x", **row}])
    assert (verdict.verdict, verdict.reward) == ("host_fault", None) and "the problem cannot be read" in verdict.detail["reason"]


def test_tests_may_be_a_text_of_json() -> None:
    row = {"entry_point": "f", "solution": "def f(x): return x", "tests": '[{"args": [1], "expected": 5}]'}
    assert Evaluator().evaluate([row])[0].verdict == "failed"


def test_it_is_pickled_and_starts_anew() -> None:
    evaluator = pickle.loads(pickle.dumps(Evaluator(workers=2, limits={"fuel": 50_000})))
    [verdict] = evaluator.evaluate([{**DOUBLE, "solution": "def double(x):\n    while True: pass"}])
    assert (verdict.verdict, verdict.line) == ("limit:fuel", 2)


def test_batches_get_columns() -> None:
    evaluator = Evaluator(workers=1)
    batch = {"entry_point": ["double"] * 2, "tests": [DOUBLE["tests"]] * 2, "solution": [RIGHT, "def double(x): 1/0"], "row": [7, 8]}
    done = evaluator(batch)
    assert (done["verdict"], done["reward"], done["line"], done["row"]) == (["passed", "error"], [1, 0], [None, 1], [7, 8])
    pandas = pytest.importorskip("pandas")
    frame = evaluator(pandas.DataFrame(batch))
    assert list(frame["verdict"]) == ["passed", "error"] and list(frame["row"]) == [7, 8]
    pyarrow = pytest.importorskip("pyarrow")
    tests = [{"args": [4], "expected": 8}]
    table = pyarrow.table({"entry_point": ["double"], "tests": [tests], "solution": [RIGHT]})
    assert evaluator(table).column("reward").to_pylist() == [1]


def test_wrong_settings_are_said() -> None:
    for wrong in ({"format": "else"}, {"policy": "nowhere.yaml"}, {"extract": "else"}, {"problems": "nowhere.jsonl"}):
        with pytest.raises(ValueError, match="else|nowhere"):
            Evaluator(**wrong)


def test_pass_at_k() -> None:
    assert pass_at_k(10, 3, 1) == pytest.approx(0.3)
    assert pass_at_k(5, 2, 2) == pytest.approx(0.7)
