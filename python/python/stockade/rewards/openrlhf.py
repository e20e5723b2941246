"""A reward for OpenRLHF: ``--reward.remote_url`` is the path of this file, ``python -c "import stockade.rewards.openrlhf as m; print(m.__file__)"``.

>>> answer = "```python\\ndef f(x): return 2 * x\\n```"
>>> reward_func(["Double it." + answer], ["Double it."], ["assert f(2) == 4"])["rewards"]
[1.0]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

# OpenRLHF loads this file by its path.
from stockade.rewards._core import judge_answers, settle

__all__ = ["reward_func"]


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any]) -> dict[str, Any]:
    """``rewards`` and ``scores`` of answers, 1.0 or 0.0, and ``extra_logs`` with what was counted.

    A query is a prompt with its answer. A label is the tests: see :func:`stockade.rewards.problem_of`. All values are tensors where torch is
    loaded, as it is in OpenRLHF, else lists. Where nobody knows, the reward is 0.0 and ``extra_logs["unjudged"]`` 1.0, unless
    ``stockade.rewards.configure`` chooses that this raises: then OpenRLHF leaves the answer without a reward.
    """
    answers = [query[len(prompt) :] if query.startswith(prompt) else query for query, prompt in zip(queries, prompts)]
    verdicts = judge_answers(answers, labels)
    rewards = _tensor([float(settle(one).reward or 0) for one in verdicts])
    logs = {"unjudged": _tensor([float(one.reward is None) for one in verdicts]), "fuel": _tensor([float(one.usage["fuel"]) for one in verdicts])}
    return {"rewards": rewards, "scores": rewards, "extra_logs": logs}


def _tensor(values: list[float]) -> Any:
    torch: Any = sys.modules.get("torch")
    return values if torch is None else torch.tensor(values)
