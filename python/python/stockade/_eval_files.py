"""Files for :mod:`stockade.eval` that the engine does not read itself: problems that are at hand as rows, and Parquet, through ``pyarrow``."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ._batches import Column, arrow_schema, rows_of, text_of

#: Rows that are in memory at once while a file is read or written.
BATCH = 4096


@dataclass(frozen=True)
class Problems:
    """Problems as a file that others may change, or as rows that travel along."""

    #: The whole path of a file that the engine reads.
    path: str | None = None
    digest: str | None = None
    #: Rows as JSON lines, packed.
    packed: bytes | None = None

    @classmethod
    def of(cls, problems: Any) -> Problems:
        if problems is None:
            return cls()
        if isinstance(problems, (str, os.PathLike)):
            path = os.path.abspath(os.fspath(problems))
            if is_parquet(Path(path)):
                return cls._packed(row for file in _parquet_files(path) for row in parquet_rows(file))
            return cls(path=path, digest=_digest(path))
        if isinstance(problems, Mapping) and all(isinstance(row, Mapping) for row in problems.values()):
            return cls._packed(((row if "task_id" in row else {"task_id": name, **row}), False) for name, row in problems.items())
        if isinstance(problems, Mapping) and "task_id" in problems and isinstance(problems["task_id"], (str, int)):
            raise ValueError("problems is one problem; give a list of it, or a mapping of names to problems")
        return cls._packed(rows_of(problems))

    @classmethod
    def _packed(cls, rows: Iterable[tuple[Mapping[str, Any], bool]]) -> Problems:
        text = "".join(text_of(row, is_filled) + "\n" for row, is_filled in rows)
        # No time inside: the same rows are the same bytes.
        return cls(packed=gzip.compress(text.encode(), 6, mtime=0))

    @contextmanager
    def as_file(self) -> Iterator[str | None]:
        """The path of a file with the problems, for as long as it is needed."""
        if self.packed is not None:
            with tempfile.TemporaryDirectory(prefix="stockade-") as folder:
                path = os.path.join(folder, "problems.jsonl")
                with open(path, "wb") as file:
                    # Unpacked: a digest of it must not depend on who packed it.
                    file.write(gzip.decompress(self.packed))
                yield path
            return
        if self.path is not None and _digest(self.path) != self.digest:
            raise ValueError(f"`{self.path}` is not the file of problems that the evaluator was made with: the two differ")
        yield self.path


def _digest(path: str) -> str | None:
    """The digest of a file; of a folder, which the engine reads by itself, none."""
    if os.path.isdir(path):
        return None
    try:
        with open(path, "rb") as file:
            hash = hashlib.sha256()
            while chunk := file.read(1 << 20):
                hash.update(chunk)
            return hash.hexdigest()
    except OSError as error:
        raise ValueError(
            f"`{path}` cannot be read: {error.strerror}. A file of problems must be at this path on every machine; problems given as rows travel along"
        ) from None


def is_parquet(path: Path) -> bool:
    """True for a Parquet file by its name, and for a folder that has some."""
    return path.suffix in (".parquet", ".pq") or (path.is_dir() and any(path.glob("*.parquet")))


def _parquet_files(path: str) -> list[str]:
    """The files of a folder, in the order of their names."""
    return sorted(str(file) for file in Path(path).glob("*.parquet")) if os.path.isdir(path) else [path]


def _arrow(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ModuleNotFoundError("Parquet files need the package pyarrow: pip install pyarrow", name="pyarrow") from None


def parquet_rows(path: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """The rows of a Parquet file, a few at a time."""
    parquet = _arrow("pyarrow.parquet")
    try:
        file = parquet.ParquetFile(path)
    except (OSError, ValueError) as error:
        raise ValueError(f"`{path}` cannot be read: {error}") from None
    with file:
        for batch in file.iter_batches(batch_size=BATCH):
            yield from rows_of(batch)


@contextmanager
def files_of(samples: Sequence[str | os.PathLike[str]], results: Path) -> Iterator[list[str]]:
    """The paths of samples, with JSON lines in place of Parquet. Those are beside the results, where there is room, until the run has ended."""
    paths: list[str] = []
    made: list[Path] = []
    try:
        for sample in samples:
            if not is_parquet(Path(sample)):
                paths.append(os.fspath(sample))
                continue
            # One name for every run, so that what a killed run left is written over.
            path = results.with_name(f"{results.stem}.samples{len(made) or ''}.jsonl")
            made.append(path)
            write_json_lines((row for file in _parquet_files(os.fspath(sample)) for row in parquet_rows(file)), path)
            paths.append(str(path))
        yield paths
    finally:
        for path in made:
            path.unlink(missing_ok=True)


def write_json_lines(rows: Iterable[tuple[Mapping[str, Any], bool]], path: Path) -> None:
    """Writes rows as the engine reads them."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for row, is_filled in rows:
            file.write(text_of(row, is_filled) + "\n")


def has_faults(results: Path) -> bool:
    """True if a row of results is a fault of the host."""
    with open(results, encoding="utf-8") as lines:
        return any('"verdict":"host_fault"' in line for line in lines)


def write_parquet(results: Path, out: Path, holds: Mapping[str, str], flat: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Writes a file of results as Parquet, whole or not at all. ``flat`` gives the columns of a row of results."""
    pyarrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    schema = arrow_schema(holds)
    unfinished = out.with_name(f"{out.name}.new")
    with open(results, encoding="utf-8") as lines, parquet.ParquetWriter(unfinished, schema, compression="zstd") as writer:
        while some := [flat(json.loads(line)) for line in islice(lines, BATCH)]:
            columns = [pyarrow.array([one[field.name] for one in some], field.type) for field in schema]
            writer.write_table(pyarrow.Table.from_arrays(columns, schema=schema))
    unfinished.replace(out)
