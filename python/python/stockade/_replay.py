"""The log of a session's tool calls, as data for JSON, and answers from it."""

from __future__ import annotations

import builtins
import hashlib
import json
from collections.abc import Callable
from typing import Any

from ._results import StockadeError
from ._stockade import Handle, HostRef
from ._values import Class, Parts, Values

#: Deeper than any value that crosses: the sandbox's own limit is the one that counts, and cycles end here.
DEPTH = 80


#: Types whose values are never objects of a lent module.
PLAIN = frozenset({int, float, str, bytes})
#: Types whose values are never records.
BUILTIN = frozenset({int, float, str, bytes, bool, type(None), list, tuple, set, frozenset, dict})


class ReplayError(StockadeError):
    """The program asked for another call than the log says. The host's to handle: the program never sees it."""

    __module__ = "stockade"


class Stand:
    """What stands for an object of a lent module in a replay: there is nothing behind it."""

    def __init__(self, number: int, kind: str) -> None:
        self.number, self.kind = number, kind

    def __repr__(self) -> str:
        return f"<replayed {self.kind} {self.number}>"


class Codec:
    """Values that cross to data for JSON and back. Handles, and objects of lent modules, are numbered in the order in which they are met.

    >>> codec = Codec()
    >>> data = codec.encode([1, (2.5, b"x"), {"a": {3}}, {4: None}])
    >>> data
    [1, {'$tuple': [2.5, {'$bytes': '78'}]}, {'a': {'$set': [3]}}, {'$dict': [[4, None]]}]
    >>> codec.decode(data)
    [1, (2.5, b'x'), {'a': {3}}, {4: None}]
    """

    def __init__(self, admit: Callable[[Any], Any] | None = None, values: Values | None = None) -> None:
        self._values = Values() if values is None else values
        #: A digest names the classes of records by their keys.
        self._is_brief = False
        self.handles: list[Handle] = []
        #: Objects of lent modules; numbers by identity, and the classes that the program sees.
        self.objects: list[Any] = []
        self._numbers: dict[int, tuple[int, str]] = {}
        self._admit = admit

    def copied(self, admit: Callable[[Any], Any], values: Values) -> Codec:
        codec = Codec(admit, values)
        codec.handles, codec.objects, codec._numbers = list(self.handles), list(self.objects), dict(self._numbers)
        return codec

    def known(self) -> tuple[int, int]:
        return len(self.handles), len(self.objects)

    def forget(self, known: tuple[int, int]) -> None:
        """What was numbered since then."""
        del self.handles[known[0] :]
        for value in self.objects[known[1] :]:
            del self._numbers[id(value)]
        del self.objects[known[1] :]

    def _object(self, value: Any, kind: str) -> dict[str, Any]:
        found = self._numbers.get(id(value))
        if found is None:
            found = self._numbers[id(value)] = (len(self.objects), kind)
            self.objects.append(value)
        return {"$object": list(found)}

    def encode(self, value: Any, depth: int = 0) -> Any:
        if depth > DEPTH:
            raise RecursionError(f"the value is nested more than {DEPTH} levels deep")
        if value is None or isinstance(value, bool):
            return value
        if id(value) in self._numbers and type(value) not in PLAIN:
            return self._object(value, "")
        if type(value) not in BUILTIN and (taken := self._values.take(value)) is not None:
            kind, shape, parts = taken
            if not kind:
                return self.encode(parts[0], depth + 1)
            return {"$record": [kind, self._shape(shape, depth), [self.encode(part, depth + 1) for part in parts]]}
        if isinstance(value, int):
            # Longer ones are no numbers for JSON.
            return int.__int__(value) if value.bit_length() <= 63 else {"$int": hex(value)}
        if isinstance(value, float):
            plain = float.__float__(value)
            return plain if abs(plain) < float("inf") else {"$float": repr(plain)}
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, (bytes, bytearray)):
            return {"$bytes": value.hex()}
        if isinstance(value, (list, tuple)):
            items = [self.encode(item, depth + 1) for item in value]
            return items if isinstance(value, list) else {"$tuple": items}
        if isinstance(value, (set, frozenset)):
            # Their order is an accident of the process.
            items = sorted((self.encode(item, depth + 1) for item in value), key=lambda item: json.dumps(item))
            return {"$set" if isinstance(value, set) else "$frozenset": items}
        if isinstance(value, dict):
            pairs = [[self.encode(key, depth + 1), self.encode(item, depth + 1)] for key, item in value.items()]
            if all(isinstance(key, str) and not key.startswith("$") for key, _ in pairs):
                return dict(pairs)
            return {"$dict": pairs}
        if isinstance(value, Handle):
            for number, known in enumerate(self.handles):
                if known is value:
                    return {"$handle": number}
            self.handles.append(value)
            return {"$handle": len(self.handles) - 1}
        if isinstance(value, HostRef):
            return self._object(value.value, value.kind)
        name = getattr(value, "__name__", "") if isinstance(value, type) else ""
        if type(value) is type and vars(builtins).get(name) is value:
            return {"$type": name}
        if self._admit is not None:
            return self.encode(self._admit(value), depth + 1)
        raise TypeError(f"'{type(value).__qualname__}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")

    def _shape(self, shape: Class | None, depth: int) -> Any:
        if shape is None or self._is_brief:
            return None if shape is None else shape[0]
        return [*shape[:5], [self.encode(member, depth + 1) for member in shape[5]]]

    def decode(self, data: Any) -> Any:
        if isinstance(data, list):
            return [self.decode(item) for item in data]
        if not isinstance(data, dict):
            return data
        tag: str
        held: Any
        tag, held = next(iter(data.items()), ("", None))
        if tag == "$int":
            return int(held, 16)
        if tag == "$float":
            return float(held)
        if tag == "$bytes":
            return bytes.fromhex(held)
        if tag == "$tuple":
            return tuple(self.decode(held))
        if tag == "$set":
            return set(self.decode(held))
        if tag == "$frozenset":
            return frozenset(self.decode(held))
        if tag == "$dict":
            return {self.decode(key): self.decode(item) for key, item in held}
        if tag == "$record":
            kind, shape, parts = held
            known = None if shape is None else (*shape[:5], [self.decode(member) for member in shape[5]])
            return Parts(kind, known, [self.decode(part) for part in parts])
        if tag == "$type":
            return getattr(builtins, held)
        if tag == "$object":
            number, kind = held
            while len(self.objects) <= number:
                self._object(Stand(len(self.objects), kind), kind)
            return HostRef(self.objects[number], kind)
        if tag == "$handle":
            # The object is gone; something to pass around takes its place.
            while len(self.handles) <= held:
                self.handles.append(Handle(f"<replayed handle {len(self.handles)}>"))
            return self.handles[held]
        return {key: self.decode(item) for key, item in data.items()}

    def digest(self, args: list[Any], kwargs: dict[str, Any]) -> str:
        """SHA-256 of the arguments of a call."""
        self._is_brief = True
        try:
            data = [self.encode(list(args)), [[name, self.encode(kwargs[name])] for name in sorted(kwargs)]]
        finally:
            self._is_brief = False
        return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


class Recorder:
    """Writes the log down."""

    def __init__(self, admit: Callable[[Any], Any] | None = None, values: Values | None = None) -> None:
        self.log: dict[str, Any] = {"version": 1, "tools": {}, "calls": []}
        self.codec = Codec(admit, values)
        self._call: dict[str, Any] = {}

    def copied(self, admit: Callable[[Any], Any], values: Values) -> Recorder:
        recorder = Recorder(admit, values)
        recorder.log, recorder.codec = json.loads(json.dumps(self.log)), self.codec.copied(admit, values)
        return recorder

    def tool(self, name: str, params: str, max_calls: int | None, final: bool, is_async: bool = False) -> None:
        self.log["tools"][name] = {"params": params, "max_calls": max_calls, "final": final, **({"async": True} if is_async else {})}

    def clock(self, step: int, at: float) -> None:
        """The time at which a step begins."""
        self.log.setdefault("clock", {})[str(step)] = at

    def stdin(self, step: int, data: bytes | None) -> None:
        """What the program reads from this step on; None for a source, whose answers are among the calls."""
        self.log.setdefault("stdin", {})[str(step)] = None if data is None else self.codec.encode(data)

    def call(self, step: int, tool: str, args: list[Any], kwargs: dict[str, Any]) -> None:
        self._call = {"step": step, "tool": tool, "arguments": self.codec.digest(args, kwargs)}

    def encoded(self, value: Any) -> Any:
        """The value as the log holds it, before anything can change it."""
        known = self.codec.known()
        try:
            return self.codec.encode(value)
        except BaseException:
            self.codec.forget(known)
            raise

    def result(self, data: Any) -> None:
        self.log["calls"].append({**self._call, "result": data})

    def error(self, name: str, message: str) -> None:
        self.log["calls"].append({**self._call, "error": [name, message]})

    def wait(self, step: int, after: float, answers: list[dict[str, Any]]) -> None:
        """A wait for the calls of async tools: how long it took, and the answers that came, in their order."""
        self.log["calls"].append({"step": step, "after": after, "answers": answers})

    def approval(self, step: int, tool: str, args: list[Any], kwargs: dict[str, Any], said: bool | str) -> None:
        """What the host said when it was asked about a call."""
        self.log["calls"].append({"step": step, "tool": tool, "arguments": self.codec.digest(args, kwargs), "approved": said})


class Replayer:
    """Answers from a log, in its order."""

    def __init__(self, log: dict[str, Any], admit: Callable[[Any], Any] | None = None, values: Values | None = None) -> None:
        if not isinstance(log, dict) or log.get("version") != 1:
            raise ValueError("this is no log of tool calls that this version reads")
        self.log, self.at = log, 0
        self.codec = Codec(admit, values)

    def copied(self, admit: Callable[[Any], Any], values: Values) -> Replayer:
        replayer = Replayer(self.log)
        replayer.at, replayer.codec = self.at, self.codec.copied(admit, values)
        return replayer

    def clock(self, step: int) -> float | None:
        at: float | None = self.log.get("clock", {}).get(str(step))
        return at

    def stdin(self, step: int) -> bytes | Callable[[int], bytes] | None:
        """What the log says that the program reads from this step on; None where it says nothing."""
        known = self.log.get("stdin", {})
        if str(step) not in known:
            return None
        data = known[str(step)]
        # The calls of the log answer for a source.
        return (lambda size: b"") if data is None else bytes(self.codec.decode(data))

    @property
    def left(self) -> int:
        return len(self.log["calls"]) - self.at

    def next_wait(self, step: int, known: dict[int, tuple[str, str]]) -> dict[str, Any]:
        """What the log holds for a wait for these calls: tool and digest by number."""
        asked = f"step {step} waits for {', '.join(f'{tool}()' for tool, _ in known.values())}"
        if not self.left:
            raise ReplayError(f"{asked}, but the log ends after {self.at} calls")
        entry: dict[str, Any] = self.log["calls"][self.at]
        if "answers" not in entry or entry["step"] != step:
            raise ReplayError(f"{asked}, but call {self.at + 1} of the log is {logged(entry)} in step {entry['step']}")
        for answer in entry["answers"]:
            tool, digest = known.get(answer["id"], ("", ""))
            if tool != answer["tool"]:
                raise ReplayError(f"{asked}, but the log answers {answer['tool']}() there")
            if digest != answer["arguments"]:
                raise ReplayError(f"{asked} with other arguments than call {self.at + 1} of the log")
        self.at += 1
        return entry

    def next(self, step: int, tool: str, args: list[Any], kwargs: dict[str, Any], approved: bool = False) -> dict[str, Any]:
        """What the log holds for this very call, or for the question whether it may be made."""
        asked = f"step {step} {'wants to call' if approved else 'calls'} {tool}()" if tool else f"step {step} uses an object of a lent module ({args[0]})"
        if not self.left:
            raise ReplayError(f"{asked}, but the log ends after {self.at} calls")
        call: dict[str, Any] = self.log["calls"][self.at]
        if (call["step"], call.get("tool"), "approved" in call) != (step, tool, approved):
            raise ReplayError(f"{asked}, but call {self.at + 1} of the log is {logged(call)} in step {call['step']}")
        if call["arguments"] != self.codec.digest(args, kwargs):
            raise ReplayError(f"{asked} with other arguments than call {self.at + 1} of the log")
        self.at += 1
        return call


def logged(call: dict[str, Any]) -> str:
    """What an entry of the log is about."""
    if "answers" in call:
        return f"a wait that {', '.join(answer['tool'] + '()' for answer in call['answers']) or 'nothing'} ended"
    what = f"{call['tool']}()" if call["tool"] else "of a lent module"
    return f"a question about {what}" if "approved" in call else what
