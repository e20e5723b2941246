"""Thin adapters, with the real packages where they are installed."""

import asyncio
import functools
import inspect
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from stockade import Session, sandboxed
from stockade.dspy import CodeExecutionError, FinalOutput, StockadeInterpreter
from stockade.langchain import python_tool


def test_dspy_interpreter() -> None:
    with StockadeInterpreter(tools={"double": lambda x: 2 * x}, output_fields=[{"name": "answer"}, {"name": "why"}]) as interpreter:
        assert interpreter.execute("x = double(n)\nprint(x)", {"n": 3}) == "6\n"
        assert interpreter.execute("y = 1") is None
        interpreter.tools["triple"] = lambda x: 3 * x
        assert interpreter.execute("print(triple(x))") == "18\n"
        with pytest.raises(CodeExecutionError, match="ZeroDivisionError"):
            interpreter.execute("1 / 0")
        with pytest.raises(SyntaxError):
            interpreter.execute("x = (")
        with pytest.raises(CodeExecutionError, match="missing 1 required positional argument: 'why'"):
            interpreter.execute("SUBMIT(1)")
        assert interpreter.execute("SUBMIT(x, why='twice')") == FinalOutput({"answer": 6, "why": "twice"})
    with pytest.raises(RuntimeError):
        interpreter.execute("1")


def test_wrappers_that_take_only_keywords() -> None:
    """As ``dspy.RLM`` and ``dspy.Flex`` make them of their tools: the signature shows places that the code does not have."""

    def find(text: str, most: int = 3, *, exact: bool = False) -> list[object]:
        return [text, most, exact]

    @functools.wraps(find)
    def wrapped(**kwargs: Any) -> list[object]:
        return find(**kwargs)

    def signed(**kwargs: Any) -> list[object]:
        return find(**kwargs)

    @functools.wraps(find)
    async def awaited(**kwargs: Any) -> list[object]:
        return find(**kwargs)

    signed.__signature__ = inspect.signature(find)  # type: ignore[attr-defined]
    code = "[f('a'), f('a', 1), f('a', most=2), f(text='a', exact=True)]"
    expected = [["a", 3, False], ["a", 1, False], ["a", 2, False], ["a", 3, True]]
    for tool in (find, wrapped, signed):
        session = Session(tools={"f": tool})
        assert session.run(code).value == expected
        assert "missing 1 required positional argument: 'text'" in str(session.run("f()").message)
        assert StockadeInterpreter(tools={"f": tool}).execute(code) == repr(expected)
    assert Session(tools={"f": awaited}).run("await f('a', 1)").value == ["a", 1, False]
    assert StockadeInterpreter(tools={"f": awaited}).execute("f('a', most=1)") == "['a', 1, False]"
    # Under names that the author gives.
    session = Session()
    session.add_tool("g", lambda **kwargs: kwargs, params="a, b=2, **rest")
    assert session.run("g(1, c=3)").value == {"a": 1, "b": 2, "c": 3}


def test_values_of_dspy_executions() -> None:
    run = StockadeInterpreter().execute
    assert run("print('a')\n[1, 2]") == "a\n[1, 2]" and run("None") is None and run("0") == "0"
    assert run("print('for people')\nimport json\njson.dumps({'a': 1})") == '{"a": 1}'


def test_dspy_errors_have_a_cause() -> None:
    interpreter = StockadeInterpreter(tools={"load": json.loads})
    with pytest.raises(CodeExecutionError, match="ValueError: JSONDecodeError: Expecting value") as caught:
        interpreter.execute("load('?')")
    assert isinstance(caught.value.__cause__, json.JSONDecodeError) and caught.value.__cause__.pos == 0
    with pytest.raises(CodeExecutionError) as caught:
        interpreter.execute("1 / 0")
    assert caught.value.__cause__ is None


def said(*steps: str) -> list[dict[str, str]]:
    return [{"reasoning": "so", "code": f"```python\n{step}\n```"} for step in steps]


def test_dspy_rlm_with_tools_and_sub_agents() -> None:
    dspy = pytest.importorskip("dspy", minversion="3.4")
    from dspy.utils import DummyLM

    def search(query: str, k: int = 2) -> list[str]:
        return [query] * k

    def load(text: str) -> object:
        return json.loads(text)

    async def fetch(page: int) -> str:
        return f"page {page}"

    steps = [
        *said("print(search('a', 3), search(query='b'), search('c', k=1))", "print(fetch(1))"),
        *said("try:\n    load('?')\nexcept ValueError as error:\n    print('caught', error)", "load('?')"),
        *said("import dspy\nprint(dspy.Predict('question -> answer')(question='2 + 2?').answer)"),
        {"answer": "four!"},
        *said("import sys\nsys.modules['os']", "SUBMIT(str(len(text)))"),
    ]
    factory = StockadeInterpreter.factory(timeout="5s", memory="64MiB")
    with dspy.context(lm=DummyLM(steps), allow_tool_async_sync_conversion=True):
        made = dspy.RLM("text -> answer", tools=[search, dspy.Tool(load), fetch], interpreter_factory=factory)
        assert StockadeInterpreter.execution_instructions in made.generate_action.signature.instructions
        done = made(text="four")
    assert done.answer == "4"
    shown = [step["output"] for step in done.trajectory]
    assert shown[:2] == ["['a', 'a', 'a'] ['b', 'b'] ['c']\n", "page 1\n"]
    assert shown[2] == "caught JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n" and "ValueError: JSONDecodeError" in shown[3]
    assert shown[4] == "four!\n" and "ATT001" in shown[5] and shown[6] == "FINAL: {'answer': '4'}"


def test_dspy_configured_for_all() -> None:
    dspy = pytest.importorskip("dspy", minversion="3.4")
    from dspy.utils import DummyLM

    def shout(text: str) -> str:
        return text.upper()

    with dspy.context(lm=DummyLM(said("SUBMIT(text + '!')")), interpreter_factory=StockadeInterpreter):
        assert dspy.RLM("text -> answer")(text="hi").answer == "hi!"
    code = "def forward(self, text):\n        print('on')\n        return dspy.Prediction(answer=self.ask(text=text).answer + shout(text))"
    source = f"import dspy\nclass Own(dspy.Module):\n    def __init__(self):\n        self.ask = dspy.Predict('text -> answer')\n    {code}\n"
    with dspy.context(lm=DummyLM([{"answer": "so: "}])):
        flex = dspy.Flex("text -> answer", interpreter_factory=StockadeInterpreter, tools=[shout])
        flex._bridge.bind(source)
        assert flex._bridge.forward({"text": "four"}).answer == "so:FOUR"


def test_dspy_itself() -> None:
    code_interpreter = pytest.importorskip("dspy.primitives.code_interpreter")
    assert isinstance(StockadeInterpreter(), code_interpreter.CodeInterpreter)
    assert FinalOutput is code_interpreter.FinalOutput
    assert issubclass(CodeExecutionError, code_interpreter.CodeInterpreterError)


def test_langchain_tool() -> None:
    pytest.importorskip("langchain_core")
    tool = python_tool(tools={"double": lambda x: 2 * x})
    assert tool.invoke({"code": "x = double(4)\nprint('x is', x)\nx"}) == "x is 8\n8"
    assert tool.invoke({"code": "x + 1"}) == "9"
    assert "IMP001" in tool.invoke({"code": "import os"})
    assert asyncio.run(tool.ainvoke({"code": "x"})) == "8"
    assert tool.args["code"]["type"] == "string"
    session = Session()
    assert python_tool(session).invoke({"code": "n = 5"}).startswith("(nothing was printed") and session["n"] == 5


def test_langchain_calls_in_parallel() -> None:
    pytest.importorskip("langchain_core")

    def slow(x: int) -> int:
        time.sleep(0.02)
        return x

    async def slow_too(x: int) -> int:
        await asyncio.sleep(0.02)
        return x

    tool = python_tool(tools={"slow": slow, "slow_too": slow_too}, inputs={"seen": []})
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda n: tool.invoke({"code": f"seen.append(slow({n}))\n{n}"}), range(8))) == [str(n) for n in range(8)]
    assert sorted(json.loads(tool.invoke({"code": "seen"}))) == list(range(8))

    async def many() -> list[str]:
        # More than an event loop has threads.
        calls = [tool.ainvoke({"code": f"seen.append(await slow_too({n}))\n{n}"}) for n in range(50)]
        return await asyncio.gather(*calls)

    assert asyncio.run(many()) == [str(n) for n in range(50)]
    assert json.loads(tool.invoke({"code": "seen[8:]"})) == list(range(50))

    async def impatient() -> str:
        """Who is cancelled while it waits leaves the queue, and who is cancelled while it runs gives its turn on."""
        running, waiting, last = [asyncio.create_task(tool.ainvoke({"code": code})) for code in ("while True: pass", "seen.clear()", "len(seen)")]
        await asyncio.sleep(0.2)
        waiting.cancel()
        running.cancel()
        return str(await last)

    assert asyncio.run(impatient()) == "58"


def test_a_langchain_tool_that_calls_itself() -> None:
    pytest.importorskip("langchain_core")
    tool = python_tool(tools={"again": lambda: tool.invoke({"code": "1"})})
    assert "its tools can't begin another one in it" in tool.invoke({"code": "again()"}) and tool.invoke({"code": "2"}) == "2"


@sandboxed(fuel=200_000)
def mean(values: list[float], *, digits: int = 2) -> float:
    import statistics

    return round(statistics.mean(values), digits)


@sandboxed
def bad(what: str) -> object:
    if what == "raise":
        raise KeyError("no")
    if what == "loop":
        while True:
            pass
    return open(what)


def test_decorator() -> None:
    assert mean([1, 2, 4]) == 2.33 and mean([1, 2, 4], digits=0) == 2.0
    with pytest.raises(RuntimeError):
        bad("/etc/passwd")


@sandboxed(fuel=50_000)
def ends(what: str) -> object:
    if what == "raise":
        raise KeyError("no")
    while True:
        pass


def test_decorator_says_how_it_ended() -> None:
    with pytest.raises(KeyError):
        ends("raise")
    with pytest.raises(RuntimeError, match="fuel limit"):
        ends("loop")
