"""Whole loops of agents in pydantic-ai, OpenAI's Agents SDK and LlamaIndex, unmodified, with models that say what a script says."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any

import pytest
from stockade import Session

#: What the model asks for in each turn: the texts of one call or of several at once. Then it answers.
Script = list[list[str]]

ANSWER = "That is all."
FRAMEWORKS = ["pydantic_ai", "openai_agents", "llama_index"]
NEEDED = {"pydantic_ai": "pydantic_ai", "openai_agents": "agents", "llama_index": "llama_index.core"}


class Told(list[list[str]]):
    """What the model was told of its calls, turn by turn, and of the tool."""

    description = ""
    parameters: dict[str, Any] = {}


def by_pydantic_ai(script: Script, tool: Any, told: Told) -> Any:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    turns = iter(script)

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        [shown] = info.function_tools
        told.description, told.parameters = shown.description or "", shown.parameters_json_schema
        answers = [part.content for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        if answers:
            told.append([str(answer) for answer in answers])
        asked = next(turns, None)
        return ModelResponse(parts=[TextPart(ANSWER)] if asked is None else [ToolCallPart(shown.name, {"code": code}) for code in asked])

    return Agent(FunctionModel(model), toolsets=[tool])


def by_openai_agents(script: Script, tool: Any, told: Told) -> Any:
    from agents import Agent, Model, ModelResponse, Usage
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    turns = iter(script)

    class Scripted(Model):
        async def get_response(self, system_instructions: Any, input: Any, model_settings: Any, tools: Any, *rest: Any, **more: Any) -> ModelResponse:
            [shown] = tools
            told.description, told.parameters = shown.description, shown.params_json_schema
            answers = []
            for item in reversed([] if isinstance(input, str) else input):
                if item.get("type") != "function_call_output":
                    break
                answers.append(str(item["output"]))
            if answers:
                told.append(answers[::-1])
            asked = next(turns, None)
            said: list[Any] = [
                ResponseFunctionToolCall(
                    arguments=json.dumps({"code": code}), call_id=f"call_{len(told)}_{number}", name=shown.name, type="function_call"
                )
                for number, code in enumerate(asked or [])
            ]
            if asked is None:
                text = ResponseOutputText(annotations=[], text=ANSWER, type="output_text")
                said.append(ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message"))
            return ModelResponse(output=said, usage=Usage(), response_id=None)

        def stream_response(self, *args: Any, **more: Any) -> AsyncIterator[Any]:
            raise NotImplementedError

    return Agent(name="agent", model=Scripted(), tools=[tool])


def by_llama_index(script: Script, tool: Any, told: Told) -> Any:
    from llama_index.core.agent.workflow import FunctionAgent
    from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
    from llama_index.core.llms.mock import MockFunctionCallingLLM

    turns = iter(script)

    def model(messages: Any, **kwargs: Any) -> ChatMessage:
        [shown] = kwargs["tools"]
        told.description, told.parameters = shown.metadata.description, shown.metadata.get_parameters_dict()
        answers: list[str] = []
        for message in reversed(messages):
            if message.role != MessageRole.TOOL:
                break
            answers.append(str(message.content or ""))
        if answers:
            told.append(answers[::-1])
        asked = next(turns, None)
        if asked is None:
            return ChatMessage(role="assistant", content=ANSWER)
        calls: list[Any] = [
            ToolCallBlock(tool_call_id=f"call_{len(told)}_{number}", tool_name=shown.metadata.name, tool_kwargs={"code": code})
            for number, code in enumerate(asked)
        ]
        return ChatMessage(role="assistant", blocks=calls)

    return FunctionAgent(tools=[tool], llm=MockFunctionCallingLLM(response_generator=model, is_chat_model=True))


def made(framework: str, session: Session | None = None, **settings: Any) -> Any:
    pytest.importorskip(NEEDED[framework])
    module = import_module(f"stockade.{framework}")
    return (module.python_toolset if framework == "pydantic_ai" else module.python_tool)(session, **settings)


def agent_of(framework: str, script: Script, tool: Any, told: Told) -> Any:
    return {"pydantic_ai": by_pydantic_ai, "openai_agents": by_openai_agents, "llama_index": by_llama_index}[framework](script, tool, told)


async def ask(framework: str, agent: Any) -> str:
    """The agent's answer."""
    if framework == "openai_agents":
        from agents import RunConfig, Runner

        return str((await Runner.run(agent, "Go on.", run_config=RunConfig(tracing_disabled=True))).final_output)
    result = await agent.run("Go on.")
    return str(result.output if framework == "pydantic_ai" else result.response.content)


def loop(framework: str, script: Script, session: Session | None = None, **settings: Any) -> Told:
    """What the model was told in a whole run."""
    told = Told()
    agent = agent_of(framework, script, made(framework, session, **settings), told)
    assert asyncio.run(ask(framework, agent)) == ANSWER
    return told


def get_price(item: str) -> float:
    """The price of an item.

    In euros.
    """
    return {"guitar": 800.0, "amp": 250.0}[item]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_an_agent_keeps_its_variables_and_calls_the_hosts_functions(framework: str) -> None:
    async def fetch(page: int) -> str:
        await asyncio.sleep(0)
        return f"page {page}"

    script = [["price = get_price('amp')\nprint('found')"], ["page = await fetch(2)\n[price, page]"], ["total = 1"], ["len(page) + total"]]
    told = loop(framework, script, tools={"get_price": get_price, "fetch": fetch})
    assert told == [["found\n"], ["[250.0, 'page 2']"], ["(nothing was printed, and there is no value)"], ["7"]]
    assert told.description.startswith("Runs Python code in a sandbox") and "no file system" in told.description
    assert told.description.endswith("The code can call these functions:\n- get_price(item): The price of an item.\n- await fetch(page)")
    assert list(told.parameters["properties"]) == ["code"] == told.parameters["required"]
    assert told.parameters["properties"]["code"]["type"] == "string"


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_errors_are_texts_for_the_model(framework: str) -> None:
    def fail() -> None:
        raise LookupError("it is not there")

    script = [
        ["import subprocess"], ["x = (1"], ["print('before')\nvalues = [1]\nvalues[7]"], ["fail()"], ["while True: pass"], ["raise SystemExit(2)"], ["values"],
    ]
    refused, syntax, index, of_host, endless, left, after = [text for text, in loop(framework, script, tools={"fail": fail}, fuel=100_000)]
    assert "IMP001" in refused and "nothing of it ran" in refused and "nothing of" in syntax and "was never closed" in syntax
    assert index.startswith("before\nError: IndexError: list index out of range") and "line 3" in index and "values[7]" in index
    assert of_host.startswith("Error: LookupError: it is not there") and "test_frameworks" not in of_host
    assert endless.startswith("Error: fuel limit reached: 100,000 of 100,000 fuel units") and "while True" in endless and "Do less" in endless
    assert left.startswith("Error: SystemExit: 2") and after == "[1]"


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_calls_at_once_run_in_turn(framework: str) -> None:
    running: list[int] = []

    async def slow(x: int) -> int:
        running.append(x)
        assert len(running) == 1
        await asyncio.sleep(0.02)
        running.remove(x)
        return x

    def blocking(x: int) -> int:
        time.sleep(0.01)
        return x

    calls = [f"seen.append(await slow({n}) + blocking(0))\n{n}" for n in range(6)]
    told = loop(framework, [calls, ["sorted(seen)"]], tools={"slow": slow, "blocking": blocking}, inputs={"seen": []})
    assert sorted(told[0]) == [str(n) for n in range(6)] and told[1] == ["[0, 1, 2, 3, 4, 5]"]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_session_that_is_given(framework: str) -> None:
    session = Session(inputs={"n": 1})
    loop(framework, [["n += 1"]], session)
    loop(framework, [["n += 1"]], session)
    assert session["n"] == 3
    with pytest.raises(TypeError, match="settings are for a session that is made here.*give fuel to that Session"):
        made(framework, session, fuel=5)
    with pytest.raises(TypeError, match="session is a Session, not 'default'"):
        made(framework, "default")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Did you mean 'timeout'"):
        made(framework, timout=5)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_names_and_words_of_the_author(framework: str) -> None:
    told = Told()
    agent = agent_of(framework, [["1 + 1"]], made(framework, name="compute", description="Computes."), told)
    assert asyncio.run(ask(framework, agent)) == ANSWER
    assert told == [["2"]] and told.description == "Computes."


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_run_that_is_cancelled_leaves_the_session_usable(framework: str) -> None:
    session = Session(timeout=60)
    agent = agent_of(framework, [["x = 1\nwhile True: pass"]], made(framework, session), Told())

    async def impatient() -> None:
        task = asyncio.create_task(ask(framework, agent))
        await asyncio.sleep(0.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(impatient())
    if framework == "llama_index":
        # Its workflow runs as tasks of its own, which end with the loop.
        session.interrupt()
    assert session.run("x").value == 1


def test_runs_of_pydantic_ai_see_nothing_of_each_other() -> None:
    pytest.importorskip("pydantic_ai")
    toolset = made("pydantic_ai", inputs={"n": [1]})
    for _ in range(2):
        told = Told()
        agent = agent_of("pydantic_ai", [["n.append(2)"], ["n"]], toolset, told)
        assert asyncio.run(ask("pydantic_ai", agent)) == ANSWER
        assert told[-1] == ["[1, 2]"]
    assert toolset.session["n"] == [1]


def test_pydantic_ais_own_test_model() -> None:
    pydantic_ai = pytest.importorskip("pydantic_ai")
    from pydantic_ai.models.test import TestModel

    agent = pydantic_ai.Agent(TestModel(call_tools=["python"]), toolsets=[made("pydantic_ai", id="code")])
    # It calls the tool with a text of its own: the letter `a`, a name that nothing defines.
    assert "NameError" in agent.run_sync("Go on.").output


def test_pydantic_ais_wrappers_of_toolsets() -> None:
    pydantic_ai = pytest.importorskip("pydantic_ai")
    from pydantic_ai.models.test import TestModel

    session = Session(inputs={"a": 5})
    agent = pydantic_ai.Agent(TestModel(), toolsets=[made("pydantic_ai", session).prefixed("safe")])
    assert agent.run_sync("Go on.").output == '{"safe_python":"5"}'


def test_llama_index_calls_without_a_loop() -> None:
    tool = made("llama_index", inputs={"x": 2})
    assert str(tool.call(code="x + 1")) == "3" and str(asyncio.run(tool.acall(code="x + 2"))) == "4"


def test_frameworks_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for framework, package in [("pydantic_ai", "pydantic-ai-slim"), ("openai_agents", "openai-agents"), ("llama_index", "llama-index-core")]:
        for name in [name for name in sys.modules if name.split(".")[0] == NEEDED[framework].split(".")[0]]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, NEEDED[framework].split(".")[0], None)
        module = import_module(f"stockade.{framework}")
        with pytest.raises(ImportError, match=f"needs {package}: pip install 'stockade\\[{framework.replace('_', '-')}\\]'"):
            (getattr(module, "python_toolset", None) or module.python_tool)()
