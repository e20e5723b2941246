"""Programs as agents write them (`programs/`), step by step under CPython, smolagents' own executor and Stockade's: equal answers."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
from pathlib import Path
from typing import Any

import pytest
from stockade import StockadeExecutor

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.py"))
MODULES = ["json", "typing"]
MARK = re.compile(r"(?m)^# %% step( fails)?\n")

#: What both executors refuse: a harmful program, and a text that is no program.
HARMFUL = {
    "a shell's command": "!rm notes.txt",
    "processes": "import subprocess\nsubprocess.run(['ls'])",
    "the system": "import os\nos.system('ls')",
    "a module's module": "import random\nrandom._os.system('ls')",
    "files": "with open('notes.txt', 'w') as file:\n    file.write('x')",
    "the environment": "from os import environ\nprint(environ)",
    "the network": "import socket\nsocket.create_connection(('localhost', 80))",
    "by way of classes": "print(().__class__.__base__.__subclasses__())",
    "a module by its name": "__import__('os').getcwd()",
    "the frames": "def f():\n    yield 1\nf().gi_frame.f_back.f_globals",
    "text as code": "eval('1 + 1')",
}


class Answer(BaseException):
    pass


def temperature(name: str) -> float:
    return {"Ulm": 11.5, "Bern": 14.0, "Linz": 9.25}[name]


def lookup(query: str) -> str:
    return f"what is known of {query}"


def final_answer(answer: Any) -> Any:
    return answer


TOOLS = {"final_answer": final_answer, "temperature": temperature, "lookup": lookup}


def steps_of(name: str) -> tuple[list[str], list[str], list[bool]]:
    """Modules that a program needs, its steps, and which of them fail."""
    text = (FOLDER / f"{name}.py").read_text()
    needs = re.findall(r"(?m)^# needs: ([\w.]+)$", text)
    parts = MARK.split(text)
    return (needs, [text], [False]) if len(parts) == 1 else (needs, parts[2::2], [bool(mark) for mark in parts[1::2]])


def plain(value: Any) -> Any:
    return repr(value)


def under_cpython(steps: list[str]) -> list[tuple[str, Any]]:
    """What each step prints, and its answer, or the name of its exception."""

    def answer(value: Any) -> None:
        raise Answer(value)

    space: dict[str, Any] = {"__name__": "__main__", **TOOLS, "final_answer": answer}
    seen: list[tuple[str, Any]] = []
    for step in steps:
        printed, end = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(step, "<step>", "exec"), space)
            except Answer as given:
                end = plain(given.args[0])
            except Exception as error:
                end = type(error).__name__
        seen.append((printed.getvalue(), end))
    return seen


def under(executor: Any, steps: list[str]) -> list[tuple[str, Any]]:
    executor.send_tools(dict(TOOLS))
    seen: list[tuple[str, Any]] = []
    for step in steps:
        try:
            output = executor(step)
            seen.append((output.logs, plain(output.output) if output.is_final_answer else None))
        except ValueError as error:
            assert "Code execution failed at line" in str(error)
            seen.append((str(executor.state["_print_outputs"]), True))
    return seen


def shortened(text: str) -> str:
    """As the executors cut what is printed."""
    most = 5000
    if len(text) <= most:
        return text
    return text[: most // 2] + f"\n..._This content has been truncated to stay below {most} characters_...\n" + text[-most // 2 :]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs_alike(name: str) -> None:
    needs, steps, fails = steps_of(name)
    for module in needs:
        pytest.importorskip(module, exc_type=ImportError)
    expected = [(shortened(printed), end) for printed, end in under_cpython(steps)]
    assert [isinstance(end, str) and end.isidentifier() for _, end in expected] == fails, expected
    # The executors' errors are of their own kinds here and there: that there is one, and what was printed, is equal.
    expected = [(printed, True if failed else end) for (printed, end), failed in zip(expected, fails)]
    assert under(StockadeExecutor(MODULES + needs, max_print_outputs_length=5000), steps) == expected
    if importlib.util.find_spec("smolagents") is None:
        return
    local = importlib.import_module("smolagents.local_python_executor")
    assert under(local.LocalPythonExecutor(MODULES + needs, max_print_outputs_length=5000), steps) == expected


@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_program_is_refused(name: str) -> None:
    executor = StockadeExecutor(MODULES)
    executor.send_tools(dict(TOOLS))
    with pytest.raises(ValueError):
        executor(HARMFUL[name])
    assert executor("1 + 1").output == 2
    if importlib.util.find_spec("smolagents") is None:
        return
    local = importlib.import_module("smolagents.local_python_executor")
    theirs = local.LocalPythonExecutor(MODULES)
    theirs.send_tools(dict(TOOLS))
    with pytest.raises(ValueError):
        theirs(HARMFUL[name])
