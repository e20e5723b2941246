"""Every public name is documented: what it is, its units, and what it raises."""

import dataclasses
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import pytest
import stockade
import stockade.remote

REWARDS = ["areal", "bigcodebench", "code_eval", "evalplus", "human_eval", "livecodebench", "nemo_gym", "openrlhf", "prime", "trl", "verifiers", "verl"]
AGENTS = ["dspy", "langchain", "llama_index", "openai_agents", "pydantic_ai", "smolagents"]
MODULES = ["stockade", "stockade.eval", "stockade.remote", *(f"stockade.{one}" for one in AGENTS), "stockade.rewards", *(f"stockade.rewards.{one}" for one in REWARDS)]
#: Of smolagents or DSPy where they are installed.
THEIRS = {"CodeOutput", "InterpreterError", "ExecutionTimeoutError", "PythonExecutor", "CodeExecutionError", "CodeInterpreterError", "FinalOutput"}


def public(module: Any) -> list[str]:
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    return [name for name in names if name != "__version__"]


def names() -> Iterator[tuple[str, Any]]:
    seen = set()
    for name in MODULES:
        module = importlib.import_module(name)
        yield name, module
        for one in public(module):
            value = getattr(module, one)
            if one in THEIRS or not callable(value) or not (getattr(value, "__module__", "") or "").startswith("stockade") or id(value) in seen:
                continue
            seen.add(id(value))
            # The text of a view is that of what it shows.
            if not isinstance(getattr(value, "__dict__", {}).get("__doc__"), property):
                yield f"{name}.{one}", value
            if inspect.isclass(value):
                yield from members(f"{name}.{one}", value)


def members(path: str, kind: type) -> Iterator[tuple[str, Any]]:
    # What a session has is written in several classes.
    own = {name: value for base in reversed(kind.__mro__) if base.__module__.startswith("stockade") for name, value in vars(base).items()}
    for name, value in own.items():
        if name.startswith("_"):
            continue
        value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        if callable(value) or isinstance(value, property) or inspect.isgetsetdescriptor(value):
            yield f"{path}.{name}", value


NAMES = dict(names())


def text_of(value: Any) -> str:
    return inspect.getdoc(value) or ""


@pytest.mark.parametrize("name", NAMES)
def test_it_has_a_text(name: str) -> None:
    text = text_of(NAMES[name])
    assert len(text.split()) >= 3 and text.split("\n\n")[0].rstrip().endswith((".", ":", "``")), text
    # What `dataclass` makes by itself is no text.
    assert not text.startswith(f"{name.rpartition('.')[2]}(")


@pytest.mark.parametrize("name", [name for name in NAMES if dataclasses.is_dataclass(NAMES[name])])
def test_each_field_is_explained(name: str) -> None:
    missing = [one.name for one in dataclasses.fields(NAMES[name]) if f"``{one.name}``" not in text_of(NAMES[name])]
    assert not missing


#: What raises, and what the text must name.
RAISES = {
    "Session": ["TypeError", "ValueError"], "Session.__getitem__": ["KeyError"], "Session.add_tool": ["ValueError", "TypeError"],
    "Session.add_source": ["ValueError"], "Session.fork": ["ValueError"], "Session.snapshot": ["TypeError"], "Session.restore": ["ValueError"],
    "Session.run": ["TypeError", "RuntimeError"], "Session.run_async": ["CancelledError"], "Session.resume": ["RuntimeError"],
    "Session.keep_value": ["TypeError"], "Session.lend_modules": ["ValueError"], "Session.lend_object": ["TypeError"],
    "Files.read": ["FileNotFoundError"], "Files.write": ["TypeError"], "Files.remove": ["FileNotFoundError"], "Policy": ["ValueError"],
    "Policy.load": ["FileNotFoundError", "ValueError"], "Policy.preset": ["ValueError"], "Policy.override": ["ValueError"], "Policy.add": ["ValueError"],
    "Policy.remove": ["ValueError"], "Result.raise_for_outcome": ["OutcomeError"], "Snapshot.restore": ["ValueError"], "run": ["TypeError"],
    "check": ["ValueError"], "sandboxed": ["OutcomeError", "LimitError", "TypeError"], "Session.drop_step": ["RuntimeError"], "find_packages": ["ValueError"],
    "remote.Session": ["TypeError", "ValueError", "NotServed", "ServerError", "OSError", "TimeoutError"], "remote.Session.run": ["RuntimeError", "ServerError"],
    "Pool": ["TypeError", "ValueError", "RuntimeError"], "Pool.session": ["TypeError", "ValueError", "RuntimeError", "WorkerLost"],
    "Pool.close": ["WorkerLost"], "remote.Session.open": ["ServerError"], "remote.Session.restore": ["ServerError"], "remote.Session.__getitem__": ["KeyError", "TypeError"],
    "remote.AsyncSession.run": ["CancelledError"], "remote.Files.read": ["FileNotFoundError", "PermissionError"],
    "remote.Sandbox.run_code": ["TimeoutError", "NotServed"],
}


@pytest.mark.parametrize("name", RAISES)
def test_what_it_raises_is_said(name: str) -> None:
    value: Any = stockade
    for part in name.split("."):
        value = inspect.getattr_static(value, part) if inspect.isclass(value) else getattr(value, part)
        value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
    assert [error for error in RAISES[name] if error not in text_of(value)] == []


#: What is counted in something, and in what.
UNITS = {
    "Session": {"timeout": "seconds", "memory": "bytes", "recursion": "frames", "output": "bytes", "fuel": "units", "clock": "seconds"},
    "Result": {"fuel": "units", "memory": "bytes", "peak_memory": "bytes", "column": "1"}, "LimitReport": {"used": "milliseconds"},
    "Session.pause_at": {"fuel": "units"}, "Pool": {"worker_memory": "bytes"}, "FileEntry": {"size": "bytes"}, "Session.snapshot": {"key": "32 bytes"},
    "remote.Session": {"timeout": "seconds", "memory": "bytes", "fuel": "units", "expires": "seconds"}, "remote.EntryInfo": {"size": "bytes"},
    "remote.Sandbox.run_code": {"timeout": "seconds"}, "remote.OutputMessage": {"timestamp": "nanoseconds"},
}


@pytest.mark.parametrize("name", UNITS)
def test_units_are_said(name: str) -> None:
    value: Any = stockade
    for part in name.split("."):
        value = getattr(value, part)
    text = text_of(value)
    assert [field for field, unit in UNITS[name].items() if field not in text or unit not in text] == []
