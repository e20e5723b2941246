"""Runs what `docs/eval-at-scale.md` says, as it stands there, and compares what comes out with the command's results."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import corpus
import pyarrow.parquet
import pytest
import yaml

#: Sections whose code needs more than the environment of these tests. `.ci/nightly` installs it.
LATER = {"Spark"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """A folder with what the page takes for there, and the results of the command."""
    folder = tmp_path_factory.mktemp("data")
    return folder, corpus.prepare(folder)


@pytest.fixture
def folder(data: tuple[Path, list[dict[str, Any]]], tmp_path: Path) -> Path:
    for name in ("samples.jsonl", "problems.jsonl"):
        shutil.copy(data[0] / name, tmp_path)
    shutil.copytree(data[0] / "samples", tmp_path / "samples")
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "stockade"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m stockade "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IEXEC)
    return tmp_path


def go(folder: Path, words: list[str], **environment: str) -> str:
    """Runs a command in a folder, and gives what it prints."""
    variables = {
        **os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "HF_HOME": str(folder / "hf"),
        "PYSPARK_PYTHON": sys.executable, **environment,
    }
    done = subprocess.run(words, cwd=folder, env=variables, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_every_section_is_run() -> None:
    # That of Ray runs on the cluster of `test_ray.py`.
    run = {"Batches", "Ray Data", "Hugging Face `datasets`", "Daft", "Dask", "Parquet files", "Slurm", "Kubernetes"}
    assert {name for name, blocks in corpus.BLOCKS.items() if blocks} == run | LATER


def test_batches(folder: Path) -> None:
    [(_, code)] = corpus.BLOCKS["Batches"]
    assert go(folder, [sys.executable, "-c", code]) == "['passed', 'failed']\n"


@pytest.mark.parametrize("section", ["Hugging Face `datasets`", "Daft", "Dask", "Spark"])
def test_a_framework(section: str, folder: Path, data: tuple[Path, list[dict[str, Any]]]) -> None:
    if section in LATER and os.environ["STOCKADE_SCALE"] != "all":
        pytest.skip("pyspark and Java are part of the nightly run")
    [(_, code)] = corpus.BLOCKS[section]
    (folder / "recipe.py").write_text(code)
    go(folder, [sys.executable, "recipe.py"])
    corpus.compare([path for path in folder.rglob("*.parquet") if path.relative_to(folder).parts[0].startswith("graded")], data[1])


def test_parquet_files(folder: Path, data: tuple[Path, list[dict[str, Any]]]) -> None:
    [(_, code)] = corpus.BLOCKS["Parquet files"]
    assert go(folder, [sys.executable, "-c", code]).splitlines()[-1] == "0"
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert lines == data[1]
    assert pyarrow.parquet.read_table(folder / "results.parquet").column("verdict").to_pylist() == [row["verdict"] for row in lines]


def merged(folder: Path) -> list[dict[str, Any]]:
    [_, (_, merge)] = corpus.BLOCKS["Slurm"]
    go(folder, ["sh", "-ec", merge])
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def test_slurm(folder: Path, data: tuple[Path, list[dict[str, Any]]]) -> None:
    [(_, script), _] = corpus.BLOCKS["Slurm"]
    [count] = re.findall(r"--array=1-(\d+)", script)
    for number in range(1, int(count) + 1):
        go(folder, ["bash", "-c", script], SLURM_ARRAY_TASK_ID=str(number), SLURM_ARRAY_TASK_COUNT=count, SLURM_CPUS_PER_TASK="2")
    assert merged(folder) == data[1]


def test_kubernetes(folder: Path, data: tuple[Path, list[dict[str, Any]]]) -> None:
    [(_, text)] = corpus.BLOCKS["Kubernetes"]
    job = yaml.safe_load(text)["spec"]
    [container] = job["template"]["spec"]["containers"]
    for number in range(job["completions"]):
        go(folder, [*container["command"], *container["args"]], JOB_COMPLETION_INDEX=str(number))
    assert merged(folder) == data[1]
