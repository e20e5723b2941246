"""``examples/durable_agent.py``: suspended in each call of a tool, and killed at random moments."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "durable_agent.py"
ANSWER = "stools are sold out\n['receipt 1', 'receipt 2']"
#: How often the agent is killed, at least; more where somebody wants to look longer.
KILLS = int(os.environ.get("STOCKADE_KILLS", "4"))


@pytest.fixture
def example(tmp_path: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location("durable_agent", EXAMPLE)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    setattr(module, "FOLDER", tmp_path)
    return module


def calls(folder: Path) -> list[dict[str, Any]]:
    try:
        lines = (folder / "calls.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def test_a_program_stops_in_each_call(example: ModuleType) -> None:
    reached = example.advance(None, "def twice(x):\n    return 2 * get_price(x)\n[twice(x) for x in ('amp', 'cable')]")
    asked = []
    while "call" in reached:
        asked.append((reached["call"]["name"], reached["call"]["args"]))
        reached = example.advance(reached["state"], ended={"value": len(asked)})
    assert asked == [("get_price", ("amp",)), ("get_price", ("cable",))] and reached["report"] == "[2, 4]"
    # The state of a session that is between steps, too, and errors of tools as the program's to catch.
    reached = example.advance(reached["state"], "try:\n    buy('amp', price=twice('amp'))\nexcept ValueError as error:\n    print('no:', error)")
    assert reached["call"]["kwargs"] == {} and reached["call"]["name"] == "get_price"
    reached = example.advance(reached["state"], ended={"value": 5})
    assert reached["call"] == {"name": "buy", "args": ("amp", 10), "kwargs": {}}
    once = example.advance(reached["state"], ended={"error": ValueError("sold out")})
    assert once["report"] == "no: sold out\n"
    # The same snapshot and the same answer give the same, bytes and all.
    assert example.advance(reached["state"], ended={"error": ValueError("sold out")}) == once
    refused = example.advance(once["state"], "import subprocess")
    assert "IMP001" in refused["report"] and example.advance(refused["state"], "twice.__name__")["report"] == "'twice'"


def test_snapshots_can_be_sealed(example: ModuleType) -> None:
    example.SETTINGS["key"] = bytes(range(32))
    reached = example.advance(None, "get_price('amp')")
    assert example.advance(reached["state"], ended={"value": 3})["report"] == "3"
    example.SETTINGS["key"] = bytes(32)
    with pytest.raises(ValueError):
        example.advance(reached["state"], ended={"value": 3})


def test_a_loop_that_begins_again_arrives_where_it_was(example: ModuleType) -> None:
    """Without DBOS: the process "dies" before each step, and after it before its outcome is written down."""
    written: list[Any] = []

    class Died(BaseException):
        pass

    def attempt(most: int, forgets: bool) -> str:
        at = 0

        def step(function: Any, *arguments: Any) -> Any:
            nonlocal at
            at += 1
            if at > len(written):
                if at > most and not forgets:
                    raise Died
                try:
                    outcome = (True, function(*arguments))
                except Exception as error:
                    outcome = (False, error)
                if at > most:
                    raise Died
                written.append(outcome)
            ok, value = written[at - 1]
            if not ok:
                raise value
            return value

        return str(example.loop("run", "Buy.", step))

    answer = None
    for most in range(1, 200):
        for forgets in (False, True):
            try:
                answer = attempt(most, forgets)
            except Died:
                continue
        if answer is not None:
            break
    assert answer == ANSWER
    # Where the outcome was lost, the call is made again with the same key, and the shop knows it.
    begun = [call["key"] for call in calls(example.FOLDER)]
    assert len(set(begun)) == 10 and max(begun.count(key) for key in begun) == 2
    assert orders(example.FOLDER) == [(1, "amp"), (2, "cable")]


def test_what_the_engine_raises_is_no_answer_of_a_tool(example: ModuleType) -> None:
    def step(function: Any, *arguments: Any) -> Any:
        if function is example.call_tool and arguments[1] == "buy":
            raise ValueError("the engine has no room for the outcome")
        return function(*arguments)

    # The program catches every ValueError of `buy`.
    with pytest.raises(ValueError, match="the engine has no room"):
        example.loop("run", "Buy.", step)
    assert example.call_tool("run-1", "get_price", ("amp",), {}) == {"value": 249.5}
    assert repr(example.call_tool("run-2", "buy", ("stool", 85.0), {})["error"]) == "ValueError('stools are sold out')"


def start(folder: Path, pause: float) -> subprocess.Popen[str]:
    command = [sys.executable, str(EXAMPLE), str(folder), "--pause", str(pause)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def acknowledged(folder: Path) -> list[str]:
    """The names of the steps that DBOS has written down, in their order."""
    # Not for reading alone: after a kill somebody must be able to take what is in SQLite's log into the file.
    try:
        with closing(sqlite3.connect(f"file:{folder / 'agent.sqlite'}?mode=rw", uri=True, timeout=60)) as system:
            return [name for name, in system.execute("SELECT function_name FROM operation_outputs ORDER BY function_id")]
    except sqlite3.OperationalError as error:
        # The process ended before it made the file, or its tables.
        if str(error) not in ("unable to open database file", "no such table: operation_outputs"):
            raise
        return []


def orders(folder: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(folder / "shop.sqlite")) as shop:
        return shop.execute("SELECT rowid, item FROM orders ORDER BY rowid").fetchall()


def number(key: str) -> int:
    """Which call of the agent it is."""
    return int(key.rpartition("-")[2])


def kill_it_until_it_ends(folder: Path, wanted: list[str], chance: random.Random) -> int:
    """Starts the agent again and again, and returns how often it was killed."""
    folder.mkdir()
    begun: list[str] = []
    for kills in range(100):
        before = acknowledged(folder)
        assert before == wanted[: len(before)]
        process = start(folder, 0.1)
        try:
            # Starting takes longer than a step. Most are killed while they work, at a random moment after the next step, and some earlier.
            is_early, until = chance.random() < 0.2, time.monotonic() + 120
            while not is_early and process.poll() is None and len(acknowledged(folder)) == len(before) and time.monotonic() < until:
                time.sleep(0.01)
            said, problems = process.communicate(timeout=chance.uniform(0, 0.9))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            said, problems = process.communicate()
        finally:
            process.kill()
        new = [call["key"] for call in calls(folder)[len(begun) :]]
        begun += new
        # What was acknowledged before this process began was not called again.
        assert [key for key in new if number(key) <= before.count("call_tool")] == []
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL, problems
    assert (process.returncode, said) == (0, f"{ANSWER}\n"), problems
    assert acknowledged(folder) == wanted
    # Every call was made, in order. One that was cut off was made again before any other.
    numbers = [number(key) for key in begun]
    assert numbers == sorted(numbers) and set(numbers) == set(range(1, 11)) and len(numbers) <= 10 + kills
    return kills


def test_an_agent_that_is_killed_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("dbos")
    whole = start(tmp_path / "whole", 0)
    said, problems = whole.communicate(timeout=300)
    assert (whole.returncode, said) == (0, f"{ANSWER}\n"), problems
    wanted = acknowledged(tmp_path / "whole")
    assert wanted.count("call_tool") == 10 and wanted.count("ask_model") == 4 and wanted.count("advance") == 13
    assert [number(call["key"]) for call in calls(tmp_path / "whole")] == list(range(1, 11))

    kills, chance = 0, random.Random(20261130)
    for turn in range(KILLS):
        if kills >= KILLS:
            break
        folder = tmp_path / f"killed {turn}"
        kills += kill_it_until_it_ends(folder, wanted, chance)
        assert orders(folder) == orders(tmp_path / "whole") == [(1, "amp"), (2, "cable")]
    assert kills >= KILLS
