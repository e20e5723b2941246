"""What a session of a pool costs from Python: checkout and a first step, in a worker and in this process, beside pydantic-monty's pool.

    pip install ./python pydantic-monty && python benches/pool.py

Each number is the median and the best of the rounds, in microseconds. Without pydantic-monty its rows are left out. A checkout ends with the
session: dropping it is part of the time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stockade import Pool, Session

#: What one action is repeated in a round.
TIMES = 500


def spent(action: Callable[[], object], rounds: int) -> list[float]:
    """Microseconds of one action, for each round."""
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(TIMES):
            action()
        found.append((time.perf_counter() - start) / TIMES * 1e6)
    return found


def ours(pool: Pool) -> dict[str, Callable[[], object]]:
    session = pool.session()
    return {
        "checkout": pool.session,
        "step of `1 + 1`": lambda: session.run("1 + 1").value,
        "checkout + step of `1 + 1`": lambda: pool.session().run("1 + 1").value,
    }


@contextmanager
def theirs() -> Iterator[dict[str, Callable[[], object]]]:
    """The same of pydantic-monty, if it is there."""
    try:
        from pydantic_monty import Monty
    except ImportError:
        yield {}
        return
    # A session there has a worker to itself.
    with Monty() as pool, Monty() as another, another.checkout() as kept:

        def both() -> Any:
            with pool.checkout() as session:
                return session.feed_run("1 + 1")

        def checkout() -> None:
            with pool.checkout():
                pass

        yield {"checkout": checkout, "step of `1 + 1`": lambda: kept.feed_run("1 + 1"), "checkout + step of `1 + 1`": both}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    with Pool(1) as workers, Pool(isolation="thread") as threads, theirs() as other:
        plain = {"checkout + step of `1 + 1`": lambda: Session().run("1 + 1").value}
        for name, actions in (("in a worker", ours(workers)), ("in this process", ours(threads)), ("Session()", plain), ("pydantic-monty", other)):
            for what, action in actions.items():
                action()
                times = spent(action, rounds)
                print(f"{name:<18}{what:<30}{statistics.median(times):9.1f} us, best {min(times):7.1f} us")


if __name__ == "__main__":
    main()
