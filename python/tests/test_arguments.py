"""What is given and would do nothing is refused: arguments that need others, and names that hide others."""

from __future__ import annotations

from typing import Any

import pytest

from stockade import Session, run, sandboxed
from stockade.dspy import StockadeInterpreter
from stockade.smolagents import StockadeExecutor


def test_trust_needs_modules() -> None:
    for trust in (True, ["sklearn"]):
        with pytest.raises(ValueError, match=r"trust= says of which modules of modules= .*: modules=\['sklearn'\], trust=\['sklearn'\]"):
            Session(trust=trust)
    Session(trust=False)
    Session(trust=[])


def test_modules_that_the_sandbox_has_are_not_lent() -> None:
    for lend in (lambda: Session(modules=["json"], trust=True), lambda: Session().lend_modules(["xml.dom"], trust=True)):
        with pytest.raises(ValueError, match="is not lent: the sandbox has its own"):
            lend()


def test_a_name_is_given_in_one_way() -> None:
    with pytest.raises(ValueError, match="tools= and inputs= both have 'x'"):
        Session(tools={"x": len}, inputs={"x": 1})
    with pytest.raises(ValueError, match="both have 'yaml'"):
        Session("permissive", sources={"yaml/__init__.py": ""}, modules=["yaml"], trust=["yaml"])
    # A step may give a name anew: it says so itself.
    assert Session(tools={"x": len}).run("x", inputs={"x": 1}).value == 1


def test_a_replay_has_the_seed_of_its_log() -> None:
    recorded = Session(record=True, seed=5)
    recorded.run("1")
    with pytest.raises(ValueError, match="seed=6 is not that of the log, which is 5"):
        Session(replay=recorded.log, seed=6)
    Session(replay=recorded.log, seed=5)
    Session(replay=recorded.log)


def test_numbers_out_of_range_are_said() -> None:
    session = Session()
    refused: list[tuple[Any, str]] = [
        (lambda: Session(seed=-1), r"seed is a whole number from 0 to 2\*\*64 - 1, not -1"), (lambda: Session(seed=2**64), "seed is a whole number"),
        (lambda: session.add_tool("f", len, max_calls=-1), "max_calls is a whole number from 0"),
        (lambda: session.pause_at(-1), "fuel at which to pause is a whole number of units of fuel from 0, not -1"),
        (lambda: Session(clock=float("nan")), "clock is a number of seconds since 1970, not nan"),
    ]
    for call, said in refused:
        with pytest.raises(ValueError, match=said):
            call()
    with pytest.raises(TypeError, match="seed is a whole number .*, not 'a'"):
        Session(seed="a")  # type: ignore[arg-type]


def test_logs_that_nobody_could_read_are_refused() -> None:
    for call in (lambda: sandboxed(record=True), lambda: StockadeExecutor([], record=True), lambda: StockadeInterpreter(record=True)):
        with pytest.raises(TypeError, match="unexpected keyword argument 'record'"):
            call()


def test_an_executor_asks_about_tools_that_are_named() -> None:
    with pytest.raises(ValueError, match="approve= would never be asked: approve_tools= names the tools"):
        StockadeExecutor([], approve=lambda call: True)
    StockadeExecutor([], approve=lambda call: True, approve_tools=["pay"])
    with pytest.raises(TypeError, match="timeout_seconds=10 and timeout=5 are the same limit: give one"):
        StockadeExecutor([], timeout_seconds=10, timeout=5)
    assert StockadeExecutor([], timeout=5).timeout_seconds == 5


def test_an_input_that_cannot_enter_is_named() -> None:
    with pytest.raises(TypeError, match=r"inputs: 'b': 'object' object can't enter the sandbox.*\(at \['c'\]\[0\]\)"):
        run("1", inputs={"a": 1, "b": {"c": [object()]}})
