"""What the modules for the frameworks share: rows in, verdicts out, one evaluator for a process."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stockade.eval import EvalVerdict, Evaluator

#: The fuel that a second of a framework's timeout stands for. What CPython does in a second takes 2 to 900 million units.
FUEL_PER_SECOND = 1_000_000_000
#: The fuel of a program where nobody gives a timeout.
USUAL_FUEL = 1_000_000_000
#: The least fuel that programs are given: the engine's own code needs some of it.
LEAST_FUEL = 1_000_000
#: The most that a timeout stands for: 20 seconds of this engine in a plain loop.
MOST_FUEL = 5_000_000_000
#: No machine is so slow, however busy: where the fuel is still not used up, the program is lost.
LEAST_FUEL_PER_SECOND = 10_000_000
#: How many evaluators with different fuel are kept.
MAX_EVALUATORS = 8

#: Fields of a row that hold its tests.
TESTS = ("test", "tests", "test_list", "input_output", "public_test_cases", "private_test_cases", "base_input", "plus_input")
#: Fields of a row that are read besides its tests.
BESIDES = (
    "task_id", "prompt", "complete_prompt", "code_prompt", "entry_point", "setup", "reference", "comparison", "rooms", "metadata", "starter_code",
    "test_setup_code", "test_imports", "canonical_solution", "atol",
)

#: Fields of a row that hold all of a problem, in the order in which they are looked for.
TRUTHS = ("ground_truth", "verification_info", "reward_model", "label", "answer", "info")

LOG = logging.getLogger("stockade.rewards")


class Unjudged(RuntimeError):
    """Nobody can say whether a program is right: the engine lacks something, the host was at fault, or the problem has no tests.

    ``verdict`` is the verdict, with the reason in its ``detail``.
    """

    def __init__(self, verdict: EvalVerdict) -> None:
        super().__init__(reason_of(verdict))
        #: The verdict, whose ``reward`` is ``None``.
        self.verdict = verdict

    def __reduce__(self) -> tuple[Any, ...]:
        return Unjudged, (self.verdict,)


@dataclass
class Chosen:
    policy: str = "permissive"
    limits: dict[str, float | str] = field(default_factory=dict)
    seed: int = 0
    workers: int | None = None
    backstop: float = 60.0
    raises: bool = False


_chosen = Chosen()
# By fuel. A dict's `setdefault` is atomic, so that no lock can be held by another thread when the process forks. The evaluators know forks.
_evaluators: dict[int, Evaluator] = {}


def configure(
    *,
    policy: str = "permissive",
    limits: Mapping[str, float | str] | None = None,
    seed: int = 0,
    workers: int | None = None,
    backstop: float = 60.0,
    unjudged: str = "fail",
) -> None:
    """Sets how all modules of ``stockade.rewards`` judge, in this process and in those that are forked from it later.

    ``limits`` are those of ``stockade eval run``; with ``fuel`` among them the timeouts of frameworks count for nothing. ``workers`` is the
    number of threads, one for each processor by default. ``backstop`` are the seconds after which a program is taken for lost; it is longer
    where there is more fuel than it allows for. ``unjudged`` says
    what becomes of programs of which nobody knows whether they are right, for frameworks whose numbers have no place for that: ``"fail"``
    gives the framework's number for a failure and logs a warning, ``"raise"`` raises :class:`Unjudged`. Anything else is a ``ValueError``.

    >>> configure(limits={"fuel": 10**8, "memory": "64MiB"})
    >>> configure()
    """
    global _chosen
    if unjudged not in ("fail", "raise"):
        raise ValueError(f"unjudged is {unjudged!r}; allowed: fail, raise")
    chosen = Chosen(policy, dict(limits or {}), seed, workers, backstop, unjudged == "raise")
    # Wrong settings are said here, and not by the first program.
    made = _made(chosen, USUAL_FUEL)
    _chosen = chosen
    _evaluators.clear()
    _evaluators[USUAL_FUEL] = made


def fuel_of(timeout: float | None) -> int:
    """The fuel that a framework's timeout in seconds stands for: :data:`FUEL_PER_SECOND` units for each, at least a
    million and at most five thousand million. A clock never scores.

    >>> fuel_of(3.0)
    3000000000
    """
    return USUAL_FUEL if timeout is None else min(max(LEAST_FUEL, int(timeout * FUEL_PER_SECOND)), MOST_FUEL)


def _made(chosen: Chosen, fuel: int) -> Evaluator:
    # More fuel takes longer, and must not become a lost program.
    given = chosen.limits.get("fuel", fuel)
    backstop = max(chosen.backstop, given / LEAST_FUEL_PER_SECOND if isinstance(given, (int, float)) else 0)
    return Evaluator(policy=chosen.policy, limits={"fuel": fuel, **chosen.limits}, seed=chosen.seed, workers=chosen.workers, backstop=backstop)


def _evaluator(timeout: float | None) -> Evaluator:
    fuel = USUAL_FUEL if "fuel" in _chosen.limits else fuel_of(timeout)
    found = _evaluators.get(fuel)
    if found is None:
        if len(_evaluators) >= MAX_EVALUATORS:
            _evaluators.clear()
        found = _evaluators.setdefault(fuel, _made(_chosen, fuel))
    return found


def judge(rows: Iterable[Mapping[str, Any]], timeout: float | None = None) -> list[EvalVerdict]:
    """The verdicts of rows in any format of ``docs/eval.md``, in their order. A row with several programs (``code_list``) has several.

    ``timeout`` is a framework's, in seconds. It sets the fuel: see :func:`fuel_of`.

    >>> [one.verdict for one in judge([{"tests": [{"code": "assert f(1) == 2"}], "code_list": ["def f(x): return 2 * x", "f = abs"]}])]
    ['passed', 'failed']
    """
    return _evaluator(timeout).evaluate(rows)


def problem_of(truth: Any) -> dict[str, Any]:
    """The tests of a data set as fields of a row: what frameworks call the ground truth, label or answer.

    It is a row in any format of ``docs/eval.md``, ``inputs`` and ``outputs`` with or without ``fn_name``, a list of assertions or of tests,
    or a text: JSON of these, or Python that asserts something. What has no tests becomes a row that nobody can judge.

    >>> problem_of('{"inputs": ["1"], "outputs": ["2"]}')
    {'input_output': {'inputs': ['1'], 'outputs': ['2']}}
    >>> problem_of("assert f(1) == 2")
    {'tests': [{'code': 'assert f(1) == 2'}]}
    """
    try:
        return _problem_of(truth)
    except (ValueError, TypeError, KeyError) as error:
        # One bad row of a data set stops no training.
        return {"setup": "", "tests": f"the ground truth cannot be read: {error}"}


def _problem_of(truth: Any) -> dict[str, Any]:
    if isinstance(truth, (str, bytes)):
        text = truth if isinstance(truth, str) else truth.decode("utf-8", "replace")
        try:
            read = json.loads(text)
        except ValueError:
            read = None
        if isinstance(read, (dict, list)):
            return _problem_of(read)
        return {"tests": [{"code": text}]} if text.strip() else {"setup": ""}
    truth = _listed(truth)
    if isinstance(truth, Mapping):
        if truth.get("inputs") is not None and truth.get("outputs") is not None:
            return {"input_output": lines_as_arguments(truth)}
        row = {name: _listed(truth[name]) for name in (*TESTS, *BESIDES) if truth.get(name) is not None}
        if isinstance(row.get("input_output"), (str, Mapping)):
            nested = row["input_output"]
            row["input_output"] = lines_as_arguments(json.loads(nested) if isinstance(nested, str) else nested)
        if isinstance(row.get("tests"), str):
            row.update(_problem_of(row["tests"]))
        # Without tests every program would pass. A row with `setup` and no tests is a fault of the problem.
        return row if any(name in row for name in TESTS) else {**row, "setup": ""}
    if isinstance(truth, Sequence) and truth:
        is_text = all(isinstance(one, str) for one in truth)
        return {"test_list": list(truth)} if is_text else {"tests": [dict(one) if isinstance(one, Mapping) else one for one in truth]}
    return {"setup": ""}


def _listed(value: Any) -> Any:
    """An array, such as data sets in Parquet have it, as a list."""
    return value.tolist() if hasattr(value, "tolist") else value


def truth_in(fields: Mapping[str, Any]) -> Any:
    """What a row of a data set has as its ground truth: its fields with tests, or the first field that holds all of them.

    >>> truth_in({"answer": "no tests", "test_list": ["assert f(1)"]}), truth_in({"reward_model": {"ground_truth": ["assert f(1)"]}})
    ({'test_list': ['assert f(1)']}, ['assert f(1)'])
    """
    row = {name: fields[name] for name in (*TESTS, *BESIDES) if fields.get(name) is not None}
    if any(name in row for name in TESTS):
        return row
    given = next((fields[name] for name in TRUTHS if fields.get(name) is not None), None)
    return truth_in(given) if isinstance(given, Mapping) and given.get("inputs") is None else given


def lines_as_arguments(data: Mapping[str, Any]) -> dict[str, Any]:
    """``inputs`` and ``outputs`` of a function as values. PRIME and LiveCodeBench have a text of JSON with a line for each argument.

    >>> lines_as_arguments({"fn_name": "add", "inputs": ["1\\n2", [3, 4]], "outputs": ["3", 7]})
    {'fn_name': 'add', 'inputs': [[1, 2], [3, 4]], 'outputs': [3, 7]}
    """
    if data.get("fn_name") is None:
        return {"inputs": list(data["inputs"]), "outputs": list(data["outputs"])}
    inputs = [[json.loads(line) for line in one.split("\n")] if isinstance(one, str) else list(one) for one in _listed(data["inputs"])]
    outputs = [json.loads(one) if isinstance(one, str) else one for one in _listed(data["outputs"])]
    return {"fn_name": data["fn_name"], "inputs": inputs, "outputs": outputs}


def each_test(problem: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
    """The problem with each of its first tests alone, where its tests are a list.

    >>> each_test({"test_list": ["assert a", "assert b", "assert c"], "setup": ""}, 2)
    [{'test_list': ['assert a'], 'setup': ''}, {'test_list': ['assert b'], 'setup': ''}]
    """
    for name in ("tests", "test_list"):
        if isinstance(problem.get(name), list):
            return [{**problem, name: [one]} for one in problem[name][:most]]
    data = problem.get("input_output")
    if isinstance(data, Mapping):
        pairs = list(zip(data["inputs"], data["outputs"]))[:most]
        return [{**problem, "input_output": {**data, "inputs": [one], "outputs": [other]}} for one, other in pairs]
    return [dict(problem)]


def reason_of(verdict: EvalVerdict) -> str:
    """Why a program did not pass, in words: an exception with its text, or the name of the verdict.

    >>> reason_of(judge([{"tests": [{"code": "assert f(0) == 2"}], "solution": "def f(x): return 1 / x"}])[0])
    'ZeroDivisionError: division by zero'
    """
    detail = verdict.detail or {}
    if verdict.verdict == "error":
        return ": ".join(str(part) for part in (detail.get("type"), detail.get("message")) if part)
    said = detail.get("message") or detail.get("reason")
    if verdict.verdict == "failed":
        return str(said or "")
    return f"{verdict.verdict}: {said}" if said else verdict.verdict


def lacks(verdict: EvalVerdict, name: str) -> bool:
    """True if a program has not the function that its tests ask for.

    >>> lacks(judge([{"entry_point": "f", "tests": [{"args": [], "expected": 1}], "solution": "g = 1"}])[0], "f")
    True
    """
    detail = verdict.detail or {}
    is_such = verdict.verdict == "error" and detail.get("type") in ("NameError", "AttributeError") and detail.get("test") == 0
    return is_such and f"'{name}'" in str(detail.get("message"))


def settle(verdict: EvalVerdict) -> EvalVerdict:
    """For frameworks without a number for what nobody knows: says what :func:`configure` has chosen."""
    if verdict.reward is None:
        if _chosen.raises:
            raise Unjudged(verdict)
        LOG.warning("a program could not be judged and counts as a failure: %s", reason_of(verdict))
    return verdict


def text_of(completion: Any) -> str:
    """The text of an answer: itself, or the text of its last message.

    >>> text_of([{"role": "assistant", "content": "hi"}]), text_of("hi"), text_of([{"content": [{"type": "text", "text": "a"}]}])
    ('hi', 'hi', 'a')
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return text_of(completion.get("content") or "")
    if hasattr(completion, "content"):
        return text_of(completion.content or "")
    if isinstance(completion, Sequence) and completion:
        parts = [one for one in completion if isinstance(one, Mapping) and one.get("type") == "text"]
        return "".join(str(part.get("text", "")) for part in parts) if parts else text_of(completion[-1])
    return "" if completion is None else str(completion)


def judge_answers(answers: Sequence[Any], truths: Sequence[Any]) -> list[EvalVerdict]:
    """The verdicts of answers in Markdown, each with its ground truth."""
    return judge([{**problem_of(truth), "response": text_of(answer)} for answer, truth in zip(answers, truths)])


def shares(verdicts: Sequence[EvalVerdict], answers: Sequence[Any], truths: Sequence[Any], most: int) -> list[float | None]:
    """The share of the first tests that each answer passes, each test for itself; ``None`` where nobody knows."""
    found: list[float | None] = [None if one.reward is None else float(one.reward) for one in verdicts]
    # A program that is no program fails all.
    again = [at for at, one in enumerate(verdicts) if one.reward == 0 and one.verdict not in ("syntax", "refused")]
    rows: list[dict[str, Any]] = []
    owners: list[int] = []
    for at in again:
        alone = each_test(problem_of(truths[at]), most)
        rows += [{**problem, "response": text_of(answers[at])} for problem in alone]
        owners += [at] * len(alone)
    judged: dict[int, list[int | None]] = {}
    for owner, one in zip(owners, judge(rows) if rows else []):
        judged.setdefault(owner, []).append(one.reward)
    for owner, rewards in judged.items():
        known = [one for one in rewards if one is not None]
        found[owner] = sum(known) / len(rewards) if len(known) == len(rewards) else None
    return found
