"""Random programs give the same result straight, resumed in a fresh process from random safepoints, forked, and replayed.

``STOCKADE_PROGRAMS=10000`` tries so many; CI tries a few.
"""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import sys
from typing import Any

import pytest
from stockade import Result, Session

COUNT = int(os.environ.get("STOCKADE_PROGRAMS", "150"))
WORDS = ["a", "bc", "déf", "", "xyz"]


class Programs:
    """Programs of assignments, loops, functions, classes, generators, exceptions and calls of tools."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = ["n", "text", "items", "table"]
        self.functions: list[str] = []

    def expression(self, depth: int = 0) -> str:
        r = self.random
        if depth > 2:
            return r.choice(["n", "len(items)", "len(text)", str(r.randint(-5, 9)), "total"])
        a, b = self.expression(depth + 1), self.expression(depth + 1)
        return r.choice([
            f"({a} + {b})", f"({a} * {b} % 97)", f"({a} if {b} > 2 else {b})", f"max({a}, {b})", f"tool({a})", f"sum([{a}, {b}])",
            f"len(str({a}))", f"abs({a})", f"sorted([{a}, {b}, 3], key=lambda v: tool(v) % 5)[0]", f"(lambda v: v + {a})({b})",
            f"sum(tool(i) for i in range({abs(r.randint(1, 4))}))", f"table.get({a} % 5, {b})", f"[v for v in (1, {a}, {b}) if v % 2 or v][0]",
            f"next(iter([{a}]))", f"hash(({a}, {b})) % 7", f"int(rng.random() * 10)", f"int(time.time()) % 11", f"{a} // ({b} or 1)",
            *(f"{name}({a})" for name in self.functions),
        ])

    def statement(self, depth: int = 0) -> list[str]:
        r = self.random
        pad = "    "
        kind = r.randrange(12 if depth < 2 else 6)
        value = self.expression()
        if kind == 0:
            return [f"n = {value} % 1000"]
        if kind == 1:
            return [f"items.append({value} % 1000)", "items = items[-8:]"]
        if kind == 2:
            return [f"table[{value} % 5] = {self.expression()} % 1000"]
        if kind == 3:
            return [f"text = (text + {r.choice(WORDS)!r} + str({value} % 10))[-12:]"]
        if kind == 4:
            return [f"print({value} % 1000, text[:3], sorted(table.items())[:2])"]
        if kind == 5:
            return [f"total += {value} % 1000"]
        body = [pad + line for _ in range(r.randint(1, 3)) for line in self.statement(depth + 1)]
        if kind == 6:
            return [f"if {value} % 3:", *body, "else:", f"{pad}n = {self.expression()} % 1000"]
        if kind == 7:
            return [f"for i in range({r.randint(1, 5)}):", *body]
        if kind == 8:
            return ["try:", *body, f"{pad}if {value} % 4 == 0: raise ValueError(n)", "except (ValueError, IndexError) as error:", f"{pad}print(type(error).__name__, error)", "finally:", f"{pad}total += 1"]
        if kind == 9 and depth == 0:
            name = f"f{len(self.functions)}"
            lines = [f"def {name}(x):", f"{pad}def inner():", f"{pad * 2}for j in range(3):", f"{pad * 3}yield tool(j) + x % 7", f"{pad}return sum(inner()) + {r.randint(0, 9)}"]
            self.functions.append(name)
            return lines
        if kind == 10 and depth == 0:
            name = f"C{r.randrange(99)}"
            return [f"class {name}:", f"{pad}def __init__(self, v): self.v = tool(v)", f"{pad}def __lt__(self, other): return tool(self.v) < tool(other.v)", f"{pad}def __repr__(self): return f'{name}({{self.v}})'", f"{pad}def __hash__(self): return tool(self.v) % 3", f"{pad}def __eq__(self, other): return self.v == other.v", f"print(sorted([{name}(3), {name}(n % 5), {name}(1)]), len({{{name}(1), {name}(1), {name}(2)}}))"]
        return ["while n > 3:", f"{pad}n = n // 2", f"{pad}total += tool(n)"]

    def program(self) -> list[str]:
        """Steps of a session."""
        steps = ["import random, time\nrng = random.Random()\nn, text, items, table, total = 3, 'ab', [1], {0: 1}, 0"]
        for _ in range(self.random.randint(1, 2)):
            lines = [line for _ in range(self.random.randint(3, 8)) for line in self.statement()]
            steps.append("\n".join(lines) + "\n(n, text, items, sorted(table.items()), total)")
        return steps


def tool(x: int) -> int:
    if x % 13 == 7:
        raise ValueError(f"the tool has no {x}")
    return (x * 7 + 3) % 50


Seen = list[Any]


def seen(result: Result) -> Seen:
    return [result.outcome, result.output, result.repr, result.exception, result.message, result.fuel]


def opened(seed: int, **settings: Any) -> Session:
    session = Session("permissive", seed=seed, check=False, fuel=300_000, timeout=600.0, host_calls=5000, **settings)
    session._core.freeze_clock(1_700_000_000.0 + seed)
    return session


def straight(seed: int) -> tuple[list[str], list[Seen], bytes]:
    steps = Programs(seed).program()
    session = opened(seed, tools={"tool": tool})
    results = [seen(session.run(step)) for step in steps]
    return steps, results, session.snapshot()


RESTORE = {"fuel": 300_000, "timeout": 600.0, "host_calls": 5000}

#: A process that goes on with what it is given: a snapshot and a seed a line, what became of the step and of the state back.
FRESH = """
import base64, json, sys
sys.path[:0] = json.loads(sys.argv[1])
from test_random_programs import RESTORE, Session, seen, tool
for line in sys.stdin:
    given = json.loads(line)
    session = Session.restore(base64.b64decode(given["state"]), "permissive", tools={"tool": tool}, check=False, limits=RESTORE)
    session._core.freeze_clock(given["clock"])
    result = session.resume()
    print(json.dumps([seen(result), result.output, base64.b64encode(session.snapshot()).decode()]), flush=True)
"""


class Fresh:
    def __init__(self) -> None:
        command = [sys.executable, "-c", FRESH, json.dumps([os.path.dirname(__file__), *sys.path])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def go_on(self, state: bytes, clock: float) -> tuple[Seen, bytes]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps({"state": base64.b64encode(state).decode(), "clock": clock}) + "\n")
        self.process.stdin.flush()
        result, _, after = json.loads(self.process.stdout.readline())
        return result, base64.b64decode(after)

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)


def test_the_way_does_not_show() -> None:
    fresh = Fresh()
    outcomes: dict[str, int] = {}
    try:
        for seed in range(COUNT):
            steps, expected, state = straight(seed)
            for _, (outcome, *_) in zip(steps, expected):
                outcomes[outcome] = outcomes.get(outcome, 0) + 1
            choice = random.Random(~seed)
            # In another process from a random safepoint of a random step on.
            at = choice.randrange(len(steps))
            session = opened(seed, tools={"tool": tool})
            for step in steps[:at]:
                session.run(step)
            session.pause_at(choice.randint(1, max(2, expected[at][5])))
            paused = session.run(steps[at])
            if paused.outcome == "paused":
                result, after = fresh.go_on(session.snapshot(), 1_700_000_000.0 + seed)
                # What was printed before stays with who saw it.
                result[1] = paused.output + result[1]
                assert result == expected[at], (seed, at, steps[at])
                # Forked where it stands, and gone on with here.
                fork = session.fork()
                for other in (fork, session):
                    rest = seen(other.resume())
                    rest[1] = paused.output + rest[1]
                    assert rest == expected[at], (seed, at)
                if at == len(steps) - 1:
                    assert session.snapshot() == state and len(after) > 0, seed
            else:
                assert seen(paused) == expected[at], (seed, at)
            # From the log, with no tool.
            recorded = opened(seed, tools={"tool": tool}, record=True)
            first = [seen(recorded.run(step)) for step in steps]
            log = json.loads(json.dumps(recorded.log))
            replayed = Session("permissive", check=False, replay=log, **RESTORE)
            assert [seen(replayed.run(step)) for step in steps] == first, seed
            assert replayed.unreplayed == 0
    finally:
        fresh.close()
    # The programs are worth something: most end, some raise.
    assert outcomes.get("completed", 0) > COUNT and any(name.startswith("runtime:") for name in outcomes), outcomes


@pytest.mark.parametrize("seed", range(3))
def test_programs_differ(seed: int) -> None:
    assert straight(seed)[1] != straight(seed + 1)[1]
