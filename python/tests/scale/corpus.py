"""The corpus of `tests/eval` as one table, and the results that the command gives for it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

DATA = Path(__file__).resolve().parents[3] / "tests" / "eval"
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "eval-at-scale.md").read_text(encoding="utf-8")
#: The blocks of each section, with their languages.
BLOCKS = {
    section.splitlines()[0].strip(): re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL) for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
}
LIMITS: dict[str, float | str] = {"fuel": 3_000_000, "memory": "64MiB", "output": "1MiB"}
FORMATS = ["humaneval", "mbpp", "evalplus", "stdio", "apps", "lcb", "bigcodebench", "stockade", "cheats"]


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def problems() -> list[dict[str, Any]]:
    return [row for name in FORMATS for row in rows(f"{name}.problems.jsonl")]


def samples() -> list[dict[str, Any]]:
    """Every sample that names a problem, with its index. A column has one type, so names are texts."""
    found = [row for name in FORMATS for row in rows(f"{name}.samples.jsonl")]
    return [{**row, "at": at} | ({"task_id": str(row["task_id"])} if "task_id" in row else {}) for at, row in enumerate(found)]


def columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns, with None where a row has no such field."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def by_the_command(folder: Path, rows: list[dict[str, Any]], *options: str, limits: dict[str, float | str] = LIMITS) -> list[dict[str, Any]]:
    """The results of `stockade eval run`, without what only a run of files has."""
    lines, out = write(folder / "samples.jsonl", rows), folder / "results.jsonl"
    command = [sys.executable, "-m", "stockade", "eval", "run", str(lines), "--out", str(out), "--workers=2", *options]
    command += [f"--{name}={value}" for name, value in limits.items()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def by_columns(table: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Columns with verdicts as rows of results, in the order of their index."""
    rows = [dict(zip(table, values)) for values in zip(*table.values())]
    return [
        {
            "index": row["at"], "task_id": next(text for text in (row.get("task_id"), row.get("question_id"), row.get("problem_id"), "") if text is not None),
            "verdict": row["verdict"], "reward": row["reward"], "detail": row["detail"] and json.loads(row["detail"]), "line": row["line"],
            "tests": {"passed": row["tests_passed"], "total": row["tests_total"]}, "usage": {"fuel": row["fuel"], "memory": row["memory"]},
            "rooms": row["rooms"], "extracted": row["extracted"],
        }
        for row in sorted(rows, key=lambda row: row["at"])
    ]


def prepare(folder: Path) -> list[dict[str, Any]]:
    """Writes the files that `docs/eval-at-scale.md` takes for there, and gives the results of the command for them."""
    # With the limits of the page, endless programs would take long; and the status of a run with host faults is 1.
    found = [row for row in rows("mbpp.samples.jsonl") if not row["want"].startswith(("limit", "host_fault"))][:40]
    programs = [{"task_id": str(row["task_id"]), "solution": row["solution"], "at": at} for at, row in enumerate(found)]
    (folder / "samples").mkdir(parents=True)
    for number, part in enumerate((programs[:25], programs[25:])):
        pyarrow.parquet.write_table(pyarrow.table(columns(part)), folder / "samples" / f"{number}.parquet")
    write(folder / "samples.jsonl", programs)
    write(folder / "problems.jsonl", rows("mbpp.problems.jsonl"))
    (folder / "command").mkdir()
    wanted = by_the_command(folder / "command", programs, f"--problems={folder / 'problems.jsonl'}", limits={})
    assert {row["verdict"] for row in wanted} > {"passed", "failed", "error"}
    return wanted


def compare(files: list[Path], wanted: list[dict[str, Any]]) -> None:
    """Asserts that files of Parquet have these results, and the same types in each."""
    tables = [pyarrow.parquet.read_table(path) for path in files]
    got = [(row["task_id"], row["verdict"], row["reward"], row["fuel"]) for table in tables for row in table.to_pylist()]
    assert sorted(got, key=str) == sorted(((row["task_id"], row["verdict"], row["reward"], row["usage"]["fuel"]) for row in wanted), key=str)
    assert len({str(table.schema.field(name).type) for table in tables for name in ("reward", "line")}) == 1
