"""`Evaluator` and `ray_options` on a real cluster of two nodes: Parquet in, Parquet out, and an actor killed half-way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import corpus
import pyarrow
import pyarrow.parquet
import pytest
import ray
from stockade.eval import ray_options


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder where Ray has worked, and what was said about it."""
    folder = tmp_path_factory.mktemp("ray")
    table = pyarrow.table(corpus.columns(corpus.samples()))
    (folder / "in").mkdir()
    for number in range(4):
        part = table.slice(number * len(table) // 4, (number + 1) * len(table) // 4 - number * len(table) // 4)
        pyarrow.parquet.write_table(part, folder / "in" / f"{number}.parquet")
    plain = [{**row, "at": at} for at, row in enumerate(corpus.rows("plain.samples.jsonl"))]
    pyarrow.parquet.write_table(pyarrow.table(corpus.columns(plain)), folder / "plain.parquet")
    problems = corpus.write(folder / "problems.jsonl", corpus.problems())
    (folder / "settings.json").write_text(json.dumps({"problems": str(problems), "limits": corpus.LIMITS, "dies_at": len(table) // 2}))
    [(_, code)] = corpus.BLOCKS["Ray Data"]
    (folder / "recipe.py").write_text(code)
    (folder / "recipe.json").write_text(json.dumps(corpus.prepare(folder / "recipe")))
    driver = [sys.executable, str(Path(__file__).with_name("ray_driver.py")), str(folder), "10"]
    with open(folder / "log", "wb") as log, subprocess.Popen(driver, stdout=log, stderr=log, start_new_session=True) as process:
        try:
            process.wait(timeout=400)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
    assert (folder / "said.json").exists(), (folder / "log").read_text()[-5000:]
    return folder, json.loads((folder / "said.json").read_text())


def test_the_results_are_those_of_the_command(done: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    folder, _ = done
    assert (folder / "killed").exists()
    table = pyarrow.parquet.read_table(folder / "out")
    wanted = corpus.by_the_command(tmp_path, corpus.samples(), f"--problems={folder / 'problems.jsonl'}")
    assert len(wanted) > 550 and corpus.by_columns(table.to_pydict()) == wanted
    assert table.sort_by("at").column("want").to_pylist() == [row["verdict"] for row in wanted]


def test_each_node_had_its_actor_and_one_was_started_again(done: tuple[Path, dict[str, Any]]) -> None:
    folder, said = done
    assert (said["num_cpus"], said["size"]) == (2, 2)
    actors = [path.name.split("-")[1] for path in folder.glob("actor-*")]
    assert len(actors) == 3 and len(set(actors)) == 2


def test_arrays_of_numpy_have_the_same_results(done: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    folder, _ = done
    table = pyarrow.parquet.read_table(folder / "plain")
    wanted = corpus.by_the_command(tmp_path, corpus.rows("plain.samples.jsonl"))
    rows = table.sort_by("at").to_pylist()
    assert [row["verdict"] for row in rows] == [row["verdict"] for row in wanted]
    assert [row["fuel"] for row in rows] == [row["usage"]["fuel"] for row in wanted]
    # There is no null: NaN, and an empty text.
    assert [row["reward"] if row["reward"] == row["reward"] else None for row in rows] == [row["reward"] for row in wanted]
    assert [row["detail"] or "null" for row in rows] == [json.dumps(row["detail"], ensure_ascii=False) for row in wanted]


def test_the_documentation(done: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = done
    corpus.compare(list((folder / "recipe" / "graded").glob("*.parquet")), json.loads((folder / "recipe.json").read_text()))


def test_actors_that_take_every_cpu_wait_for_ever(done: tuple[Path, dict[str, Any]]) -> None:
    # Why `ray_options` leaves some.
    _, said = done
    assert said["hang"] == {"ended": False, "free": 0}


@pytest.mark.parametrize(
    ("cpus", "options", "taken"),
    [
        ([64.0, 64.0], {}, (2, 63)), ([1.0], {}, (1, 0)), ([2.0, 2.0, 2.0], {}, (3, 1)), ([0.0, 16.0, 8.0], {}, (2, 7)), ([8.0], {"spare": 3}, (1, 5)),
        ([], {"nodes": 5, "cpus": 32}, (5, 31)), ([8.0, 8.0], {"nodes": 5}, (5, 7)), ([8.0, 8.0], {"cpus": 4}, (2, 3)), ([4.0], {"spare": 1.5}, (1, 2)),
        ([8.0], {"spare": 99}, (1, 0)),
    ],
)
def test_the_options(cpus: list[float], options: dict[str, Any], taken: tuple[int, float], monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = [{"Alive": True, "Resources": {"CPU": one} if one else {}} for one in cpus] + [{"Alive": False, "Resources": {"CPU": 999.0}}]
    monkeypatch.setattr(ray, "nodes", lambda: nodes)
    got = ray_options(**options)
    assert (got["compute"], got["num_cpus"], set(got)) == (ray.data.ActorPoolStrategy(size=taken[0]), taken[1], {"compute", "num_cpus"})


def test_wrong_options_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "nodes", lambda: [])
    with pytest.raises(RuntimeError, match="no node of the Ray cluster has CPUs; for a cluster that grows later, give nodes= and cpus="):
        ray_options()
    with pytest.raises(ValueError, match="spare is 0; a task that reads takes 1 CPU"):
        ray_options(spare=0)


def test_ray_is_not_imported_with_the_package() -> None:
    code = "import sys, stockade.eval; print([name for name in ('ray', 'pyarrow', 'pandas', 'numpy', 'daft', 'datasets') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
