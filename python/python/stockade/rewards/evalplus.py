"""EvalPlus' ``untrusted_check``, with its comparisons.

>>> untrusted_check("humaneval", "def half(x): return x / 2", [[2], [3]], "half", expected=[1.0, 1.5], atol=0, ref_time=[0.1, 0.1])
('pass', [1, 1])
>>> untrusted_check("humaneval", "def half(x): return x // 2", [[2], [3]], "half", expected=[1.0, 1.5], atol=0, ref_time=[0.1, 0.1])
('fail', [1, 0])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from stockade.rewards._core import judge, lacks, settle

__all__ = ["untrusted_check"]

#: EvalPlus' own defaults, in seconds and as a factor.
MIN_TIME_LIMIT, GT_TIME_LIMIT_FACTOR = 1.0, 4.0

#: The key of an argument that stands for the input of a test.
INPUT = "stockade input"

#: Behind a program: its function takes inputs that JSON has not, by their numbers. They are values of the program's own room.
WITH_INPUTS = '''

def stockade_with_inputs(function, inputs):
    def call(*args):
        if len(args) == 1 and isinstance(args[0], dict) and {key!r} in args[0]:
            args = inputs()[args[0][{key!r}]]
        return function(*args)
    return call

{name} = stockade_with_inputs({name}, lambda: {inputs})
'''


def untrusted_check(
    dataset: str,
    code: str,
    inputs: Sequence[Any],
    entry_point: str,
    expected: Sequence[Any],
    atol: float,
    ref_time: Sequence[float],
    fast_check: bool = False,
    min_time_limit: float = MIN_TIME_LIMIT,
    gt_time_limit_factor: float = GT_TIME_LIMIT_FACTOR,
) -> tuple[str, list[int]]:
    """``pass``, ``fail`` or ``timeout``, and 1 or 0 for each input, up to the first that failed with ``fast_check``.

    ``dataset`` is ``humaneval`` or ``mbpp``. Without ``fast_check`` an input behind one that failed is judged in a program of its own.
    ``ref_time`` and the two limits are readings of a clock and count for nothing: the fuel is that of ``stockade.rewards.configure``. Where
    nobody knows it is ``fail``, unless ``configure`` chooses that this raises. Inputs and expected values that are no plain values are a
    ``TypeError``.
    """
    problem = _problem(dataset, inputs, entry_point, expected, atol, code)
    count = len(inputs)
    [verdict] = judge([problem(range(count)) if count else {"code": code}])
    settle(verdict)
    passed = verdict.tests["passed"]
    if verdict.passed:
        return "pass", [1] * count
    if "test" not in (verdict.detail or {}) or lacks(verdict, entry_point):
        # It does not load, or has no such function.
        return ("timeout" if verdict.verdict == "limit:fuel" else "fail"), []
    details = [1] * passed + [0]
    if not fast_check:
        details += [int(one.passed) for one in judge([problem([at]) for at in range(passed + 1, count)])]
    return "fail", details


def _problem(dataset: str, inputs: Sequence[Any], entry_point: str, expected: Sequence[Any], atol: float, code: str) -> Any:
    given = [list(one) for one in inputs]
    if not all(_is_json(one) for one in given):
        code += WITH_INPUTS.format(key=INPUT, name=entry_point, inputs=_literal(given))
        given = [[{INPUT: at}] for at in range(len(given))]

    def row(which: Sequence[int]) -> dict[str, Any]:
        # The right answers are those of a program that knows them in their order.
        answers = _literal([expected[at] for at in which])
        reference = f"stockade_answers = iter({answers})\ndef {entry_point}(*args):\n    return next(stockade_answers)\n"
        return {
            # The number selects no problem of the data set, whose inputs the format would change.
            "task_id": "Mbpp/0" if dataset == "mbpp" else "HumanEval/0", "entry_point": entry_point, "canonical_solution": reference,
            "base_input": [given[at] for at in which], "plus_input": [], "atol": atol, "solution": code,
        }

    return row


def _is_json(value: Any) -> bool:
    if type(value) is list:
        return all(_is_json(one) for one in value)
    if type(value) is dict:
        return INPUT not in value and all(type(key) is str and _is_json(one) for key, one in value.items())
    return value is None or type(value) in (bool, int, str) or (type(value) is float and math.isfinite(value))


def _literal(value: Any) -> str:
    """A plain value as Python that makes it.

    >>> _literal([1, (2.5,), {"a": {3}}, set(), float("inf"), 1j])
    "[1, (2.5,), {'a': {3}}, set(), float('inf'), complex(0.0, 1.0)]"
    """
    kind = type(value)
    if value is None or kind in (bool, int, str, bytes):
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if kind is complex:
        return f"complex({_literal(value.real)}, {_literal(value.imag)})"
    if kind is dict:
        return "{" + ", ".join(f"{_literal(key)}: {_literal(one)}" for key, one in value.items()) + "}"
    if kind in (list, tuple, set, frozenset):
        items = ", ".join(_literal(one) for one in value)
        if kind is list:
            return f"[{items}]"
        if kind is tuple:
            return f"({items},)" if len(value) == 1 else f"({items})"
        if kind is set:
            return "{" + items + "}" if value else "set()"
        return f"frozenset([{items}])"
    if hasattr(value, "tolist"):
        return _literal(value.tolist())
    raise TypeError(f"an input or an expected value has the type {kind.__name__}; allowed are plain values")
