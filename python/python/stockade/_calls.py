"""The host's side of tool calls: those that a program awaits, several at once, and consent where the policy asks for it."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any

from ._raised import describe
from ._state import State
from ._tools import ToolCall, is_async, nobody_consents

#: What a tool came to: its result, or its exception.
Ending = tuple[Any, Exception | None]


def kept(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Ending:
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        return None, error


async def on_thread(session: State, function: Callable[..., Any], *args: Any) -> Any:
    """Runs the machine on a thread. Who is cancelled stops it first, and leaves the session in order."""
    work = asyncio.ensure_future(asyncio.to_thread(function, *args))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        while not work.done():
            # A thread that has not begun the run yet would not hear of it: it is asked again until it ends.
            session._core.interrupt()
            try:
                await asyncio.wait({work}, timeout=0.05)
            except asyncio.CancelledError:
                # The thread still uses the session.
                continue
        work.cancelled() or work.exception()
        raise


async def ending_of(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Ending:
    """Calls a tool: one that is async on this loop, another on a thread, where it keeps nobody waiting."""
    if not is_async(function):
        value, error = await asyncio.to_thread(kept, function, args, kwargs)
        if error is not None or not inspect.isawaitable(value):
            return value, error
    try:
        return await (function(*args, **kwargs) if is_async(function) else value), None
    except Exception as error:
        return None, error


async def nothing_lent(tool: str) -> Ending:
    return None, NameError(f"host function '{tool}' is not lent")


async def no_arguments(why: str) -> Ending:
    return None, TypeError(why)


class Calls:
    """The calls of async tools that the program of a session awaits: a task of an event loop for each."""

    def __init__(self, session: State) -> None:
        self._session = session
        self._tasks: dict[int, asyncio.Task[Ending]] = {}
        #: Numbers of tasks that have ended, in the order in which they did.
        self._ended: list[int] = []
        #: Of each call: tool, digest of the arguments in the log, place among the audited calls.
        self._known: dict[int, tuple[str, str, int]] = {}
        #: Calls that were approved and are not made yet: tool, digest.
        self._approved: list[tuple[str, str]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    # --- event loops

    def run(self, work: Awaitable[Any], what: str) -> Any:
        """Runs something on a loop of the session's own, for those that have none. ``what`` says what it is for."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            if inspect.iscoroutine(work):
                work.close()
            raise RuntimeError(f"{what} is async: use run_async")
        if self._loop is None or self._loop.is_closed():
            self._loop = asyncio.new_event_loop()
        try:
            return self._loop.run_until_complete(work)
        except BaseException:
            # Somebody stopped the run. What was called is stopped too.
            self.close()
            raise

    def close(self) -> None:
        """Cancels all tasks, and ends the session's own loop."""
        self._keep([])
        loop, self._loop = self._loop, None
        if loop is None or loop.is_closed():
            return
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            if left:
                loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
        # Nobody waits for a thread with a call that the program no longer wants.
        loop.close()

    def settle(self) -> None:
        """A step has ended: calls that the program dropped are cancelled. Those of tasks that it left running go on."""
        if self._tasks:
            self._keep(self._session._core.awaited())
        if not self._tasks and self._loop is not None:
            self.close()

    def drop(self) -> None:
        """The run was stopped: nobody waits for its calls."""
        self._keep([])
        self._approved.clear()

    def _keep(self, numbers: list[int]) -> None:
        """Cancels the calls that are not among these."""
        for number in self._tasks.keys() - set(numbers):
            cancel(self._tasks.pop(number))
        self._known = {number: known for number, known in self._known.items() if number in set(numbers)}
        self._ended = [number for number in self._ended if number in self._tasks]

    # --- calls that are awaited

    async def answer(self, numbers: list[int], timeout: float | None) -> dict[str, Any]:
        """Makes the calls that are not under way yet, waits for the first that ends, hands over what has ended, and goes on."""
        session, core = self._session, self._session._core
        began = time.monotonic()
        loop = asyncio.get_running_loop()
        self._keep(numbers)
        for number in numbers:
            task = self._tasks.get(number)
            if task is not None and task.get_loop() is not loop and number not in self._ended:
                # The loop that ran it is gone, and the call with it.
                cancel(self._tasks.pop(number))
                task = None
            if task is None:
                self._begin(number, loop)
        if not self._ended:
            try:
                await asyncio.wait(self._tasks.values(), timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            except BaseException:
                self._keep([])
                raise
        passed = time.monotonic() - began
        ended, self._ended = self._ended, []
        if not ended and timeout is not None:
            passed = max(passed, timeout)
        answers = [self._give(number, self._tasks.pop(number)) for number in ended]
        if session._recorder is not None:
            session._recorder.wait(session._steps, passed, answers)
        core.pass_time(passed)
        event: dict[str, Any] = await on_thread(session, core.resume)
        return event

    def answer_here(self, numbers: list[int], timeout: float | None) -> dict[str, Any]:
        """As :meth:`answer`, on a loop of the session's own."""
        session = self._session
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            event: dict[str, Any] = self.run(self.answer(numbers, timeout), "a tool")
            return event
        self._keep([])
        answers = []
        for number in numbers:
            tool, _, _ = self._know(number)
            error = ("RuntimeError", f"{tool} is async, and an event loop runs already: use run_async")
            answers.append({"id": number, "tool": tool, "arguments": self._known[number][1], "error": list(error)})
            self._fail(number, *error)
        if session._recorder is not None:
            session._recorder.wait(session._steps, 0.0, answers)
        return session._core.resume()

    def replayed(self, numbers: list[int]) -> dict[str, Any]:
        """Answers from the log."""
        session, core = self._session, self._session._core
        replayer = session._replayer
        assert replayer is not None
        self._keep(numbers)
        for number in numbers:
            if number not in self._known:
                self._know(number)
        entry = replayer.next_wait(session._steps, {number: known[:2] for number, known in self._known.items()})
        for answer in entry["answers"]:
            number = answer["id"]
            if "error" in answer:
                self._fail(number, *answer["error"])
            else:
                value = replayer.codec.decode(answer["result"])
                if session._recorder is not None:
                    # It numbers the handles as the log does.
                    session._recorder.encoded(value)
                core.answer_awaited(number, value)
            del self._known[number]
        if session._recorder is not None:
            session._recorder.wait(session._steps, entry["after"], entry["answers"])
        core.pass_time(entry["after"])
        return core.resume()

    def _know(self, number: int) -> tuple[str, list[Any], dict[str, Any]]:
        session = self._session
        (tool, args, kwargs), digest = session._core.awaited_call(number)
        session._calls.append((tool, digest, None, self.was_approved(tool, digest)))
        shown = ""
        for log in (session._recorder, session._replayer):
            if log is not None:
                shown = log.codec.digest(args, kwargs)
        self._known[number] = (tool, shown, len(session._calls) - 1)
        return tool, args, kwargs

    def _begin(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        try:
            tool, args, kwargs = self._know(number)
        except (TypeError, ValueError) as why:
            # The class of an argument refuses it.
            self._session._calls.append(("", "", None, None))
            self._known[number] = ("", "", len(self._session._calls) - 1)
            task = loop.create_task(no_arguments(str(why)))
        else:
            function = self._session._tools.get(tool)
            task = loop.create_task(nothing_lent(tool) if function is None else ending_of(function, args, kwargs))
        self._tasks[number] = task

        def ended(task: asyncio.Task[Ending]) -> None:
            if self._tasks.get(number) is task:
                self._ended.append(number)

        task.add_done_callback(ended)

    def _give(self, number: int, task: asyncio.Task[Ending]) -> dict[str, Any]:
        """Hands an answer over. Returns what the log says of it."""
        session = self._session
        tool, digest, _ = self._known[number]
        shown: dict[str, Any] = {"id": number, "tool": tool, "arguments": digest}
        if task.cancelled():
            error: tuple[str, str] = ("RuntimeError", f"{tool}() was cancelled")
        else:
            value, problem = task.result()
            if problem is None:
                try:
                    data = None if session._recorder is None else session._recorder.encoded(value)
                    session._core.answer_awaited(number, value)
                    del self._known[number]
                    return {**shown, "result": data}
                except (TypeError, ValueError, RecursionError) as wrong:
                    error = ("TypeError", f"the result of {tool}() can't enter the sandbox: {wrong}")
            else:
                error = session._raised.keep(describe(problem), problem)
        self._fail(number, *error)
        del self._known[number]
        return {**shown, "error": list(error)}

    def _fail(self, number: int, name: str, message: str) -> None:
        calls, at = self._session._calls, self._known[number][2]
        if at < len(calls):
            calls[at] = (*calls[at][:2], name, calls[at][3])
        self._session._core.fail_awaited(number, name, message)

    # --- consent

    def was_approved(self, tool: str, digest: str) -> bool | None:
        """True for a call that the host has just consented to; None for one that nobody was asked about."""
        if (tool, digest) in self._approved:
            self._approved.remove((tool, digest))
            return True
        return None

    def consent(self, asked: tuple[str, dict[str, Any], list[Any], str]) -> dict[str, Any]:
        """Asks whether a call may be made, and goes on."""
        said = self._said(asked)
        if inspect.isawaitable(said):
            try:
                said = self.run(waited(said), "approve")
            finally:
                if inspect.iscoroutine(said):
                    # It was not run.
                    said.close()
        return self._consented(asked, said)

    async def consent_async(self, asked: tuple[str, dict[str, Any], list[Any], str]) -> dict[str, Any]:
        said = self._said(asked) if self._asks_here() else await asyncio.to_thread(self._said, asked)
        if inspect.isawaitable(said):
            said = await waited(said)
        event: dict[str, Any] = await on_thread(self._session, self._consented, asked, said)
        return event

    def _asks_here(self) -> bool:
        approve = self._session._approve
        return self._session._replayer is not None or approve is None or is_async(approve)

    def _said(self, asked: tuple[str, dict[str, Any], list[Any], str]) -> Any:
        session = self._session
        tool, arguments, rest, _ = asked
        if session._replayer is not None:
            return session._replayer.next(session._steps, tool, rest, arguments, approved=True)["approved"]
        if session._approve is None:
            return nobody_consents(tool)
        try:
            return session._approve(ToolCall(tool, arguments, rest))
        except PermissionError as error:
            return str(error) or False

    def _consented(self, asked: tuple[str, dict[str, Any], list[Any], str], said: Any) -> dict[str, Any]:
        session = self._session
        tool, arguments, rest, digest = asked
        if said is not True and said is not False and not isinstance(said, str):
            raise TypeError(f"approve() says True, False or a reason for the refusal (a text), not {type(said).__qualname__}")
        if session._recorder is not None:
            session._recorder.approval(session._steps, tool, rest, arguments, said)
        if said is True:
            if session._logs:
                self._approved.append((tool, digest))
            return session._core.consent()
        session._calls.append((tool, digest, "PermissionError", False))
        return session._core.consent(said or "the host said no")


async def waited(said: Awaitable[Any]) -> Any:
    try:
        return await said
    except PermissionError as error:
        return str(error) or False


def cancel(task: asyncio.Task[Ending]) -> None:
    if not task.get_loop().is_closed():
        task.cancel()
