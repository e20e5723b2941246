"""A reward for AReaL: ``RLVRWorkflow(reward_fn="stockade.rewards.areal.reward_fn", ...)``.

>>> reward_fn("Double.", "```python\\ndef f(x): return 2 * x\\n```", [], [], tests="assert f(2) == 4")
1.0
"""

from __future__ import annotations

from typing import Any

from stockade.rewards._core import judge_answers, settle, truth_in

__all__ = ["reward_fn"]


def reward_fn(prompt: str, completions: str, prompt_ids: list[int], completion_ids: list[int], **kwargs: Any) -> float:
    """1.0 if the program of an answer passes all tests, else 0.0.

    The tests are among the other fields of the row: those of ``docs/eval.md``, or ``ground_truth`` or ``answer`` with any of them. Where
    nobody knows, it is 0.0, unless ``stockade.rewards.configure`` chooses that this raises.
    """
    [verdict] = judge_answers([completions], [truth_in(kwargs)])
    return float(settle(verdict).reward or 0)
