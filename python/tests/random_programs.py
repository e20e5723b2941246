"""Random programs give the same result and the same snapshots straight, resumed in fresh processes from random safepoints, forked,
and replayed; those that mention nothing of a session's own say under CPython 3.13 what they say here, where STOCKADE_CPYTHON names one.

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

from random_steps import Programs, pick, tool

from stockade import Result, Session

TOOLS = {"tool": tool, "pick": pick}
LIMITS: dict[str, Any] = {"fuel": 2_000_000, "timeout": 600.0, "host_calls": 5000}
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


class Peer:
    """CPython 3.13, when ``STOCKADE_CPYTHON`` names it; it is asked what the steps print and give."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([os.environ["STOCKADE_CPYTHON"], os.path.join(os.path.dirname(__file__), "random_peer.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)

    def asked(self, seed: int, steps: list[str]) -> list[tuple[Any, ...]]:
        assert self.process.stdin and self.process.stdout
        pickle.dump((seed, steps), self.process.stdin)
        self.process.stdin.flush()
        answer: list[tuple[Any, ...]] = pickle.load(self.process.stdout)
        return answer


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
    if _peers and Programs(seed).is_comparable:
        # CPython has no limits to meet. What an uncaught exception held goes with it there, and here when the next step begins.
        ended = [at for at, (outcome, *_) in enumerate(expected) if outcome.startswith(("limit", "runtime"))]
        whole = ended[0] if ended else len(steps)
        for step, (ours, theirs) in enumerate(zip(expected, _peers[0].asked(seed, steps[:whole]))):
            shown = ("", None, "SyntaxError", None) if ours[0] == "syntax" else (ours[1], ours[2], ours[3], ours[4])
            same(shown, theirs, f"{seed}: step {step} and CPython")
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
_peers: list[Peer] = []


def work(seeds: range) -> tuple[Counter[str], list[str]]:
    """A share of the programs, in one process with two fresh ones beside it."""
    if not _workers:
        _workers.extend(Fresh() for _ in range(2))
        _peers.extend(Peer() for _ in os.environ.get("STOCKADE_CPYTHON", "")[:1])
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
    for used in (_workers, _peers):
        while used:
            used.pop().close()


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
