"""Thin adapters, with the real packages where they are installed."""

import asyncio

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


def test_dspy_itself() -> None:
    code_interpreter = pytest.importorskip("dspy.primitives.code_interpreter")
    assert isinstance(StockadeInterpreter(), code_interpreter.CodeInterpreter)
    assert FinalOutput is code_interpreter.FinalOutput
    dspy = pytest.importorskip("dspy")
    if not hasattr(dspy, "RLM"):
        pytest.skip("this DSPy has no RLM")
    from dspy.utils import DummyLM

    answers = [
        {"reasoning": "look", "code": "```python\nprint(len(text))\n```"},
        {"reasoning": "done", "code": "```python\nSUBMIT(str(len(text)))\n```"},
    ]
    interpreter = StockadeInterpreter()
    with dspy.context(lm=DummyLM(answers)):
        made = dspy.RLM("text -> answer", **rlm_interpreter(dspy, interpreter))
        assert made(text="four").answer == "4"


def rlm_interpreter(dspy: object, interpreter: StockadeInterpreter) -> dict[str, object]:
    import inspect

    names = inspect.signature(dspy.RLM.__init__).parameters  # type: ignore[attr-defined]
    return {"interpreter_factory": lambda: StockadeInterpreter(policy="permissive")} if "interpreter_factory" in names else {"interpreter": interpreter}


def test_langchain_tool() -> None:
    pytest.importorskip("langchain_core")
    tool = python_tool(tools={"double": lambda x: 2 * x})
    assert tool.invoke({"code": "x = double(4)\nprint('x is', x)\nx"}) == "x is 8\n8"
    assert tool.invoke({"code": "x + 1"}) == "9"
    assert "IMP001" in tool.invoke({"code": "import os"})
    assert asyncio.run(tool.ainvoke({"code": "x"})) == "8"
    assert tool.args["code"]["type"] == "string"
    session = Session()
    assert python_tool(session).invoke({"code": "n = 5"}) == "" and session["n"] == 5


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
