"""Modules of the host in a jail: the side of the host.

A jail is a CPython of its own that has imported what is lent and is then shut in: no file, no network, no process (``_jailed.py``). Each use
by a program becomes a message. What comes back is read by a list of kinds: a jail that was taken over can only answer wrongly about the
sessions that it is of.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import select
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ._jail_wire import Broken, Reader, Wire, Writer, read_table, write_table
from ._judge import BUILTIN_TYPES, NEVER, Judge, is_installed
from ._modules import CALL, EXCEPTION, PRINT, RAISED, VALUE, Modules
from ._results import JailLost
from ._stockade import Core, Handle, HostRef
from ._values import Parts, Values

#: Bytes of address space that a jail may take beyond what its libraries have at the start.
MEMORY = 4 << 30
#: Seconds that a jail has to import what is lent, and to say that it gave up a call.
START, SETTLE = 60.0, 2.0
#: What libraries read when they start: one thread each, for a wall holds for one thread.
ENVIRONMENT = {
    name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS")
}
ENVIRONMENT["JE_ARROW_MALLOC_CONF"] = "background_thread:false"
#: Builtin types by their names, as the program may have them.
BUILTINS = {kind.__name__: kind for kind in BUILTIN_TYPES}
BOOT = "import sys; sys.path[:] = {path!r}; from stockade._jailed import main; main()"


class Gone(TypeError):
    """An object was in a jail that is gone."""


class JailRef:
    """An object that stays in a jail, as the host's own code meets it: a table with parts that are no data, a model, a function.

    A program goes on with it when it is given back. The host's code can do nothing with it: it asks for parts that are data.
    """

    __slots__ = ("__weakref__", "_jail", "_kind", "_number")

    def __init__(self, jail: Jail, number: int, kind: str) -> None:
        self._jail, self._number, self._kind = jail, number, kind

    def __repr__(self) -> str:
        return f"<{self._kind} in the jail>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(
            f"this {self._kind} is in the jail of its session, and the host has no part of it: let the program give what is data, such as numbers, "
            "texts, lists, arrays or tables of them; or lend the modules with modules_in='process'"
        )

    def __del__(self) -> None:
        self._jail.dropped.add(self._number)


def end(process: subprocess.Popen[bytes], end_of_host: socket.socket) -> None:
    end_of_host.close()
    process.kill()
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        process.wait(5)


class Jail:
    """One process, of a session and its forks."""

    def __init__(self, names: list[str], has_fallback: bool) -> None:
        self.lock = threading.RLock()
        #: The session whose function the process waits for.
        self.owner: Any = None
        self.dropped: set[int] = set()
        self.refs: weakref.WeakValueDictionary[int, JailRef] = weakref.WeakValueDictionary()
        self.rooms, self.is_lost, self._process_id = 0, False, os.getpid()
        self._names, self._has_fallback, self._is_ready = names, has_fallback, False
        self._deadline: float | None = None
        ours, theirs = socket.socketpair()
        # The environment has what the loader of libraries needs, and no more.
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ") if name in os.environ}
        folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = [folder, *(os.path.abspath(entry) for entry in sys.path if entry)]
        with theirs:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                [sys.executable, "-I", "-c", BOOT.format(path=path)], stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**kept, **ENVIRONMENT},
            )
        self._socket = ours
        self._poll = select.poll()
        self._poll.register(ours.fileno(), select.POLLIN)
        self._wire = Wire(ours.fileno(), self._await)
        self.end = weakref.finalize(self, end, self._process, ours)
        self._send({"names": names, "fallback": has_fallback, "memory": MEMORY}, [])

    @property
    def process(self) -> int:
        return self._process.pid

    def _await(self) -> None:
        """Waits until there is something to read, at most until the deadline."""
        if self._deadline is None:
            while not self._poll.poll(1000):
                continue
            return
        left = self._deadline - time.monotonic()
        if not self._poll.poll(max(0.0, left * 1000)):
            raise TimeoutError

    def _send(self, message: Any, buffers: list[Any]) -> None:
        try:
            self._wire.send(message, buffers)
        except Broken as error:
            raise self._lost("ended") from error

    def _lost(self, reason: str, said: str = "") -> JailLost:
        """The process is of no more use."""
        self.is_lost, self.owner = True, None
        if reason == "ended":
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.5)
        status = self._process.poll()
        self.end()
        what = {
            "ended": "it ended" if status is None or status >= 0 else f"signal {-status} ended it",
            "late": "it was too late and was killed",
            "wrong": "it answered what no jail answers, and was killed",
            "forked": "it is of the process that this one was forked from",
            "unready": "it could not be shut in",
        }[reason]
        more = f": {said}" if said else ""
        signal = -status if status is not None and status < 0 else None
        return JailLost(f"the jail of the modules {', '.join(self._names)} is gone: {what}{more}", reason, self._process.pid, signal)

    def _be_ready(self) -> None:
        if self._is_ready:
            return
        message, _ = self._received()
        if message != ["ready"]:
            said = str(message[1])[:500] if type(message) is list and len(message) == 2 else ""
            raise self._lost("unready", said)
        self._is_ready = True

    def _received(self) -> tuple[Any, bytearray]:
        try:
            return self._wire.receive()
        except Broken as error:
            reason = "ended" if str(error) == "it is gone" else "wrong"
            raise self._lost(reason, "" if reason == "ended" else str(error)) from error

    def tell(self, message: list[Any]) -> None:
        """Something without an answer."""
        if not self.is_lost:
            with contextlib.suppress(JailLost):
                self._send([*message, self._taken_drops()], [])

    def _taken_drops(self) -> list[int]:
        dropped: list[int] = []
        while self.dropped:
            dropped.append(self.dropped.pop())
        return dropped

    def ask(self, message: list[Any], buffers: list[Any], core: Core, left: float | None) -> tuple[Any, bytearray]:
        """One message and its answer. Questions about the policy in between are answered.

        Raises :class:`JailLost`, and ``TimeoutError`` where ``left`` seconds are over; the process is killed then.
        """
        if os.getpid() != self._process_id:
            raise JailLost("the jail is of the process that this one was forked from", "forked", self._process.pid)
        self._deadline = None if left is None else time.monotonic() + left
        try:
            if not self._is_ready:
                begun = self._deadline
                self._deadline = min(begun, time.monotonic() + START) if begun is not None else time.monotonic() + START
                self._be_ready()
                self._deadline = begun
            self._send([*message, self._taken_drops()], buffers)
            while True:
                answer, behind = self._received()
                if type(answer) is not list or len(answer) != 2:
                    raise self._lost("wrong")
                if type(answer[0]) is not str:
                    return answer[0:2], behind
                self._send(self._said(core, *answer), [])
        except TimeoutError:
            self._lost("late")
            raise
        except JailLost:
            raise
        except BaseException:
            # A signal came in the middle: what the jail says next belongs to nothing.
            self._lost("late")
            raise

    def _said(self, core: Core, what: Any, names: Any) -> str | None:
        if type(names) is list and all(type(name) is str for name in names):
            if what == "member" and len(names) == 2:
                return core.refuses_member(*names)
            if what == "attribute" and len(names) == 1:
                return core.refuses_attribute(*names)
            if what == "import" and len(names) == 1:
                return core.refuses_import(*names)
        raise self._lost("wrong", "a question that nobody asks")

    def abandon(self) -> None:
        """Gives up the call of a function that the process waits for."""
        self.owner = None
        if self.is_lost:
            return
        self._deadline = time.monotonic() + SETTLE
        try:
            self._send([0, "=abandon", None, None, None, False, self._taken_drops()], [])
            while self._received()[0] != ["abandoned"]:
                continue
        except TimeoutError:
            self._lost("late")
        except JailLost:
            pass


class JailedModules:
    """The modules of a session that are in a jail, and objects that the author lends from this process: what :class:`Modules` is for modules
    of this process."""

    def __init__(self, core: Core, names: Iterable[str], fallback: Callable[[Any], Any] | None = None, source: JailedModules | None = None) -> None:
        self._core, self._fallback = core, fallback
        self.names = [name.removesuffix(".*") for name in names]
        self.values: Values | None = None
        self._own: Modules | None = None
        #: Where functions of the program are waited for: in the jail or here.
        self._waits: list[str] = []
        if source is None:
            if refused := sorted({name.split(".")[0] for name in self.names} & NEVER):
                raise ValueError(f"module '{refused[0]}' is not lent: it is the host's authority itself")
            missing = [name for name in self.names if name != "*" and not is_installed(name.split(".")[0])]
            if missing:
                raise ValueError(f"module '{missing[0]}' is not lent: it is not installed for this interpreter")
            self.tops = sorted({name.split(".")[0] for name in self.names})
            self._jail, self._room = Jail(self.names, fallback is not None), 0
        else:
            self.tops, self._jail, self._room = source.tops, source._jail, source._jail.rooms + 1
            self._jail.rooms = self._room
            self._own = None if source._own is None else source._own.copied(core)
            self._jail.tell([self._room, "=copy", source._room, None, None, False])
        self._know()

    def _know(self) -> None:
        self._core.lend_modules(self.tops, self.admit_input, self._own is not None)
        self._core.bring_out(self.brought)

    @property
    def has_fallback(self) -> bool:
        return self._fallback is not None

    def copied(self, core: Core) -> JailedModules:
        with self._jail.lock:
            return JailedModules(core, self.names, self._fallback, self)

    def lend(self, value: Any, names: Iterable[str] | None = None, trust: bool = False) -> None:
        """Lends an object of this process, where it stays."""
        if self._own is None:
            self._own = Modules(self._core, (), self._fallback, judge=Judge(()))
            self._own.values = self.values
        self._own.lend(value, names, trust)
        self._know()

    # --- what crosses

    def admits(self, value: Any) -> bool:
        """Whether an object of the author's enters as a proxy."""
        return type(value) is JailRef or self._own is not None and self._own.admits(value) or is_table(value)

    def admit_input(self, value: Any) -> Any:
        if type(value) is JailRef:
            return HostRef(value, value._kind)
        if self._own is not None and self._own.admits(value):
            return self._own.admit_input(value)
        if is_table(value):
            if (entered := self._entered(value)) is not None:
                return entered
            if self._fallback is None:
                raise TypeError(
                    f"'{type(value).__qualname__}' object can't enter the jail: it has parts that are no numbers, texts, dates or arrays of them. Give "
                    "its columns as lists, or lend the modules with modules_in='process'"
                )
        if self._fallback is not None:
            return self._fallback(value)
        kind = type(value)
        raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")

    def _entered(self, value: Any) -> Any:
        """A copy in the jail, of an array or a table."""
        self._be_there()
        writer = Writer(self._write_other)
        table = write_table(writer, value)
        if table is None:
            return None
        kind, made = self._exchanged("=take", None, ["t", table], None, False, writer.buffers, None)
        if kind != VALUE:
            raise TypeError(f"'{type(value).__qualname__}' object can't enter the jail: {made[1][0]}")
        return made

    def brought(self, value: Any) -> Any:
        """What the author gets for an object that the program had: arrays and tables of data as copies; of others the stand-in."""
        if type(value) is not JailRef or value._jail is not self._jail or self._jail.is_lost or self._jail.owner is not None:
            return value
        home = value._kind.split(".")[0]
        if home not in ("numpy", "pandas") or not is_installed(home):
            return value
        numpy: Any = importlib.import_module("numpy")
        pandas: Any = importlib.import_module("pandas") if home == "pandas" else None
        try:
            with self._jail.lock:
                answer, behind = self._jail.ask([self._room, "=give", ["r", value._number], None, None, False], [], self._core, START)
        except TimeoutError:
            return value
        if answer[0] != VALUE or answer[1] is None:
            return value
        try:
            return read_table(Reader(behind, self._read_other), answer[1], numpy, pandas)
        except (Broken, ValueError, TypeError, IndexError, OverflowError) as error:
            raise self._jail._lost("wrong", str(error)) from error

    def _write_other(self, writer: Writer, value: Any) -> Any:
        if type(value) is JailRef:
            if value._jail is not self._jail:
                raise Gone("the jail that this object was in is gone, and the object with it: make it again")
            return ["r", value._number]
        if isinstance(value, type) and value.__module__ == "builtins":
            return ["y", value.__name__]
        taken = None if self.values is None or type(value) is Handle else self.values.take(value)
        if taken is None or taken[1] is not None:
            raise TypeError(f"'{type(value).__qualname__}' object stays in the host's process: it can't be given to a module in the jail")
        return ["P", taken[0], None, [writer.write(part) for part in taken[2]]]

    def _read_other(self, reader: Reader, data: list[Any]) -> Any:
        tag = data[0]
        if tag == "r" or tag == "h":
            _, number, kind = data
            if type(number) is not int or type(kind) is not str or len(kind) > 500:
                raise ValueError("no reference")
            ref = self._jail.refs.get(number)
            if ref is None:
                ref = self._jail.refs[number] = JailRef(self._jail, number, kind)
            self._jail.dropped.discard(number)
            return HostRef(ref, kind) if tag == "r" else Handle(ref)
        if tag == "y":
            return BUILTINS[data[1]]
        if tag == "P":
            _, kind, shape, parts = data
            shape = None if shape is None else reader.read(shape)
            if type(kind) is not str or not (shape is None or type(shape) is tuple and len(shape) == 6):
                raise ValueError("no record")
            made = [reader.read(part) for part in parts]
            return Parts(kind, shape, made) if kind else made[0]
        raise ValueError("no kind")

    # --- uses

    def serve(self, request: list[Any]) -> tuple[int, Any]:
        operation, target, args, kwargs, encoded = request
        if operation in ("returned", "raised"):
            where = self._waits[-1] if self._waits else "here"
        else:
            where = "here" if target is not None and type(target) is not JailRef else "jail"
        if where == "here":
            return self._served_here(request)
        self._be_there()
        writer = Writer(self._write_other)
        try:
            target, args, kwargs = writer.write(target), writer.write(args), writer.write(kwargs)
        except (TypeError, ValueError, RecursionError) as error:
            return RAISED, ([("RuntimeError" if isinstance(error, Gone) else "TypeError", [])], [str(error)])
        reply = self._exchanged(operation, target, args, kwargs, encoded, writer.buffers, self._core.time_left())
        self._core.count_host_time()
        return reply

    def _served_here(self, request: list[Any]) -> tuple[int, Any]:
        if self._own is None:
            return RAISED, ([("TypeError", [])], [f"'{type(request[1]).__name__}' object is not the program's to use in this way"])
        if any(type(part) is JailRef for part in leaves_of(request[2:4])):
            message = "an object of the jail is not given to an object of the host's process: give what is data, such as its tolist()"
            return RAISED, ([("TypeError", [])], [message])
        reply = self._own.serve(request)
        self._waiting(request[0], reply, "here")
        return reply

    def _waiting(self, operation: str, reply: tuple[int, Any], where: str) -> None:
        if operation in ("returned", "raised") and self._waits:
            self._waits.pop()
        if reply[0] == CALL:
            self._waits.append(where)

    def _exchanged(
        self, operation: str, target: Any, args: Any, kwargs: Any, encoded: bool, buffers: list[Any], left: float | None
    ) -> tuple[int, Any]:
        with self._jail.lock:
            # Where another session's function is waited for, it may wait for this one.
            if self._jail.owner is not None and self._jail.owner is not self:
                return RAISED, ([("RuntimeError", [])], ["the modules wait for a function of another session, a fork of this one"])
            try:
                answer, behind = self._jail.ask([self._room, operation, target, args, kwargs, encoded], buffers, self._core, left)
            except TimeoutError:
                # The machine finds that the time is over.
                return RAISED, ([("TimeoutError", [])], ["the time of the step is over"])
            try:
                reply = self._reply(answer[0], Reader(behind, self._read_other).read(answer[1]))
            except Broken as error:
                raise self._jail._lost("wrong", str(error)) from error
            self._waiting(operation, reply, "jail")
            self._jail.owner = self if "jail" in self._waits else None
        return reply

    def _reply(self, kind: Any, value: Any) -> tuple[int, Any]:
        """A reply of a kind that there is."""
        if kind == VALUE:
            return VALUE, value
        if kind == PRINT and type(value) is str:
            return PRINT, value
        if kind == EXCEPTION and is_spec(value):
            return EXCEPTION, value
        if kind == RAISED and type(value) is tuple and len(value) == 2 and is_spec(value[0]) and type(value[1]) is list:
            return RAISED, value
        if kind == CALL and type(value) is tuple and len(value) == 3 and (type(value[0]), type(value[1]), type(value[2])) == (int, list, dict):
            return CALL, value
        raise Broken("no reply")

    def _be_there(self) -> None:
        """Begins another process in place of one that is gone. Modules are imported anew; objects are gone."""
        if not self._jail.is_lost:
            return
        with self._jail.lock:
            if self._jail.is_lost:
                self._jail, self._room = Jail(self.names, self._fallback is not None), 0
                self._waits.clear()

    def __del__(self) -> None:
        if "_jail" not in vars(self):
            return
        # Rooms have numbers below 0 in the list of what is dropped.
        self._jail.dropped.add(-self._room)

    def end(self) -> None:
        """The step is over: what still waits for a function of the program waits in vain."""
        if self._own is not None:
            self._own.end()
        if "jail" in self._waits:
            with self._jail.lock:
                self._jail.abandon()
        self._waits.clear()


def is_table(value: Any) -> bool:
    """Whether an object is of those that cross as data: arrays and scalars of numpy, tables and columns of pandas."""
    home = type(value).__module__.split(".")[0]
    if home == "numpy":
        numpy = sys.modules.get("numpy")
        return numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic))
    if home == "pandas":
        pandas = sys.modules.get("pandas")
        return pandas is not None and isinstance(value, (pandas.DataFrame, pandas.Series, pandas.Index))
    return False


def is_spec(value: Any) -> bool:
    """The classes of an exception: pairs of a name and the names of its bases."""
    return type(value) is list and all(
        type(row) is tuple and len(row) == 2 and type(row[0]) is str and type(row[1]) is list and all(type(base) is str for base in row[1])
        for row in value
    )


def leaves_of(value: Any) -> Iterator[Any]:
    if type(value) in (list, tuple, set, frozenset):
        for item in value:
            yield from leaves_of(item)
    elif type(value) is dict:
        for key, item in value.items():
            yield from leaves_of(key)
            yield from leaves_of(item)
    else:
        yield value
