"""A ``CodeAgent`` of smolagents with a scripted model, unmodified: the same answers and observations under both executors."""

from __future__ import annotations

import contextvars
import re
import threading
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest
from stockade import StockadeExecutor

smolagents = pytest.importorskip("smolagents")
local = pytest.importorskip("smolagents.local_python_executor")

EXECUTORS: dict[str, Callable[..., Any]] = {"smolagents": local.LocalPythonExecutor, "stockade": StockadeExecutor}
WHO: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")


class Scripted(smolagents.Model):  # type: ignore[misc, name-defined]
    """Says what it was given to say, and keeps what it was told."""

    def __init__(self, *steps: str) -> None:
        super().__init__(model_id="scripted")
        self.steps, self.told = list(steps), ""

    def generate(self, messages: Any, **options: Any) -> Any:
        self.told = "\n".join(str(part) for message in messages for part in ([message.content] if isinstance(message.content, str) else message.content))
        return smolagents.ChatMessage(role=smolagents.MessageRole.ASSISTANT, content=f"Thought: on.\n<code>\n{self.steps.pop(0)}\n</code>")


def shop(calls: list[Any]) -> list[Any]:
    @smolagents.tool  # type: ignore[misc]
    def get_price(item: str) -> float:
        """The price of an item.

        Args:
            item: its name
        """
        calls.append((item, threading.current_thread() is threading.main_thread(), WHO.get()))
        return {"guitar": 800.0, "amp": 250.0}[item]

    @smolagents.tool  # type: ignore[misc]
    def stock(items: list, least: int = 1) -> dict:
        """What is there.

        Args:
            items: names
            least: how many there must be
        """
        return {item: least + len(item) for item in items}

    return [get_price, stock]


def observations(agent: Any) -> list[str]:
    """What the model is shown of each step, without what differs by right."""
    shown = []
    for step in agent.memory.steps:
        if isinstance(step, smolagents.ActionStep):
            text = str(step.observations or "") + (f" error: {type(step.error).__name__}" if step.error else "")
            text = text.replace("smolagents.local_python_executor.", "__main__.")
            shown.append(re.sub(r"0x[0-9a-f]+", "0x", text))
    return shown


STORIES: dict[str, list[str]] = {
    "steps and tools": [
        "prices = {name: get_price(name) for name in ['guitar', 'amp']}\nprint(prices)",
        "total = sum(prices.values())\nfor name, price in sorted(prices.items()):\n    print(f'{name:>8}: {price:8.2f}')\ntotal",
        "there = stock(list(prices), least=2)\nfinal_answer({'total': total * factor, 'there': there})",
    ],
    "recovery from errors": [
        "get_price('drum')",
        "import os\nprint(os.listdir('.'))",
        "x = [1, 2\n",
        "print('before')\nvalues = [1, 2, 3]\nvalues[7]",
        "print(undefined_thing)",
        "get_price()",
        "final_answer(sum(values))",
    ],
    "functions and classes": [
        "import math, re, statistics\ndef area(r):\n    return math.pi * r ** 2\nclass Shape:\n    def __init__(self, r):\n        self.r = r\n    def size(self):\n        return area(self.r)\nshapes = [Shape(1), Shape(2)]",
        "found = re.findall(r'[a-z]+', 'ab 12 cd')\nareas = [area(1), area(2)]\nprint(found, round(statistics.mean(areas), 3))",
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    caught = str(error)\nfinal_answer([caught, round(shapes[1].size(), 2)] + found)",
    ],
    "answers in the middle": ["for i in range(5):\n    print(i)\n    if i == 3:\n        final_answer(i)\nprint('never')"],
    "no answer": ["x = 1", "y = x + 1\nprint(y)"],
}


def run(story: str, executor: Callable[..., Any]) -> tuple[Any, list[str], list[Any], Any]:
    calls: list[Any] = []
    steps = STORIES[story]
    model = Scripted(*steps, "final_answer('gave up')", "final_answer('gave up')")
    agent = smolagents.CodeAgent(tools=shop(calls), model=model, executor=executor([]), verbosity_level=0, max_steps=8)
    token = WHO.set("the caller")
    try:
        answer = agent.run("Look it up.", additional_args={"factor": 2})
    finally:
        WHO.reset(token)
    return answer, observations(agent), calls, agent


@pytest.mark.parametrize("story", STORIES)
def test_both_executors_answer_alike(story: str) -> None:
    theirs, ours = (run(story, EXECUTORS[name]) for name in ("smolagents", "stockade"))
    assert ours[0] == theirs[0]
    assert ours[1] == theirs[1]
    # Tools run on the caller's thread, in its context. smolagents has a thread of its own for its timeout.
    assert [call[0] for call in ours[2]] == [call[0] for call in theirs[2]]
    assert all(call[1:] == (True, "the caller") for call in ours[2])


def test_a_managed_agent_is_a_tool() -> None:
    answers = []
    for executor in EXECUTORS.values():
        helper = smolagents.CodeAgent(
            tools=shop([]), model=Scripted("price = get_price('amp')", "final_answer(price + 1)"), executor=executor([]), verbosity_level=0,
            name="helper", description="Knows prices.",
        )
        model = Scripted("told = helper(task='What is an amp?')\nprint(told[-5:])", "final_answer(('251' in str(told), len(told) > 5))")
        agent = smolagents.CodeAgent(tools=[], managed_agents=[helper], model=model, executor=executor([]), verbosity_level=0)
        answers.append(agent.run("Ask the helper."))
    assert answers[0] == answers[1] == (True, True)


def test_an_exit_of_the_program_is_contained() -> None:
    model = Scripted("raise SystemExit(3)", "import sys", "final_answer('still here')")
    agent = smolagents.CodeAgent(tools=[], model=model, executor=StockadeExecutor(), verbosity_level=0)
    assert agent.run("Leave.") == "still here"


def test_the_imports_that_the_prompt_names() -> None:
    model = Scripted("import json\nfinal_answer(json.loads('[1]'))")
    agent = smolagents.CodeAgent(
        tools=[], model=model, additional_authorized_imports=["json"], executor=StockadeExecutor(["json"]), verbosity_level=0
    )
    with agent:
        assert agent.run("Read.") == [1] and "json" in model.told


def test_the_entry_point() -> None:
    """smolagents calls what makes an executor with the imports, the agent's logger and ``executor_kwargs``."""
    pyproject = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.search(r'\[project.entry-points."smolagents.executors"\]\nstockade = "(.*)"', pyproject)[1]  # type: ignore[index]
    # What is installed says the same; a folder of sources has none.
    installed = [one for one in entry_points(group="smolagents.executors") if one.name == "stockade"]
    assert [one.value for one in installed] in ([], [declared])
    factory = EntryPoint("stockade", declared, "smolagents.executors").load()

    class Agent(smolagents.CodeAgent):  # type: ignore[misc, name-defined]
        def create_python_executor(self) -> Any:
            return factory(self.additional_authorized_imports, self.logger, **self.executor_kwargs)

    model = Scripted("import json\nfinal_answer(json.loads('[1]'))")
    settings = {"timeout_seconds": 5, "memory": "64MiB", "max_print_outputs_length": 100}
    agent = Agent(tools=[], model=model, additional_authorized_imports=["json"], executor_kwargs=settings, verbosity_level=0)
    assert isinstance(agent.python_executor, StockadeExecutor) and agent.python_executor.logger is agent.logger
    assert agent.python_executor.max_print_outputs_length == 100 and agent.run("Read.") == [1]
    with pytest.raises(TypeError, match="max_print_outputs_length is a number of characters, not AgentLogger; .*make_executor"):
        StockadeExecutor([], agent.logger)


def test_errors_of_tools_are_the_cause_of_the_executors() -> None:
    executor = StockadeExecutor([])
    problem = ZeroDivisionError("of the host")

    def fail() -> None:
        raise problem

    executor.send_tools({"fail": fail})
    with pytest.raises(local.InterpreterError) as caught:
        executor("fail()")
    assert caught.value.__cause__ is problem


def test_numpy_in_an_agent() -> None:
    pytest.importorskip("numpy")
    answers = []
    for executor in EXECUTORS.values():
        model = Scripted("import numpy as np\na = np.arange(6).reshape(2, 3)\nprint(a.sum(axis=0))", "final_answer(float(np.mean(a ** 2)))")
        agent = smolagents.CodeAgent(
            tools=[], model=model, additional_authorized_imports=["numpy"], executor=executor(["numpy"]), verbosity_level=0
        )
        answers.append((agent.run("Count."), observations(agent)))
    assert answers[0] == answers[1]
