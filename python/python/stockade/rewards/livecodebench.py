"""LiveCodeBench's ``check_correctness`` and ``codegen_metrics``: ``True`` for a test that passed, and for the first that did not:

- ``-2`` (``False`` for a function): the answer was wrong,
- ``-3``: the fuel that the timeout stands for was used up,
- ``-4``: an exception, a syntax error, another limit,
- ``-1`` for each test: the program of a function ended itself,
- ``-5``: nobody knows: a gap of the engine, a fault of the host, a problem without tests.

>>> import json
>>> sample = {"input_output": json.dumps({"inputs": ["2", "3"], "outputs": ["4", "9"], "fn_name": None})}
>>> check_correctness(sample, "print(int(input()) * 2)", timeout=6)[0], check_correctness(sample, "print(1 / 0)", timeout=6)[0]
([True, -2], [-4])
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from stockade.eval import EvalVerdict, pass_at_k
from stockade.rewards._core import judge, reason_of, settle

__all__ = ["check_correctness", "codegen_metrics"]

#: LiveCodeBench's own sizes.
SIZES = (1, 5, 10, 20, 40, 50, 75, 100, 125, 150, 200, 500, 1000)

#: What LiveCodeBench says for each number.
MESSAGES = {-1: "Global timeout", -2: "Wrong Answer", -3: "Time Limit Exceeded", -4: "Runtime Error", -5: "TestRunnerError"}


def check_correctness(
    sample: Mapping[str, Any], generation: str, timeout: float, debug: bool = True
) -> tuple[list[bool | int], dict[str, Any]]:
    """The numbers of the tests up to the first that failed, and what is known about it.

    ``sample["input_output"]`` is JSON with ``inputs``, ``outputs`` and ``fn_name``. ``timeout`` in seconds sets the fuel of all tests of a
    function together, and of each run of a program. ``debug`` counts for nothing.
    """
    [verdict] = judge([{**_problem(sample), "code_list": [generation]}], timeout)
    return _numbers(verdict, sample)


def codegen_metrics(
    samples_list: Sequence[Mapping[str, Any]],
    generations_list: Sequence[Sequence[str]],
    k_list: Sequence[int] = SIZES,
    num_process_evaluate: int = 16,
    timeout: float = 6,
    debug: bool = False,
) -> list[Any]:
    """``[metrics, results, metadata]``: pass@k, the numbers of each program by problem, and what is known about each, as JSON.

    ``num_process_evaluate`` and ``debug`` count for nothing: the evaluator of the process has its threads. Programs that nobody can judge
    have the numbers ``[-5]`` and are left out of pass@k.
    """
    rows = [{**_problem(sample), "code_list": list(programs)} for sample, programs in zip(samples_list, generations_list)]
    verdicts = iter(judge(rows, timeout))
    results: dict[int, list[list[bool | int]]] = {}
    metadata: list[list[str]] = []
    counts: dict[int, tuple[int, int]] = {}
    for at, (sample, programs) in enumerate(zip(samples_list, generations_list)):
        judged = [next(verdicts) for _ in programs]
        pairs = [_numbers(verdict, sample) for verdict in judged]
        results[at] = [numbers for numbers, _ in pairs]
        metadata.append([json.dumps(known) for _, known in pairs])
        counts[at] = (sum(one.reward is not None for one in judged), sum(one.passed for one in judged))
    counted = {at: pair for at, pair in counts.items() if pair[0]}
    metrics: dict[str, Any] = {}
    detail: dict[str, dict[int, float]] = {}
    for size in k_list:
        if counted and all(total >= size for total, _ in counted.values()):
            detail[f"pass@{size}"] = {at: pass_at_k(total, correct, size) for at, (total, correct) in counted.items()}
            metrics[f"pass@{size}"] = sum(detail[f"pass@{size}"].values()) / len(counted)
    return [{**metrics, "detail": detail}, results, metadata]


def _problem(sample: Mapping[str, Any]) -> dict[str, Any]:
    data = _data(sample)
    cases = [{"input": one, "output": other} for one, other in zip(data["inputs"], data["outputs"])]
    return {"public_test_cases": cases, "metadata": {"func_name": data["fn_name"]} if data.get("fn_name") else {}}


def _data(sample: Mapping[str, Any]) -> Any:
    data = sample["input_output"]
    return json.loads(data) if isinstance(data, (str, bytes)) else data


def _numbers(verdict: EvalVerdict, sample: Mapping[str, Any]) -> tuple[list[bool | int], dict[str, Any]]:
    if verdict.passed:
        # Their checker gives the seconds that the program ran.
        return [True] * verdict.tests["passed"], {"fuel": verdict.usage["fuel"]}
    detail = verdict.detail or {}
    is_function = bool(_data(sample).get("fn_name"))
    code = _code(verdict, is_function)
    known: dict[str, Any] = {"error_code": code, "error_message": MESSAGES[code]}
    known.update({"output": detail["got"]} if "got" in detail else {"error": reason_of(verdict)})
    known.update({name: detail[key] for key, name in (("input", "inputs"), ("call", "inputs"), ("expected", "expected")) if key in detail})
    if code in (-1, -5):
        return [-1] * len(_data(sample)["inputs"]) if code == -1 else [-5], known
    return [True] * verdict.tests["passed"] + [False if code == -2 and is_function else code], known


def _code(verdict: EvalVerdict, is_function: bool) -> int:
    if settle(verdict).reward is None:
        return -5
    if verdict.verdict == "failed":
        return -2
    if verdict.verdict == "exited" and is_function:
        return -1
    # A program that does not even load is an error, also if it is endless.
    is_loading = is_function and "test" not in (verdict.detail or {})
    return -3 if verdict.verdict in ("limit:fuel", "limit:output") and not is_loading else -4
