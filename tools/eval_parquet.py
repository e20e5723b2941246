"""Writes the Parquet files that the tests of `stockade eval` read: the corpus as tables, as pyarrow writes it, and a table of nested types.

    python tools/eval_parquet.py            # needs pyarrow
"""

from __future__ import annotations

import datetime
import decimal
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

DATA = Path(__file__).resolve().parents[1] / "tests" / "eval"
OUT = DATA / "parquet"
# What is of one type in every row, with a codec each. The other formats have values of several types in one field.
CORPUS = {
    "humaneval.samples": "snappy", "humaneval.problems": "gzip", "mbpp.samples": "lz4", "mbpp.problems": "none",
    "stdio.samples": "zstd", "stdio.problems": "snappy", "bigcodebench.samples": "gzip", "bigcodebench.problems": "lz4",
}
# A call with its arguments, and one that has none of the fields of the other kinds of tests but as nulls.
TESTS = [
    {"args": [4], "expected": 8, "input": None, "code": None}, {"args": [-1], "expected": -2, "input": None, "code": None},
]
CALLS = [
    {"task_id": "double", "entry_point": "double", "tests": TESTS, "solution": "def double(x): return x + x"},
    {"task_id": "double", "entry_point": "double", "tests": TESTS, "solution": "def double(x): return 8"},
    {"task_id": "none", "entry_point": "double", "tests": [], "solution": "def double(x): return 8"},
]
TYPES = pa.schema([
    ("text", pa.string()), ("large", pa.large_string()), ("bytes", pa.binary()), ("whole", pa.int64()), ("byte", pa.uint8()), ("unsigned", pa.uint64()),
    ("half", pa.float16()), ("single", pa.float32()), ("double", pa.float64()), ("flag", pa.bool_()), ("nothing", pa.null()),
    ("names", pa.list_(pa.string())), ("deep", pa.list_(pa.list_(pa.int64()))), ("group", pa.struct([("a", pa.int32()), ("b", pa.list_(pa.struct([("c", pa.string())])))])),
    ("map", pa.map_(pa.string(), pa.int64())), ("category", pa.dictionary(pa.int32(), pa.string())), ("day", pa.date32()), ("exact", pa.decimal128(9, 2)),
])
ROWS = [
    {
        "text": "é\u2028\0", "large": "big", "bytes": b"plain", "whole": 2**62, "byte": 255, "unsigned": 2**64 - 1, "half": 0.5, "single": 0.1, "double": 0.1, "flag": True,
        "names": ["a", None, ""], "deep": [[1, 2], [], None, [3]], "group": {"a": 1, "b": [{"c": "x"}, {"c": None}, None]}, "map": [("k", 1), ("l", None)],
        "category": "red", "day": datetime.date(2024, 2, 29), "exact": decimal.Decimal("12.50"),
    },
    {name: None for name in TYPES.names},
    {"text": "", "double": float("nan"), "single": float("inf"), "names": [], "deep": [], "group": {"a": None, "b": None}, "map": [], "flag": False, "category": "red"},
]
# The rows as JSON lines would have them.
WANTED = [
    {
        "text": "é\u2028\0", "large": "big", "bytes": "plain", "whole": 2**62, "byte": 255, "unsigned": 2**64 - 1, "half": 0.5, "single": 0.10000000149011612, "double": 0.1,
        "flag": True, "nothing": None, "names": ["a", None, ""], "deep": [[1, 2], [], None, [3]], "group": {"a": 1, "b": [{"c": "x"}, {"c": None}, None]},
        "map": {"k": 1, "l": None}, "category": "red", "day": "2024-02-29", "exact": "12.50",
    },
    {name: None for name in TYPES.names},
    {name: None for name in TYPES.names} | {"text": "", "names": [], "deep": [], "group": {"a": None, "b": None}, "map": {}, "flag": False, "category": "red"},
]


def table(rows: list[dict[str, object]]) -> pa.Table:
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pa.table({name: [row.get(name) for row in rows] for name in names})


def main() -> None:
    OUT.mkdir(exist_ok=True)
    for name, codec in CORPUS.items():
        rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
        # Several groups of rows, as large files have them.
        pq.write_table(table(rows), OUT / f"{name}.parquet", compression=codec, row_group_size=40)
    pq.write_table(table(CALLS), OUT / "calls.parquet")
    (OUT / "calls.jsonl").write_text("".join(json.dumps(row) + "\n" for row in CALLS))
    pq.write_table(pa.Table.from_pylist(ROWS, schema=TYPES), OUT / "types.parquet", data_page_version="2.0")
    (OUT / "types.jsonl").write_text("".join(json.dumps(row) + "\n" for row in WANTED))


if __name__ == "__main__":
    main()
