"""What a session costs from Python: a new one, a call of a tool, snapshot, restore and fork.

    pip install ./python && python benches/from_python.py

Each number is the best of several rounds. The call of a tool is what a call costs more than the same call in this interpreter: the loop around
it is measured with an empty function of the program's own and subtracted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from stockade import Session

CALLS = 20_000
MANY = "class P:\n    def __init__(self, n): self.n = n\nitems = [P(i) for i in range(10_000)]"


def best(action: Callable[[], object], rounds: int, times: int = 1) -> float:
    """Seconds of one action, of the best round."""
    found = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(times):
            action()
        found = min(found, (time.perf_counter() - start) / times)
    return found


def tool(x: int) -> int:
    return x


def plain(count: int) -> None:
    for i in range(count):
        tool(i)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    loop = f"for i in range({CALLS}): {{}}(i)"
    session = Session("permissive", tools={"tool": tool}, host_calls=10 * CALLS, fuel=10**12, timeout=600)
    session.run("def own(x): return x")
    lent = best(lambda: session.run(loop.format("tool")).raise_for_outcome(), rounds)
    own = best(lambda: session.run(loop.format("own")).raise_for_outcome(), rounds)
    here = best(lambda: plain(CALLS), rounds)
    many = Session("permissive", fuel=10**12)
    many.run(MANY).raise_for_outcome()
    libraries = Session("permissive")
    libraries.run("import json, re").raise_for_outcome()
    bytes_ = many.snapshot()
    rows = [
        ("Session()", best(Session, rounds, 1000) * 1e6, "us", 20),
        ("a session with a tool and a variable", best(lambda: Session(tools={"tool": tool}, inputs={"x": 1}), rounds, 1000) * 1e6, "us", None),
        ("a call with a tool, over the Python function's own", (lent - max(own, here)) / CALLS * 1e6, "us", 5),
        ("run('x = 1') of a session that is there", best(lambda: session.run("x = 1"), rounds, 500) * 1e6, "us", None),
        ("snapshot of 10,000 small objects", best(many.snapshot, rounds) * 1e3, "ms", 0.5),
        ("restore of it", best(lambda: Session.restore(bytes_, "permissive"), rounds) * 1e3, "ms", 1),
        ("fork of it", best(many.fork, rounds, 3) * 1e3, "ms", 0.4),
        ("fork with json and re imported", best(libraries.fork, rounds, 3) * 1e3, "ms", 0.4),
    ]
    for what, measured, unit, aim in rows:
        print(f"{what:<52}{measured:9.2f} {unit}{'' if aim is None else f'   aimed at {aim}'}")


if __name__ == "__main__":
    main()
