"""An agent that `kill -9` can't stop: its loop is a workflow of DBOS on SQLite, and each call of a tool suspends its program into a snapshot.

    pip install dbos                                        beside stockade
    python examples/durable_agent.py FOLDER                 runs the agent; kill it, start it again, and it goes on where it was
    python examples/durable_agent.py FOLDER --pause 2       each answer of the model and of a tool takes two seconds: time to kill it

FOLDER holds everything: `agent.sqlite`, where DBOS writes what each step came to, `shop.sqlite`, which the tools write to, and `calls.jsonl`,
a line for each call of a tool that was begun. docs/durable.md explains the parts, and has a recipe for Temporal.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import stockade

# --- what a real agent has of its own: a model and tools


FOLDER = Path(".")
PAUSE = 0.0
#: The key of the call that is being made. It is the same when the call is made again.
KEY: ContextVar[str] = ContextVar("key")


def ask_model(messages: list[dict[str, str]]) -> dict[str, str]:
    """What the model says: `{"code": ...}` to run, or `{"answer": ...}`. This one says what is written here; call yours in its place."""
    time.sleep(PAUSE)
    said = sum(message["role"] == "assistant" for message in messages)
    return {"code": CODES[said]} if said < len(CODES) else {"answer": messages[-1]["content"]}


CODES = [
    "prices = {item: get_price(item) for item in ['guitar', 'amp', 'cable', 'stool']}\nprint(prices)",
    # A tool may be called wherever Python calls something: here in the middle of a sort.
    "cheap = sorted([item for item in prices if prices[item] < 500], key=discount, reverse=True)\ncheap",
    """
receipts = []
for item in cheap:
    try:
        receipts.append(buy(item, prices[item]))
    except ValueError as error:
        print(error)
receipts
""",
]


def get_price(item: str) -> float:
    """The price of an item."""
    time.sleep(PAUSE)
    return {"guitar": 799.99, "amp": 249.5, "cable": 12.0, "stool": 85.0}[item]


def discount(item: str) -> int:
    """How much cheaper an item is today, in percent."""
    time.sleep(PAUSE)
    return len(item) * 3 % 7


def buy(item: str, price: float) -> str:
    """Buys an item and returns its receipt."""
    time.sleep(PAUSE)
    if item == "stool":
        raise ValueError("stools are sold out")
    with closing(sqlite3.connect(FOLDER / "shop.sqlite", timeout=60)) as shop, shop:
        shop.execute("CREATE TABLE IF NOT EXISTS orders (key TEXT PRIMARY KEY, item TEXT, price REAL)")
        # The same key is the same order: a call is made again where the process died before the answer was written down.
        shop.execute("INSERT OR IGNORE INTO orders VALUES (?, ?, ?)", (KEY.get(), item, price))
        return f"receipt {shop.execute('SELECT rowid FROM orders WHERE key = ?', (KEY.get(),)).fetchone()[0]}"


TOOLS: dict[str, Callable[..., Any]] = {"get_price": get_price, "discount": discount, "buy": buy}
#: Settings of the session that are given each time it goes on: the policy, limits, `key=` to seal its snapshots.
SETTINGS: dict[str, Any] = {"policy": "default", "timeout": "5s", "memory": "64MiB"}


# --- the three things that an agent does. Each of them is a step: what it came to is written down, and then it is not done again


def call_tool(key: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Calls a tool, after a line in `calls.jsonl`. What it came to is `{"value": ...}` or `{"error": an exception}`.

    So an exception that leaves this is none of the tool's: a full disk, or the engine's own. It ends the workflow, not the call.
    """
    with (FOLDER / "calls.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps({"key": key, "tool": name, "args": args, "kwargs": kwargs}) + "\n")
        log.flush()
        os.fsync(log.fileno())
    KEY.set(key)
    try:
        return {"value": TOOLS[name](*args, **kwargs)}
    except Exception as error:
        return {"error": error}


def advance(state: bytes | None, code: str | None = None, ended: dict[str, Any] | None = None) -> dict[str, Any]:
    """Runs the program up to its next call of a tool, or to the end of the step, and calls no tool.

    It begins with `code`, in the session that `state` holds (None: a new one); or it goes on in the middle of a call, with what the call
    came to: `{"value": ...}` or `{"error": an exception}`. What it returns has the new `state`, and either the `call` that the program
    waits for (`name`, `args`, `kwargs`) or a `report` for the model.
    """
    answers = [] if ended is None else [ended]

    def lend(name: str, tool: Callable[..., Any]) -> None:
        @functools.wraps(tool)
        def suspend(*args: Any, **kwargs: Any) -> Any:
            if not answers:
                call = {"name": name, "args": args, "kwargs": kwargs}
                raise Suspended({"call": call, "state": bytes(session.snapshot(SETTINGS.get("key")))})
            # A step that is resumed makes the call again in which it was suspended.
            answer = answers.pop()
            if "error" in answer:
                raise answer["error"]
            return answer["value"]

        # Coroutine functions, too, are called without `await`, so that the program waits for one call at a time.
        session.add_tool(name, suspend, is_async=False)

    if state is None:
        session = stockade.Session(**{name: value for name, value in SETTINGS.items() if name != "key"})
    else:
        session = stockade.Session.restore(state, **SETTINGS)
    for name, tool in TOOLS.items():
        lend(name, tool)
    try:
        result = session.resume() if code is None else session.run(code)
    except Suspended as suspended:
        return suspended.reached
    return {"report": stockade.report(result), "state": bytes(session.snapshot(SETTINGS.get("key")))}


class Suspended(BaseException):
    """Leaves a run in the middle of a call. It is no `Exception`: that would be the tool's own, and the program's to catch."""

    def __init__(self, reached: dict[str, Any]) -> None:
        self.reached = reached


# --- the loop. It does nothing but steps, so it may begin again at any time: it gets what they came to and arrives where it was


def loop(run: str, task: str, step: Callable[..., Any]) -> str:
    """The agent: asks the model, runs its code, and ends with its answer. `step(function, *arguments)` returns what the function returns, or
    returned."""
    messages = [{"role": "user", "content": task}]
    state, calls = None, 0
    while True:
        said = step(ask_model, messages)
        if "answer" in said:
            return str(said["answer"])
        reached = step(advance, state, said["code"])
        while "call" in reached:
            calls += 1
            call = reached["call"]
            ended = step(call_tool, f"{run}-{calls}", call["name"], call["args"], call["kwargs"])
            reached = step(advance, reached["state"], None, ended)
        state = reached["state"]
        messages += [{"role": "assistant", "content": said["code"]}, {"role": "user", "content": reached["report"]}]


# --- DBOS


def main() -> None:
    global FOLDER, PAUSE
    parser = argparse.ArgumentParser(description="An agent that goes on after kill -9.")
    parser.add_argument("folder", type=Path, help="where everything is kept; it is made")
    parser.add_argument("--pause", type=float, default=0.0, metavar="SECONDS", help="how long the model and each tool take")
    given = parser.parse_args()
    FOLDER, PAUSE = given.folder, given.pause
    FOLDER.mkdir(parents=True, exist_ok=True)

    from dbos import DBOS, SetWorkflowID

    @DBOS.workflow()
    def agent(task: str) -> str:
        def step(function: Callable[..., Any], *arguments: Any) -> Any:
            return DBOS.run_step({"name": function.__name__}, function, *arguments)

        return loop(str(DBOS.workflow_id), task, step)

    # The version is kept with the steps: a program that does other steps has another version, and leaves those of this one alone.
    DBOS(config={
        "name": "durable-agent", "application_version": "1", "system_database_url": f"sqlite:///{FOLDER.resolve() / 'agent.sqlite'}",
        "log_level": "ERROR",
    })
    # Workflows that were under way when the process died go on from here.
    DBOS.launch()
    # The first process with this id begins the workflow. Those after it wait for the same one.
    with SetWorkflowID("agent-1"):
        handle = DBOS.start_workflow(agent, "Buy what costs less than 500, the best offer first.")
    print(handle.get_result(), flush=True)
    DBOS.destroy()


if __name__ == "__main__":
    main()
