"""What the sandbox says, as plain values: results of steps, verdicts of checks."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from html import escape
from os import PathLike
from typing import Any, TypeVar

from . import _stockade
from ._names import NAMES, keywords
from ._policy import PolicyLike, policy_of


@dataclass(frozen=True)
class Finding:
    """One thing that a policy has to say about a program.

    ``rule`` is the id (``IMP001``) and ``name`` the name (``import-not-allowed``) of the rule, ``level`` is ``deny``, ``warn`` or ``info``.
    ``message`` says what is wrong, and ``help`` what to do; ``line`` and ``column`` count from 1.
    """

    rule: str
    name: str
    level: str
    message: str
    line: int
    column: int
    help: str | None = None

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.level} {self.rule} {self.name}: {self.message}"


@dataclass(frozen=True)
class Denial:
    """Something that the policy refused while the program ran: ``message`` says what, ``rule`` which rule or setting."""

    message: str
    rule: str


@dataclass(frozen=True)
class Verdict:
    """What a check came to. It is true where the program may run.

    ``verdict`` is ``allow``, ``warn`` or ``deny``, ``findings`` say why. ``imports`` are the modules that the program imports, and
    ``capabilities`` what of the host it asks for. ``policy`` is the name of the policy, ``policy_sha256`` the digest of its settings,
    ``source_sha256`` that of the program, ``tool_version`` the version of Stockade.

    >>> verdict = check("import os\\nprint(1)")
    >>> verdict.accepted, verdict.findings[0].rule
    (False, 'IMP001')
    """

    verdict: str
    findings: list[Finding]
    imports: list[str]
    policy: str
    source_sha256: str
    capabilities: list[str] = field(default_factory=list)
    policy_sha256: str = ""
    tool_version: str = ""

    @property
    def imports_used(self) -> list[str]:
        """As the command line calls them."""
        return self.imports

    @property
    def capabilities_used(self) -> list[str]:
        """What of the host the program asks for: ``output``, ``clock``, ``randomness``, ``tool:NAME``."""
        return self.capabilities

    @property
    def accepted(self) -> bool:
        """Whether the program may run: there is no finding of level ``deny``."""
        return self.verdict != "deny"

    def __bool__(self) -> bool:
        return self.accepted

    def _repr_html_(self) -> str:
        """For notebooks. Everything in it may be the program's own words, so all of it is escaped."""
        return f"<p><b>{escape(self.verdict)}</b> under policy {escape(self.policy)}</p>" + table_of(self.findings)


def brief(thing: Any) -> str:
    """A dataclass as its fields that are not as they are by default, long ones cut.

    >>> brief(FrameLine("a.py", 2, "f"))
    "FrameLine(file='a.py', line=2, function='f')"
    """
    parts = []
    for one in fields(thing):
        value = getattr(thing, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.repr and value is not default and not (type(value) is type(default) and value == default):
            parts.append(f"{one.name}={cut(repr(value), MOST_SHOWN)}")
    return f"{type(thing).__name__}({', '.join(parts)})"


#: Characters of a field in a `repr`, and of a text in a notebook.
MOST_SHOWN, MOST_IN_NOTEBOOKS = 2_000, 20_000


def cut(text: str, most: int) -> str:
    """
    >>> cut("abcdef", 6), cut("abcdefg", 6)
    ('abcdef', 'abcdef... (1 more character)')
    """
    left = len(text) - most
    return text if left <= 0 else f"{text[:most]}... ({left:,} more character{'s' * (left != 1)})"


@dataclass(frozen=True, repr=False)
class FrameLine:
    """A call that was active when a limit ended a step: ``file``, ``line`` (from 1), name of the ``function``, and ``source``, the text of the
    line, or None where there is none. ``repeated`` counts further frames at the same place, ``omitted_before`` the frames that are left
    out between the line before and this one."""

    file: str
    line: int
    function: str
    source: str | None = None
    repeated: int = 0
    omitted_before: int = 0

    def __repr__(self) -> str:
        return brief(self)

    def __str__(self) -> str:
        """
        >>> print(FrameLine("a.py", 2, "f", "return f()", repeated=1))
          File "a.py", line 2, in f
            return f()
          [Previous line repeated 1 more time]
        """
        lines = [f"  [{self.omitted_before:,} frames not shown]"] if self.omitted_before else []
        lines.append(f'  File "{self.file}", line {self.line}, in {self.function}')
        lines += [f"    {self.source}"] if self.source else []
        lines += [f"  [Previous line repeated {self.repeated:,} more time{'s' * (self.repeated != 1)}]"] if self.repeated else []
        return "\n".join(lines)


@dataclass(frozen=True)
class LimitReport:
    """The limit that ended a step: its value, how much was used, what raises it, and where the program was.

    ``kind`` is the word for the limit, ``limit`` its value, ``used`` what was used of it.
    ``keyword`` is the limit's name for :class:`Session`, ``flag`` that of the command line, ``policy_key`` that of a policy. ``needed`` is
    what one operation alone needed that was refused before it was done; for time it is an estimate. ``phase`` says what happened to a text
    when the time ended: it was "parsed", "checked" or "compiled". ``stack`` has the active calls, outermost first; those of the library are
    left out. The numbers are in ``unit``: for the time this is milliseconds.

    >>> from stockade import Session
    >>> print(Session(fuel=1000).run("def f():\\n    while True: pass\\nf()").limit)
    limit: fuel
      used 1,000 of 1,000 fuel units; raise it with fuel=N, or `limits.fuel` in the policy
      File "<step 1>", line 3, in <module>
        f()
      File "<step 1>", line 2, in f
        while True: pass
    """

    kind: str
    limit: int
    used: int
    unit: str
    policy_key: str
    keyword: str | None = None
    flag: str | None = None
    needed: int | None = None
    phase: str | None = None
    stack: list[FrameLine] = field(default_factory=list)

    def __str__(self) -> str:
        is_time = self.unit == "milliseconds"
        value = "SECONDS" if is_time else "N"
        by_keyword = f"{self.keyword}={value}, or " if self.keyword else ""
        raised = f"raise it with {by_keyword}`{self.policy_key}` in the policy"
        lines = [f"limit: {self.kind}", f"  used {self.used:,} of {self.limit:,} {self.unit}; {raised}"]
        if self.needed is not None:
            verb = "may take" if is_time else "needs"
            lines.append(f"  an operation was refused: it alone {verb} {self.needed:,} {self.unit}")
        if self.phase is not None:
            lines.append(f"  the time ended while a text was being {self.phase}")
        return "\n".join(lines + [str(frame) for frame in self.stack])


def peak_resident() -> int | None:
    """The highest resident memory of this process, in bytes, from Linux's ``/proc``.

    >>> import sys
    >>> (peak_resident() or 0) > 1_000_000 or sys.platform != "linux"
    True
    """
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            peak = next((line for line in status if line.startswith("VmHWM:")), None)
    except OSError:
        return None
    return None if peak is None else int(peak.split()[1]) * 1024


@dataclass(frozen=True, repr=False)
class Result:
    """How a step ended, and what it used.

    ``outcome`` is ``completed``, ``exited``, ``runtime:NameOfException``, ``limit:NAME``, ``policy`` (refused by the check), ``syntax``,
    ``unsupported`` (``unsupported:NAME`` where the program ran), ``interrupted`` or ``internal``; docs/report.md has the table. A
    program that ends itself with ``SystemExit`` has ``exited``, with whatever code: ``exit_code`` is the code as a number.
    ``value`` is the value of the last expression or of ``final_answer``; where it can't leave the sandbox,
    ``value_error`` says why and ``repr`` still shows it; for a final answer that is an error (``runtime:TypeError``).
    ``line`` (from 1) is the line of the program at which a step did not go on: of a syntax error or what the check refused first, where
    ``column`` (from 1) is there, too; else the innermost line in the text of a step, of this one or of an earlier one whose function was
    called. It is None where a step completed, is paused, or only the library ran. ``ended_at`` is that place as a :class:`FrameLine`, for
    exceptions, limits and interruptions; of a final answer it is the place from which ``final_answer`` was called.
    ``limit`` says everything about the limit that ended the step.
    ``is_final_answer`` says whether the program called ``final_answer``, or another tool that ends a step. ``output`` and ``stderr`` are
    what it printed. ``exception`` is the name of the class that ended it, ``message`` its text, ``traceback`` CPython's text of it;
    ``findings`` are those of the check, ``denials`` what the policy refused while the program ran,
    ``imports`` the modules that it imported. ``fuel`` counts the units that the step used. ``exit_ok`` is that of the session.
    ``artifacts`` has the files that the program made or wrote to, by path (``"plot.svg"`` is ``"/home/user/plot.svg"``): their bytes, for a
    step of a session as they are when they are asked for. ``memory`` and ``peak_memory`` are counted bytes of the session, ``peak_resident`` is what the process holds.
    ``cause`` is the host's own exception where one of a tool ended the program; it stays in the process where it was raised.
    """

    outcome: str
    output: str = ""
    stderr: str = ""
    value: Any = None
    repr: str | None = None
    value_error: str | None = None
    is_final_answer: bool = False
    exception: str | None = None
    message: str | None = None
    traceback: str | None = None
    line: int | None = None
    column: int | None = None
    fuel: int = 0
    memory: int = 0
    peak_memory: int = 0
    imports: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    denials: list[Denial] = field(default_factory=list)
    limit: LimitReport | None = None
    exit_code: int | None = None
    exit_ok: bool = False
    ended_at: FrameLine | None = None
    artifacts: Mapping[str, bytes] = field(default_factory=dict, compare=False)
    cause: Exception | None = field(default=None, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Whether the program came to its end, or gave its final answer. With ``exit_ok`` also one that ended itself with code 0. A final
        answer that can't leave the sandbox is none (``value_error``)."""
        return self.outcome == "completed" or (self.exit_ok and self.outcome == "exited" and self.exit_code == 0)

    def __repr__(self) -> str:
        """What differs from a step that did nothing.

        >>> Result("completed", value=3, repr="3", fuel=12)
        Result(outcome='completed', value=3, repr='3', fuel=12)
        """
        if getattr(self.artifacts, "is_live", False) or not self.artifacts:
            # They would be read.
            return brief(replace(self, artifacts={}))
        return brief(self)

    @property
    def answer(self) -> Any:
        """The final answer; None when the step gave none."""
        return self.value if self.is_final_answer else None

    @property
    def stdout(self) -> str:
        """The same as ``output``."""
        return self.output

    @property
    def peak_resident(self) -> int | None:
        """The highest resident memory of this process so far, in bytes: what the system gave it, beside what ``peak_memory`` counts.

        The whole process is meant, Python and other sessions too. It is read when it is asked for. None where the system does not tell.
        """
        return peak_resident()

    @property
    def error(self) -> str | None:
        """One line or a few that say what went wrong; None when nothing did."""
        if self.ok:
            return None
        if self.exception is not None:
            said = f"{self.exception}: {self.message}" if self.message else self.exception
            if issubclass(vars(builtins).get(self.exception, object), ImportError):
                # A package may say something else of an import that was refused.
                before = dict.fromkeys(denial.message for denial in self.denials if denial.message not in said)
                said += "".join(f"\n(the policy refused before: {message})" for message in list(before)[:3])
            return said
        if self.outcome.startswith("limit:"):
            return f"{self.outcome.removeprefix('limit:')} limit reached"
        if self.outcome == "interrupted" and self.ended_at is not None:
            return f"interrupted in {self.ended_at.file}, line {self.ended_at.line}: {self.ended_at.source or self.ended_at.function}"
        if self.outcome == "paused":
            return "the step is paused: session.resume() goes on with it"
        denying = [str(finding) for finding in self.findings if finding.level == "deny"]
        return "\n".join(denying) or self.message or self.outcome

    def _repr_html_(self) -> str:
        """For notebooks: outcome, what was printed, the value or the error, findings; all of it escaped.

        >>> Result("completed", output="<b>", repr="1")._repr_html_()
        '<p><b>completed</b></p><pre>&lt;b&gt;</pre><pre><b>1</b></pre>'
        """
        parts = [f"<p><b>{escape(self.outcome)}</b>{' (final answer)' if self.is_final_answer else ''}</p>"]
        parts += [f"<pre>{escape(cut(text, MOST_IN_NOTEBOOKS))}</pre>" for text in (self.output, self.stderr) if text]
        if self.repr is not None:
            parts.append(f"<pre><b>{escape(cut(self.repr, MOST_IN_NOTEBOOKS))}</b></pre>")
        elif not self.ok and not any(finding.level == "deny" for finding in self.findings):
            parts.append(f"<pre>{escape(self.traceback or str(self.limit or self.error or ''))}</pre>")
        return "".join(parts) + table_of(self.findings)

    def raise_for_outcome(self) -> Result:
        """The result itself, or an :class:`OutcomeError` that carries it when the step did not complete.

        >>> Result("limit:timeout").raise_for_outcome()
        Traceback (most recent call last):
        stockade.LimitError: timeout limit reached
        >>> from stockade import GuestError, Session
        >>> try:
        ...     Session().run("{}['a']").raise_for_outcome()
        ... except GuestError as error:
        ...     print(error, "in", error.result.outcome)
        KeyError: 'a' in runtime:KeyError

        Where a tool's exception ended the program, it is the ``__cause__``:

        >>> import json
        >>> try:
        ...     Session(tools={"load": json.loads}).run("load('{')").raise_for_outcome()
        ... except GuestError as error:
        ...     print(type(error.__cause__).__name__, error.__cause__.pos)
        JSONDecodeError 1
        """
        if self.ok:
            return self
        error = ERRORS.get(self.outcome.partition(":")[0], OutcomeError)(self)
        if self.cause is None:
            raise error
        raise error from self.cause

    def __getstate__(self) -> dict[str, Any]:
        # Exceptions of the host may hold anything.
        return {**self.__dict__, "cause": None}


class StockadeError(RuntimeError):
    """The family of what runs raise: an :class:`OutcomeError`, which has the result, a :class:`ReplayError`, or :class:`WorkerLost`.

    What the caller does wrong is an exception of Python itself, raised before anything runs: ``TypeError`` for the wrong kind of thing,
    ``ValueError`` for what makes no sense, ``KeyError`` and ``FileNotFoundError`` for what is not there, ``PermissionError`` for files that the
    policy does not grant, ``RuntimeError`` for what a session can't do now.
    """

    __module__ = "stockade"


class JailLost(StockadeError):
    """The process with the modules of a session (``modules_in="jail"``) is gone, and the objects that the program had of them with it. The
    session goes on: the next use of a module starts another.

    ``reason`` is ``"ended"`` (by itself: a fault of a library, or no memory), ``"late"``, ``"wrong"`` (it answered what no jail answers, and
    was killed), ``"unready"`` (it could not be shut in) or ``"forked"`` (it is of the process that this one was forked from). ``process`` is
    its number, ``signal`` what ended it, as far as that is known.
    """

    __module__ = "stockade"
    reason: str
    process: int | None
    signal: int | None

    def __init__(self, message: str, reason: str = "ended", process: int | None = None, signal: int | None = None) -> None:
        super().__init__(message)
        self.reason, self.process, self.signal = reason, process, signal

    def __reduce__(self) -> tuple[Any, ...]:
        return JailLost, (str(self), self.reason, self.process, self.signal)


class WorkerLost(StockadeError):
    """The worker process of a session of a :class:`Pool` is gone, and the session's state with it. Other workers go on, and so does the pool:
    ``pool.session(snapshot=...)`` goes on from the session's last snapshot.

    ``reason`` is ``"ended"`` (by itself, or killed from outside), ``"late"`` (it did not answer, and was killed), ``"wrong"`` (it answered what
    no worker answers, and was killed), ``"other-build"``, ``"closed"`` (:meth:`Pool.close`) or ``"forked"`` (it is of the process that this one
    was forked from). ``session`` is the session whose call this was, None if it was not open yet. ``process`` is the number of the process,
    ``signal`` and ``status`` are how it ended, as far as that is known.
    """

    __module__ = "stockade"
    reason: str
    process: int | None
    signal: int | None
    status: int | None
    session: Any

    def __init__(
        self, message: str, reason: str = "ended", process: int | None = None, signal: int | None = None, status: int | None = None,
        session: Any = None,
    ) -> None:
        super().__init__(message)
        self.reason, self.process, self.signal, self.status = reason, process, signal, status
        self.session = session

    def __reduce__(self) -> tuple[Any, ...]:
        # The session stays here.
        return type(self), (str(self), self.reason, self.process, self.signal, self.status)


class OutcomeError(StockadeError):
    """A step that did not complete, for those who asked for an exception: :attr:`result` says everything about it.

    :meth:`Result.raise_for_outcome` raises it, and functions that are :func:`sandboxed`.
    """

    __module__ = "stockade"
    result: Result

    def __init__(self, result: Result) -> None:
        super().__init__(result.error)
        self.result = result

    @property
    def outcome(self) -> str:
        """How the step ended, as in :attr:`Result.outcome`."""
        return self.result.outcome

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.result,)


E = TypeVar("E", bound=Exception)


def with_result(error: E, result: Result) -> E:
    """An exception of another family, with the result that it is about as its ``result``."""
    setattr(error, "result", result)
    return error


class GuestError(OutcomeError):
    """The program raised an exception. Where it was one of a tool, that one is the ``__cause__``."""

    __module__ = "stockade"


class GuestExit(GuestError):
    """The program ended itself with ``SystemExit``; ``result.exit_code`` is its code.

    >>> from stockade import Session
    >>> Session().run("x = 1\\nraise SystemExit(3)\\nx = 2").raise_for_outcome()
    Traceback (most recent call last):
    stockade.GuestExit: SystemExit: 3
    >>> result = Session().run("raise SystemExit")
    >>> result.outcome, result.ok, result.exit_code, result.line
    ('exited', False, 0, 1)
    """

    __module__ = "stockade"


class LimitError(OutcomeError):
    """A limit ended the step: ``result.limit`` says which, and what raises it."""

    __module__ = "stockade"


class PolicyError(OutcomeError):
    """The check refused the program: ``result.findings`` say why."""

    __module__ = "stockade"


class GuestSyntaxError(OutcomeError):
    """The text is no Python program."""

    __module__ = "stockade"


class UnsupportedError(GuestSyntaxError, GuestError):
    """The program needs something that CPython or a package has and Stockade has not: a construct, a module, a function.

    >>> from stockade import Session
    >>> Session(policy="permissive").run("import numpy").raise_for_outcome()
    Traceback (most recent call last):
    stockade.UnsupportedError: ModuleNotFoundError: No module named 'numpy'
    """

    __module__ = "stockade"


class RunInterrupted(OutcomeError):
    """The host stopped the run: :meth:`Session.interrupt`."""

    __module__ = "stockade"


class InternalError(OutcomeError):
    """A fault of Stockade itself. Please report it."""

    __module__ = "stockade"


CLASSES = (GuestError, GuestExit, LimitError, PolicyError, GuestSyntaxError, UnsupportedError, RunInterrupted, InternalError)

#: The class for each outcome that is not ``completed``: the table of the interpreter says which.
ERRORS: dict[str, type[OutcomeError]] = {
    name: kind for name, _, error in _stockade.outcomes() for kind in CLASSES if kind.__name__ == error
}


def table_of(findings: list[Finding]) -> str:
    if not findings:
        return ""
    rows = [[str(found.line), found.level, found.rule, found.message, found.help or ""] for found in findings]
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr><th>line</th><th>level</th><th>rule</th><th>message</th><th>help</th></tr>{body}</table>"


def findings_of(report: dict[str, Any] | None) -> list[Finding]:
    fields = Finding.__dataclass_fields__
    return [Finding(**{name: value for name, value in found.items() if name in fields}) for found in (report or {}).get("findings", [])]


#: A frame in a traceback, also of an exception group.
FRAME = re.compile(r'((?:  \| )?)  File "(.*)", line (\d+), in (.*)')
HEAD, GROUP_HEAD = "Traceback (most recent call last):", "  + Exception Group Traceback (most recent call last):"


def place_in(traceback: str, message: str | None, is_own: Callable[[str], bool]) -> FrameLine | None:
    """The innermost line of a traceback that is in a text of the program's own. The message is the program's words, so it does not count.

    >>> text = '''Traceback (most recent call last):
    ...   File "<step 1>", line 3, in <module>
    ...     f()
    ...   File "<step 1>", line 2, in f
    ...     return g()
    ...   File "helper.py", line 7, in g
    ...     1 / 0
    ... ZeroDivisionError: division by zero
    ... '''
    >>> place_in(text, "division by zero", lambda file: file.startswith("<step"))
    FrameLine(file='<step 1>', line=2, function='f', source='return g()')
    """
    end = traceback.rfind(message) if message else -1
    lines = (traceback if end < 0 else traceback[:end]).split("\n")
    # What is above is another exception: a cause or a context.
    start = max((at for at, line in enumerate(lines) if line in (HEAD, GROUP_HEAD)), default=None)
    place = None
    for at in range(len(lines) if start is None else start + 1, len(lines)):
        if lines[at].startswith("  +-"):
            # The parts of a group.
            break
        if (found := FRAME.fullmatch(lines[at])) and is_own(found[2]):
            source = lines[at + 1 : at + 2]
            has_source = bool(source) and source[0].startswith(f"{found[1]}    ")
            place = FrameLine(found[2], int(found[3]), found[4], source[0][len(found[1]) :].strip() if has_source else None)
    return place


#: What becomes of a step whose code is no text.
NO_TEXT: dict[str, Any] = {"outcome": "syntax", "exception": "SyntaxError", "message": "source code has a lone surrogate, which no file can hold", "line": 1, "column": 1}


def is_text(code: str) -> bool:
    """
    >>> is_text("x = 1")
    True
    >>> is_text("x = '" + chr(0xD800) + "'")
    False
    """
    if not isinstance(code, str):
        hint = ": read the file, with Path.read_text()" if isinstance(code, PathLike) else ""
        raise TypeError(f"the source is a str, not {type(code).__name__}{hint}")
    try:
        code.encode()
    except UnicodeEncodeError:
        return False
    return True


@keywords(kinds={"tools": NAMES, "inputs": NAMES}, variables="inputs")
def check(
    code: str, policy: PolicyLike = "default", *, tools: Iterable[str] = (), inputs: Iterable[str] = (), filename: str = "<step>"
) -> Verdict:
    """Judges code by a policy without running it. No code is an error: a text that is no Python has a finding.

    ``tools`` names host functions, as ``"name"`` or ``"name(first, second)"``; ``inputs`` names variables that the program finds, or
    that earlier steps defined. What :func:`run` takes for both does here, too: of a mapping the names count. (``variables`` is the old name
    of ``inputs``, and goes with version 0.2.) A policy that can't be read is a ``ValueError``.

    >>> bool(check("x = 1"))
    True
    """
    if not is_text(code):
        found = Finding("SYN001", "syntax-error", "deny", NO_TEXT["message"], 1, 1)
        rules = policy_of(policy)
        return Verdict("deny", [found], [], rules.name, "", [], rules.sha256, _stockade.__version__)
    report = _stockade.check(code, policy_of(policy)._core, filename, list(tools), list(inputs))
    return Verdict(
        report["verdict"], findings_of(report), report["imports_used"], report["policy"], report["source_sha256"], report["capabilities_used"],
        report["policy_sha256"], report["tool_version"],
    )


#: How a step ended, by its other name.
Outcome = Result
