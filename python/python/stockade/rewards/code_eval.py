"""The metric ``code_eval`` of evaluate, which lm-eval uses for HumanEval and MBPP.

``evaluate.load(code_eval.__file__)`` gives evaluate's metric, made of this file; ``compute`` here needs no other package.

>>> compute(references=["assert add(2, 3) == 5"], predictions=[["def add(a, b): return a * b", "def add(a, b): return a + b"]], k=[1, 2])[0]
{'pass@1': 0.5, 'pass@2': 1.0}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stockade.eval import EvalVerdict, pass_at_k as estimate
from stockade.rewards._core import judge
from stockade.rewards.human_eval import result_of

__all__ = ["compute", "pass_at_1", "pass_at_k"]


def compute(
    references: Sequence[str], predictions: Sequence[Sequence[str]], k: Sequence[int] = (1, 10, 100), num_workers: int = 4, timeout: float = 3.0
) -> tuple[dict[str, float], dict[int, list[tuple[int, dict[str, Any]]]]]:
    """Pass@k of programs, and what became of each: ``{task: [(completion_id, {"task_id", "passed", "result", "completion_id"})]}``.

    ``references`` are texts of Python that assert something, ``predictions`` a list of programs for each. ``timeout`` in seconds sets the
    fuel. ``num_workers`` counts for nothing: the evaluator of the process has its threads. Programs that nobody can judge are left out of
    the estimate.
    """
    rows = [{"tests": [{"code": test}], "code_list": list(programs)} for test, programs in zip(references, predictions)]
    verdicts = iter(judge(rows, timeout))
    judged = [[next(verdicts) for _ in programs] for _, programs in zip(references, predictions)]
    results = {task: [(at, _result(task, at, verdict)) for at, verdict in enumerate(row)] for task, row in enumerate(judged)}
    counts = [(sum(one.reward is not None for one in row), sum(one.passed for one in row)) for row in judged]
    counts = [(total, correct) for total, correct in counts if total]
    ks = [size for size in k if counts and all(total >= size for total, _ in counts)]
    return {f"pass@{size}": sum(estimate(total, correct, size) for total, correct in counts) / len(counts) for size in ks}, results


def _result(task: int, completion: int, verdict: EvalVerdict) -> dict[str, Any]:
    return {"task_id": task, "passed": verdict.passed, "result": result_of(verdict), "completion_id": completion}


def pass_at_k(references: list[str], predictions: list[list[str]], k: list[int] | int | None = None) -> dict[str, float]:
    """``pass_at_k`` of lm-eval's task ``humaneval``, for ``metric: !function``. Without ``k`` it is an ``AssertionError``, as there."""
    assert k is not None
    return compute(references, predictions, [k] if isinstance(k, int) else k)[0]


def pass_at_1(references: str | list[str], predictions: list[str] | list[list[str]]) -> float:
    """``pass_at_1`` of lm-eval's task ``mbpp``, for ``metric: !function``."""
    tests = [references] if isinstance(references, str) else references
    return compute(tests, [[one] if isinstance(one, str) else one for one in predictions], [1])[0]["pass@1"]


# `evaluate.load` copies this file, imports the copy and looks for a class there. Nobody else needs the class, nor evaluate.
if not TYPE_CHECKING and __name__ != "stockade.rewards.code_eval":
    import datasets
    import evaluate

    class CodeEval(evaluate.Metric):
        """Pass@k of programs, judged in a sandbox, and the same on every machine."""

        def _info(self) -> evaluate.MetricInfo:
            features = datasets.Features({"predictions": datasets.Sequence(datasets.Value("string")), "references": datasets.Value("string")})
            inputs = "`predictions`: a list of programs for each problem; `references`: Python that asserts something; `k`; `timeout` in seconds"
            return evaluate.MetricInfo(description=str(self.__doc__), citation="", inputs_description=inputs, features=features)

        def _compute(self, predictions, references, k=(1, 10, 100), num_workers=4, timeout=3.0):
            return compute(references, predictions, k, num_workers, timeout)
