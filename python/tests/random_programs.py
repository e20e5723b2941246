"""Random programs give the same result and the same snapshots straight, resumed in fresh processes from random safepoints, forked,
and replayed.

    python python/tests/random_programs.py --count 10000 [--jobs 2] [--first SEED]

tries so many; the test suite tries a few. A program that fails is named by its seed: ``--first SEED --count 1 --show`` prints it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import time
from collections import Counter
from typing import Any

from stockade import Result, Session

WORDS = ["a", "bc", "déf", "", "xyz"]
PAD = "    "

#: What every program starts with: things that live across its steps.
PRELUDE = """\
import random, time, re, itertools, hashlib
from collections import deque
rng = random.Random()
n, text, items, table, total, seen = 3, 'ab', [1], {0: 1}, 0, set()
digest, recent = hashlib.sha256(b'start'), deque(maxlen=5)
def walk(start):
    while True:
        try:
            got = yield start
            start = start * 5 % 23 + (got or 0)
        finally:
            recent.append(start)
walker = walk(1)
counter = itertools.count(2, 3)
class Key:
    made = 0
    def __init__(self, v): self.v = v; Key.made += 1
    def __eq__(self, other): return tool(self.v) == tool(other.v)
    def __hash__(self): return self.v % 3
    def __lt__(self, other): return tool(self.v) < tool(other.v)
    def __repr__(self): return f'Key({tool(self.v % 5)})'
keys = {}
def keeper(v):
    def keep(w):
        nonlocal v
        v = (v * 3 + w) % 101
        return v
    return keep
kept = keeper(1)"""

#: What a step is asked about at its end.
SHOWN = "(n, text, items, sorted(table.items()), total, digest.hexdigest()[:6], list(recent), Key.made)"


class Programs:
    """Programs of assignments, loops, functions, classes, generators, exceptions and calls of tools from every kind of place."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.functions: list[str] = []

    def expression(self, depth: int = 0) -> str:
        r = self.random
        if depth > 1:
            return r.choice(["n", "len(items)", "len(text)", str(r.randint(-5, 9)), "total", "next(counter)", "kept(n)"])
        a, b = self.expression(depth + 1), self.expression(depth + 1)
        return r.choice([
            f"({a} + {b})", f"({a} * {b} % 97)", f"({a} if {b} > 2 else {b})", f"max({a}, {b})", f"tool({a})", f"sum([{a}, {b}])",
            f"len(str({a}))", f"abs({a})", f"sorted([{a}, {b}, 3], key=lambda v: tool(v) % 5)[0]", f"(lambda v: v + {a})({b})",
            f"sum(tool(i) for i in range({r.randint(1, 4)}))", f"table.get({a} % 5, {b})", f"[v for v in (1, {a}, {b}) if v % 2 or v][0]",
            f"next(iter([{a}]))", f"hash(({a}, {b})) % 7", "int(rng.random() * 10)", "int(time.time()) % 11", f"{a} // ({b} or 1)",
            f"int(pick([{a}, {b}])['first'])", f"walker.send({a} % 9 if total else None)", "next(walker)", f"kept({a})", f"id(keys) % 2 + {a}",
            f"len(re.sub('[a-c]', lambda m: str(tool(len(m[0]))), text)) + {a}", f"min(itertools.accumulate([{a}, {b}], lambda v, w: tool(v + w)))",
            *(f"{name}({a})" for name in self.functions),
        ])

    def statement(self, depth: int = 0) -> list[str]:
        r = self.random
        kind = r.randrange(18 if depth < 2 else 9)
        value = self.expression()
        match kind:
            case 0:
                return [f"n = {value} % 1000"]
            case 1:
                return [f"items.append({value} % 1000)", "items = items[-8:]"]
            case 2:
                return [f"table[{value} % 5] = {self.expression()} % 1000"]
            case 3:
                return [f"text = (text + {r.choice(WORDS)!r} + str({value} % 10))[-12:]"]
            case 4:
                return [f"print({value} % 1000, text[:3], sorted(table.items())[:2])"]
            case 5:
                return [f"total += {value} % 1000"]
            case 6:
                return [f"digest.update(str({value}).encode())", "recent.appendleft(digest.digest_size)"]
            case 7:
                return [f"keys[Key({value} % 7)] = len(keys)", "if len(keys) > 4: del keys[sorted(keys)[0]]"]
            case 8:
                return [f"seen.add(({value} % 9, text[:2]))", "print(len(seen), list(seen)[:2])"]
        body = [PAD + line for _ in range(r.randint(1, 3)) for line in self.statement(depth + 1)]
        match kind:
            case 9:
                return [f"if {value} % 3:", *body, "else:", f"{PAD}n = {self.expression()} % 1000"]
            case 10:
                return [f"for i in range({r.randint(1, 5)}):", *body]
            case 11:
                return [
                    "try:", *body, f"{PAD}if {value} % 4 == 0: raise ValueError(n)", "except (ValueError, IndexError) as error:",
                    f"{PAD}print(type(error).__name__, error)", "finally:", f"{PAD}total += 1",
                ]
            case 12 if depth == 0:
                name = f"f{len(self.functions)}"
                self.functions.append(name)
                return [
                    f"def {name}(x):", f"{PAD}def inner():", f"{PAD * 2}for j in range(3):", f"{PAD * 3}yield tool(j) + x % 7",
                    f"{PAD}return sum(inner()) + {r.randint(0, 9)}",
                ]
            case 13:
                return [f"print(sorted([Key(3), Key(n % 5), Key(1)]), len({{Key(1), Key({value} % 4), Key(2)}}))"]
            case 14:
                return [f"kept = keeper({value} % 50)"]
            case 15:
                return [f"walker.close() if {value} % 7 == 0 else None", "walker = walker if total % 2 else walk(n % 10)"]
            case 16:
                return ["with open_box(n) as box:", *body, f"{PAD}total += box.v"]
        return ["while n > 3:", f"{PAD}n = n // 2", f"{PAD}total += tool(n)"]

    def program(self) -> list[str]:
        """Steps of a session."""
        box = "class open_box:\n    def __init__(self, v): self.v = v\n    def __enter__(self): return self\n    def __exit__(self, *why): self.v = tool(self.v); return why[0] is ValueError"
        steps = [f"{PRELUDE}\n{box}"]
        for _ in range(self.random.randint(1, 3)):
            lines = [line for _ in range(self.random.randint(2, 5)) for line in self.statement()]
            if self.random.random() < 0.1:
                # A step that is refused is a step that is counted.
                lines = ["def"]
            steps.append("\n".join(lines) + "\n" + SHOWN)
        return steps


def tool(x: int) -> int:
    if x % 13 == 7:
        raise ValueError(f"the tool has no {x}")
    return (x * 7 + 3) % 50


def pick(of: list[int], which: str = "first") -> dict[str, Any]:
    return {which: of[0], "all": (of, {"n": None})}


TOOLS = {"tool": tool, "pick": pick}
LIMITS: dict[str, Any] = {"fuel": 300_000, "timeout": 600.0, "host_calls": 5000}
Seen = list[Any]


def seen(result: Result, before: str = "") -> Seen:
    return [
        result.outcome, before + result.output, result.repr, result.exception, result.message, result.traceback, result.fuel, result.imports,
    ]


def clock(session: Session, seed: int) -> Session:
    session._core.freeze_clock(1_700_000_000.0 + seed)
    return session


def opened(seed: int, **settings: Any) -> Session:
    return clock(Session("permissive", seed=seed, check=False, tools=TOOLS, **LIMITS, **settings), seed)


def restored(state: bytes, seed: int) -> Session:
    return clock(Session.restore(state, "permissive", tools=TOOLS, check=False, limits=LIMITS), seed)


def go_on(session: Session, steps: list[str], stop: int | None) -> tuple[list[Seen], str, bytes]:
    """To the end of the step under way, and the steps after it: what was seen of each that ended, what the last one printed if it was
    stopped, the state."""
    ended: list[Seen] = []
    work = [session.resume] if session.is_paused else []
    work += [lambda step=step: session.run(step) for step in steps]
    for at, do in enumerate(work):
        if at == 0 and stop is not None:
            session.pause_at(stop)
        result = do()
        if result.outcome == "paused":
            return ended, result.output, session.snapshot()
        ended.append(seen(result))
    return ended, "", session.snapshot()


class Fresh:
    """A process that knows nothing of a program but a snapshot and what is still to be run."""

    def __init__(self) -> None:
        command = [sys.executable, __file__, "--serve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def go_on(self, *given: Any) -> tuple[list[Seen], str, bytes]:
        assert self.process.stdin and self.process.stdout
        pickle.dump(given, self.process.stdin)
        self.process.stdin.flush()
        answer: tuple[list[Seen], str, bytes] = pickle.load(self.process.stdout)
        return answer

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)


def serve() -> None:
    while True:
        try:
            state, seed, steps, stop = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(go_on(restored(state, seed), steps, stop), sys.stdout.buffer)
        sys.stdout.buffer.flush()


def straight(seed: int) -> tuple[list[str], list[Seen], list[bytes]]:
    """The steps, what is seen of them, and the state after each."""
    steps = Programs(seed).program()
    session = opened(seed)
    results, states = [], []
    for step in steps:
        results.append(seen(session.run(step)))
        states.append(session.snapshot())
    return steps, results, states


def same(one: Any, other: Any, what: str) -> None:
    if one != other:
        if isinstance(one, bytes):
            at = next((at for at, pair in enumerate(zip(one[60:], other[60:])) if pair[0] != pair[1]), -1)
            raise AssertionError(f"{what}: {len(one)} bytes, not {len(other)}; the first other one is {at} into the body")
        raise AssertionError(f"{what}: {one} is not {other}")


def attempt(seed: int, workers: list[Fresh]) -> Counter[str]:
    """One program in all ways."""
    steps, expected, states = straight(seed)
    choice = random.Random(~seed)
    counts = Counter(outcome for outcome, *_ in expected)

    # Stopped at random safepoints, and gone on with in other processes, up to three times.
    at = choice.randrange(len(steps))
    session = opened(seed)
    for step in steps[:at]:
        session.run(step)
    session.pause_at(choice.randint(1, max(2, expected[at][6])))
    first = session.run(steps[at])
    if first.outcome == "paused":
        counts["paused"] += 1
        printed, state, done = first.output, session.snapshot(), at
        for hop in range(3):
            stop = choice.randint(1, max(2, expected[done][6])) if hop < 2 else None
            ended, more, state = workers[hop % len(workers)].go_on(state, seed, steps[done + 1 :], stop)
            for result in ended:
                same([result[0], printed + result[1], *result[2:]], expected[done], f"{seed}: step {done} in a fresh process")
                printed, done = "", done + 1
            if done == len(steps):
                break
            printed += more
        same(state, states[-1], f"{seed}: the state of a fresh process")

        # Forked where it stands; the fork goes on first, by way of a fork of its own.
        fork = session.fork()
        same(fork.snapshot(), session.snapshot(), f"{seed}: the state of a fork")
        for way, other in (("a fork", fork.fork()), ("its original", fork), ("the session", session)):
            printed = first.output
            for step, result in enumerate(go_on(other, steps[at + 1 :], None)[0], at):
                same([result[0], printed + result[1], *result[2:]], expected[step], f"{seed}: step {step} of {way}")
                printed = ""
            same(other.snapshot(), states[-1], f"{seed}: the state of {way}")
    else:
        same(seen(first), expected[at], f"{seed}: step {at}, not stopped")

    # From the snapshot that a tool takes while it is called.
    taken: list[bytes] = []
    session = opened(seed)
    wanted = choice.randint(1, 4)
    calls = 0

    def watched(x: int) -> int:
        nonlocal calls
        calls += 1
        if calls == wanted:
            taken.append(session.snapshot())
        return tool(x)

    session.add_tool("tool", watched, params="x")
    for step in range(len(steps)):
        known = len(taken)
        same(seen(session.run(steps[step])), expected[step], f"{seed}: step {step}, watched")
        if len(taken) > known:
            counts["snapshots in tools"] += 1
            ended, _, state = workers[0].go_on(taken[-1], seed, steps[step + 1 :], None)
            for result, whole in zip(ended, expected[step:]):
                same([result[0], *result[2:]], [whole[0], *whole[2:]], f"{seed}: from a tool's snapshot")
            same(state, states[-1], f"{seed}: the state from a tool's snapshot")

    # From the log, with no tool.
    recorded = opened(seed, record=True)
    first_time = [seen(recorded.run(step)) for step in steps]
    log = json.loads(json.dumps(recorded.log))
    replayed = Session("permissive", check=False, replay=log, **LIMITS)
    same([seen(replayed.run(step)) for step in steps], first_time, f"{seed}: replayed")
    same(replayed.snapshot(), recorded.snapshot(), f"{seed}: the state after a replay")
    same(replayed.unreplayed, 0, f"{seed}: calls left")
    counts["programs"] += 1
    return counts


_workers: list[Fresh] = []


def work(seeds: range) -> tuple[Counter[str], list[str]]:
    """A share of the programs, in one process with two fresh ones beside it."""
    if not _workers:
        _workers.extend(Fresh() for _ in range(2))
    counts: Counter[str] = Counter()
    failures = []
    for seed in seeds:
        try:
            counts += attempt(seed, _workers)
        except AssertionError as error:
            failures.append(str(error)[:2000])
        except Exception as error:
            failures.append(f"{seed}: {type(error).__name__}: {error}"[:2000])
            for worker in _workers:
                worker.process.kill()
            _workers[:] = [Fresh() for _ in range(2)]
    return counts, failures


def close() -> None:
    while _workers:
        _workers.pop().close()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", action="store_true", help="prints the programs instead")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
        return 0
    last = given.first + given.count
    if given.show:
        for seed in range(given.first, last):
            print(*(f"# --- {seed}, step {at}\n{step}" for at, step in enumerate(Programs(seed).program())), sep="\n")
        return 0
    start = time.monotonic()
    counts: Counter[str] = Counter()
    failures: list[str] = []
    shares = [range(at, min(at + 50, last)) for at in range(given.first, last, 50)]
    with multiprocessing.Pool(given.jobs) as pool:
        for more, failed in pool.imap_unordered(work, shares):
            counts += more
            failures += failed
            for failure in failed:
                print(failure, flush=True)
    print(f"{counts.pop('programs', 0)} programs as expected, {len(failures)} not, {time.monotonic() - start:.0f} s; {dict(counts.most_common())}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
