"""What runs in a jail: a CPython that imports what is lent, shuts itself in, and does one use after the other.

It is started by ``_jail.py`` of the host. Descriptor 0 is a socket to the host; everything else is closed or leads nowhere.
"""

from __future__ import annotations

import builtins
import gc
import importlib
import importlib.abc
import io
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable
from typing import Any

from . import _stockade
from ._allowed import PACKAGES
from ._jail_wire import Broken, Reader, Wire, Writer, read_table, write_table
from ._judge import BUILTIN_TYPES, Judge, is_installed
from ._modules import CALL, PRINT, RAISED, VALUE, Abandoned, Modules
from ._stockade import Handle, HostRef
from ._values import Values

#: What packages import late, when no file can be opened any more: packages of which all parts are imported, and single modules. Of other
#: packages it is what lies directly in them.
LATE: dict[str, tuple[str, ...]] = {
    "numpy": ("numpy.fft", "numpy.lib", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random", "numpy.rec", "numpy.char", "numpy.strings"),
    "pandas": ("pandas.api", "pandas.core", "pandas.io", "pandas.plotting", "pandas.tseries"),
    "sympy": ("sympy",),
    "matplotlib": ("matplotlib.pyplot", "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg", "matplotlib.animation"),
}
#: Parts that are for tests, or for other systems.
NOT_WARMED = frozenset("tests test testing conftest setup __main__ bench benchmarks examples _testing interactive".split())
#: Characters that a library may have printed, and that the program has not got yet.
MOST_PRINTED = 1 << 20


class Outside:
    """What a jail asks the host's policy, once for each name."""

    def __init__(self, ask: Callable[[str, list[str]], Any]) -> None:
        self._ask = ask
        self._said: dict[tuple[str, ...], str | None] = {}

    def _answer(self, what: str, *names: str) -> str | None:
        if (what, *names) not in self._said:
            self._said[(what, *names)] = self._ask(what, list(names))
        return self._said[(what, *names)]

    def refuses_member(self, home: str, name: str) -> str | None:
        return self._answer("member", home, name)

    def refuses_attribute(self, name: str) -> str | None:
        return self._answer("attribute", name)

    def refuses_import(self, module: str) -> str | None:
        return self._answer("import", module)

    def lend_modules(self, *_: Any) -> None:
        """The host has said that to the machine."""


class Waiting:
    """Where a function of the program is called: the host runs it, and the jail goes on with what it is told until then."""

    def __init__(self, jail: Jail, room: Room) -> None:
        self._jail, self._room = jail, room

    def call(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._jail.abandons:
            raise Abandoned
        given = [self._room.out(item) for item in args], {name: self._room.out(item) for name, item in kwargs.items()}
        self._jail.reply(self._room, (CALL, (number, *given)))
        kind, value = self._jail.serve(waiting=True)
        if kind == "returned":
            return value
        name, message = value
        known = getattr(builtins, str(name), None)
        if not (isinstance(known, type) and issubclass(known, Exception)):
            raise RuntimeError(f"{name}: {message}")
        try:
            error = known(message)
        except TypeError:
            error = RuntimeError(f"{name}: {message}")
        raise error


class Room(Modules):
    """What one session uses in this jail. There is one thread, so a use that calls a function of the program waits in place."""

    def __init__(self, jail: Jail, outside: Any, judge: Judge, fallback: Callable[[Any], Any] | None) -> None:
        super().__init__(outside, (), fallback, judge=judge)
        self._jail = jail
        self.values: Values = Values()
        self.values.lends, self.values.keeps = self.admits, fallback is not None

    def exchange(self) -> Any:
        return Waiting(self._jail, self)

    def serve(self, request: list[Any]) -> tuple[int, Any]:
        operation, target, args, kwargs, encoded = request
        try:
            if encoded:
                args, kwargs = self.decode(args), self.decode(kwargs)
        except Exception as error:
            return self._raised(error)
        # A use within a call of the program's function can't be in the context that the outer one is in.
        context = self._context.copy() if self._jail.depth else self._context
        return context.run(self._reply, operation, target, args, kwargs)

    def told(self, args: Any, encoded: bool) -> Any:
        """What a function of the program returned."""
        value = self.decode(args) if encoded else args
        self._judge_arguments(None, value)
        return value[0]

    def copied_in(self, jail: Jail) -> Room:
        copy = Room(jail, self._core, self.judge.copied(), self._fallback)
        copy._context = self._context.copy()
        return copy


class Printed(io.TextIOBase):
    """What libraries print, until the program gets it."""

    def __init__(self) -> None:
        self._text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._text = (self._text + text)[:MOST_PRINTED]
        return len(text)

    def taken(self) -> str:
        text, self._text = self._text, ""
        return text


class Jail:
    """The one loop: messages come in, replies go out."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._rooms: dict[int, Room] = {}
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._next = 1
        #: Calls of the program's functions that are waited for, and whether all of them are given up.
        self.depth, self.abandons = 0, False
        self._broken: dict[str, str] = {}
        self._printed = Printed()
        self._kept: list[Any] = []

    # --- values

    def _write_other(self, room: Room) -> Callable[[Writer, Any], Any]:
        def write(writer: Writer, value: Any) -> Any:
            if type(value) is HostRef:
                return ["r", self._number_of(value.value), value.kind]
            if type(value) is Handle:
                return ["h", self._number_of(value.value), type(value.value).__qualname__]
            if isinstance(value, type) and value in BUILTIN_TYPES:
                return ["y", value.__name__]
            taken = room.values.take(value)
            if taken is None:
                raise TypeError(f"'{type(value).__qualname__}' object can't leave the jail")
            kind, shape, parts = taken
            shaped = None if shape is None else writer.write(tuple(list(part) if isinstance(part, list) else part for part in shape))
            return ["P", kind, shaped, [writer.write(part) for part in parts]]

        return write

    def _number_of(self, value: Any) -> int:
        number = self._numbers.get(id(value))
        if number is None:
            number, self._next = self._next, self._next + 1
            self._objects[number], self._numbers[id(value)] = value, number
        return number

    def _drop(self, numbers: list[int]) -> None:
        for number in numbers:
            if number <= 0:
                # A session that is over.
                self._rooms.pop(-number, None)
                continue
            value = self._objects.pop(number, None)
            self._numbers.pop(id(value), None)

    def _read_other(self, room: Room) -> Callable[[Reader, list[Any]], Any]:
        def read(reader: Reader, data: list[Any]) -> Any:
            tag = data[0]
            if tag == "r":
                return self._objects[data[1]]
            if tag == "y":
                return getattr(builtins, data[1])
            if tag == "P":
                return room.values.make(data[1], None, [reader.read(part) for part in data[3]])
            return read_table(reader, data, sys.modules.get("numpy"), sys.modules.get("pandas"))

        return read

    def reply(self, room: Room, reply: tuple[int, Any]) -> None:
        if self.abandons:
            # Nobody waits for it.
            return
        if reply == (VALUE, None) and (text := self._printed.taken()):
            # What a library prints is the program's.
            reply = PRINT, text
        writer = Writer(self._write_other(room))
        try:
            message = [reply[0], writer.write(reply[1])]
            self._wire.send(message, writer.buffers)
        except (TypeError, ValueError, RecursionError) as error:
            kind, value = room._raised(error if isinstance(error, (TypeError, ValueError)) else ValueError("the result is nested too deeply"))
            writer = Writer(self._write_other(room))
            self._wire.send([kind, writer.write(value)], writer.buffers)

    def ask(self, what: str, names: list[str]) -> Any:
        """A question about the policy. Nothing else comes before its answer."""
        self._wire.send([what, names], [])
        answer, _ = self._wire.receive()
        return answer if answer is None or type(answer) is str else "the policy says nothing"

    # --- the loop

    def serve(self, waiting: bool = False) -> Any:
        """Does what comes. Within a call of the program's function, until the function has returned: gives ("returned", value) or
        ("raised", (name, message))."""
        self.depth += waiting
        try:
            while True:
                message, behind = self._wire.receive()
                number, operation, target, args, kwargs, encoded, dropped = message
                if dropped:
                    self._drop(dropped)
                if operation == "=copy":
                    self._rooms[number] = self._rooms[target].copied_in(self)
                elif operation == "=abandon":
                    if waiting:
                        self.abandons = True
                        raise Abandoned
                    self._wire.send(["abandoned"], [])
                else:
                    room = self._rooms[number]
                    reader = Reader(behind, self._read_other(room))
                    target, args, kwargs = reader.read(target), reader.read(args), reader.read(kwargs)
                    if operation in ("returned", "raised") and waiting:
                        try:
                            return operation, room.told(args, encoded) if operation == "returned" else args
                        except Exception as error:
                            return "raised", (type(error).__name__, str(error))
                    self._serve(room, operation, target, args, kwargs, encoded)
        finally:
            self.depth -= waiting

    def _serve(self, room: Room, operation: str, target: Any, args: Any, kwargs: Any, encoded: bool) -> None:
        try:
            if operation == "=take":
                self.reply(room, (VALUE, room.admit_input(args[0])))
            elif operation == "=give":
                writer = Writer(self._write_other(room))
                found = write_table(writer, target)
                self._wire.send([VALUE, found], writer.buffers if found is not None else [])
            elif operation in ("returned", "raised"):
                self.reply(room, room._raised(RuntimeError("nothing waits for a function of the program")))
            else:
                failed = self._broken.get(args[0]) if operation == "import" else None
                made = room.serve([operation, target, args, kwargs, encoded]) if failed is None else (RAISED, ([("ImportError", [])], [failed]))
                self.reply(room, made)
        except Abandoned:
            if self.depth:
                raise
        except MemoryError:
            gc.collect()
            self.reply(room, (RAISED, ([("MemoryError", [])], ["the jail has no more memory"])))
        except Broken:
            raise
        except Exception as error:
            self.reply(room, room._raised(error))
        if self.abandons and not self.depth:
            self.abandons = False
            self._wire.send(["abandoned"], [])

    def begin(self) -> None:
        """Imports what is lent, and builds the walls."""
        settings, _ = self._wire.receive()
        names: list[str] = [name for name in settings["names"] if name != "*"]
        if len(names) < len(settings["names"]):
            names += [top for top in sorted(PACKAGES) if is_installed(top)]
        for name in names:
            try:
                importlib.import_module(name)
            except Exception as error:
                self._broken[name] = f"the host can't import module '{name}': {type(error).__name__}: {error}"
        self._kept = warm({name.split(".")[0] for name in names})
        judge = Judge([name for name in names if name not in self._broken], True)
        self._rooms[0] = Room(self, Outside(self.ask), judge, Handle if settings["fallback"] else None)
        tasks = len(os.listdir("/proc/self/task"))
        if tasks != 1:
            raise RuntimeError(f"{tasks - 1} threads were started by importing {', '.join(names)}, and a wall holds for one thread alone")
        with open("/proc/self/statm", encoding="ascii") as sizes:
            before = int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        sys.meta_path.append(Late())
        sys.stdout = sys.stderr = self._printed
        gc.collect()
        gc.freeze()
        _stockade.shut_in(before + settings["memory"])
        self._wire.send(["ready"], [])


class Late(importlib.abc.MetaPathFinder):
    """Says what is wrong where a module is imported that was not there before the walls."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        raise ModuleNotFoundError(
            f"module '{name}' was not imported before the jail was shut, and no file can be opened now; name it among the modules that are lent",
            name=name,
        )


def warm(tops: Iterable[str]) -> list[Any]:
    """Imports and reads what packages else would when they are used."""
    kept: list[Any] = []
    for top in tops:
        if top in sys.modules:
            whole = LATE.get(top)
            for name in (top,) if whole is None else whole:
                import_all(name, levels=1 if whole is None else 9)
    if "pandas" in tops:
        import zoneinfo

        for key in zoneinfo.available_timezones():
            try:
                kept.append(zoneinfo.ZoneInfo(key))
            except Exception:
                continue
    for work in (use_numpy, use_pandas, use_matplotlib):
        if work.__name__.removeprefix("use_") in tops:
            try:
                work(kept)
            except Exception:
                continue
    return kept


def import_all(name: str, levels: int) -> None:
    """Imports a module and what lies in it, so many levels deep."""
    try:
        module = importlib.import_module(name)
    except BaseException:
        # What can't be imported here can't be later.
        return
    if levels:
        for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
            if found.name not in NOT_WARMED and not (levels == 1 and found.name.startswith("_")):
                import_all(f"{name}.{found.name}", levels - 1)


def use_numpy(kept: list[Any]) -> None:
    import numpy

    array = numpy.arange(4.0).reshape(2, 2)
    kept.append((repr(array), numpy.linalg.inv(array + numpy.eye(2)), numpy.random.default_rng(0).random(), numpy.fft.fft(array), array @ array))


def use_pandas(kept: list[Any]) -> None:
    pandas: Any = importlib.import_module("pandas")
    table = pandas.DataFrame({"a": [1, 2, 1], "b": ["x", "y", "x"], "c": pandas.date_range("2024-01-01", periods=3)})
    kept.append((repr(table), table.to_html(), table.to_csv(), table.to_json(), table.to_string(), table.describe(), table.groupby("b").a.sum()))
    kept.append((table.pivot_table(index="b", values="a"), table.merge(table, on="b"), pandas.read_csv(io.StringIO("a\n1\n")), table.a.rolling(2).sum()))
    kept.append((pandas.to_datetime(["2024-01-02"]), table.set_index("c").a.resample("D").sum(), pandas.Timestamp("2024-01-01", tz="Europe/Berlin")))
    table.info(buf=io.StringIO())


def use_matplotlib(kept: list[Any]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    figure = plot.figure()
    figure.gca().set_title("$x^2$ äöü")
    figure.gca().plot([1, 2])
    for form in ("png", "svg"):
        figure.savefig(io.BytesIO(), format=form)
    plot.close(figure)


def main() -> None:
    jail = Jail(Wire(0))
    try:
        jail.begin()
    except BaseException as error:
        jail._wire.send(["failed", f"{type(error).__name__}: {error}"], [])
        return
    try:
        jail.serve()
    except (Broken, Abandoned):
        # The host is gone, or it ends.
        os._exit(0)
