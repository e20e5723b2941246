"""Reward functions for TRL's trainers: ``GRPOTrainer(reward_funcs=code_reward)``.

The data set has a column with tests; ``None`` is for answers of which nobody knows whether they are right, and TRL leaves them out.

>>> code_reward(completions=["```python\\ndef f(x): return 2 * x\\n```", "no"], test_list=[["assert f(2) == 4"]] * 2)
[1.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stockade.rewards._core import TESTS, TRUTHS, judge_answers, shares, truth_in

__all__ = ["code_reward", "passed_tests_reward"]


def code_reward(completions: Sequence[Any], prompts: Sequence[Any] | None = None, **columns: Any) -> list[float | None]:
    """1.0 for each answer whose program passes all tests, 0.0 for one that does not, ``None`` where nobody knows.

    An answer is a text or a list of messages; its last block of Python is the program. The tests are in the columns of the data set:
    ``test_list``, ``tests``, ``input_output``, ``test`` with ``entry_point`` ... as in ``docs/eval.md``, or one column ``ground_truth``,
    ``verification_info``, ``reward_model``, ``label``, ``answer`` or ``info`` with any of them. ``prompts`` counts for nothing. Without such
    a column it is a ``ValueError``.
    """
    verdicts = judge_answers(completions, _truths(len(completions), columns))
    return [None if one.reward is None else float(one.reward) for one in verdicts]


def passed_tests_reward(completions: Sequence[Any], prompts: Sequence[Any] | None = None, **columns: Any) -> list[float | None]:
    """The share of the tests that each answer passes, each test for itself, and ``None`` where nobody knows. Otherwise as :func:`code_reward`.

    >>> passed_tests_reward(completions=["```python\\nf = abs\\n```"], test_list=[["assert f(-1) == 1", "assert f(-1) == -1"]])
    [0.5]
    """
    truths = _truths(len(completions), columns)
    return shares(judge_answers(completions, truths), completions, truths, 1 << 30)


def _truths(count: int, columns: dict[str, Any]) -> list[Any]:
    names = [name for name, column in columns.items() if isinstance(column, Sequence) and not isinstance(column, str) and len(column) == count]
    if not any(name in names for name in (*TESTS, *TRUTHS)):
        raise ValueError(f"no column has tests; one of {', '.join((*TESTS, *TRUTHS))} must")
    return [truth_in({name: columns[name][at] for name in names}) for at in range(count)]
