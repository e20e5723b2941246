"""What a session on a server is asked, and in which order: requests and calls of tools, one after the other, and what comes of them.

Nothing here sends or waits. A generator gives what is to be done, a :class:`Ask` or a :class:`Do`, and is sent what came of it; so the same
text serves threads and event loops."""

from __future__ import annotations

import base64
import binascii
import keyword
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, Union
from urllib.parse import quote

from ._files import Content, PathName, at, bytes_of_content
from ._raised import Raised, describe
from ._results import Denial, FrameLine, LimitReport, NO_TEXT, Result, StockadeError, findings_of, is_text, place_in
from ._running import STEP
from ._session import Snapshot
from ._settings import limit_report_of
from ._stdin import StdinLike
from ._tools import Approver, ToolCall, by_name, nobody_consents, parameters_of
from ._wire import Ask, ServerError
from ._wire_values import UNREADABLE, NoValue, from_repr, to_json

#: The name of what runs for the host, not for the program.
HOSTS = "<host>"
#: The name that the server gives a step without one: other clients of a session may have run such.
THEIRS = re.compile(r"step\d+\.py")
#: Kinds of failures after which the same step would fail again, so that what it was given is given up.
GIVEN_UP = {"refused", "bad-request", "forbidden", "too-large"}
#: What the builtins `open` and `dir` of the program are asked for.
READ, LISTED = "open({path!r}, 'rb').read()", "[name for name in dir() if name[:2] != '__']"
REMOVED = "import os as _os_of_host\ntry:\n    _os_of_host.remove({path!r})\nfinally:\n    del _os_of_host"
#: Name, size and kind of what is in a folder.
ENTRIES = """
import os as _os_of_host
try:
    _entries_of_host = [
        (name, _os_of_host.path.getsize(path), _os_of_host.path.isdir(path))
        for name in sorted(_os_of_host.listdir({path!r}))
        for path in [_os_of_host.path.join({path!r}, name)]
    ]
finally:
    del _os_of_host
_entries_of_host
"""


class NotServed(StockadeError, AttributeError):
    """A server has no such thing: what a session of this process has, and one on a server has not. The message says what is there
    instead."""

    __module__ = "stockade.remote"


#: What :class:`stockade.Session` has and a server has not, by name: settings and methods.
NOT_SERVED = {
    "seed": "the policy of the server has it: `determinism.random_seed`",
    "clock": "the policy of the server has it: `determinism`",
    "check": "the server checks each step by its policy",
    "modules": "lend functions with tools=",
    "trust": "lend functions with tools=",
    "modules_in": "lend functions with tools=",
    "audit": "each Result says what a step did",
    "argv": "give inputs=",
    "sources": "define what the program needs in a first step",
    "packages": "the host of the server gives programs its modules",
    "types": "values cross as JSON",
    "crossing": "the server has limits of its own",
    "record": "record in this process, with stockade.Session",
    "replay": "replay in this process, with stockade.Session",
    "cell": "end the step with the name of the variable",
    "key": "a snapshot of a server is not sealed",
    "log": "record in this process, with stockade.Session",
    "unreplayed": "replay in this process, with stockade.Session",
    "pause_at": "interrupt() ends a step",
    "drop_step": "interrupt() gives up a step that waits",
    "run_async": "AsyncSession has run()",
    "resume_async": "AsyncSession has resume()",
    "finish": "run the program alone, without a session: POST /v1/run",
    "finish_async": "run the program alone, without a session: POST /v1/run",
    "keep_value": "assign it to a name in the step",
    "lend_modules": "lend functions with tools=",
    "lend_object": "lend functions with tools=",
    "add_source": "define what the program needs in a step",
}


def refuse_not_served(where: str, given: Mapping[str, Any]) -> None:
    """Raises :class:`NotServed` for what is given and a server has not.

    >>> refuse_not_served("Session", {"seed": None, "record": True})
    Traceback (most recent call last):
    NotServed: Session(record=...): a server has no such setting: record in this process, with stockade.Session
    """
    for name, value in given.items():
        if value is not None:
            raise NotServed(f"{where}({name}=...): a server has no such setting: {NOT_SERVED[name]}")


@dataclass
class Do:
    """Something that is done here: a function is called, and its result awaited if it can be."""

    function: Callable[..., Any]
    args: list[Any]
    kwargs: dict[str, Any]
    name: str


#: What is to be done, and at last a result.
T = TypeVar("T")
Work = Generator[Union[Ask, Do], Any, T]


class Remote:
    """A session on a server: what this end knows of it."""

    def __init__(self, opening: dict[str, Any], exit_ok: bool, approve: Approver | None, on_output: Callable[[str, bool], object] | None) -> None:
        #: The request that opens it, without tools.
        self.opening = opening
        self.id = ""
        self.policy_name = ""
        #: Whether it is deleted with its `with` block.
        self.is_own = True
        self.is_closed = False
        self.steps = 0
        self.exit_ok, self.approve, self.on_output = exit_ok, approve, on_output
        self.tools: dict[str, Callable[..., Any]] = {}
        self.shown: dict[str, dict[str, Any]] = {}
        #: What the next step is given: variables, input, files.
        self.inputs: dict[str, Any] = {}
        self.stdin: str | None = None
        self.files: dict[str, Any] = {}
        self.raised = Raised()
        #: The names of the program's texts.
        self.texts: set[str] = set()
        #: Whether a step of ours is under way, so that whoever leaves it must end it.
        self.is_under_way = False
        #: Whether a tool is being called, and whether somebody wants the step to end.
        self.is_calling = self.is_stopped = False
        #: Whether the program may hold something, so that a new session must begin from a snapshot.
        self.is_used = False
        #: Whether the session at the server has other tools than this end, and those whose result is the answer.
        self.is_stale = False
        self.final: set[str] = set()

    # --- opening and closing

    def path(self, more: str = "") -> str:
        if self.is_closed:
            raise RuntimeError("the session is closed")
        return f"/v1/sessions/{quote(self.id, safe='')}{more}"

    def open(self) -> Work[None]:
        told = yield Ask("POST", "/v1/sessions", {**self.opening, "tools": list(self.shown.values())})
        self.opening.pop("snapshot", None)
        self.know(told)

    def know(self, told: dict[str, Any]) -> None:
        self.id, self.policy_name, self.steps = told["id"], told["policy"], max(self.steps, told["steps"])

    def attach(self, id: str) -> Work[None]:
        if not isinstance(id, str) or not id:
            raise TypeError("id is that of a session: a text")
        self.id, self.is_own = id, False
        told = yield Ask("GET", self.path(), repeats=True)
        self.know(told)
        self.is_used = True
        self.opening = {"policy": self.policy_name}
        for tool in told["tools"]:
            self.shown[tool["name"]] = tool
            if tool["name"] in self.tools:
                self.tools[tool["name"]] = by_name(self.tools[tool["name"]], tool["parameters"])
        if missing := self.tools.keys() - self.shown.keys():
            raise ValueError(f"the session has no tools {', '.join(sorted(missing))}: it has {', '.join(self.shown) or 'none'}")

    def close(self) -> Work[None]:
        if self.is_closed or not self.id:
            self.is_closed = True
            return
        path = self.path()
        self.is_closed = True
        yield from self._deleted(path)

    def _deleted(self, path: str) -> Work[None]:
        try:
            yield Ask("DELETE", path, repeats=True)
        except ServerError as error:
            # It had expired, or its worker has ended.
            if error.kind not in ("not-found", "worker-lost"):
                raise

    # --- tools

    def add_tool(self, name: str, function: Callable[..., Any], params: str | None, final: bool = False) -> None:
        if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f"{name!r} is no name for a tool")
        if not callable(function):
            raise TypeError(f"the tool {name!r} is a function, not {type(function).__qualname__}")
        parameters = parameters_of(function) if params is None else params
        known = self.shown.get(name)
        if known is None or known["parameters"] != parameters:
            self.refuse_attached()
        self.tools[name] = by_name(function, parameters)
        self.final = self.final | {name} if final else self.final - {name}
        if known is None or known["parameters"] != parameters:
            self.shown[name] = {"name": name, "parameters": parameters}
            self.is_stale = bool(self.id)

    def refuse_attached(self) -> None:
        # Its limits are not known here, and it is not this end's to delete.
        if not self.is_own:
            raise NotServed("a session that was there before has the tools that it was opened with: whoever opened it adds and removes them")

    def remove_tool(self, name: str) -> None:
        self.refuse_attached()
        self.tools.pop(name, None)
        if self.shown.pop(name, None) is not None:
            self.is_stale = bool(self.id)

    def ready(self) -> Work[None]:
        """A session has the tools that it was opened with. With others it goes on in another one, from a snapshot."""
        if not self.id:
            yield from self.open()
        if not self.is_stale:
            return
        before = self.path()
        if self.is_used:
            written = yield Ask("POST", f"{before}/snapshot", repeats=True)
            self.opening["snapshot"] = written["snapshot"]
        yield from self.open()
        self.is_stale = False
        yield from self._deleted(before)

    # --- steps

    def give(self, inputs: Mapping[str, Any] | None, stdin: StdinLike | None) -> None:
        for name, value in (inputs or {}).items():
            if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
                raise ValueError(f"inputs: {name!r} is no name of a variable")
            try:
                self.inputs[name] = to_json(value)
            except (TypeError, ValueError) as error:
                raise TypeError(f"inputs: {name!r}: {error}") from None
        if stdin is not None:
            self.stdin = stdin_text(stdin)

    def put(self, path: PathName, content: Content) -> None:
        data = bytes_of_content(path, content)
        try:
            self.files[at(path)] = data.decode()
        except UnicodeDecodeError:
            self.files[at(path)] = {"base64": base64.b64encode(data).decode()}

    def given(self) -> dict[str, Any]:
        """What the next step is given."""
        given: dict[str, Any] = {}
        if self.inputs:
            given["inputs"] = self.inputs
        if self.stdin is not None:
            given["stdin"] = self.stdin
        if self.files:
            given["files"] = self.files
        return given

    def taken(self) -> None:
        self.inputs, self.stdin, self.files = {}, None, {}

    def give_back(self, inputs: dict[str, Any], stdin: str | None, files: dict[str, Any]) -> None:
        """The step did not begin: the next one is given it, but for what the host gave anew."""
        self.inputs, self.files = {**inputs, **self.inputs}, {**files, **self.files}
        self.stdin = stdin if self.stdin is None else self.stdin

    def run(self, code: str, filename: str | None = None) -> Work[Result]:
        yield from self.ready()
        self.steps += 1
        name = filename or f"<step {self.steps}>"
        self.texts.add(name)
        if not is_text(code):
            return Result(**NO_TEXT)
        self.raised.forget()
        asked = {"code": code, "name": name, **self.given()}
        return (yield from self._driven(Ask("POST", self.path("/run"), asked, runs=True, on_output=self.on_output)))

    def resume(self) -> Work[Result]:
        stdin = self.stdin
        body = {} if stdin is None else {"stdin": stdin}
        result = yield from self._driven(Ask("POST", self.path("/resume"), body, runs=True, on_output=self.on_output))
        if self.stdin is stdin:
            self.stdin = None
        return result

    def _driven(self, ask: Ask) -> Work[Result]:
        """Asks, and does what the program calls, until the step ends."""
        told: list[dict[str, Any]] = []
        self.is_under_way, self.is_stopped = True, False
        given = self.inputs, self.stdin, self.files
        is_new = "code" in (ask.body or {})
        # What the host gives from here on is for the step after this one. Whoever resumes a step sends its input alone.
        if is_new:
            self.taken()
        while True:
            try:
                record = yield ask
            except BaseException as error:
                kind = error.kind if isinstance(error, ServerError) else None
                if not told and is_new and kind not in GIVEN_UP:
                    self.give_back(*given)
                if not isinstance(error, ServerError):
                    raise
                self.is_under_way = bool(told)
                # Whoever interrupts a step that waits ends it, and its answer comes too late.
                if error.kind == "busy" and told and self.is_stopped:
                    self.is_under_way = False
                    return self._interrupted(told)
                raise
            self.is_used = True
            told.append(record)
            if record["outcome"] not in ("host-call", "approval"):
                self.is_under_way = False
                return self._result(told)
            answer = yield from (self._called(record["call"]) if record["outcome"] == "host-call" else self._consented(record["call"]))
            if self.is_stopped:
                yield Ask("POST", self.path("/interrupt"), repeats=True)
                self.is_under_way = False
                return self._interrupted(told)
            if "value" in answer and record["call"]["tool"] in self.final:
                # The step ends here, as with the sandbox's own `final_answer`.
                yield Ask("POST", self.path("/interrupt"), repeats=True)
                self.is_under_way = False
                value = answer["value"]
                done = {"outcome": "completed", "is_final_answer": True, "value": value, "repr": None if value is None else repr(value)}
                return self._result([*told, {**record, **done, "stdout": "", "stderr": ""}])
            ask = Ask("POST", self.path("/answer"), answer, runs=True, on_output=self.on_output)

    def _called(self, call: dict[str, Any]) -> Work[dict[str, Any]]:
        name = call["tool"]
        function = self.tools.get(name)
        if function is None:
            return failed("NameError", f"host function '{name}' is not lent")
        self.is_calling = True
        try:
            value = yield Do(function, call["args"], call["kwargs"], name)
        except Exception as error:
            return failed(*self.raised.keep(describe(error), error))
        finally:
            self.is_calling = False
        try:
            return {"value": to_json(value)}
        except (TypeError, ValueError) as error:
            return failed("TypeError", f"the result of {name}() can't enter the sandbox: {error}")

    def _consented(self, call: dict[str, Any]) -> Work[dict[str, Any]]:
        name = call["tool"]
        said: Any = nobody_consents(name)
        if self.approve is not None:
            self.is_calling = True
            try:
                said = yield Do(self.approve, [ToolCall(name, call.get("arguments", {}))], {}, "approve")
            except PermissionError as error:
                said = str(error) or False
            finally:
                self.is_calling = False
        if said is not True and said is not False and not isinstance(said, str):
            raise TypeError(f"approve() says True, False or a reason for the refusal (a text), not {type(said).__qualname__}")
        return {"approve": True} if said is True else {"approve": False, "reason": said or "the host said no"}

    def settle(self) -> Work[bool]:
        """Ends what runs or waits, when whoever wanted it is gone. True once nothing does."""
        try:
            told = yield Ask("POST", self.path("/interrupt"), repeats=True)
        except ServerError as error:
            # It is between two states. Any other failure means that nothing runs.
            return error.kind != "busy"
        self.is_under_way = told["state"] != "idle"
        return not self.is_under_way

    # --- results

    def _interrupted(self, told: list[dict[str, Any]]) -> Result:
        return self._result([*told, {**told[-1], "outcome": "interrupted", "stdout": "", "stderr": ""}])

    def _result(self, told: list[dict[str, Any]]) -> Result:
        last = told[-1]
        outcome, is_answer = last["outcome"], last["is_final_answer"]
        fields: dict[str, Any] = {
            name: last[name] for name in ("repr", "exception", "message", "traceback", "exit_code", "fuel", "memory", "peak_memory", "imports")
            if last.get(name) is not None
        }
        if outcome == "exited":
            # What is no number is what Python prints.
            message, code = last.get("message", ""), last.get("exit_code")
            fields["exception"], fields["traceback"] = "SystemExit", "" if message in ("", str(code)) else f"{message}\n"
        findings = findings_of(last)
        limit = limit_of(last.get("limit"))
        if outcome == "completed":
            if "value" in last:
                fields["value"] = last["value"]
            elif last.get("repr") is not None:
                try:
                    fields["value"] = from_repr(last["repr"])
                except NoValue as error:
                    why = str(error)
                    fields["value_error"] = "it has a type that does not come from a server: `repr` shows it" if why == UNREADABLE else why
        ended_at = self._ended_at(fields, limit)
        line = last.get("line")
        if ended_at is not None:
            line = ended_at.line
        elif (refused := next((finding for finding in findings if finding.level == "deny"), None)) is not None:
            fields["line"], fields["column"] = refused.line, refused.column
        if line is not None:
            fields["line"] = line
        if outcome == "interrupted":
            limit = None
        if is_answer and "value_error" in fields:
            # Nobody gets an answer that stays inside.
            message = f"the final answer can't leave the sandbox: {fields['value_error']}; answer with what it is made of, in types that JSON has"
            fields.update(exception="TypeError", message=message)
            outcome = "runtime:TypeError"
        return Result(
            outcome, "".join(one["stdout"] for one in told), "".join(one["stderr"] for one in told), is_final_answer=is_answer, findings=findings,
            denials=[Denial(denial["message"], denial["rule"]) for denial in last.get("denials", [])], limit=limit, exit_ok=self.exit_ok,
            ended_at=ended_at, cause=self.raised.behind(last.get("traceback")), **fields,
        )

    def _ended_at(self, fields: dict[str, Any], limit: LimitReport | None) -> FrameLine | None:
        if limit is not None:
            return next((frame for frame in reversed(limit.stack) if self._is_own(frame.file)), None)
        traceback = fields.get("traceback")
        return None if traceback is None else place_in(traceback, fields.get("message"), self._is_own)

    def _is_own(self, file: str) -> bool:
        return file in self.texts or STEP.fullmatch(file) is not None or THEIRS.fullmatch(file) is not None

    # --- between steps

    def _quiet(self, code: str) -> Work[Result]:
        """Runs a step of the host's own: it is not counted, prints nothing here, and the program keeps what it has."""
        yield from self.ready()
        return (yield from self._driven(Ask("POST", self.path("/run"), {"code": code, "name": HOSTS, **self.given()}, runs=True)))

    def flush(self) -> Work[None]:
        """Gives the program what it was to be given with the next step."""
        if self.given():
            yield from self._quiet("")

    def variable(self, name: str) -> Work[tuple[Any] | None]:
        if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
            return None
        result = yield from self._quiet(name)
        if result.outcome == "policy" or result.exception == "NameError":
            return None
        result.raise_for_outcome()
        if result.value_error is not None:
            raise TypeError(f"variable {name!r} can't leave the sandbox: {result.value_error}")
        return (result.value,)

    def delete(self, name: str) -> Work[None]:
        if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
            raise KeyError(name)
        result = yield from self._quiet(f"del {name}")
        if not result.ok:
            raise KeyError(name)

    def names(self) -> Work[list[str]]:
        result = yield from self._quiet(LISTED)
        if not result.ok:
            raise NotServed(f"the names of variables come by a step, and it did not run: {result.error}")
        return [name for name in result.value if name not in self.tools]

    def read_file(self, path: PathName) -> Work[bytes]:
        result = yield from self._quiet(READ.format(path=at(path)))
        if result.outcome == "policy":
            raise PermissionError(f"the policy of the server does not allow `open`, by which a step reads the file: {result.error}")
        if result.exception in ("FileNotFoundError", "IsADirectoryError", "NotADirectoryError"):
            raise FileNotFoundError(result.message)
        data = result.raise_for_outcome().value
        if not isinstance(data, bytes):
            raise NotServed(f"{at(path)!r} is too large: a step shows it, and a text of {len(result.repr or ''):,} characters is not read")
        return data

    def write_file(self, path: PathName, content: Content) -> Work[None]:
        self.put(path, content)
        try:
            yield from self._quiet("")
        except ServerError as error:
            self.files.pop(at(path), None)
            if error.kind == "refused":
                raise PermissionError(error.message) from None
            raise

    def remove_file(self, path: PathName) -> Work[None]:
        result = yield from self._quiet(REMOVED.format(path=at(path)))
        if result.exception in ("FileNotFoundError", "NotADirectoryError"):
            raise FileNotFoundError(result.message)
        if result.outcome == "policy":
            raise PermissionError(f"the policy of the server does not allow `os`, by which a step removes the file: {result.error}")
        result.raise_for_outcome()

    def list_files(self, folder: PathName) -> Work[list[tuple[str, int, bool]]]:
        """Path, size and whether it is a folder, of what is in a folder."""
        result = yield from self._quiet(ENTRIES.format(path=at(folder)))
        if result.outcome == "policy":
            raise PermissionError(f"the policy of the server does not allow `os`, by which a step lists files: {result.error}")
        if result.exception in ("FileNotFoundError", "NotADirectoryError"):
            raise FileNotFoundError(result.message)
        found: list[tuple[str, int, bool]] = result.raise_for_outcome().value
        yield from self._quiet("del _entries_of_host")
        base = at(folder).rstrip("/")
        return [(f"{base}/{name}", size, is_folder) for name, size, is_folder in found]

    def snapshot(self) -> Work[Snapshot]:
        if not self.is_calling:
            yield from self.ready()
            yield from self.flush()
        told = yield Ask("POST", self.path("/snapshot"), repeats=True)
        try:
            return Snapshot(base64.b64decode(told["snapshot"], validate=True))
        except (binascii.Error, KeyError, TypeError):
            raise ServerError("bad-answer", "the answer has no snapshot") from None

    def fork(self, opening: dict[str, Any] | None) -> Work[Remote]:
        """A copy at the server; under another policy or other limits, from a snapshot."""
        if not self.is_calling:
            yield from self.ready()
            yield from self.flush()
        copy = Remote(dict(self.opening), self.exit_ok, self.approve, self.on_output)
        copy.tools, copy.shown, copy.final, copy.steps, copy.is_used = dict(self.tools), dict(self.shown), set(self.final), self.steps, True
        copy.texts = set(self.texts)
        if opening is None:
            told = yield Ask("POST", self.path("/fork"), {})
            copy.know(told)
        else:
            written = yield Ask("POST", self.path("/snapshot"), repeats=True)
            limits = {**copy.opening.get("limits", {}), **opening.get("limits", {})}
            copy.opening = {**copy.opening, **opening, "limits": limits, "snapshot": written["snapshot"]}
            yield from copy.open()
        return copy

    def is_waiting(self) -> Work[bool]:
        if not self.id:
            return False
        told = yield Ask("GET", self.path(), repeats=True)
        return bool(told["state"] == "waiting")

    def repr(self) -> str:
        tools = ", ".join(self.shown) or "none"
        steps = f"after {self.steps} step{'s' * (self.steps != 1)}"
        state = "closed" if self.is_closed else self.id or "not open yet"
        return f"remote session {state} under {self.policy_name or self.opening.get('policy') or 'the first policy'}, {steps}: tools {tools}"


def failed(kind: str, message: str) -> dict[str, Any]:
    # A half of a surrogate pair is in no request.
    return {"error": {"type": kind, "message": message.encode(errors="replace").decode()}}


def limit_of(told: dict[str, Any] | None) -> LimitReport | None:
    """The report of a limit."""
    if told is None:
        return None
    order = ("file", "line", "function", "source", "repeated", "omitted_before")
    return limit_report_of({**told, "stack": [tuple(frame[name] for name in order) for frame in told["stack"]]})


def stdin_text(stdin: StdinLike) -> str:
    """
    >>> stdin_text(b"3")
    '3'
    >>> stdin_text(["a"])
    Traceback (most recent call last):
    NotServed: stdin: a server takes all of it at once, as a text
    """
    if isinstance(stdin, str):
        return stdin
    if not isinstance(stdin, (bytes, bytearray, memoryview)):
        raise NotServed("stdin: a server takes all of it at once, as a text")
    try:
        return bytes(stdin).decode()
    except UnicodeDecodeError:
        raise NotServed("stdin: a server takes text, and these bytes are none in UTF-8") from None


def opening_of(policy: Any, limits: Mapping[str, int], expires: float | None) -> dict[str, Any]:
    """The request that opens a session."""
    opening: dict[str, Any] = {}
    if policy is not None:
        if not isinstance(policy, str):
            raise NotServed(f"policy: a server has policies of its own, which have names: give a text, not {type(policy).__qualname__}")
        opening["policy"] = policy
    if limits:
        opening["limits"] = dict(limits)
    if expires is not None:
        opening["expires_s"] = int(expires)
    return opening
