"""``stdin`` and ``argv`` of sessions and runs."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest

from stockade import Session, run, run_async

SUM = "total = 0\ntry:\n    while True: total += int(input())\nexcept EOFError: pass\ntotal"


@pytest.mark.parametrize("stdin", ["1\n2\n3", b"1\n2\n3\n", ["1\n2", "\n", "3\n"], iter([b"1\n", "2\n3\n"]), io.StringIO("1\n2\n3\n"), io.BytesIO(b"1\n2\n3\n")])
def test_each_kind_of_input_is_read(stdin: Any) -> None:
    assert run(SUM, stdin=stdin).value == 6


def test_a_callable_is_asked_when_the_program_reads() -> None:
    asked: list[int] = []

    def read(size: int) -> str | None:
        asked.append(size)
        return "5\n" if len(asked) < 3 else None

    session = Session(stdin=read)
    assert session.run("x = 1").ok and not asked
    assert session.run(SUM).value == 10
    assert len(asked) == 3 and min(asked) > 0


def test_a_step_has_its_own_input() -> None:
    session = Session(stdin="1\n")
    assert session.run(SUM, stdin="7\n8\n").value == 15
    assert session.run(SUM, stdin=["9\n"]).value == 9
    assert session.run(SUM).value == 0


def test_async_sources() -> None:
    async def lines() -> Any:
        for number in "12":
            await asyncio.sleep(0)
            yield number + "\n"

    async def more(size: int) -> bytes:
        await asyncio.sleep(0)
        return b""

    assert asyncio.run(run_async(SUM, stdin=lines())).value == 3
    assert asyncio.run(run_async(SUM, stdin=more)).value == 0


def test_a_wrong_source_is_refused() -> None:
    with pytest.raises(TypeError, match="stdin is str, bytes, an iterable of them or a callable, not int"):
        run("1", stdin=3)  # type: ignore[arg-type]
    assert run("input()", stdin=[3]).message == "stdin gave int: give str or bytes"  # type: ignore[list-item]


def test_a_snapshot_has_what_is_not_read() -> None:
    session = Session(stdin="1\n2\n")
    session.run("first = input()")
    assert Session.restore(session.snapshot()).run("first, input()").value == ("1", "2")
    # A source is given again.
    session = Session(stdin=["1\n"])
    assert Session.restore(session.snapshot(), stdin=["4\n"]).run("input()").value == "4"


def test_a_log_has_the_input() -> None:
    for stdin in ("3\n4\n", ["3\n", "4\n"]):
        session = Session(stdin=stdin, record=True)
        assert session.run(SUM).value == 7
        session.run("input()", stdin="x\n")
        again = Session(replay=session.log)
        assert again.run(SUM).value == 7
        assert again.run("input()").value == "x"


def test_arguments() -> None:
    assert run("import sys\nsys.argv[1:]", argv=["a", "b"], policy="permissive").value == ["a", "b"]


def test_input_counts_as_memory() -> None:
    with pytest.raises(ValueError, match="no memory left for the 4000000 bytes of stdin"):
        Session(stdin="x" * 4_000_000, memory=1_000_000)
    assert run("import sys\nlen(sys.stdin.read())", stdin=["x" * 4_000_000], limits={"memory": 2_000_000}, policy="permissive").outcome == "limit:memory"
