"""A few of the random programs that ``random_programs.py`` tries in thousands."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import random_programs

COUNT = int(os.environ.get("STOCKADE_PROGRAMS", "150"))


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    yield
    random_programs.close()


def test_the_way_does_not_show() -> None:
    counts, failures = random_programs.work(range(COUNT))
    assert not failures
    # The programs are worth something: most end, some raise; most are stopped, and most call tools.
    assert counts["completed"] > COUNT and any(name.startswith("runtime:") for name in counts), counts
    assert counts["paused"] > COUNT / 2 and counts["snapshots in tools"] > COUNT / 3, counts


@pytest.mark.parametrize("seed", range(3))
def test_programs_differ(seed: int) -> None:
    assert random_programs.straight(seed)[1] != random_programs.straight(seed + 1)[1]
