"""The metric `code_eval` with the real `evaluate`, and with the files of lm-eval that use it."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import pytest
import unpacked
from stockade.rewards import code_eval

PREDICTIONS = [["def add(a, b): return a + b", "def add(a, b): return a * b"], ["def add(a, b):\n    while True: pass", "def add(a, b): return 5"]]
REFERENCES = ["assert add(2, 3) == 5", "def check(candidate):\n    assert candidate(2, 3) == 5\ncheck(add)"]


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    evaluate = pytest.importorskip("evaluate")
    monkeypatch.setattr(evaluate.config, "HF_MODULES_CACHE", tmp_path / "modules")
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True, raising=False)
    monkeypatch.setattr(evaluate.loading, "init_dynamic_modules", evaluate.loading.init_dynamic_modules)
    return evaluate


def test_evaluate_loads_it(offline: Any, tmp_path: Path) -> None:
    metric = offline.load(code_eval.__file__, cache_dir=str(tmp_path))
    pass_at_k, results = metric.compute(references=REFERENCES, predictions=PREDICTIONS, k=[1, 2], timeout=0.05)
    assert pass_at_k == {"pass@1": pytest.approx(0.5), "pass@2": 1.0}
    assert [[row["result"] for _, row in results[task]] for task in results] == [["passed", "failed: "], ["timed out", "passed"]]
    assert results[1][0] == (0, {"task_id": 1, "passed": False, "result": "timed out", "completion_id": 0})


@pytest.mark.parametrize("task", ["humaneval", "mbpp"])
def test_lm_eval_uses_it_unchanged(task: str, offline: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder `code_eval` where lm-eval is started takes the place of the metric that it would fetch."""
    folder = tmp_path / "code_eval"
    folder.mkdir()
    shutil.copy(code_eval.__file__, folder / "code_eval.py")
    monkeypatch.chdir(tmp_path)
    path = unpacked.root("lm-eval") / "lm_eval" / "tasks" / task / "utils.py"
    spec = importlib.util.spec_from_file_location(f"lm_eval_{task}", path)
    assert spec is not None and spec.loader is not None
    utils = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(utils)
    if task == "humaneval":
        assert utils.pass_at_k(REFERENCES[:1], PREDICTIONS[:1], k=[1]) == code_eval.pass_at_k(REFERENCES[:1], PREDICTIONS[:1], k=[1]) == {"pass@1": 0.5}
    else:
        assert utils.pass_at_1(REFERENCES[0], [PREDICTIONS[0][0]]) == code_eval.pass_at_1(REFERENCES[0], [PREDICTIONS[0][0]]) == 1.0


def test_lm_eval_calls_ours_by_these_names() -> None:
    theirs = {task: unpacked.function("lm-eval", f"lm_eval/tasks/{task}/utils.py", name) for task, name in (("humaneval", "pass_at_k"), ("mbpp", "pass_at_1"))}
    assert unpacked.parameters(theirs["humaneval"]) == [("references", None), ("predictions", None), ("k", "None")]
    assert unpacked.parameters(theirs["mbpp"]) == [("references", None), ("predictions", None)]
