"""Stockade where people grade today: each module here has the signatures and the numbers of one framework. ``docs/integrations.md`` shows each.

| module | stands in for |
|---|---|
| ``human_eval`` | ``human_eval.execution.check_correctness`` |
| ``evalplus``, ``bigcodebench`` | ``untrusted_check`` |
| ``livecodebench`` | ``check_correctness`` and ``codegen_metrics`` |
| ``code_eval`` | the metric ``code_eval`` of evaluate and lm-eval |
| ``verl``, ``prime`` | ``compute_score``, and PRIME's ``check_correctness`` |
| ``trl``, ``openrlhf``, ``areal``, ``verifiers`` | their reward functions |
| ``nemo_gym``, ``inspect_ai`` | their sandboxes |

All share one evaluator for a process, with the settings of :func:`configure`. No module but ``inspect_ai`` imports its framework.

>>> from stockade.rewards import human_eval
>>> problem = {"task_id": "d", "prompt": "def double(x):\\n", "entry_point": "double", "test": "def check(f):\\n    assert f(4) == 8\\n"}
>>> human_eval.check_correctness(problem, "    return x + x\\n", timeout=3.0)
{'task_id': 'd', 'passed': True, 'result': 'passed', 'completion_id': None}
"""

from ._core import FUEL_PER_SECOND, Unjudged, configure, fuel_of, judge, problem_of

__all__ = ["FUEL_PER_SECOND", "Unjudged", "configure", "fuel_of", "judge", "problem_of"]
