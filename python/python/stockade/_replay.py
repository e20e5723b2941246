"""The log of a session's tool calls, as data for JSON, and answers from it."""

from __future__ import annotations

import builtins
import hashlib
import json
from typing import Any

from ._stockade import Handle

#: Deeper than any value that crosses: the sandbox's own limit is the one that counts, and cycles end here.
DEPTH = 80


class ReplayError(RuntimeError):
    """The program asked for another call than the log says. The host's to handle: the program never sees it."""


class Codec:
    """Values that cross to data for JSON and back. Handles are numbered in the order in which they are met.

    >>> codec = Codec()
    >>> data = codec.encode([1, (2.5, b"x"), {"a": {3}}, {4: None}])
    >>> data
    [1, {'$tuple': [2.5, {'$bytes': '78'}]}, {'a': {'$set': [3]}}, {'$dict': [[4, None]]}]
    >>> codec.decode(data)
    [1, (2.5, b'x'), {'a': {3}}, {4: None}]
    """

    def __init__(self, handles: list[Handle] | None = None) -> None:
        self.handles = list(handles or [])

    def encode(self, value: Any, depth: int = 0) -> Any:
        if depth > DEPTH:
            raise RecursionError(f"the value is nested more than {DEPTH} levels deep")
        if value is None or isinstance(value, bool):
            return value
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
        name = getattr(value, "__name__", "")
        if type(value) is type and vars(builtins).get(name) is value:
            return {"$type": name}
        raise TypeError(f"'{type(value).__qualname__}' object can't enter the sandbox; wrap it in stockade.Handle to pass it through")

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
        if tag == "$type":
            return getattr(builtins, held)
        if tag == "$handle":
            # The object is gone; something to pass around takes its place.
            while len(self.handles) <= held:
                self.handles.append(Handle(f"<replayed handle {len(self.handles)}>"))
            return self.handles[held]
        return {key: self.decode(item) for key, item in data.items()}

    def digest(self, args: list[Any], kwargs: dict[str, Any]) -> str:
        """SHA-256 of the arguments of a call."""
        data = [self.encode(list(args)), [[name, self.encode(kwargs[name])] for name in sorted(kwargs)]]
        return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


class Recorder:
    """Writes the log down."""

    def __init__(self, log: dict[str, Any] | None = None, handles: list[Handle] | None = None) -> None:
        self.log: dict[str, Any] = {"version": 1, "tools": {}, "calls": []} if log is None else log
        self.codec = Codec(handles)
        self._call: dict[str, Any] = {}

    def copied(self) -> Recorder:
        return Recorder(json.loads(json.dumps(self.log)), self.codec.handles)

    def tool(self, name: str, params: str, max_calls: int | None, final: bool) -> None:
        self.log["tools"][name] = {"params": params, "max_calls": max_calls, "final": final}

    def clock(self, step: int, at: float) -> None:
        """The time at which a step begins."""
        self.log.setdefault("clock", {})[str(step)] = at

    def call(self, step: int, tool: str, args: list[Any], kwargs: dict[str, Any]) -> None:
        self._call = {"step": step, "tool": tool, "arguments": self.codec.digest(args, kwargs)}

    def encoded(self, value: Any) -> Any:
        """The value as the log holds it, before anything can change it."""
        known = len(self.codec.handles)
        try:
            return self.codec.encode(value)
        except BaseException:
            del self.codec.handles[known:]
            raise

    def result(self, data: Any) -> None:
        self.log["calls"].append({**self._call, "result": data})

    def error(self, name: str, message: str) -> None:
        self.log["calls"].append({**self._call, "error": [name, message]})


class Replayer:
    """Answers from a log, in its order."""

    def __init__(self, log: dict[str, Any], at: int = 0, handles: list[Handle] | None = None) -> None:
        if not isinstance(log, dict) or log.get("version") != 1:
            raise ValueError("this is no log of tool calls that this version reads")
        self.log, self.at = log, at
        self.codec = Codec(handles)

    def copied(self) -> Replayer:
        return Replayer(self.log, self.at, self.codec.handles)

    def clock(self, step: int) -> float | None:
        at: float | None = self.log.get("clock", {}).get(str(step))
        return at

    @property
    def left(self) -> int:
        return len(self.log["calls"]) - self.at

    def next(self, step: int, tool: str, args: list[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        """What the log holds for this very call."""
        asked = f"step {step} calls {tool}()"
        if not self.left:
            raise ReplayError(f"{asked}, but the log ends after {self.at} calls")
        call: dict[str, Any] = self.log["calls"][self.at]
        if (call["step"], call["tool"]) != (step, tool):
            raise ReplayError(f"{asked}, but call {self.at + 1} of the log is {call['tool']}() in step {call['step']}")
        if call["arguments"] != self.codec.digest(args, kwargs):
            raise ReplayError(f"{asked} with other arguments than call {self.at + 1} of the log")
        self.at += 1
        return call
