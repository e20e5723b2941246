"""One name for one thing in every function, on the command line and in policies, and what is said about others."""

import asyncio
import inspect
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import stockade
from stockade import Policy, Session, StockadeExecutor, run, run_async
from stockade._names import KINDS, LIMITS, Limits
from stockade.dspy import StockadeInterpreter
from stockade.langchain import python_tool
from stockade.llama_index import python_tool as llama_index_tool
from stockade.openai_agents import python_tool as openai_agents_tool
from stockade.pydantic_ai import python_toolset
from stockade.smolagents import evaluate_python_code, make_executor

#: What runs code, or makes something that does.
RUNNERS = [run, run_async, Session, Session.run, Session.run_async]
MAKERS = [Session.restore, Session.fork, StockadeInterpreter, StockadeExecutor, python_tool, llama_index_tool, openai_agents_tool, python_toolset]
OTHERS = [Session.add_tool, Session.lend_modules, Session.finish, Session.resume, stockade.check, evaluate_python_code, make_executor, stockade.sandboxed]
#: Names that are retired, or that would be a second name for something.
RETIRED = {"variables", "max_output", "source", "params_", "wall_ms", "instructions", "vars", "globals", "env", "args", "time_limit", "max_memory", "mem"}


def parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", [*RUNNERS, *MAKERS, *OTHERS], ids=lambda function: function.__qualname__)
def test_signatures_have_the_names(function: Callable[..., Any]) -> None:
    names = parameters(function)
    assert not RETIRED & names.keys()
    if function in RUNNERS:
        assert {"inputs", "limits", "stdin"} <= names.keys()
    if function in RUNNERS + MAKERS:
        assert {"limits", *LIMITS} <= names.keys() and all(names[name].default is None for name in LIMITS)
    # What all have, all mean: there is a row for it, but for what is another thing here.
    shared = {name for name in names if sum(name in parameters(other) for other in RUNNERS + MAKERS) > 1} - {"self", "name", "code", "stdin"}
    assert shared <= KINDS.keys(), shared - KINDS.keys()


@pytest.mark.parametrize("name", ["inputs", "tools", "policy", "limits", "stdin", "argv", "mount", "sources", "approve", "audit", "exit_ok", "clock"])
def test_a_name_means_the_same_everywhere(name: str) -> None:
    said = {str(parameters(function)[name].annotation).removesuffix(" | None") for function in RUNNERS + MAKERS[:2] if name in parameters(function)}
    assert len(said) == 1, said


def test_limits_are_the_command_lines_and_the_policys() -> None:
    shown = subprocess.run([sys.executable, "-m", "stockade", "run", "--help"], capture_output=True, text=True, timeout=60).stdout
    # The one limit that is off where nobody sets it.
    settings = Policy.preset("default").add({"limits.total_timeout": "5s"}).settings()
    for name in LIMITS:
        assert f"--{name.replace('_', '-')} <" in shown and f"limits.{name}" in settings
    assert set(LIMITS) == set(Limits.__annotations__)


AS_UNITS: dict[str, list[Any]] = {
    "fuel": [1_000, "1_000"], "memory": [8 << 20, "8MiB", "8192KiB"], "timeout": [0.02, "20ms", "0.02s"], "recursion": [40, "40"],
    "output": [1024, "1KiB"], "host_calls": [3, "3"],
}


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_takes_each_unit_in_each_place(name: str) -> None:
    programs = {
        "fuel": "while True: pass", "memory": "x = [0] * 10**8", "timeout": "while True: pass", "recursion": "def f(): f()\nf()",
        "output": "print('x' * 10_000)", "host_calls": "while True: t()",
    }
    if name not in programs:
        pytest.skip("it has tests of its own")
    more = {"fuel": 10**12} if name == "timeout" else {}
    tools = {"t": lambda: None}
    for value in AS_UNITS[name]:
        limit = {name: value, **more}
        code = programs[name]
        results = [
            run(code, tools=tools, **limit), run(code, tools=tools, limits=limit), asyncio.run(run_async(code, tools=tools, **limit)),
            Session(tools=tools, **limit).run(code), Session(tools=tools, limits=limit).run(code), Session(tools=tools).run(code, **limit),
            Session(tools=tools).run(code, limits=limit), asyncio.run(Session(tools=tools).run_async(code, **limit)),
            Session(tools=tools).fork(**limit).run(code), Session.restore(Session().snapshot(), tools=tools, **limit).run(code),
        ]
        assert {result.outcome for result in results} == {f"limit:{name}"}, (name, value)


def test_a_keyword_wins_over_the_mapping() -> None:
    assert run("while True: pass", limits={"fuel": 10**12, "timeout": 60}, timeout="50ms").outcome == "limit:timeout"
    session = Session(fuel=1000)
    assert session.run("while True: pass", fuel=10**12, timeout=0.05).outcome == "limit:timeout"
    assert session.run("while True: pass").outcome == "limit:fuel"


def test_inputs_everywhere() -> None:
    given = {"x": [1], "y": "a"}
    assert run("x, y", inputs=given).value == asyncio.run(run_async("x, y", inputs=given)).value == ([1], "a")
    session = Session(inputs=given)
    assert session.run("x.append(2)\nx").value == [1, 2] and given["x"] == [1]
    assert session.run("x, z", inputs={"z": 3}).value == ([1, 2], 3) and session["z"] == 3
    assert asyncio.run(session.run_async("x", inputs={"x": 0})).value == 0
    assert StockadeExecutor([], inputs=given)("y").output == "a"
    assert StockadeInterpreter(inputs=given).execute("y") == "a"
    assert stockade.check("x + z", inputs=given).findings[0].message == "undefined name `z`"
    with pytest.raises(ValueError, match="inputs: 'a b' is no name of a variable"):
        Session(inputs={"a b": 1})
    with pytest.raises(TypeError, match="can't enter the sandbox"):
        session.run("1", inputs={"x": object()})
    assert session.run("x").value == 0


def test_old_names_warn_and_work() -> None:
    with pytest.warns(DeprecationWarning, match=r"Session\(variables=\.\.\.\) is called inputs= now; the old name goes with version 0.2") as caught:
        assert Session(variables={"x": 1}).run("x").value == 1
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="output="):
        assert Session(max_output=10).run("print('x' * 100)").outcome == "limit:output"
    with pytest.warns(DeprecationWarning, match="code="):
        assert run(source="1 + 1").value == 2
    with pytest.warns(DeprecationWarning, match="inputs="):
        assert stockade.check("x", variables=["x"]).verdict == "allow"
    with pytest.raises(TypeError, match="'inputs' and its old name 'variables'"):
        Session(variables={}, inputs={})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Session(inputs={"x": 1}, output=10, limits={"timeout": 1})


UNKNOWN: list[tuple[Callable[[], Any], str]] = [
    (lambda: run("1", timout=1), r"run\(\) got an unexpected keyword argument 'timout'. Did you mean 'timeout'\?"),
    (lambda: asyncio.run(run_async("1", input={})), r"run_async\(\) got an unexpected keyword argument 'input'. Did you mean 'inputs'\?"),
    (lambda: Session(toolz={}), r"Session\(\) got an unexpected keyword argument 'toolz'. Did you mean 'tools'\?"),
    (lambda: Session().run("1", memry=1), r"Session.run\(\) got an unexpected keyword argument 'memry'. Did you mean 'memory'\?"),
    (lambda: Session().run("1", colour=1), r"'colour'; it takes cell, check, code, filename, fuel, "),
    (lambda: run("1", limits={"hostcalls": 1}), r"there is no limit 'hostcalls': did you mean 'host_calls'\? Limits are fuel, memory"),
    (lambda: StockadeExecutor([], memry=1), r"StockadeExecutor\(\) got an unexpected keyword argument 'memry'. Did you mean 'memory'\?"),
    (lambda: make_executor([], None, timeout_second=1), r"StockadeExecutor\(\) .* 'timeout_second'. Did you mean 'timeout_seconds'\?"),
    (lambda: StockadeInterpreter(tool={}), r"StockadeInterpreter\(\) got an unexpected keyword argument 'tool'. Did you mean 'tools'\?"),
    (lambda: python_tool(memry=1), r"python_tool\(\) got an unexpected keyword argument 'memry'. Did you mean 'memory'\?"),
    (lambda: stockade.sandboxed(memry=1), r"sandboxed\(\) got an unexpected keyword argument 'memry'. Did you mean 'memory'\?"),
    (lambda: Policy.preset("default").override(limits={"timout": 1}), r"unknown key `timout` in `limits`\n  help: did you mean `timeout`\?"),
]


@pytest.mark.parametrize("call, said", UNKNOWN, ids=[said[:30] for _, said in UNKNOWN])
def test_unknown_names_are_refused_with_the_nearest(call: Callable[[], Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        call()


def test_wrong_kinds_are_refused_with_what_is_expected() -> None:
    for name in parameters(Session).keys() & KINDS.keys():
        with pytest.raises(TypeError, match=f"^{name} is .*, not NotImplementedType$"):
            Session(**{name: NotImplemented})
    for name in LIMITS:
        for place in (lambda value: run("1", **{name: value}), lambda value: Session(limits={name: value}), lambda value: Session().run("1", **{name: value})):
            for value in (True, [2], b"2"):
                with pytest.raises(TypeError, match=f"^{name} is a number"):
                    place(value)
            with pytest.raises(ValueError, match=f"the limit '{name}'"):
                place("two days")
    for call, said in (
        (lambda: Session(modules="numpy"), "modules is a list of names of modules, such as .*, not 'numpy'"),
        (lambda: Session(tools={"f": 5}), "tools is a mapping of names to functions, such as .*, not {'f': int}"),
        (lambda: Session(5), "policy is a Policy, the name of a preset .*, not int"),
        (lambda: stockade.check("1", 5), "policy is a Policy"),
        (lambda: stockade.check("1", None), "policy is a Policy, .*, not None"),
        (lambda: Session().add_tool("f", 5), "the tool 'f' is a function, not int"),
        (lambda: stockade.check("1", tools="abc"), "tools is a list of names"),
        (lambda: StockadeExecutor("json"), "additional_authorized_imports is a list of names of modules, such as .*, not 'json'"),
        (lambda: StockadeExecutor([], timeout_seconds=[5]), "timeout_seconds is a number of seconds or a text"),
        (lambda: Session.restore("abc"), "snapshot is what Session.snapshot"),
        (lambda: Session().snapshot(b"short"), "key is 32 bytes, not 5 bytes"),
        (lambda: Session("permissive", mount={"/a": 5}), "the content of '/a' is bytes, a text or a path, not int"),
        (lambda: run(b"1"), "the source is a str, not bytes"),
    ):
        with pytest.raises(TypeError, match=said):
            call()  # type: ignore[no-untyped-call]


def test_the_executors_time_has_units() -> None:
    for settings in ({"timeout_seconds": 5}, {"timeout_seconds": "5s"}, {"timeout": "5000ms"}, {"limits": {"timeout": 5}}):
        assert StockadeExecutor([], **settings).timeout_seconds == 5.0
    assert StockadeExecutor([], timeout_seconds=None).timeout_seconds is None
    assert evaluate_python_code("1 + 1", timeout_seconds="5s") == (2, False)


def test_coroutine_functions_stay_coroutine_functions() -> None:
    assert inspect.iscoroutinefunction(run_async) and inspect.iscoroutinefunction(Session.run_async) and not inspect.iscoroutinefunction(run)
