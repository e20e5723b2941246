"""What a host lends reaches nothing of the host unless its author says `trust`: more than 500 programs against the real packages.

Each program is first shown to reach the host with `trust`. So the test cannot pass because a program is wrong.
"""

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest
from lending_probes import ROWS, SECRET, WAYS, Row, filled, prepare, program
from stockade import Session
from stockade.smolagents import InterpreterError, StockadeExecutor

PACKAGES = sorted({row.package for row in ROWS})
LISTED = ["numpy", "pandas"]


def reached(out: Path, shown: str) -> bool:
    """True if the program made a file of the host, or saw one."""
    made = [path for path in out.parent.iterdir() if path.name.startswith(out.name)]
    return bool(made) or SECRET in shown


def clear(out: Path) -> None:
    import shutil

    for path in out.parent.iterdir():
        if path.name.startswith(out.name):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def shown(result: Any) -> str:
    return f"{result.value!r} {result.repr} {result.output} {result.error}"


def ended(session: Session, setup: str, code: str) -> str:
    """Runs a program, and asks of objects that it got what they say of themselves."""
    session.run(setup)
    result = session.run(code + "\n", cell=True)
    text = shown(result)
    if result.ok and result.value is not None:
        # What a package keeps of a file may only show in its parts.
        for part in ("str(got)", "str(got.vocabulary_)", "str(got.to_pydict())", "str(got.edges())", "str(got.data)", "str(dict(got))", "str(list(got))"):
            with contextlib.suppress(Exception):
                session["got"] = result.value
                text += shown(session.run(part))
    return text


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_reached_without_trust(package: str, tmp_path: Path) -> None:
    pytest.importorskip(package)
    for needed in ("pandas", "pyarrow", "openpyxl", "scipy"):
        pytest.importorskip(needed)
    out, inputs = tmp_path / "out", tmp_path / "in"
    prepare(inputs, out)
    missed, wrong, count = [], [], 0
    for row in [row for row in ROWS if row.package == package]:
        for way in WAYS:
            setup, code = program(row, way, out, inputs)
            trusting = Session("permissive", modules=[package, "numpy"], trust=[package], check=False, timeout=60, fuel="10000000000")
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                text = ended(trusting, setup, code)
            if not reached(out, text):
                missed.append((row.callable, way, text[:300]))
                continue
            clear(out)
            count += 1
            judged = Session("permissive", modules=LISTED, check=False, timeout=60, fuel="10000000000")
            if reached(out, ended(judged, setup, code)):
                wrong.append((row.callable, way, "lent by the list"))
            clear(out)
            if way == "direct" and reached(out, sent(row, setup, code)):
                wrong.append((row.callable, way, "sent to an executor"))
            clear(out)
    assert not missed, f"{len(missed)} programs are no probes: they reach nothing with trust either\n" + "\n".join(map(str, missed))
    assert not wrong, "\n".join(map(str, wrong))
    assert count >= 5


def sent(row: Row, setup: str, code: str) -> str:
    """The host makes the objects, and sends them to an agent's executor."""
    made: dict[str, Any] = {}
    exec(setup, made)
    executor = StockadeExecutor(LISTED)
    executor.send_tools({"final_answer": lambda answer: answer})
    for name, value in made.items():
        if not name.startswith("__") and type(value).__name__ != "module":
            executor.send_variables({name: value})
    try:
        return f"{executor(code).output!r}"
    except InterpreterError as error:
        return str(error)


def test_there_are_enough() -> None:
    assert len({row.callable for row in ROWS}) >= 100 and len(PACKAGES) >= 12 and len(ROWS) * len(WAYS) >= 500
    assert filled("'OUT'", Path("/a"), Path("/b")) == "'/a'"
