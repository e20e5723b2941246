"""The corpus of `tests/eval` as one table, and the results that the command gives for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "tests" / "eval"
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
    command = [sys.executable, "-m", "stockade", "eval", "run", str(lines), "--out", str(out), "--workers=2", *(f"--{name}={value}" for name, value in limits.items()), *options]
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
