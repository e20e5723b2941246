"""One reward through each framework that needs torch, from the framework's own entry point: `.ci/nightly` runs it where
`STOCKADE_TORCH` is set.

    python python/tests/peers/full.py make FOLDER          # an environment for each framework, with torch
    python python/tests/peers/full.py run FOLDER [NAME...] # runs ours in each

The environments are made of what the configured index has. `STOCKADE_TORCH` may be arguments for the installation of torch itself, such as
`--index-url=...` of an index with builds for processors alone; `1` takes torch as it comes, which is some gigabytes. A framework that cannot
be installed here (it wants a GPU's compiler, or another Python) is said, and is a failure unless it is left out by the names that are given.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

RIGHT = "Let me see.\n\n```python\ndef f(x):\n    return 2 * x\n```\n"
WRONG = RIGHT.replace("2 * x", "x")
GAP = "```python\nimport numpy\ndef f(x):\n    return numpy.linalg.svd(x)\n```"
TESTS = ["assert f(2) == 4", "assert f(0) == 0"]


def tiny_model() -> tuple[Any, Any]:
    """A model of a few thousand weights with its tokenizer, made here: nothing is downloaded."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = {word: at for at, word in enumerate(["<pad>", "<eos>", "<unk>", "Double", "it", "def", "f", "return", "x", "2", "*"])}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>")
    config = GPT2Config(vocab_size=len(words), n_positions=64, n_embd=16, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=1, pad_token_id=0)
    return GPT2LMHeadModel(config), fast


def trl() -> None:
    """A step of `GRPOTrainer` on a tiny model; its answers are replaced by ours on their way to the reward."""
    from datasets import Dataset
    from stockade.rewards.trl import code_reward
    from trl import GRPOConfig, GRPOTrainer

    model, tokenizer = tiny_model()
    seen: list[list[float | None]] = []

    def reward(completions: list[Any], **columns: Any) -> list[float | None]:
        assert len(completions) == 4 and all(isinstance(one, str) for one in completions)
        # The model knows no Python. What it said is wrong, and judged as that; then answers whose rewards are known.
        assert code_reward(completions=completions, **columns) == [0.0] * 4
        seen.append(code_reward(completions=[RIGHT, WRONG, GAP, RIGHT], **columns))
        return seen[-1]

    with tempfile.TemporaryDirectory() as folder:
        options = GRPOConfig(
            output_dir=folder, per_device_train_batch_size=4, num_generations=4, max_completion_length=8, max_steps=1, report_to=[],
            use_cpu=True, bf16=False, save_strategy="no", logging_steps=1,
        )
        data = Dataset.from_list([{"prompt": "Double it", "test_list": TESTS}] * 4)
        trainer = GRPOTrainer(model=model, reward_funcs=reward, args=options, train_dataset=data, processing_class=tokenizer)
        trainer.train()
        [logged] = [entry["reward"] for entry in trainer.state.log_history if "reward" in entry]
    assert seen == [[1.0, 0.0, None, 1.0]], seen
    # The mean of the rewards that are there: TRL leaves `None` out.
    assert abs(logged - 2 / 3) < 1e-3, logged


class Letters:
    """A tokenizer whose tokens are characters, so that what we say arrives as it is. 0 is padding."""

    eos_token = ""

    def __call__(self, text: str, **options: Any) -> dict[str, Any]:
        import torch

        return {"input_ids": torch.tensor([[ord(one) for one in text]])}

    def decode(self, ids: Any, skip_special_tokens: bool = True) -> str:
        return "".join(chr(int(one)) for one in ids if int(one))


def verl() -> None:
    """A batch through the reward manager of verl, with our function loaded by its path."""
    import numpy
    import torch
    from tensordict import TensorDict
    from verl import DataProto
    from verl.utils.import_utils import load_extern_object
    from verl.workers.reward_manager.naive import NaiveRewardManager

    score = load_extern_object(module_path="pkg://stockade.rewards.verl", object_name="compute_score")
    answers = [RIGHT, WRONG, GAP]
    size, most = len(answers), max(map(len, answers))
    responses = torch.tensor([[ord(one) for one in answer.ljust(most, chr(0))] for answer in answers])
    mask = torch.cat([torch.ones((size, 2), dtype=torch.long), (responses > 0).long()], dim=1)
    batch = TensorDict({"prompts": torch.full((size, 2), ord("Q")), "responses": responses, "attention_mask": mask}, batch_size=size)
    others = {
        name: numpy.array([value] * size, dtype=object)
        for name, value in {"data_source": "stockade", "reward_model": {"ground_truth": TESTS}, "extra_info": {}}.items()
    }
    manager = NaiveRewardManager(tokenizer=Letters(), num_examine=0, compute_score=score)
    rewards = manager(DataProto(batch=batch, non_tensor_batch=others))
    # One of the two tests holds for the wrong one, and nobody knows the last.
    assert rewards.sum(dim=-1).tolist() == [1.0, 0.5, 0.0], rewards


def openrlhf() -> None:
    """Answers of an engine through the executor of OpenRLHF, which loads our file by its path."""
    from types import SimpleNamespace

    from openrlhf.utils.agent import SingleTurnAgentExecutor
    from stockade.rewards import openrlhf as ours

    class Engine:
        """An engine that has its answers already."""

        def __init__(self, answer: str) -> None:
            self.answer = answer

        async def generate(self, tokens: Any, params: Any, **options: Any) -> Any:
            said = SimpleNamespace(token_ids=[ord(one) for one in self.answer], finish_reason="stop", logprobs=None)
            return SimpleNamespace(outputs=[said])

    async def ask(answer: str) -> dict[str, Any]:
        params = SimpleNamespace(max_tokens=4096, logprobs=None)
        return await SingleTurnAgentExecutor(ours.__file__).execute("Double it.", json.dumps(TESTS), params, 8192, Letters(), Engine(answer))

    found = [asyncio.run(ask(answer)) for answer in (RIGHT, WRONG, GAP)]
    assert [float(one["reward"]) for one in found] == [1.0, 0.0, 0.0], found
    assert [float(one["extra_logs"]["unjudged"]) for one in found] == [0.0, 0.0, 1.0], found


def areal() -> None:
    """Answers through AReaL's wrapper, which calls the reward in processes of its own."""
    from areal.api.reward_api import AsyncRewardWrapper
    from stockade.rewards.areal import reward_fn

    async def ask() -> list[float]:
        reward = AsyncRewardWrapper(reward_fn)
        return [await reward("Double it.", answer, [1], [2], test_list=TESTS) for answer in (RIGHT, WRONG, GAP)]

    assert asyncio.run(ask()) == [1.0, 0.0, 0.0]


#: What each needs besides torch, and its run. The versions are those of `.ci/run`, whose tests read their files.
FRAMEWORKS: dict[str, tuple[list[str], Callable[[], None]]] = {
    "trl": (["trl==1.16.0"], trl),
    "verl": (["verl==0.9.1"], verl),
    "openrlhf": (["openrlhf==0.11.2"], openrlhf),
    "areal": (["areal==1.0.4"], areal),
}


def make(folder: Path, names: list[str]) -> None:
    asked = os.environ.get("STOCKADE_TORCH", "1")
    torch = [] if asked == "1" else shlex.split(asked)
    for name in names:
        place = folder / name
        if (place / "complete").exists():
            continue
        venv.create(place, with_pip=True, clear=True)
        pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            subprocess.run([*pip, "torch", *torch], check=True)
            subprocess.run([*pip, *FRAMEWORKS[name][0]], check=True)
        except subprocess.CalledProcessError:
            print(f"{name} cannot be installed here")
            continue
        (place / "complete").touch()


def run(folder: Path, names: list[str]) -> int:
    failed = []
    wheels = sorted(Path("target/wheels").glob("stockade-*.whl"))
    for name in names:
        python = folder / name / "bin" / "python"
        if not (folder / name / "complete").exists():
            failed.append(f"{name} (it is not installed)")
            continue
        if wheels:
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", *wheels], check=True)
        if subprocess.run([python, __file__, "one", name], check=False).returncode:
            failed.append(name)
        else:
            print(f"{name}: its own entry point gives our rewards")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return int(bool(failed))


def main(words: list[str]) -> int:
    match words:
        case ["one", name]:
            FRAMEWORKS[name][1]()
            return 0
        case [("make" | "run") as what, folder, *names]:
            chosen = names or list(FRAMEWORKS)
            if unknown := [name for name in chosen if name not in FRAMEWORKS]:
                print(f"there is no framework {', '.join(unknown)}; those known are {', '.join(FRAMEWORKS)}")
                return 2
            if what == "make":
                make(Path(folder), chosen)
                return 0
            return run(Path(folder).resolve(), chosen)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
