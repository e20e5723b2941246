"""`Evaluator.__call__`, problems that are rows, and Parquet: every kind of batch, with what real columns have in them."""

from __future__ import annotations

import concurrent.futures
import datetime
import decimal
import json
import math
import multiprocessing
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from stockade.eval import Evaluator

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

PROBLEM: dict[str, Any] = {"task_id": "d", "entry_point": "double", "tests": [{"args": [4], "expected": 8}]}
RIGHT, WRONG, RAISES = "def double(x): return x + x", "def double(x): return x", "def double(x):\n    1/0"
UNKNOWN = "import numpy\ndef double(x): return numpy.zeros(x)"
NAMES = ["verdict", "reward", "detail", "line", "tests_passed", "tests_total", "fuel", "memory", "rooms", "extracted"]
INTEGERS = {"reward", "line", "tests_passed", "tests_total", "fuel", "memory", "rooms"}


def objects(values: list[Any]) -> Any:
    """A column of numpy as Ray makes it of lists and texts."""
    column = numpy.empty(len(values), dtype=object)
    column[:] = values
    return column


def chunked(columns: dict[str, list[Any]]) -> Any:
    table = pyarrow.table(columns)
    return pyarrow.concat_tables([table.slice(0, 1), table.slice(1)])


#: How each kind is made of columns.
KINDS: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "table": pyarrow.table, "chunked table": chunked, "record batch": pyarrow.RecordBatch.from_pydict, "pandas": pandas.DataFrame,
    "pandas of arrow": lambda columns: pyarrow.table(columns).to_pandas(), "polars": lambda columns: polars.from_arrow(pyarrow.table(columns)), "lists": dict,
    "arrays": lambda columns: {name: objects(values) for name, values in columns.items()},
}


def is_missing(value: Any) -> bool:
    return isinstance(value, str) and value == "" or isinstance(value, float) and math.isnan(value)


def columns_of(batch: Any) -> dict[str, list[Any]]:
    """The columns of any batch, what is missing as None: NaN and empty texts of arrays of numpy, too."""
    if isinstance(batch, dict):
        given: dict[str, list[Any]] = {name: list(column) for name, column in batch.items()}
        if any(hasattr(column, "tolist") for column in batch.values()):
            given = {name: [None if is_missing(value) else value for value in column] for name, column in given.items()}
        return given
    if isinstance(batch, pandas.DataFrame):
        pairs = {name: zip(batch[name].tolist(), batch[name].isna().tolist()) for name in batch.columns}
        return {name: [None if missing else value for value, missing in values] for name, values in pairs.items()}
    if isinstance(batch, polars.DataFrame):
        return {name: batch[name].to_list() for name in batch.columns}
    table: dict[str, list[Any]] = batch.to_pydict()
    return table


def samples(*programs: str) -> dict[str, list[Any]]:
    return {"task_id": ["d"] * len(programs), "solution": list(programs), "row": list(range(len(programs)))}


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return Evaluator([PROBLEM], workers=1)


@pytest.mark.parametrize("kind", KINDS)
def test_the_kind_comes_back_with_columns(kind: str, evaluator: Evaluator) -> None:
    given = samples(RIGHT, WRONG, RAISES, UNKNOWN)
    batch = KINDS[kind](given)
    done = evaluator(batch)
    assert type(done) is type(batch)
    got = columns_of(done)
    assert list(got) == ["task_id", "solution", "row", *NAMES] and got["row"] == [0, 1, 2, 3]
    assert got["verdict"] == ["passed", "failed", "error", "unsupported:numpy.zeros"]
    assert got["reward"] == [1, 0, 0, None] and got["line"][2] == 2 and got["line"][0] is None
    assert got["tests_passed"] == [1, 0, 0, 0] and got["tests_total"] == [1] * 4 and got["rooms"] == [2] * 4
    assert got["detail"][0] is None and json.loads(got["detail"][1])["got"] == "4"
    verdicts = evaluator.evaluate([{"task_id": "d", "solution": text} for text in given["solution"]])
    assert got["fuel"] == [one.usage["fuel"] for one in verdicts] and got["memory"] == [one.usage["memory"] for one in verdicts]
    # What was given is as it was.
    assert list(columns_of(batch)) == ["task_id", "solution", "row"]


def types_of(batch: Any) -> list[str]:
    if isinstance(batch, dict):
        return [str(getattr(batch[name], "dtype", "list")) for name in NAMES]
    if isinstance(batch, pandas.DataFrame):
        return [str(batch[name].dtype) for name in NAMES]
    return [str(batch.schema[name] if isinstance(batch, polars.DataFrame) else batch.schema.field(name).type) for name in NAMES]


@pytest.mark.parametrize("kind", KINDS)
def test_types_are_the_same_for_every_batch(kind: str, evaluator: Evaluator) -> None:
    make = KINDS[kind]
    empty = pyarrow.table({"task_id": pyarrow.array([], "string"), "solution": pyarrow.array([], "string")})
    nothing = {"table": empty, "chunked table": empty, "record batch": pyarrow.RecordBatch.from_pylist([], schema=empty.schema)}
    batches = [make(samples(RIGHT)), make(samples(UNKNOWN)), make(samples(WRONG, RAISES)), nothing.get(kind, make({"task_id": [], "solution": []}))]
    done = [evaluator(batch) for batch in batches]
    assert types_of(done[0]) == types_of(done[1]) == types_of(done[2]) == types_of(done[3])
    assert [len(columns_of(batch)["verdict"]) for batch in done] == [1, 1, 2, 0]
    if kind != "lists":
        # Nothing is an object whose type a reader must guess, but texts of numpy.
        wanted = {"arrays": ("object", "float64"), "pandas": ("string", "Int64"), "pandas of arrow": ("string", "Int64"), "polars": ("String", "Int64")}
        text, integer = wanted.get(kind, ("string", "int64"))
        plain = "int64" if kind == "arrays" else integer
        assert types_of(done[0]) == [(integer if name in ("reward", "line") else plain) if name in INTEGERS else text for name in NAMES]


@pytest.mark.parametrize("kind", KINDS)
def test_twice_is_as_once(kind: str, evaluator: Evaluator) -> None:
    once = evaluator(KINDS[kind](samples(RIGHT, WRONG, UNKNOWN)))
    again = evaluator(once)
    assert columns_of(again) == columns_of(once) and types_of(again) == types_of(once)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_with_several_programs_come_once_for_each(kind: str, evaluator: Evaluator) -> None:
    batch = KINDS[kind]({"task_id": ["d", "d", "d"], "generations": [[RIGHT, WRONG], [RAISES], []], "row": [1, 2, 3]})
    done = evaluator(batch)
    got = columns_of(done)
    assert (got["row"], got["verdict"]) == ([1, 1, 2], ["passed", "failed", "error"])
    assert [list(one) for one in got["generations"]] == [[RIGHT], [WRONG], [RAISES]]
    assert columns_of(evaluator(done))["verdict"] == got["verdict"]


@pytest.mark.parametrize("kind", KINDS)
def test_columns_without_json_do_no_harm(kind: str, evaluator: Evaluator) -> None:
    extra = {
        "when": [datetime.datetime(2026, 1, 2), None], "price": [decimal.Decimal("1.50"), None], "blob": [b"\xff\x00", None],
        "vector": [[1.5, math.nan], None], "empty": [None, None], "score": [math.inf, None],
    }
    done = evaluator(KINDS[kind]({**samples(RIGHT, WRONG), **extra}))
    assert columns_of(done)["verdict"] == ["passed", "failed"]


@pytest.mark.parametrize("kind", KINDS)
def test_nested_tests_of_several_kinds_in_one_column(kind: str) -> None:
    # A column of structs gives each test the fields of all.
    batch = {
        "entry_point": ["double", None, "nothing", "scale"],
        "tests": [
            [{"args": [4], "expected": 8}], [{"input": "3\n", "output": "6"}], [{"args": [], "expected": None}],
            [{"args": [4], "expected": 8}, {"args": [4], "kwargs": {"by": 3}, "expected": 12}],
        ],
        "solution": [RIGHT, "print(int(input()) * 2)", "def nothing(): pass", "def scale(x, by=2): return x * by"],
    }
    verdicts = columns_of(Evaluator(workers=1)(KINDS[kind](batch)))
    assert (verdicts["verdict"], verdicts["detail"]) == (["passed"] * 4, [None] * 4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_reference_answers_where_a_column_has_no_answer(kind: str) -> None:
    batch = {
        "entry_point": ["double", "double"], "reference": [RIGHT, RIGHT], "tests": [[{"args": [4], "expected": 8}], [{"args": [5]}]],
        "solution": [RIGHT, WRONG],
    }
    assert columns_of(Evaluator(workers=1)(KINDS[kind](batch)))["verdict"] == ["passed", "failed"]


@pytest.mark.parametrize("kind", KINDS)
def test_tests_as_texts_of_json(kind: str) -> None:
    batch = {
        "entry_point": ["double"] * 2, "tests": [json.dumps([{"args": [4], "expected": 8}]), json.dumps([{"args": ["ab"], "expected": "abab"}])],
        "solution": [RIGHT, WRONG],
    }
    assert columns_of(Evaluator(workers=1)(KINDS[kind](batch)))["verdict"] == ["passed", "failed"]
    plus = {
        "task_id": ["d", "d"], "prompt": ["", ""], "entry_point": ["double"] * 2, "canonical_solution": [RIGHT] * 2, "base_input": ["[[4], [\"a\"]]", "[[4]]"],
        "plus_input": ["[[0.5]]", "[[4"], "solution": [RIGHT, RIGHT],
    }
    done = columns_of(Evaluator(workers=1)(KINDS[kind](plus)))
    # Inputs that cannot be read are not left out.
    assert (done["verdict"], done["tests_total"][0]) == (["passed", "host_fault"], 3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_without_tests_in_a_column_of_tests_scores_nothing(kind: str) -> None:
    batch = {"task_id": ["a", "b"], "tests": [[{"input": "", "output": "1"}], None], "solution": ["print(1)", "print(1)"]}
    done = columns_of(Evaluator(workers=1)(KINDS[kind](batch)))
    assert (done["verdict"], done["reward"]) == (["passed", "host_fault"], [1, None])


@pytest.mark.parametrize("field", ["tests", "test_list", "base_input", "input_output", "public_test_cases", "comparison"])
def test_tests_without_json_score_nothing(field: str) -> None:
    wrong = [{"args": [decimal.Decimal("4")], "expected": math.nan}]
    row: dict[str, Any] = {"entry_point": "double", "canonical_solution": RIGHT, "plus_input": [[1]] if field == "base_input" else None, "solution": RIGHT}
    row |= {"tests": PROBLEM["tests"], "comparison": {"values": "close", "atol": math.nan}} if field == "comparison" else {field: wrong}
    done = columns_of(Evaluator(workers=1)({name: [value] for name, value in row.items()}))
    assert (done["verdict"], done["reward"]) == (["host_fault"], [None])


def test_names_that_a_frame_made_floats() -> None:
    evaluator = Evaluator([{**PROBLEM, "task_id": 7}], workers=1)
    frame = pandas.DataFrame({"task_id": [7.0, None], "solution": [RIGHT, RIGHT]})
    assert columns_of(evaluator(frame))["verdict"] == ["passed", "host_fault"]


def test_maps_and_packed_columns_of_arrow() -> None:
    test = pyarrow.struct([("args", pyarrow.list_(pyarrow.int64())), ("kwargs", pyarrow.map_(pyarrow.string(), pyarrow.int64())), ("expected", pyarrow.int64())])
    tests = pyarrow.array([[{"args": [4], "kwargs": [("by", 3)], "expected": 12}]], pyarrow.list_(test))
    name = pyarrow.array(["scale"]).dictionary_encode()
    program = pyarrow.array([b"def scale(x, by=2): return x * by"], pyarrow.large_binary())
    table = pyarrow.table({"entry_point": name, "tests": tests, "solution": program}).replace_schema_metadata({"owner": "me"})
    done = Evaluator(workers=1)(table)
    assert done.column("verdict").to_pylist() == ["passed"] and done.schema.metadata == {b"owner": b"me"}


def test_an_index_and_a_prefix_stay(evaluator: Evaluator) -> None:
    frame = pandas.DataFrame({**samples(RIGHT, WRONG), "line": ["mine", "mine"]}, index=["x", "y"])
    done = Evaluator([PROBLEM], workers=1, prefix="eval_", keep_output=True)(frame)
    assert list(done.index) == ["x", "y"] and list(done["line"]) == ["mine"] * 2
    assert [name for name in done.columns if name.startswith("eval_")] == [f"eval_{name}" for name in [*NAMES, "printed"]]


def test_what_is_printed_has_a_column_of_its_own() -> None:
    # `output` is where answers are; a second run must not take what was printed for one.
    done = Evaluator(format="plain", workers=1, keep_output=True)({"output": ["```python\nprint(5)\n```"]})
    assert (done["printed"], done["extracted"]) == (["5\n"], ["last-fence"])


def test_wrong_batches_are_said(evaluator: Evaluator) -> None:
    with pytest.raises(TypeError, match="not list"):
        evaluator([{"solution": "1"}])
    with pytest.raises(ValueError, match="different lengths: {'a': 1, 'b': 2}"):
        evaluator({"a": [1], "b": [1, 2]})
    with pytest.raises(ValueError, match="have the name 'a'"):
        evaluator(pyarrow.Table.from_arrays([pyarrow.array([1]), pyarrow.array([2])], names=["a", "a"]))


PROBLEMS: dict[str, Any] = {
    "list": [PROBLEM], "tuple": (PROBLEM,), "mapping": {"d": {"entry_point": "double", "tests": PROBLEM["tests"]}},
    "table": pyarrow.Table.from_pylist([PROBLEM]), "pandas": pandas.DataFrame([PROBLEM]),
    "arrays": {"task_id": ["d"], "entry_point": ["double"], "tests": [PROBLEM["tests"]]},
}


@pytest.mark.parametrize("kind", PROBLEMS)
def test_problems_may_be_rows(kind: str) -> None:
    evaluator = pickle.loads(pickle.dumps(Evaluator(PROBLEMS[kind], workers=1)))
    assert [one.verdict for one in evaluator.evaluate([{"task_id": "d", "solution": text} for text in (RIGHT, WRONG)])] == ["passed", "failed"]


def test_wrong_problems_are_said() -> None:
    for wrong, words in ((PROBLEM, "one problem"), ([{**PROBLEM, "task_id": None}], "no `task_id`"), ([PROBLEM, PROBLEM], "two problems")):
        with pytest.raises(ValueError, match=words):
            Evaluator(wrong)
    with pytest.raises(TypeError, match="str"):
        Evaluator(["HumanEval.jsonl"])


def test_a_pickle_of_many_problems_is_small() -> None:
    many = [{"task_id": str(number), "entry_point": "double", "tests": [{"args": [at], "expected": 2 * at} for at in range(200)]} for number in range(100)]
    pickled = pickle.dumps(Evaluator(many, workers=1))
    assert len(pickled) < len(json.dumps(many)) / 20
    assert pickled == pickle.dumps(Evaluator(many, workers=1)) != pickle.dumps(Evaluator(many[1:], workers=1))
    assert pickle.loads(pickled).evaluate([{"task_id": "99", "solution": RIGHT}])[0].tests == {"passed": 200, "total": 200}


def test_a_relative_path_holds_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("problems.jsonl").write_text(json.dumps(PROBLEM))
    Path("mine.yaml").write_text("version: 1\nextends: [permissive]\nlimits: {fuel: 100_000}\n".replace("_", ""))
    evaluator = Evaluator("problems.jsonl", policy="mine.yaml", workers=1)
    pickled = pickle.dumps(evaluator)
    monkeypatch.chdir("/")
    rows = [{"task_id": "d", "solution": RIGHT}, {"task_id": "d", "solution": "while True: pass"}]
    assert [one.verdict for one in pickle.loads(pickled).evaluate(rows)] == ["passed", "limit:fuel"]
    # A cache that is keyed by the pickle must not take it for the same.
    (tmp_path / "problems.jsonl").write_text(json.dumps({**PROBLEM, "entry_point": "f"}))
    assert pickle.dumps(Evaluator(tmp_path / "problems.jsonl", policy=tmp_path / "mine.yaml", workers=1)) != pickled
    with pytest.raises(ValueError, match="not the file of problems that the evaluator was made with"):
        pickle.loads(pickled).evaluate(rows)
    (tmp_path / "problems.jsonl").unlink()
    with pytest.raises(ValueError, match="must be at this path on every machine"):
        pickle.loads(pickled).evaluate(rows)
    (tmp_path / "problems.jsonl").write_text(json.dumps(PROBLEM))
    (tmp_path / "mine.yaml").write_text("version: 1\nextends: [permissive]\n")
    with pytest.raises(ValueError, match="mine.yaml` is not the one"):
        pickle.loads(pickled).evaluate(rows)


def test_another_version_is_said(evaluator: Evaluator) -> None:
    there = pickle.loads(pickle.dumps(evaluator))
    there._engine = "0.0.1"
    with pytest.raises(ValueError, match="of stockade 0.0.1, and this is"):
        pickle.loads(pickle.dumps(there)).evaluate([])


def _verdict(evaluator: Evaluator) -> str:
    return evaluator.evaluate([{"task_id": "d", "solution": RIGHT}])[0].verdict


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own(evaluator: Evaluator) -> None:
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert pool.submit(_of_the_parent).result(timeout=60) == "passed"
        assert pool.submit(_verdict, evaluator).result(timeout=60) == "passed"


_PARENTS = Evaluator([PROBLEM], workers=1)


def _of_the_parent() -> str:
    return _verdict(_PARENTS)


def results(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_parquet_goes_in_and_comes_out(tmp_path: Path) -> None:
    columns = {"task_id": ["d"] * 3, "generations": [[RIGHT, WRONG], [RAISES], [UNKNOWN]]}
    (tmp_path / "many").mkdir()
    parquet.write_table(pyarrow.table(columns).slice(0, 1), tmp_path / "many" / "a.parquet")
    parquet.write_table(pyarrow.table(columns).slice(1), tmp_path / "many" / "b.parquet")
    parquet.write_table(pyarrow.Table.from_pylist([PROBLEM]), tmp_path / "problems.parquet")
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps(dict(zip(columns, row))) + "\n" for row in zip(*columns.values())))
    evaluator = Evaluator(tmp_path / "problems.parquet", workers=1)
    assert evaluator.run(tmp_path / "lines.jsonl", tmp_path / "from_lines.jsonl") == 0
    assert evaluator.run(tmp_path / "many", tmp_path / "out.parquet") == 0
    lines = (tmp_path / "out.jsonl").read_bytes()
    assert lines == (tmp_path / "from_lines.jsonl").read_bytes()
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.schema.remove_metadata() == pyarrow.schema([("index", "int64"), ("task_id", "string"), *evaluator.arrow_schema()])
    wanted = results(tmp_path / "out.jsonl")
    for name in ("index", "task_id", "verdict", "reward", "line", "rooms", "extracted"):
        assert table.column(name).to_pylist() == [row[name] for row in wanted]
    assert [text and json.loads(text) for text in table.column("detail").to_pylist()] == [row["detail"] for row in wanted]
    assert table.column("fuel").to_pylist() == [row["usage"]["fuel"] for row in wanted]
    assert table.column("verdict").to_pylist() == ["passed", "failed", "error", "unsupported:numpy.zeros"]
    assert sorted(path.name for path in tmp_path.glob("out*")) == ["out.jsonl", "out.manifest.json", "out.parquet", "out.timing.jsonl"]


def test_a_file_has_the_columns_of_the_command(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"solution": ["print(6 * 7)"]}), tmp_path / "in.parquet")
    assert Evaluator(format="plain", workers=1, keep_output=True).run(tmp_path / "in.parquet", tmp_path / "out.parquet") == 0
    table = parquet.read_table(tmp_path / "out.parquet")
    wanted = re.findall(r'Column \{ name: "(\w+)"', (Path(__file__).parents[2] / "eval" / "src" / "results.rs").read_text())
    assert wanted and table.column_names == wanted
    assert table["output"].to_pylist() == ["42\n"]


def test_a_run_to_parquet_goes_on_where_it_stopped(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    parquet.write_table(pyarrow.table(samples(*[RIGHT, WRONG] * 20)), tmp_path / "in.parquet")
    evaluator = Evaluator([PROBLEM], workers=1)
    assert evaluator.run(tmp_path / "in.parquet", tmp_path / "out.parquet") == 0
    whole, table = (tmp_path / "out.jsonl").read_bytes(), parquet.read_table(tmp_path / "out.parquet")
    # As after a kill: a torn line, no Parquet yet, and the copy of the samples left behind.
    (tmp_path / "out.jsonl").write_bytes(whole[:len(whole) // 2])
    (tmp_path / "out.parquet").unlink()
    (tmp_path / "out.samples.jsonl").write_text("half")
    assert evaluator.run(tmp_path / "in.parquet", tmp_path / "out.parquet") == 0
    assert (tmp_path / "out.jsonl").read_bytes() == whole and parquet.read_table(tmp_path / "out.parquet") == table
    # Other samples, same results: refused, and nothing is written over.
    parquet.write_table(pyarrow.table(samples(RIGHT)), tmp_path / "in.parquet")
    assert evaluator.run(tmp_path / "in.parquet", tmp_path / "out.parquet") == 2
    assert "another run, which differs in samples" in capfd.readouterr().err
    assert parquet.read_table(tmp_path / "out.parquet") == table


def test_shards_of_a_run(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table(samples(RIGHT, WRONG, RAISES)), tmp_path / "in.parquet")
    evaluator = Evaluator([PROBLEM], workers=1)
    for number in (1, 2):
        assert evaluator.run(tmp_path / "in.parquet", tmp_path / f"{number}.parquet", shard=f"{number}/2") == 0
    assert parquet.read_table(tmp_path / "2.parquet").column("index").to_pylist() == [1]
    assert parquet.read_table(tmp_path / "1.parquet").column("verdict").to_pylist() == ["passed", "error"]


def test_a_file_that_is_no_parquet_is_said(tmp_path: Path) -> None:
    (tmp_path / "in.parquet").write_text("no")
    with pytest.raises(ValueError, match="in.parquet` cannot be read"):
        Evaluator(workers=1).run(tmp_path / "in.parquet", tmp_path / "out.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]
