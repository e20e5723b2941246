"""`stockade.rewards`: numbers, ground truths, what nobody knows, timeouts, processes. The frameworks themselves are in `tests/peers`."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from stockade import rewards
from stockade.eval import Evaluator
from stockade.rewards import areal, bigcodebench, code_eval, evalplus, human_eval, livecodebench, openrlhf, prime, trl, verl

HALF: dict[str, Any] = {"task_id": "h", "prompt": "def half(x):\n", "entry_point": "half", "test": "def check(f):\n    assert f(4) == 2, 'no half'\n"}
ENDLESS = "    while True: pass\n"
GAP = "    import numpy\n    return numpy.linalg.svd(x)\n"
ANSWER = "```python\ndef f(x): return {}\n```"


@pytest.fixture(autouse=True)
def settings() -> Iterator[None]:
    yield
    rewards.configure()


def passed(completion: str) -> bool:
    return bool(human_eval.check_correctness(HALF, completion, 1.0)["passed"])


@pytest.mark.parametrize(
    ("completion", "result"),
    [
        ("    return x // 2\n", "passed"), ("    return x\n", "failed: no half"), ("    return 1 / 0\n", "failed: division by zero"),
        (ENDLESS, "timed out"), ("    return (\n", "failed: "), ("    exit(0)\n", "failed: exited"), ("    return 'x' * 10**10\n", "failed: limit:memory"),
        (GAP, "unjudged: unsupported:numpy.linalg.svd"),
    ],
)
def test_human_eval(completion: str, result: str) -> None:
    found = human_eval.check_correctness(HALF, completion, 0.1, completion_id=3)
    assert found["result"].startswith(result) and (found["task_id"], found["completion_id"]) == ("h", 3)
    assert found["passed"] is (result == "passed")


def test_what_nobody_knows_is_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "stockade.rewards"):
        assert not passed(GAP)
    assert "numpy.linalg.svd" in caplog.text
    rewards.configure(unjudged="raise")
    with pytest.raises(rewards.Unjudged, match="svd") as raised:
        passed(GAP)
    assert pickle.loads(pickle.dumps(raised.value)).verdict == raised.value.verdict
    function = {"input_output": json.dumps({"inputs": ["1"], "outputs": ["1"], "fn_name": "half"})}
    gap = "def half(x):\n" + GAP
    for call in (
        lambda: verl.compute_score("a", f"```python\n{gap}```", "assert half(1) == 1"),
        lambda: areal.reward_fn("", f"```python\n{gap}```", [], [], tests=["assert half(1) == 1"]),
        lambda: openrlhf.reward_func([f"```python\n{gap}```"], [""], ["assert half(1) == 1"]),
        lambda: evalplus.untrusted_check("humaneval", gap, [[1]], "half", [1], 0, [1]),
        lambda: bigcodebench.untrusted_check(gap, "import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self): half(1)\n", "half", 1, 1, 1),
        lambda: livecodebench.check_correctness(function, gap, 1),
        lambda: prime.check_correctness(json.loads(function["input_output"]), gap),
    ):
        with pytest.raises(rewards.Unjudged):
            call()
    # A framework with a place for it gets no exception.
    assert trl.code_reward(completions=[f"```python\n{gap}```"], tests=["assert half(1) == 1"]) == [None]
    rewards.configure()
    numbers, known = livecodebench.check_correctness(function, gap, 1)
    assert numbers == [-5] and known["error_code"] == -5 and "svd" in known["error"]
    assert prime.check_correctness(json.loads(function["input_output"]), gap)[0] == [-1]


def test_scores_leave_out_what_nobody_knows() -> None:
    program = "def half(x):\n"
    samples = [{"input_output": json.dumps({"inputs": ["4"], "outputs": ["2"], "fn_name": "half"})}] * 2
    programs = [[program + GAP, program + "    return x // 2\n"], [program + "    return 1\n", program + "    return x / 2\n"]]
    metrics, results, metadata = livecodebench.codegen_metrics(samples, programs, k_list=[1, 2])
    assert results == {0: [[-5], [True]], 1: [[False], [True]]} and [len(one) for one in metadata] == [2, 2]
    # One program of the first problem counts, so there is no pass@2.
    assert metrics == {"pass@1": 0.75, "detail": {"pass@1": {0: 1.0, 1: 0.5}}}
    pass_at_k, found = code_eval.compute(["assert half(4) == 2"], [[program + GAP, program + "    return 2\n"]], k=[1, 2])
    assert pass_at_k == {"pass@1": 1.0} and [row["passed"] for _, row in found[0]] == [False, True]


@pytest.mark.parametrize(
    "truth",
    [
        "assert f(2) == 4", ["assert f(2) == 4"], json.dumps(["assert f(2) == 4"]), {"test_list": ["assert f(2) == 4"]},
        {"tests": [{"args": [2], "expected": 4}], "entry_point": "f"}, {"inputs": [[2]], "outputs": [4], "fn_name": "f"},
        {"inputs": ["2"], "outputs": ["4"], "fn_name": "f"}, {"input_output": '{"inputs": ["2"], "outputs": ["4"], "fn_name": "f"}'},
        {"test": "def check(g):\n    assert g(2) == 4\n", "entry_point": "f", "prompt": "Double it."}, {"tests": "assert f(2) == 4", "solution": "f = 0"},
        {"public_test_cases": '[{"input": "2", "output": "4"}]', "metadata": '{"func_name": "f"}'}, b"assert f(2) == 4",
    ],
)
def test_ground_truths(truth: Any) -> None:
    found = trl.code_reward(completions=[ANSWER.format(text) for text in ("2 * x", "x")], ground_truth=[truth, truth])
    assert found == [1.0, 0.0]


def test_arrays_are_lists() -> None:
    numpy = pytest.importorskip("numpy")
    tests = numpy.array(["assert f(2) == 4", "assert f(0) == 1"], dtype=object)
    assert trl.passed_tests_reward(completions=[ANSWER.format("2 * x")], test_list=[tests]) == [0.5]
    truth = {"inputs": numpy.array(["2", "3"]), "outputs": numpy.array(["4", "9"])}
    assert verl.compute_score("a", "```python\nprint(2 * int(input()))\n```", truth) == 0.5
    assert areal.reward_fn("", ANSWER.format("2 * x"), [], [], reward_model={"ground_truth": tests[:1]}) == 1.0


@pytest.mark.parametrize("truth", ["", [], {}, None, {"solution": "x = 1"}, {"prompt": "p"}, {"tests": []}, "[]", "{}", {"entry_point": "f"}, [1],
    {"inputs": ["not JSON"], "outputs": ["1"], "fn_name": "f"}, {"inputs": 5, "outputs": 6}, {"inputs": ["1", "2"], "outputs": ["1"]}, 5])
def test_what_has_no_tests_scores_nothing(truth: Any) -> None:
    [verdict] = rewards.judge([{**rewards.problem_of(truth), "response": ANSWER.format("x")}])
    assert (verdict.verdict, verdict.reward) == ("host_fault", None)
    assert verl.compute_score("a", ANSWER.format("x"), truth) == 0.0


def test_timeouts_are_fuel() -> None:
    count = "    for i in range(1000000): pass\n    return x // 2\n"
    assert [human_eval.check_correctness(HALF, count, seconds)["result"] for seconds in (0.0001, 3.0)] == ["timed out", "passed"]
    rewards.configure(limits={"fuel": 10**6})
    assert human_eval.check_correctness(HALF, count, 3.0)["result"] == "timed out"
    assert [rewards.fuel_of(seconds) for seconds in (None, 0, 2, 60)] == [10**9, 10**6, 2 * 10**9, 5 * 10**9]


def test_wrong_settings_are_said_at_once() -> None:
    for wrong in ({"unjudged": "else"}, {"policy": "nowhere.yaml"}, {"limits": {"els": 1}}):
        with pytest.raises((ValueError, TypeError), match="els|nowhere"):
            rewards.configure(**wrong)
    # What was chosen before is still so.
    assert passed("    return x / 2\n")


def test_threads_and_processes() -> None:
    right, wrong = "    return x / 2\n", "    return 0\n"
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(passed, [right, wrong] * 50)) == [True, False] * 50
    for kind in ("fork", "spawn", "forkserver") if sys.platform == "linux" else ("spawn",):
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(kind)) as processes:
            assert list(processes.map(passed, [right, wrong] * 5)) == [True, False] * 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_has_an_evaluator_of_its_own() -> None:
    evaluator = Evaluator(workers=2)
    row = {**HALF, "completion": "    return x / 2\n"}
    assert evaluator.evaluate([row])[0].passed
    for _ in range(5):
        child = os.fork()
        if child == 0:
            os._exit(7 if evaluator.evaluate([row])[0].passed else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert evaluator.evaluate([row])[0].passed


def test_evalplus_takes_what_json_has_not() -> None:
    inputs = [[(1, 2), {3}], [(4,), {5, 6}], [[7], set()]]
    code = "def f(a, b):\n    return f((a, tuple(b)), 0) if type(b) is set and type(a) is tuple else a + (0.5,) if type(a) is tuple else None\n"
    expected = [((1, 2), (3,), 0.5), ((4,), (5, 6), 0.5), None]
    assert evalplus.untrusted_check("mbpp", code, inputs, "f", expected, 0, [1] * 3) == ("pass", [1, 1, 1])
    assert evalplus.untrusted_check("mbpp", code, inputs, "f", [0, *expected[1:]], 0, [1] * 3) == ("fail", [0, 1, 1])
    assert evalplus.untrusted_check("mbpp", code, inputs, "f", [0, *expected[1:]], 0, [1] * 3, fast_check=True) == ("fail", [0])
    assert evalplus.untrusted_check("mbpp", "while True: pass", inputs, "f", expected, 0, [1] * 3) == ("timeout", [])
    assert evalplus.untrusted_check("mbpp", "def f(a): return {1, 2}", [[1]], "f", [{2, 1}], 0, [1]) == ("pass", [1])
    # Its own rules: as sets, and with a tolerance.
    assert evalplus.untrusted_check("mbpp", "def Diff(a, b): return [2, 1]", [[[1], [2]]], "Diff", [[1, 2]], 0, [1])[0] == "pass"
    assert evalplus.untrusted_check("humaneval", "def f(x): return [x + 1e-9]", [[1.0]], "f", [[1.0]], 0, [1])[0] == "pass"
    with pytest.raises(TypeError, match="object"):
        evalplus.untrusted_check("mbpp", code, inputs, "f", [object()] * 3, 0, [1] * 3)


def test_bigcodebench_names_what_failed() -> None:
    tests = "import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 1)\n    def test_b(self):\n        self.assertEqual(f(2), 3)\n"
    assert bigcodebench.untrusted_check("def f(x): return x", tests, "f", 1, 1, 1) == ("fail", {"test_b": "2 != 3"})
    assert bigcodebench.untrusted_check("def f(x): return x if x == 1 else 3", tests, "f", 1, 1, 1) == ("pass", {})
    assert bigcodebench.untrusted_check("def f(x): 1 / 0", tests, "f", 1, 1, 1) == ("fail", {"ALL": "ZeroDivisionError: division by zero"})
    assert bigcodebench.untrusted_check("while True: pass", tests, "f", 1, 1, 1, 0, 0.1) == ("timeout", {})


def test_nothing_of_a_framework_is_imported() -> None:
    code = (
        "import sys\nfrom stockade.rewards import areal, bigcodebench, code_eval, evalplus, human_eval, livecodebench, nemo_gym, openrlhf, prime, trl, verifiers, verl\n"
        "peers = ['evaluate', 'datasets', 'numpy', 'torch', 'human_eval', 'evalplus', 'verl', 'trl', 'nemo_gym', 'verifiers', 'openrlhf', 'areal']\n"
        "print([name for name in peers if name in sys.modules])"
    )
    import subprocess

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
