"""Running steps: from the text of a step, through the calls of tools, to its result."""

from __future__ import annotations

import re
import time
import types
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import _stockade
from ._calls import Calls, ending_of, on_thread
from ._files import Artifacts
from ._names import Limit, Limits, joined, keywords, refuse_kind
from ._policy import PolicyLike, policy_of
from ._raised import describe
from ._replay import Replayer
from ._results import Denial, Finding, FrameLine, LimitReport, NO_TEXT, Result, findings_of, is_text, place_in
from ._settings import audited, limit_report_of, limits_of
from ._state import State
from ._stdin import StdinLike

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: The name of a step that was given none.
STEP = re.compile(r"<step \d+>")


class Running(State):
    """How a session runs its steps. It is part of :class:`Session`, which is how it is used."""

    _awaited: Calls

    @keywords(of="Session")
    def run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        filename: str | None = None,
        cell: bool = False,
        check: bool | None = None,
        policy: PolicyLike | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        **own: Unpack[Limits],
    ) -> Result:
        """Runs a step to its end, calling tools on this thread, and async tools on an event loop of the session's own. With ``cell`` an assignment at the end gives the step its value, too;
        ``check``, ``policy`` and ``limits`` override the session's own for this step. Under another policy the program keeps what it
        has, but reads attributes only of modules that this policy lets it import. A limit may be a keyword of its own, too (``timeout="2s"``).
        ``inputs`` become variables before the step begins. ``stdin`` is what the program reads from here on, in
        place of what is left of the session's. While another thread or task runs a step, the call waits for its turn.

        How the program ends is in the result, and never an exception of this call. That is for the caller's faults: ``TypeError`` for settings and
        inputs of a wrong kind, ``ValueError`` for settings that make no sense, ``RuntimeError`` for a session with a step that is paused (call
        :meth:`resume` or :meth:`drop_step` first) or that the caller itself is part of, ``ReplayError``.

        >>> Session().run("x = 3", cell=True).value
        3
        >>> Session().run("while True: pass", limits={"fuel": 1000}).error
        'fuel limit reached'
        >>> session = Session(inputs={"x": 1})
        >>> session.run("import json\\njson.dumps(x)", policy="compute-only").outcome, session.run("import json\\njson.dumps(x)").value
        ('policy', '1')
        """
        limits = joined(limits, own)
        with self._stepping("run another step"):
            self._give(inputs)
            return self._drive(self._begin(code, filename, cell, check, limits, policy, stdin))

    def finish(self) -> Result | None:
        """Ends the program as the end of a process does: what it registered with ``atexit`` is called, then ``__del__`` of what is
        left, on what the last step left of its limits. None when there is nothing to do. :func:`run` does so by itself. While a step is
        paused it is a ``RuntimeError``.

        >>> session = Session("permissive")
        >>> _ = session.run("import atexit\\n_ = atexit.register(print, 'bye')")
        >>> session.finish().output
        'bye\\n'
        """
        with self._stepping("end the program"):
            event = self._core.finish()
            return None if event is None else self._drive(event, is_step=False)

    async def finish_async(self) -> Result | None:
        """As :meth:`finish`; awaits what async tools return."""
        async with self._stepping_async("end the program"):
            event = await on_thread(self, self._core.finish)
            return None if event is None else await self._drive_async(event, is_step=False)

    def pause_at(self, fuel: int) -> None:
        """Stops the next step (or the one under way) at the first safepoint where it has used so many units of fuel: its outcome is then
        ``paused``, and :meth:`resume` goes on. Where a step is stopped changes nothing about how it ends.

        >>> session = Session()
        >>> session.pause_at(200)
        >>> session.run("total = 0\\nfor i in range(100): total += i\\ntotal").outcome
        'paused'
        >>> Session.restore(session.snapshot()).resume().value, session.resume().value
        (4950, 4950)

        Until then no other step runs: :meth:`run` is a ``RuntimeError``. :meth:`drop_step` gives the paused step up.
        """
        refuse_kind("fuel at which to pause", fuel)
        self._core.pause_at(fuel)

    def resume(self) -> Result:
        """Goes on with a step that was paused, or was under way when the session was written to a snapshot. There is no such step:
        ``RuntimeError``."""
        self._must_be_paused()
        with self._stepping():
            self._waits = False
            return self._drive(self._core.resume())

    async def resume_async(self) -> Result:
        """As :meth:`resume`; awaits what async tools return."""
        self._must_be_paused()
        async with self._stepping_async():
            self._waits = False
            return await self._drive_async(await on_thread(self, self._core.resume))

    @property
    def is_paused(self) -> bool:
        """Whether a step was begun and has not ended."""
        return self._core.is_paused()

    def drop_step(self) -> None:
        """Gives up a step that is paused, or was under way when the session was written to a snapshot: what it did so far stays, and the
        rest of it never runs, ``finally`` and ``with`` included. There is no such step: ``RuntimeError``.

        >>> session = Session()
        >>> session.pause_at(200)
        >>> session.run("total = 0\\nfor i in range(100): total += i").outcome
        'paused'
        >>> session.run("total")
        Traceback (most recent call last):
        RuntimeError: a step is paused, so the session can't run another step: resume() goes on with it, and drop_step() gives it up
        >>> session.drop_step()
        >>> session.run("total < 4950").value
        True
        """
        self._must_be_paused("drop")
        with self._stepping():
            self._waits = False
            self._awaited.drop()
            # An empty step takes its place.
            self._core.begin("", "<nothing>", False, False)
            self._core.take_printed()

    def _must_not_wait(self, what: str) -> None:
        """A step that the host holds would be gone."""
        if what and self._waits and self._core.is_paused():
            raise RuntimeError(f"a step is paused, so the session can't {what}: resume() goes on with it, and drop_step() gives it up")

    def _must_be_paused(self, what: str = "resume") -> None:
        if not self._core.is_paused():
            raise RuntimeError(f"no step was paused or under way: there is nothing to {what}")

    @contextmanager
    def _stepping(self, what: str = "") -> Iterator[None]:
        """One step at a time: others wait for it. A tool that ran code in the session that called it would wait for itself.
        ``what`` says what a session with a paused step can't do."""
        with self._queue.turn():
            self._must_not_wait(what)
            with self._in_order():
                yield

    @asynccontextmanager
    async def _stepping_async(self, what: str = "") -> AsyncIterator[None]:
        async with self._queue.turn_async():
            self._must_not_wait(what)
            with self._in_order():
                yield

    @contextmanager
    def _in_order(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # A signal, a cancelled task, or the host's own fault. The step is over, and the session can go on.
            if self._modules is not None:
                self._modules.end()
            self._awaited.drop()
            raise

    def interrupt(self) -> None:
        """Ends the run that is under way, from another thread or from the handler of a signal: its outcome is ``interrupted``. A tool or a
        module of the host that is being called returns first. The session can be used again. Without a run nothing happens.

        Ctrl-C and handlers of signals that raise need no call: a run on the main thread ends, and raises what the handler raised
        (``KeyboardInterrupt``). A cancelled :meth:`run_async` ends and raises ``asyncio.CancelledError``.

        >>> import threading
        >>> session = Session()
        >>> threading.Timer(0.05, session.interrupt).start()
        >>> session.run("while True: pass").outcome
        'interrupted'
        >>> session.run("1 + 1").value
        2
        """
        self._core.interrupt()

    def _drive(self, event: dict[str, Any], is_step: bool = True) -> Result:
        """Calls tools on this thread until the step ends."""
        while True:
            if "awaits" in event:
                numbers, timeout = event["awaits"]
                replays = self._replayer is not None
                event = self._awaited.replayed(numbers) if replays else self._awaited.answer_here(numbers, timeout)
                continue
            if "asks" in event:
                event = self._awaited.consent(event["asks"])
                continue
            if "bad_call" in event:
                event = self._uncalled(*event["bad_call"])
                continue
            if "call" not in event:
                break
            tool, args, kwargs = event["call"]
            if not tool:
                event = self._served(args)
                continue
            if self._replayer is not None:
                event = self._replayed(self._replayer, tool, args, kwargs)
                continue
            if self._logs:
                self._called(tool, args, kwargs)
            try:
                function = self._tools[tool]
            except KeyError:
                event = self._fail("NameError", f"host function '{tool}' is not lent")
                continue
            try:
                value = function(*args, **kwargs)
                if type(value) is types.CoroutineType:
                    value = self._awaited.run(value, tool)
            except Exception as error:
                event = self._fail(*self._raised.keep(describe(error), error))
            else:
                event = self._answer(tool, value)
        return self._result(event, is_step)

    @keywords(of="Session")
    async def run_async(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        filename: str | None = None,
        cell: bool = False,
        check: bool | None = None,
        policy: PolicyLike | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        **own: Unpack[Limits],
    ) -> Result:
        """As :meth:`run`, on the caller's event loop. Async tools run on it, all that the program awaits at the same time; sync tools and
        the machine itself run on threads. A cancelled call ends the step and raises ``asyncio.CancelledError``.

        >>> import asyncio
        >>> async def fetch(n):
        ...     await asyncio.sleep(0.1)
        ...     return n + 1
        >>> session = Session(tools={"fetch": fetch})
        >>> asyncio.run(session.run_async("await fetch(1)")).value
        2
        """
        limits = joined(limits, own)
        async with self._stepping_async("run another step"):
            self._give(inputs)
            return await self._drive_async(await on_thread(self, self._begin, code, filename, cell, check, limits, policy, stdin))

    async def _drive_async(self, event: dict[str, Any], is_step: bool = True) -> Result:
        while True:
            if "awaits" in event:
                numbers, timeout = event["awaits"]
                if self._replayer is not None:
                    event = await on_thread(self, self._awaited.replayed, numbers)
                else:
                    event = await self._awaited.answer(numbers, timeout)
                continue
            if "asks" in event:
                event = await self._awaited.consent_async(event["asks"])
                continue
            if "bad_call" in event:
                event = await on_thread(self, self._uncalled, *event["bad_call"])
                continue
            if "call" not in event:
                break
            tool, args, kwargs = event["call"]
            if not tool:
                event = await on_thread(self, self._served, args)
                continue
            if self._replayer is not None:
                event = await on_thread(self, self._replayed, self._replayer, tool, args, kwargs)
                continue
            self._called(tool, args, kwargs)
            function = self._tools.get(tool)
            if function is None:
                event = await on_thread(self, self._fail, "NameError", f"host function '{tool}' is not lent")
                continue
            value, error = await ending_of(function, args, kwargs)
            if error is not None:
                event = await on_thread(self, self._fail, *self._raised.keep(describe(error), error))
            else:
                event = await on_thread(self, self._answer, tool, value)
        return self._result(event, is_step)

    def _begin(
        self,
        code: str,
        filename: str | None,
        cell: bool = False,
        check: bool | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        policy: PolicyLike | None = None,
        stdin: StdinLike | None = None,
    ) -> dict[str, Any]:
        is_ruled = limits is not None or policy is not None
        if is_ruled or self._is_ruled:
            own = None if policy is None else policy_of(policy)
            if own is not None and own.sha256 != self._policy.sha256:
                self._refuse_in_worker("policy")
            # What the session was given itself holds under another policy, too.
            self._core.rule_step(None if own is None else own._core, {**self._limits, **limits_of(limits or {})})
            self._step_policy = own or self._policy
            self._is_ruled = is_ruled
        self._steps = self._core.count_step()
        self._feed(stdin)
        if self._recorder is not None or self._replayer is not None:
            now = time.time() if self._clock is None else self._clock
            at = now if self._replayer is None else self._replayer.clock(self._steps)
            self._core.freeze_clock(at)
            if self._recorder is not None and at is not None:
                self._recorder.clock(self._steps, at)
        check = self._check if check is None else check
        name = filename or f"<step {self._steps}>"
        self._texts.add(name)
        if self._audit is not None:
            self._began = (code, name, time.time_ns(), check)
        self._calls = []
        self._raised.forget()
        if not is_text(code):
            return dict(NO_TEXT)
        return self._core.begin(code, name, check, cell)

    def _served(self, request: list[Any]) -> dict[str, Any]:
        """A use of an object of a lent module."""
        if self._replayer is not None:
            call = self._replayer.next(self._steps, "", request, {})
            if self._recorder is not None:
                self._recorder.call(self._steps, "", request, {})
            return self._replied(self._replayer.codec.decode(call["result"]))
        if self._modules is None:
            return self._core.fail("ImportError", "the host lends no modules")
        if self._recorder is not None:
            self._recorder.call(self._steps, "", request, {})
        return self._replied(self._modules.serve(request))

    def _replied(self, reply: tuple[int, Any]) -> dict[str, Any]:
        try:
            data = None if self._recorder is None else self._recorder.encoded(reply)
            event = self._core.answer(reply)
        except (TypeError, ValueError, RecursionError) as error:
            reply = (1, ([("TypeError", [])], [str(error)]))
            data = None if self._recorder is None else self._recorder.encoded(reply)
            event = self._core.answer(reply)
        if self._recorder is not None:
            self._recorder.result(data)
        return event

    def _called(self, tool: str, args: list[Any], kwargs: dict[str, Any]) -> None:
        if self._audit is not None:
            digest = self._core.call_digest()
            self._calls.append((tool, digest, None, self._awaited.was_approved(tool, digest)))
        if self._recorder is not None:
            self._recorder.call(self._steps, tool, args, kwargs)

    def _answer(self, tool: str, value: Any) -> dict[str, Any]:
        try:
            data = None if self._recorder is None else self._recorder.encoded(value)
            event = self._core.answer(value)
        except (TypeError, ValueError, RecursionError) as error:
            return self._fail("TypeError", f"the result of {tool}() can't enter the sandbox: {error}")
        if self._recorder is not None:
            self._recorder.result(data)
        return event

    def _uncalled(self, tool: str, why: str, is_asked: bool) -> dict[str, Any]:
        """A call whose arguments are no values here: those of a class of the host that it refuses, or a set that Python takes too long
        to make. ``is_asked`` where it waits for consent."""
        message = f"{tool}() was given an argument that can't leave the sandbox: {why}"
        return self._core.consent(message) if is_asked else self._core.fail("TypeError", message)

    def _fail(self, name: str, message: str) -> dict[str, Any]:
        if self._audit is not None and self._calls:
            self._calls[-1] = (*self._calls[-1][:2], name, self._calls[-1][3])
        if self._recorder is not None:
            self._recorder.error(name, message)
        return self._core.fail(name, message)

    def _replayed(self, replayer: Replayer, tool: str, args: list[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        call = replayer.next(self._steps, tool, args, kwargs)
        self._called(tool, args, kwargs)
        if "error" in call:
            return self._fail(*call["error"])
        return self._answer(tool, replayer.codec.decode(call["result"]))

    @property
    def log(self) -> dict[str, Any] | None:
        """The tool calls so far, for ``replay``; None unless the session records.

        >>> session = Session(tools={"price": lambda item: 9.5}, record=True)
        >>> _ = session.run("price('amp')")
        >>> session.log["calls"][0]["tool"], session.log["calls"][0]["result"]
        ('price', 9.5)
        >>> Session(replay=session.log).run("price('amp')").value
        9.5
        """
        return None if self._recorder is None else self._recorder.log

    @property
    def unreplayed(self) -> int:
        """How many calls of the log have not been asked for yet."""
        return 0 if self._replayer is None else self._replayer.left

    def _result(self, event: dict[str, Any], is_step: bool) -> Result:
        if self._modules is not None:
            self._modules.end()
        self._awaited.settle()
        if self._packages and is_step:
            _stockade.save_packages(self._packages)
        output, errors = self._core.take_printed()
        fields = dict(event)
        findings = findings_of(fields.pop("report", None))
        if self._modules is not None:
            findings = [self._lent(finding) for finding in findings]
        denials = [Denial(*denial) for denial in fields.pop("denials", [])]
        limit = limit_report_of(fields.pop("limit", None))
        fields["cause"] = self._raised.behind(fields.get("traceback"))
        if event["outcome"] != "paused":
            self._raised.forget()
        ended_at = self._ended_at(fields, limit)
        if ended_at is not None and not fields.get("is_final_answer"):
            fields.setdefault("line", ended_at.line)
        elif (refused := next((finding for finding in findings if finding.level == "deny"), None)) is not None:
            fields.setdefault("line", refused.line)
            fields.setdefault("column", refused.column)
        if event["outcome"] == "interrupted":
            # No limit was reached: it said where the program was.
            limit = None
        if event["outcome"] == "paused":
            self._waits = True
        if fields.get("is_final_answer") and "value_error" in fields:
            # Nobody gets an answer that stays inside.
            fields.update(
                outcome="runtime:TypeError", exception="TypeError", line=None if ended_at is None else ended_at.line,
                message=f"the final answer can't leave the sandbox: {fields['value_error']}; answer with what it is made of, in types that "
                "cross (docs/values.md)",
            )
        result = Result(
            output=output, stderr=errors, findings=findings, denials=denials, limit=limit, exit_ok=self._exit_ok, ended_at=ended_at,
            artifacts=Artifacts(self.files), **fields,
        )
        if self._audit is not None and is_step:
            self._write_audit(self._audit, result)
        return result

    def _ended_at(self, fields: dict[str, Any], limit: LimitReport | None) -> FrameLine | None:
        """The place in a text of the program's own at which a step ended."""
        place = fields.pop("ended_at", None)
        if place is not None:
            return FrameLine(*place)
        if limit is not None:
            return next((frame for frame in reversed(limit.stack) if self._is_own(frame.file)), None)
        traceback = fields.get("traceback")
        return None if traceback is None else place_in(traceback, fields.get("message"), self._is_own)

    def _lent(self, finding: Finding) -> Finding:
        """A finding about the import of a module that is lent: the author has to allow it, too."""
        found = re.match(r"`([\w.]+)` is not allowed", finding.message)
        if finding.rule != "IMP001" or found is None or self._modules is None or found[1].split(".")[0] not in self._modules.tops:
            return finding
        hint = f"it is lent, and the policy must allow it, too: Policy.preset('default').add(imports=[{found[1]!r}])"
        return replace(finding, message=f"{finding.message} ({hint})")

    def _is_own(self, file: str) -> bool:
        """Whether a file is the text of a step: not of a module, nor one that ``exec`` ran."""
        return file in self._texts or STEP.fullmatch(file) is not None

    def _write_audit(self, audit: str | PathLike[str] | Callable[[str], object], result: Result) -> None:
        code, name, started, checked = self._began
        calls, self._calls = self._calls, []
        line = _stockade.audit_line(
            self._step_policy._core, self._steps, name, code, (started, time.time_ns()), checked,
            [(finding.rule, finding.level) for finding in result.findings], result.imports, calls,
            [(denial.message, denial.rule) for denial in result.denials],
            (result.fuel, result.peak_memory, len(result.output.encode(errors="replace"))), result.outcome, result.message, result.is_final_answer,
            None if result.limit is None else audited(result.limit),
            None if result.exit_code is None else (result.exit_code, result.line),
        )
        if line is None:
            return
        if callable(audit):
            audit(line)
        else:
            with open(audit, "a", encoding="utf-8") as file:
                file.write(line + "\n")
