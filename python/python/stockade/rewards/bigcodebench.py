"""BigCodeBench's ``untrusted_check``.

>>> tests = "import unittest\\nclass TestCases(unittest.TestCase):\\n    def test_double(self):\\n        self.assertEqual(f(2), 4)\\n"
>>> untrusted_check("def f(x): return x + x", tests, "f", 1024, 1024, 10)
('pass', {})
>>> untrusted_check("def f(x): return x", tests, "f", 1024, 1024, 10)
('fail', {'test_double': '2 != 4'})
"""

from __future__ import annotations

from stockade.rewards._core import judge, reason_of, settle

__all__ = ["untrusted_check"]


def untrusted_check(
    code: str,
    test_code: str,
    entry_point: str,
    max_as_limit: float,
    max_data_limit: float,
    max_stack_limit: float,
    min_time_limit: float = 10,
    gt_time_limit: float = 60,
) -> tuple[str, dict[str, str]]:
    """``pass``, ``fail`` or ``timeout``, and what failed by the name of the test.

    The dict has the first test that failed and why, or ``ALL`` and why where the program did not come to its tests or raised an exception.
    The larger of the two limits, in seconds, sets the fuel; those in megabytes count for nothing: ``stockade.rewards.configure`` sets the
    memory. Where nobody knows it is ``fail``, unless ``configure`` chooses that this raises.
    """
    [verdict] = judge([{"test": test_code, "entry_point": entry_point, "solution": code, "prompt": ""}], max(min_time_limit, gt_time_limit))
    if settle(verdict).passed:
        return "pass", {}
    if verdict.verdict == "limit:fuel":
        return "timeout", {}
    reason = reason_of(verdict)
    name, colon, message = reason.partition(": ")
    if verdict.verdict == "failed" and colon and name.isidentifier():
        return "fail", {name: message}
    return "fail", {"ALL": reason}
