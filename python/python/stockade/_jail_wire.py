"""How a host and its jail speak: frames of JSON with the bytes of arrays behind, over a pair of sockets.

Nobody believes the other: a frame has a limit, and what is in it is made by the kinds of this list alone. There is no pickle and no marshal.
"""

from __future__ import annotations

import json
import os
import re
import struct
from collections.abc import Callable
from typing import Any

#: Length of the JSON, and of the bytes behind it.
HEAD = struct.Struct("<IQ")
#: A frame may have so many bytes of JSON, and so many behind them.
MOST_JSON, MOST_BYTES = 64 << 20, 1 << 31
#: Bytes that are read at once.
SHORT = 1 << 16
#: Levels of lists in a message.
DEPTH = 200
#: Integers of more bits are written as text: readers of JSON have a limit on digits.
WHOLE = 1 << 53
#: Types of the items of arrays that cross as bytes: numbers, dates, texts of fixed width.
ITEMS = re.compile(r"[<>|=]?(?:b1|[iu][1248]|f(?:2|4|8|16)|c(?:8|16|32)|[mM]8(?:\[\d{0,6}[a-zA-Z]{1,2}\])?|[US]\d{1,6})")
#: Types of the columns of tables that cross as lists.
COLUMNS = frozenset("object str string boolean Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 category".split())


class Broken(Exception):
    """What the other side sent is no message, or it is gone."""


#: Both are made once: `json.dumps` with separators makes an encoder each time.
encode = json.JSONEncoder(separators=(",", ":")).encode
decode = json.JSONDecoder().decode


class Wire:
    """One end. ``wait`` is called before each read that may have to wait, and may raise."""

    def __init__(self, descriptor: int, wait: Callable[[], None] | None = None) -> None:
        self._descriptor, self._wait = descriptor, wait
        self._held = b""

    def send(self, message: Any, buffers: list[Any]) -> None:
        text = encode(message).encode()
        behind = sum([memoryview(one).nbytes for one in buffers]) if buffers else 0
        if len(text) > MOST_JSON or behind > MOST_BYTES:
            raise ValueError("a value is too large to cross between the program and a module of the host")
        try:
            for part in (HEAD.pack(len(text), behind) + text, *buffers):
                done = os.write(self._descriptor, part)
                if done < (size := memoryview(part).nbytes):
                    rest = memoryview(part).cast("B")
                    while done < size:
                        done += os.write(self._descriptor, rest[done:])
        except OSError as error:
            raise Broken("it is gone") from error

    def _read(self, length: int) -> bytes | bytearray:
        """The next bytes. What is short comes with what is behind it, so that a message takes one call."""
        held = self._held
        if len(held) < length <= SHORT:
            while len(held) < length:
                held += self._piece(SHORT)
        if len(held) >= length:
            self._held = held[length:]
            return held[:length]
        data = bytearray(length)
        view, at = memoryview(data), len(held)
        view[:at], self._held = held, b""
        while at < length:
            piece = self._piece(min(length - at, 1 << 20))
            view[at : at + len(piece)] = piece
            at += len(piece)
        return data

    def _piece(self, length: int) -> bytes:
        if self._wait is not None:
            self._wait()
        try:
            piece = os.read(self._descriptor, length)
        except OSError as error:
            raise Broken("it is gone") from error
        if not piece:
            raise Broken("it is gone")
        return piece

    def receive(self) -> tuple[Any, bytearray]:
        length, behind = HEAD.unpack(self._read(HEAD.size))
        if length > MOST_JSON or behind > MOST_BYTES:
            raise Broken("a frame is too long")
        text = self._read(length)
        try:
            message = decode(text.decode())
        except (ValueError, RecursionError) as error:
            raise Broken("a frame is no JSON") from error
        return message, bytearray(self._read(behind)) if behind else bytearray()


class Writer:
    """Writes the values of one message. ``other`` writes what is of no kind of the list, and may raise ``TypeError``."""

    def __init__(self, other: Callable[[Writer, Any], Any]) -> None:
        self._other = other
        self.buffers: list[Any] = []

    def write(self, value: Any) -> Any:
        kind = type(value)
        if kind is str or kind is float or kind is bool or value is None:
            return value
        if kind is int:
            return value if -WHOLE < value < WHOLE else ["i", hex(value)]
        if kind is list or kind is tuple or kind is set or kind is frozenset:
            return [TAGS[kind], *[self.write(item) for item in value]]
        if kind is dict:
            return ["d", *[[self.write(key), self.write(item)] for key, item in value.items()]]
        if kind is bytes:
            self.buffers.append(value)
            return ["b", len(value)]
        if kind is complex:
            return ["c", value.real, value.imag]
        return self._other(self, value)

    def bytes_of(self, data: Any) -> int:
        """Bytes behind the message: their number."""
        view = memoryview(data)
        self.buffers.append(view)
        return view.nbytes


TAGS: dict[type, str] = {list: "l", tuple: "t", set: "s", frozenset: "f"}


class Reader:
    """Reads the values of one message. ``other`` reads what has a tag that is not in the list."""

    def __init__(self, behind: bytearray, other: Callable[[Reader, list[Any]], Any]) -> None:
        self._behind, self._at, self._other = behind, 0, other

    def read(self, data: Any, depth: int = 0) -> Any:
        if type(data) is not list:
            if type(data) is dict:
                raise Broken("there are no objects in a message")
            return data
        if depth > DEPTH or not data:
            raise Broken("a value is nested too deeply, or nothing")
        tag, depth = data[0], depth + 1
        if tag == "t":
            return tuple([self.read(item, depth) for item in data[1:]])
        if tag == "l":
            return [self.read(item, depth) for item in data[1:]]
        try:
            if tag == "d":
                return {self.read(key, depth): self.read(item, depth) for key, item in data[1:]}
            if tag == "s" or tag == "f":
                return (set if tag == "s" else frozenset)([self.read(item, depth) for item in data[1:]])
            if tag == "i":
                return int(data[1], 16)
            if tag == "b":
                return bytes(self.taken(data[1]))
            if tag == "c":
                return complex(data[1], data[2])
            return self._other(self, data)
        except (IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise Broken(f"a value is of no kind: {error}") from error

    def taken(self, length: Any) -> bytearray:
        """The next bytes behind the message."""
        if type(length) is not int or not 0 <= length <= len(self._behind) - self._at:
            raise Broken("fewer bytes than the message says")
        found = self._behind[self._at : self._at + length] if (self._at, length) != (0, len(self._behind)) else self._behind
        self._at += length
        return found


# --- arrays and tables

def is_text(value: Any) -> bool:
    return type(value) in (str, int, float, bool, type(None))


def write_table(writer: Writer, value: Any) -> list[Any] | None:
    """An array, a scalar of numpy, a table, a column or an index as data; None for one that has parts which are no data."""
    kind = f"{type(value).__module__.split('.')[0]}.{type(value).__name__}"
    if kind == "numpy.ndarray":
        return write_array(writer, value)
    if kind.startswith("numpy.") and hasattr(value, "dtype") and hasattr(value, "tobytes") and getattr(value, "shape", None) == ():
        data = value.tobytes()
        return ["g", str(value.dtype.str), writer.bytes_of(data)] if ITEMS.fullmatch(value.dtype.str) else None
    if kind == "pandas.DataFrame":
        columns = [write_column(writer, value.iloc[:, at]) for at in range(value.shape[1])]
        names, index = write_index(writer, value.columns), write_index(writer, value.index)
        return None if names is None or index is None or None in columns else ["F", names, index, columns]
    if kind == "pandas.Series":
        data, index = write_column(writer, value), write_index(writer, value.index)
        return ["S", index, data, value.name] if data and index and is_text(value.name) else None
    if kind in ("pandas.Index", "pandas.RangeIndex", "pandas.DatetimeIndex"):
        return write_index(writer, value)
    return None


def write_array(writer: Writer, value: Any) -> list[Any] | None:
    if not ITEMS.fullmatch(value.dtype.str):
        return None
    order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
    return ["a", value.dtype.str, list(value.shape), order, writer.bytes_of(value.tobytes(order))]


def write_column(writer: Writer, column: Any) -> list[Any] | None:
    """The items of a column or an index, as an array or as a list."""
    name = str(column.dtype)
    if hasattr(column.dtype, "str") and ITEMS.fullmatch(column.dtype.str):
        return write_array(writer, column.to_numpy())
    if name not in COLUMNS:
        return None
    missing = column.isna().tolist() if name != "object" else []
    items = column.astype(object).tolist()
    items = [None if gone else item for item, gone in zip(items, missing)] if missing else items
    return ["l", name, *[writer.write(item) for item in items]] if all(map(is_text, items)) else None


def write_index(writer: Writer, index: Any) -> list[Any] | None:
    if index.nlevels != 1 or not is_text(index.name):
        return None
    if type(index).__name__ == "RangeIndex":
        return ["R", index.start, index.stop, index.step, index.name]
    items = write_column(writer, index)
    return None if items is None else ["I", items, index.name]


def read_table(reader: Reader, data: list[Any], numpy: Any, pandas: Any) -> Any:
    """What :func:`write_table` wrote."""
    tag = data[0]
    if tag == "a":
        return read_array(reader, data, numpy)
    if tag == "g":
        found = read_array(reader, ["a", data[1], [1], "C", data[2]], numpy)
        return found[0]
    if pandas is None:
        raise ValueError("no pandas for a table")
    if tag == "F":
        _, names, index, columns = data
        # Labels may occur twice, so columns are made by their places.
        made = {at: read_column(reader, column, numpy, pandas) for at, column in enumerate(columns)}
        names, index = read_index(reader, names, numpy, pandas), read_index(reader, index, numpy, pandas)
        if len(names) != len(made) or any(len(column) != len(index) for column in made.values()):
            raise ValueError("a table of other size")
        table = pandas.DataFrame({at: pandas.Series(column, index=index) for at, column in made.items()}, index=index)
        table.columns = names
        return table
    if tag == "S":
        _, index, items, name = data
        column = read_column(reader, items, numpy, pandas)
        return pandas.Series(column, index=read_index(reader, index, numpy, pandas), name=plain(name))
    return read_index(reader, data, numpy, pandas)


def read_array(reader: Reader, data: list[Any], numpy: Any) -> Any:
    if numpy is None:
        raise ValueError("no numpy for an array")
    _, item, shape, order, length = data
    if type(item) is not str or not ITEMS.fullmatch(item) or order not in ("C", "F"):
        raise ValueError("no type of items")
    if type(shape) is not list or len(shape) > 32 or not all(type(size) is int and 0 <= size < 1 << 48 for size in shape):
        raise ValueError("no shape")
    kind, count = numpy.dtype(item), 1
    for size in shape:
        count *= size
    if count * kind.itemsize != length:
        raise ValueError("an array of other size")
    return numpy.frombuffer(reader.taken(length), kind, count).reshape(shape, order=order)


def plain(value: Any) -> Any:
    if not is_text(value):
        raise ValueError("no name")
    return value


def read_column(reader: Reader, data: list[Any], numpy: Any, pandas: Any) -> Any:
    if data[0] == "a":
        array = read_array(reader, data, numpy)
        if array.ndim != 1:
            raise ValueError("no column")
        return array
    _, name, *items = data
    if name not in COLUMNS:
        raise ValueError("no type of a column")
    return pandas.array([plain(reader.read(item)) for item in items], dtype=name) if name != "object" else object_array(reader, items, numpy)


def object_array(reader: Reader, items: list[Any], numpy: Any) -> Any:
    array = numpy.empty(len(items), object)
    for at, item in enumerate(items):
        array[at] = plain(reader.read(item))
    return array


def read_index(reader: Reader, data: list[Any], numpy: Any, pandas: Any) -> Any:
    if data[0] == "R":
        _, start, stop, step, name = data
        if not all(type(part) is int for part in (start, stop, step)):
            raise ValueError("no range")
        return pandas.RangeIndex(start, stop, step, name=plain(name))
    _, items, name = data
    return pandas.Index(read_column(reader, items, numpy, pandas), name=plain(name))
