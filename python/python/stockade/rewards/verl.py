"""A reward for verl: ``custom_reward_function.path: pkg://stockade.rewards.verl``, ``name: compute_score``.

>>> tests = '{"inputs": ["2", "3"], "outputs": ["4", "6"]}'
>>> [compute_score("apps", f"```python\\n{code}\\n```", tests) for code in ("print(int(input()) * 2)", "print(int(input()) ** 2)", "1 / 0")]
[1.0, 0.5, 0.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stockade.eval import EvalVerdict
from stockade.rewards._core import judge_answers, settle, shares

__all__ = ["compute_score", "compute_score_batched"]

#: verl's own score looks at so many tests of a program that is not right.
MOST_TESTS = 10


def compute_score(
    data_source: str, solution_str: str, ground_truth: Any, extra_info: dict[str, Any] | None = None, *, continuous: bool = True, **kwargs: Any
) -> float:
    """1.0 for a program that passes all tests; else the share of the first ten that it passes, as verl's own score for code has it.

    ``ground_truth`` are tests: see :func:`stockade.rewards.problem_of`. ``continuous=False`` (in ``reward_kwargs``) gives 0.0 in place of a
    share. Where nobody knows, the score is 0.0, unless ``stockade.rewards.configure`` chooses that this raises. What else verl gives
    (``data_source``, ``extra_info``, the names of a router) counts for nothing.
    """
    return compute_score_batched([data_source], [solution_str], [ground_truth], [extra_info], continuous=continuous)[0]


def compute_score_batched(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[dict[str, Any] | None],
    *,
    continuous: bool = True,
    **kwargs: Any,
) -> list[float]:
    """The scores of a batch, judged on all processors together: for ``reward_manager: batch``. Each is that of :func:`compute_score`."""
    verdicts: list[EvalVerdict] = judge_answers(solution_strs, ground_truths)
    if not continuous:
        return [float(settle(one).reward or 0) for one in verdicts]
    found = shares(verdicts, solution_strs, ground_truths, MOST_TESTS)
    return [float(settle(verdict).reward or 0) if score is None else score for verdict, score in zip(verdicts, found)]
