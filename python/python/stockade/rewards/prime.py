"""PRIME's ``check_correctness``, which verl has as ``verl.utils.reward_score.prime_code.utils``: ``True`` for a test that passed, and for
the first that did not ``False`` (wrong), ``-1`` (an exception, a limit) or ``-2`` (the program does not load).

>>> data = {"inputs": ["2", "3"], "outputs": ["4", "9"]}
>>> check_correctness(data, "print(int(input()) * 2)")[0], check_correctness(data, "1 / 0")[0], check_correctness(data, "print(")[0]
([True, False], [-1], [-2])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockade.eval import EvalVerdict
from stockade.rewards._core import judge, lacks, lines_as_arguments, reason_of, settle

__all__ = ["check_correctness"]


def check_correctness(
    in_outs: Mapping[str, Any], generation: str, timeout: float = 10, debug: bool = True
) -> tuple[list[bool | int], list[dict[str, Any]]]:
    """The numbers of the tests up to the first that failed, and a list of what is known about it.

    ``in_outs`` has ``inputs``, ``outputs`` and, for a function, ``fn_name``. ``timeout`` in seconds sets the fuel; ``debug`` counts for
    nothing. Where nobody knows (a gap of the engine, a fault of the host), each test has ``-1``, as PRIME has it for a lost process.
    """
    [verdict] = judge([{"input_output": lines_as_arguments(in_outs), "code_list": [generation]}], timeout)
    passed: list[bool | int] = [True] * verdict.tests["passed"]
    if verdict.passed:
        return passed, [{}]
    is_function = in_outs.get("fn_name") is not None
    detail = verdict.detail or {}
    if settle(verdict).reward is None or (verdict.verdict == "exited" and is_function):
        return [-1] * len(in_outs["inputs"]), [{"error": reason_of(verdict)}]
    if verdict.verdict == "failed":
        known = {"output": detail.get("got"), "expected": detail.get("expected"), "inputs": detail.get("call", detail.get("input"))}
        return [*passed, False], [{**known, "error_message": "Wrong Answer"}]
    return [*passed, _code(verdict, in_outs.get("fn_name"))], [{"error": reason_of(verdict)}]


def _code(verdict: EvalVerdict, function: str | None) -> int:
    # The program of a function runs before its tests; a program that reads its input runs with each.
    is_loading = function is not None and ("test" not in (verdict.detail or {}) or lacks(verdict, function))
    return -2 if is_loading or verdict.verdict in ("syntax", "refused") else -1
