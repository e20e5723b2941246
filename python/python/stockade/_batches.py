"""Batches of rows: what they hold as JSON, and the same batches with columns added. Used by :mod:`stockade.eval`.

A batch is a table or record batch of ``pyarrow``, a frame of ``pandas`` or ``polars``, or a dict of columns: lists or arrays of ``numpy``.
No such library is imported unless a batch of it comes.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

#: Columns with verdicts: what each holds, and whether a value may be missing.
COLUMNS: dict[str, tuple[str, bool]] = {
    "verdict": ("text", False), "reward": ("integer", True), "detail": ("text", True), "line": ("integer", True), "tests_passed": ("integer", False),
    "tests_total": ("integer", False), "fuel": ("integer", False), "memory": ("integer", False), "rooms": ("integer", False),
    "extracted": ("text", True), "printed": ("text", True),
}

#: Fields of samples that may hold several programs, in the order in which they are looked for.
PROGRAM_LISTS = ("code_list", "generations", "completions", "solutions")
#: Fields that hold an integer, and a float where a frame has a row without it.
WHOLE = ("rooms", "task_id", "question_id", "problem_id", "id")



class Column(NamedTuple):
    """A column of verdicts: ``text`` or ``integer``, whether values may be missing, and the values."""

    holds: str
    may_miss: bool
    values: list[Any]


Columns = dict[str, Column]


def with_columns(batch: Any, judge: Callable[[list[dict[str, Any]], bool], Columns]) -> Any:
    """A batch with the columns that ``judge`` gives for its rows, in place of columns with these names. ``judge`` is also told whether structs
    of the rows have the fields of all."""
    # `datasets.map` gives a view of a table. A dict for an answer would lose the types of columns without values. Of a column that somebody has
    # looked at, or put there, the view has a value of its own.
    if hasattr(batch, "pa_table") and sorted(getattr(batch, "keys_to_format", ())) == sorted(batch) == sorted(batch.pa_table.column_names):
        batch = batch.pa_table
    kind, names = _kind(batch)
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"two columns of the batch have the name {twice!r}")
    rows, taken = _one_program_each(kind.rows(batch))
    if taken is not None:
        batch = kind.take(batch, taken)
        for name in PROGRAM_LISTS:
            if any(isinstance(row.get(name), list) for row in rows):
                batch = kind.replace(batch, name, [row.get(name) for row in rows])
    return kind.add(batch, judge(rows, kind.is_filled))


def _one_program_each(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[int] | None]:
    """Rows with several programs come once for each, with a list of that one alone. Also which row each was, if that is not the same."""
    out: list[dict[str, Any]] = []
    taken: list[int] = []
    for at, row in enumerate(rows):
        name = next((name for name in PROGRAM_LISTS if isinstance(row.get(name), list)), None)
        if name is None or len(row[name]) == 1:
            out.append(row)
            taken.append(at)
            continue
        out += [{**row, name: [program]} for program in row[name]]
        taken += [at] * len(row[name])
    return out, None if taken == list(range(len(rows))) else taken


class _Arrow:
    """Tables and record batches."""

    is_filled = True

    @staticmethod
    def rows(batch: Any) -> list[dict[str, Any]]:
        try:
            # A map is a dict; of a key that is there twice, the last counts.
            rows = batch.to_pylist(maps_as_pydicts="lossy")
        except TypeError:
            rows = batch.to_pylist()
        return rows if batch.num_columns else [{} for _ in range(batch.num_rows)]

    @staticmethod
    def take(batch: Any, at: list[int]) -> Any:
        return batch.take(importlib.import_module("pyarrow").array(at, "int64"))

    @staticmethod
    def replace(batch: Any, name: str, values: list[Any]) -> Any:
        pyarrow = importlib.import_module("pyarrow")
        schema = batch.schema
        number = schema.get_field_index(name)
        return _Arrow._made(batch, {number: (schema.field(number), pyarrow.array(values, schema.field(number).type))}, schema.metadata)

    @staticmethod
    def add(batch: Any, columns: Columns) -> Any:
        pyarrow = importlib.import_module("pyarrow")
        changed: dict[int, tuple[Any, Any]] = {}
        for field, column in zip(arrow_schema({name: column.holds for name, column in columns.items()}), columns.values()):
            number = batch.schema.get_field_index(field.name)
            changed[number if number >= 0 else batch.num_columns + len(changed)] = (field, pyarrow.array(column.values, field.type))
        return _Arrow._made(batch, changed, _metadata(batch.schema, [field for field, _ in changed.values()]))

    @staticmethod
    def _made(batch: Any, changed: dict[int, tuple[Any, Any]], metadata: Any) -> Any:
        pyarrow = importlib.import_module("pyarrow")
        both = [changed.get(number, (field, column)) for number, (field, column) in enumerate(zip(batch.schema, batch.columns))]
        both += [pair for number, pair in sorted(changed.items()) if number >= batch.num_columns]
        schema = pyarrow.schema([field for field, _ in both], metadata=metadata)
        return type(batch).from_arrays([column for _, column in both], schema=schema)


def _metadata(schema: Any, added: list[Any]) -> Any:
    """The metadata of a schema with more fields. The features of `datasets` name every column, so they get the new ones."""
    metadata = dict(schema.metadata or {})
    try:
        huggingface = json.loads(metadata[b"huggingface"])
        huggingface["info"]["features"] |= {field.name: {"dtype": str(field.type), "_type": "Value"} for field in added}
    except (KeyError, TypeError, ValueError):
        return metadata or None
    return {**metadata, b"huggingface": json.dumps(huggingface).encode()}


class _Pandas:
    """Frames of pandas."""

    is_filled = False

    @staticmethod
    def rows(batch: Any) -> list[dict[str, Any]]:
        columns = []
        for name in batch.columns:
            column = batch[name]
            columns.append([None if missing else value for value, missing in zip(column.tolist(), column.isna().tolist())])
        return _rows([str(name) for name in batch.columns], columns, len(batch))

    @staticmethod
    def take(batch: Any, at: list[int]) -> Any:
        return batch.iloc[at]

    @staticmethod
    def replace(batch: Any, name: str, values: list[Any]) -> Any:
        pandas = importlib.import_module("pandas")
        return batch.assign(**{name: pandas.Series(values, index=batch.index, dtype=batch[name].dtype)})

    @staticmethod
    def add(batch: Any, columns: Columns) -> Any:
        pandas = importlib.import_module("pandas")
        types = {"text": "string", "integer": "Int64"}
        return batch.assign(**{name: pandas.array(column.values, dtype=types[column.holds]) for name, column in columns.items()})


class _Polars:
    """Frames of polars."""

    is_filled = True

    @staticmethod
    def rows(batch: Any) -> list[dict[str, Any]]:
        return list(batch.to_dicts())

    @staticmethod
    def take(batch: Any, at: list[int]) -> Any:
        return batch[at]

    @staticmethod
    def replace(batch: Any, name: str, values: list[Any]) -> Any:
        polars = importlib.import_module("polars")
        return batch.with_columns(polars.Series(name, values, dtype=batch.schema[name]))

    @staticmethod
    def add(batch: Any, columns: Columns) -> Any:
        polars = importlib.import_module("polars")
        types = {"text": polars.String, "integer": polars.Int64}
        return batch.with_columns([polars.Series(name, column.values, dtype=types[column.holds]) for name, column in columns.items()])


class _Dict:
    """Dicts of lists or arrays."""

    is_filled = False

    @staticmethod
    def rows(batch: Any) -> list[dict[str, Any]]:
        columns = [_listed(column) for column in batch.values()]
        counts = {str(name): len(column) for name, column in zip(batch, columns)}
        if len(set(counts.values())) > 1:
            raise ValueError(f"the columns of the batch have different lengths: {counts}")
        return _rows([str(name) for name in batch], columns, max(counts.values(), default=0))

    @staticmethod
    def take(batch: Any, at: list[int]) -> Any:
        return {name: column[at] if hasattr(column, "tolist") else [column[one] for one in at] for name, column in batch.items()}

    @staticmethod
    def replace(batch: Any, name: str, values: list[Any]) -> Any:
        column: Any = values
        if hasattr(batch[name], "tolist"):
            column = importlib.import_module("numpy").empty(len(values), dtype=object)
            column[:] = values
        return {**batch, name: column}

    @staticmethod
    def add(batch: Any, columns: Columns) -> Any:
        if not any(hasattr(column, "tolist") for column in batch.values()):
            return {**batch, **{name: column.values for name, column in columns.items()}}
        numpy = importlib.import_module("numpy")
        added = {}
        for name, (holds, may_miss, values) in columns.items():
            if holds == "text":
                # A column of None alone has no type for whoever reads it, so a text that is missing is empty.
                added[name] = numpy.array(["" if value is None else value for value in values], dtype=object)
            else:
                values = [numpy.nan if value is None else value for value in values]
                added[name] = numpy.array(values, dtype=numpy.float64 if may_miss else numpy.int64)
        return {**batch, **added}


def _kind(batch: Any) -> tuple[Any, list[str]]:
    """What works on a batch of this kind, and the names of its columns."""
    pyarrow, pandas, polars = (sys.modules.get(name) for name in ("pyarrow", "pandas", "polars"))
    if pyarrow and isinstance(batch, (pyarrow.Table, pyarrow.RecordBatch)):
        return _Arrow, batch.schema.names
    if pandas and isinstance(batch, pandas.DataFrame):
        return _Pandas, [str(name) for name in batch.columns]
    if polars and isinstance(batch, polars.DataFrame):
        return _Polars, batch.columns
    if isinstance(batch, Mapping):
        return _Dict, [str(name) for name in batch]
    raise TypeError(f"a batch is a pyarrow.Table, pyarrow.RecordBatch, pandas.DataFrame, polars.DataFrame or a dict of columns, not {type(batch).__name__}")


def arrow_schema(holds: Mapping[str, str]) -> Any:
    """The schema of ``pyarrow`` of columns that hold this."""
    pyarrow = importlib.import_module("pyarrow")
    types = {"text": pyarrow.string(), "integer": pyarrow.int64()}
    return pyarrow.schema([pyarrow.field(name, types[what]) for name, what in holds.items()])


def _listed(column: Any) -> Sequence[Any]:
    if hasattr(column, "tolist") and getattr(column, "ndim", 1) == 1:
        listed: list[Any] = column.tolist()
        return listed
    return list(column)


def _rows(names: list[str], columns: Sequence[Sequence[Any]], count: int) -> list[dict[str, Any]]:
    if not names:
        return [{} for _ in range(count)]
    # The lists of a column are arrays where it was a column of Arrow before.
    columns = [[value.tolist() if getattr(value, "ndim", 0) else value for value in column] for column in columns]
    return [dict(zip(names, values)) for values in zip(*columns)]


def rows_of(rows: Any) -> Iterator[tuple[dict[str, Any], bool]]:
    """The rows of a batch, or of an iterable of mappings, and whether their structs have the fields of all."""
    try:
        kind, _ = _kind(rows)
    except TypeError:
        return ((_mapping(row), False) for row in rows)
    return ((row, kind.is_filled) for row in kind.rows(rows))


def _mapping(row: Any) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise TypeError(f"a problem is a mapping, not {type(row).__name__}")
    return dict(row)


def text_of(row: Mapping[str, Any], is_filled: bool) -> str:
    """A row as a JSON object. ``is_filled`` says that it comes from columns, where each struct has the fields of all, those that it lacks
    as None."""
    out: dict[str, Any] = {str(name): value if type(value) is str else _value(value) for name, value in row.items()}
    for name in WHOLE:
        if isinstance(out.get(name), float) and out[name].is_integer():
            out[name] = int(out[name])
    for name in ("base_input", "plus_input"):
        if isinstance(out.get(name), str):
            out[name] = _inputs(out[name])
    if isinstance(out.get("tests"), list):
        out["tests"] = [_test(test, is_filled, out.get("reference") is not None) for test in out["tests"]]
    elif "tests" in out and out["tests"] is None and not any(out.get(name) is not None for name in _TEST_FIELDS):
        # It has a place for tests and none there: it must not pass for a program that needs none.
        out["tests"] = []
    try:
        return _JSON.encode(out)
    except (TypeError, ValueError):
        return _JSON.encode({name: _certain(name, value) for name, value in out.items()})


_TEST_FIELDS = ("test", "test_list", "input_output", "public_test_cases", "private_test_cases", "base_input", "plus_input")
_EMPTY_OF_TEST = ("code", "args", "kwargs", "input", "output")


def _value(value: Any) -> Any:
    """A field; what says that nothing is there as None."""
    if value is None or type(value) in (list, dict, int, bool):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    return list(value) if isinstance(value, tuple) else value


def _inputs(text: str) -> Any:
    """The inputs of EvalPlus, which no column of one type can hold but as a text of JSON."""
    try:
        return json.loads(text) if text.strip() else None
    except ValueError:
        # No list of arguments, so that the problem says that it cannot be read. Tests are not left out.
        return [None]


def _test(test: Any, is_filled: bool, has_reference: bool) -> Any:
    """A test without the fields that are there only because other tests have them."""
    if not isinstance(test, Mapping):
        return test
    kept = {name: value for name, value in test.items() if value is not None or name not in _EMPTY_OF_TEST}
    if not is_filled and len(kept) == len(test):
        return test
    if isinstance(kept.get("kwargs"), Mapping):
        kept["kwargs"] = {name: value for name, value in kept["kwargs"].items() if value is not None}
    # None may be the right answer. With a reference it says that the reference knows, which gives None if that is right.
    if kept.get("expected", 0) is None and (has_reference or "args" not in kept):
        del kept["expected"]
    return kept


def _certain(name: str, value: Any) -> Any:
    """A field that JSON has, or in its place one that no format takes for its tests."""
    try:
        _JSON.encode(value)
        return value
    except (TypeError, ValueError):
        text = str(value)
        if name in ("base_input", "plus_input"):
            return [None]
        return {"values": text} if name == "comparison" else text


def _plain(value: Any) -> Any:
    """What columns hold, for JSON: numbers and arrays of numpy, bytes, mappings."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (bytes, bytearray)):
        return value.decode("utf-8", "replace")
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a value of type {type(value).__name__} in a row has no JSON")


#: Made once, because `json.dumps` with options makes one each time.
_JSON = json.JSONEncoder(default=_plain, allow_nan=False)
