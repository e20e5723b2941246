"""Rewards for verifiers: ``reward`` for tasks (``verifiers.v1``), ``code_reward`` for a ``Rubric`` of older versions.

>>> code_reward("```python\\ndef f(x): return 2 * x\\n```", answer="assert f(2) == 4")
1.0
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from stockade.rewards._core import Unjudged, judge_answers, settle, truth_in

__all__ = ["code_reward", "reward"]


async def reward(task: Any, trace: Any) -> float:
    """1.0 if the program in the last reply of a trace passes the tests of its task, else 0.0.

    It is plugged in by its name, ``[env.taskset.task.rewards.code] fn = "stockade.rewards.verifiers:reward"``, or called from a method with
    ``@vf.reward``. The tests are fields of the task's data: those of ``docs/eval.md``, or ``answer``, ``ground_truth`` or ``info`` with any
    of them. Where nobody knows, it raises :class:`stockade.rewards.Unjudged`: an error of the rollout, which has no reward then.
    """
    data = getattr(task, "data", task)
    fields = data if isinstance(data, Mapping) else data.model_dump() if hasattr(data, "model_dump") else vars(data)
    [verdict] = await asyncio.to_thread(judge_answers, [trace.last_reply], [truth_in(fields)])
    if verdict.reward is None:
        raise Unjudged(verdict)
    return float(verdict.reward)


def code_reward(completion: Any, answer: Any = "", info: Any = None, **kwargs: Any) -> float:
    """1.0 if the program in an answer passes its tests, else 0.0: ``vf.Rubric(funcs=[code_reward])``.

    The tests are in ``info`` (a row in a format of ``docs/eval.md``), else they are ``answer``. Where nobody knows, it is 0.0, unless
    ``stockade.rewards.configure`` chooses that this raises; a rubric makes 0.0 of that, too.
    """
    truth = truth_in(info) if isinstance(info, Mapping) else None
    [verdict] = judge_answers([completion], [answer if truth is None else truth])
    return float(settle(verdict).reward or 0)
