"""Sessions on a server: in threads, and on event loops."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ._calls import ending_of
from ._files import Content, Mount, PathName
from ._names import Limit, Limits, joined, keywords
from ._queue import Queue, running_loop
from ._remote_steps import Do, NOT_SERVED, NotServed, Remote, Work, opening_of, refuse_not_served
from ._results import Result
from ._session import Snapshot
from ._settings import limits_of, refuse_doubles
from ._stdin import StdinLike
from ._tools import Approver
from ._wire import Address, Ask, AsyncConnections, Connections, Settings, checked_token

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

T = TypeVar("T")
#: Seconds for which a step that was left is asked to end, and seconds between two requests.
MOST_SETTLING, SETTLING = 10.0, 0.02


class Base:
    """What both kinds of sessions have."""

    _remote: Remote
    _settings: Settings
    _queue: Queue

    def _start(
        self,
        url: str,
        token: str | None,
        connect_timeout: float,
        request_timeout: float | None,
        retries: int,
        context: ssl.SSLContext | None,
        remote: Remote,
    ) -> None:
        self._settings = Settings(Address.of(url), checked_token(token), connect_timeout, request_timeout, retries, context)
        self._remote, self._queue = remote, Queue()

    def _prepare(
        self, tools: Mapping[str, Callable[..., Any]] | None, inputs: Mapping[str, Any] | None, stdin: StdinLike | None, mount: Mount | None
    ) -> None:
        refuse_doubles({"tools": tools or (), "inputs": inputs or ()})
        for name, function in (tools or {}).items():
            self._remote.add_tool(name, function, None)
        self._remote.give(inputs, stdin)
        for path, content in (mount or {}).items():
            self._remote.put(path, content)

    def _copied(self, remote: Remote) -> Self:
        other = type(self).__new__(type(self))
        other._settings, other._remote, other._queue = self._settings, remote, Queue()
        other._connect()
        return other

    def _connect(self) -> None:
        raise NotImplementedError

    def _run(self, code: str, filename: str | None, inputs: Mapping[str, Any] | None, stdin: StdinLike | None) -> Work[Result]:
        self._remote.give(inputs, stdin)
        return (yield from self._remote.run(code, filename))

    def _refuse_closed(self) -> None:
        if self._remote.is_closed:
            raise RuntimeError("the session is closed")

    @property
    def id(self) -> str:
        """The id of the session at the server, with which :meth:`open` attaches to it. It is another one after tools were added or
        taken."""
        return self._remote.id

    @property
    def policy(self) -> str:
        """The name of its policy."""
        return self._remote.policy_name

    @property
    def tools(self) -> list[str]:
        """The names of its tools."""
        return list(self._remote.shown)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<{self._remote.repr()}>"

    def __getattr__(self, name: str) -> Any:
        if name in NOT_SERVED:
            raise NotServed(f"{type(self).__name__}.{name}: a server has no such thing: {NOT_SERVED[name]}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class Files:
    """The files of a session on a server: bytes by path, as :class:`stockade.Files` has them. Those that are read and removed are so by a
    small step, so the policy must allow ``open``, and to remove ``os``; there are no lists."""

    __module__ = "stockade.remote"

    def __init__(self, session: Session) -> None:
        self._session = session

    def read(self, path: PathName) -> bytes:
        """The bytes of a file. There is none: ``FileNotFoundError``; the policy has no ``open``: ``PermissionError``."""
        return self._session._stepping(self._session._remote.read_file(path))

    def write(self, path: PathName, content: Content) -> None:
        """Puts a file into the session: bytes, a text, or a file of this machine. The policy has no ``open``: ``PermissionError``."""
        self._session._stepping(self._session._remote.write_file(path, content))

    def remove(self, path: PathName) -> None:
        """Removes a file. There is none: ``FileNotFoundError``; the policy has no ``os``: ``PermissionError``."""
        self._session._stepping(self._session._remote.remove_file(path))

    __getitem__ = read
    __setitem__ = write
    __delitem__ = remove


class Session(Base):
    """A session on a server, with the names and results of :class:`stockade.Session`. It is closed, and so deleted, at the end of its
    ``with`` block.

    ``url`` is where the server listens: ``http://localhost:8700``, ``https://...`` or ``unix:PATH``; ``token`` is that of the tenant.
    ``policy`` is the name of one of the server's policies: without it the server's first one holds. Limits can only be lower than the
    policy's: ``fuel`` (units, of a step), ``memory`` (bytes or ``"64MiB"``), ``timeout`` (of a step: seconds or ``"500ms"``),
    ``total_timeout``, ``recursion`` (frames), ``output`` (bytes), ``host_calls``. ``tools`` are called in this process: sync ones, and
    coroutine functions, which the program calls as plain functions, without ``await``. ``approve`` is asked about calls that the policy
    wants consent for. ``on_output`` is called with each text as it is printed, and whether it went to stderr. ``exit_ok``, ``inputs``,
    ``stdin`` and ``mount`` are those of :class:`stockade.Session`. Values cross as JSON: tuples become lists on their way to the program,
    and arguments of tools come as JSON has them. The value of a step is exact for numbers, texts, bytes, lists, tuples, dicts and sets.

    ``expires`` is the time in seconds after which the server deletes the session when nobody uses it. ``connect_timeout`` is in seconds;
    ``request_timeout`` is the time in seconds to wait for an answer: None means as long as a program may run. A request that is late ends
    the step and is a ``TimeoutError``. ``retries`` is how often a request is sent again that the server did not serve because it had too
    much to do, or that does the same when it is served twice; a step that may have begun is never sent again. ``ssl_context`` is for ``https``.

    Settings of a wrong kind are a ``TypeError``, those that make no sense a ``ValueError``, what no server has :class:`NotServed`, and what
    this server does not do :class:`ServerError`; a server that can't be reached is an ``OSError``.
    """

    __module__ = "stockade.remote"

    @keywords()
    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        policy: str | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        inputs: Mapping[str, Any] | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        mount: Mount | None = None,
        approve: Approver | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        exit_ok: bool = False,
        expires: float | None = None,
        connect_timeout: float = 10.0,
        request_timeout: float | None = None,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
        seed: int | None = None,
        clock: float | None = None,
        check: bool | None = None,
        modules: Iterable[str] | None = None,
        trust: bool | Iterable[str] | None = None,
        modules_in: Literal["jail", "process"] | None = None,
        audit: Any = None,
        argv: Iterable[str] | None = None,
        sources: Mapping[str, Any] | None = None,
        packages: Iterable[Any] | None = None,
        types: Iterable[type] | None = None,
        crossing: Mapping[str, Limit] | None = None,
        record: bool | None = None,
        replay: dict[str, Any] | None = None,
        **own: Unpack[Limits],
    ) -> None:
        refuse_not_served("Session", {
            "seed": seed, "clock": clock, "check": check, "modules": modules, "trust": trust, "modules_in": modules_in,
            "audit": audit, "argv": argv, "sources": sources, "packages": packages, "types": types, "crossing": crossing, "record": record, "replay": replay,
        })
        opening = opening_of(policy, limits_of(joined(limits, own) or {}), expires)
        self._start(url, token, connect_timeout, request_timeout, retries, ssl_context, Remote(opening, exit_ok, approve, on_output))
        self._connect()
        self._prepare(tools, inputs, stdin, mount)
        self._driven(self._remote.open())

    @classmethod
    @keywords()
    def open(
        cls,
        url: str,
        id: str,
        token: str | None = None,
        *,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        approve: Approver | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        exit_ok: bool = False,
        connect_timeout: float = 10.0,
        request_timeout: float | None = None,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
    ) -> Session:
        """Attaches to a session that is there, by its :attr:`id`. ``tools`` are functions for the tools that it has; a call of another one
        is a ``NameError`` in the program. The end of a ``with`` block leaves it open. There is none: :class:`ServerError` of the kind
        ``not-found``."""
        session = cls.__new__(cls)
        session._start(url, token, connect_timeout, request_timeout, retries, ssl_context, Remote({}, exit_ok, approve, on_output))
        session._connect()
        session._remote.tools = dict(tools or {})
        session._driven(session._remote.attach(id))
        return session

    @classmethod
    @keywords()
    def restore(
        cls,
        url: str,
        snapshot: bytes,
        token: str | None = None,
        *,
        policy: str | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        approve: Approver | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        exit_ok: bool = False,
        expires: float | None = None,
        connect_timeout: float = 10.0,
        request_timeout: float | None = None,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
        **own: Unpack[Limits],
    ) -> Session:
        """A session from a snapshot: one of :meth:`snapshot`, or of :meth:`stockade.Session.snapshot` without a key. Policy, limits and
        tools are those given here. What is no snapshot of the server's version is a :class:`ServerError` of the kind ``refused``."""
        session = cls.__new__(cls)
        opening = opening_with(snapshot, opening_of(policy, limits_of(joined(limits, own) or {}), expires))
        remote = Remote(opening, exit_ok, approve, on_output)
        session._start(url, token, connect_timeout, request_timeout, retries, ssl_context, remote)
        session._connect()
        session._prepare(tools, None, stdin, None)
        remote.is_used = True
        session._driven(remote.open())
        return session

    # --- doing what generators say

    def _connect(self) -> None:
        self._connections = Connections(self._settings)
        self._loop: asyncio.AbstractEventLoop | None = None

    def _disconnect(self) -> None:
        self._connections.close()
        loop, self._loop = self._loop, None
        if loop is not None and not loop.is_running():
            loop.close()

    def _driven(self, work: Work[T]) -> T:
        answer: Any = None
        error: BaseException | None = None
        while True:
            try:
                action = work.send(answer) if error is None else work.throw(error)
            except StopIteration as end:
                value: T = end.value
                return value
            answer, error = None, None
            try:
                answer = self._connections.ask(action) if isinstance(action, Ask) else self._done(action)
            except Exception as raised:
                error = raised
            except BaseException:
                work.close()
                raise

    def _done(self, call: Do) -> Any:
        value = call.function(*call.args, **call.kwargs)
        if not hasattr(value, "__await__"):
            return value

        async def waited() -> Any:
            return await value

        if running_loop() is not None:
            if hasattr(value, "close"):
                value.close()
            raise RuntimeError(f"{call.name} is async, and an event loop runs already: use AsyncSession")
        # What a tool keeps from one call to the next, such as a client, belongs to a loop.
        if self._loop is None or self._loop.is_closed():
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(waited())

    def _stepping(self, work: Work[T]) -> T:
        """One step at a time, as in a session of this process."""
        with self._queue.turn():
            return self._alone(work)

    def _between(self, work: Work[T]) -> T:
        """What a tool may ask for in a step, and others between two."""
        return self._driven(work) if self._remote.is_calling else self._stepping(work)

    def _alone(self, work: Work[T]) -> T:
        """Who leaves a step early ends it."""
        self._refuse_closed()
        try:
            return self._driven(work)
        except BaseException:
            self._settled()
            raise

    def _settled(self) -> None:
        end = time.monotonic() + MOST_SETTLING
        with contextlib.suppress(Exception):
            while self._remote.is_under_way and not self._driven(self._remote.settle()) and time.monotonic() < end:
                time.sleep(SETTLING)
        self._remote.is_under_way = False

    # --- what a session does

    @keywords(of="Session")
    def run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        filename: str | None = None,
        stdin: StdinLike | None = None,
        cell: bool | None = None,
        check: bool | None = None,
        policy: str | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        **own: Unpack[Limits],
    ) -> Result:
        """Runs a step to its end, calling tools on this thread. How the program ends is in the result. ``inputs`` become variables before
        the step begins; ``stdin`` is what the program reads from here on. A session on a server has one policy and the same limits for each
        of its steps: others are :class:`NotServed`, as ``cell`` and ``check`` are. While another thread runs a step, the call waits for its
        turn.

        A tool that runs code in its own session is a ``RuntimeError``. What the server does not do is a :class:`ServerError`; it is of the
        kind ``busy`` where another client runs a step."""
        refuse_steps_own("Session.run", cell, check, policy, joined(limits, own))
        return self._stepping(self._run(code, filename, inputs, stdin))

    def resume(self) -> Result:
        """Goes on with a step that was under way when the session was copied or written to a snapshot: it makes its call again. There is
        none: :class:`ServerError` of the kind ``busy``."""
        return self._stepping(self._remote.resume())

    @property
    def is_paused(self) -> bool:
        """Whether a step was begun and waits."""
        return self._driven(self._remote.is_waiting())

    def interrupt(self) -> None:
        """Ends the step that is under way, from another thread or a handler of signals: its outcome is ``interrupted``. A tool that is
        being called returns first. Without a step nothing happens."""
        remote = self._remote
        remote.is_stopped = True
        if remote.id and not remote.is_calling:
            self._driven(remote.settle())

    @keywords(of="Session")
    def add_tool(
        self,
        name: str,
        function: Callable[..., Any],
        *,
        params: str | None = None,
        max_calls: int | None = None,
        final: bool = False,
        is_async: bool | None = None,
    ) -> None:
        """Lends a function, or another one for a tool that is there. ``params`` overrides its signature; with ``final`` its result ends the
        step as the answer. A session has the tools that it was opened with, so a new tool makes a new session at the server, from a
        snapshot, with the next step: its :attr:`id` is another one then, and the old session is deleted. ``max_calls`` and ``is_async`` are
        :class:`NotServed`. A name that is none is a ``ValueError``, what can't be called a ``TypeError``."""
        refuse_tools_own(max_calls, is_async)
        with self._queue.turn():
            self._remote.add_tool(name, function, params, final)

    def remove_tool(self, name: str) -> None:
        """Takes a tool back, as :meth:`add_tool` gives one."""
        with self._queue.turn():
            self._remote.remove_tool(name)

    def snapshot(self) -> Snapshot:
        """The whole state as bytes, between steps or from within a tool. They are not sealed. :meth:`restore` goes on from them, and so
        does :meth:`stockade.Session.restore` of the same version."""
        return self._between(self._remote.snapshot())

    @keywords()
    def fork(self, policy: str | None = None, *, limits: Mapping[str, Limit | None] | None = None, **own: Unpack[Limits]) -> Session:
        """A second session in the same state at the server, with the same tools, which goes its own way from here. Another ``policy`` is
        one of the server's by name; with it or with limits the copy is made from a snapshot."""
        return self._copied(self._between(self._remote.fork(forked(policy, joined(limits, own)))))

    def close(self) -> None:
        """Deletes the session at the server, and closes the connections. A step that runs there ends. It may be called again."""
        try:
            self._driven(self._remote.close())
        finally:
            self._disconnect()

    def detach(self) -> None:
        """Closes the connections and leaves the session at the server, for :meth:`open`. Nothing can be done with this object any more."""
        self._remote.is_closed = True
        self._disconnect()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._remote.is_own:
            self.close()
        else:
            self.detach()

    # --- variables and files, by small steps

    @property
    def files(self) -> Files:
        """Its files, as far as the server has them."""
        return Files(self)

    def __getitem__(self, name: str) -> Any:
        """A copy of a variable, which a small step reads. There is none: ``KeyError``; it has a type that does not come from a server:
        ``TypeError``."""
        found = self._stepping(self._remote.variable(name))
        if found is None:
            raise KeyError(name)
        return found[0]

    def get(self, name: str, default: Any = None) -> Any:
        """A copy of a variable, or the default where there is none. It has a type that does not come from a server: ``TypeError``."""
        found = self._stepping(self._remote.variable(name))
        return default if found is None else found[0]

    def __setitem__(self, name: str, value: Any) -> None:
        """Copies a value into a variable, with the next step. What JSON has not is a ``TypeError``."""
        with self._queue.turn():
            self._remote.give({name: value}, None)

    def __delitem__(self, name: str) -> None:
        self._stepping(self._remote.delete(name))

    def names(self) -> list[str]:
        """The program's own global variables, which a small step lists, by ``dir``."""
        return self._stepping(self._remote.names())

    keys = names

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def __iter__(self) -> Any:
        return iter(self.names())


class AsyncFiles:
    """The files of an :class:`AsyncSession`: as :class:`Files`, with methods that are awaited."""

    __module__ = "stockade.remote"

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def read(self, path: PathName) -> bytes:
        """The bytes of a file. There is none: ``FileNotFoundError``; the policy has no ``open``: ``PermissionError``."""
        return await self._session._stepping(self._session._remote.read_file(path))

    async def write(self, path: PathName, content: Content) -> None:
        """Puts a file into the session. The policy has no ``open``: ``PermissionError``."""
        await self._session._stepping(self._session._remote.write_file(path, content))

    async def remove(self, path: PathName) -> None:
        """Removes a file. There is none: ``FileNotFoundError``; the policy has no ``os``: ``PermissionError``."""
        await self._session._stepping(self._session._remote.remove_file(path))


class AsyncSession(Base):
    """As :class:`Session`, on an event loop: what talks to the server is awaited. Async tools run on the loop, sync ones on threads. It is
    opened by ``async with``, or by its first step. A cancelled :meth:`run` ends the step at the server and raises
    ``asyncio.CancelledError``.

    >>> import asyncio
    >>> from stockade.remote import AsyncSession
    >>> async def demo(url):
    ...     async with AsyncSession(url, timeout="2s") as session:
    ...         return (await session.run("6 * 7")).value
    """

    __module__ = "stockade.remote"

    @keywords()
    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        policy: str | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        inputs: Mapping[str, Any] | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        mount: Mount | None = None,
        approve: Approver | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        exit_ok: bool = False,
        expires: float | None = None,
        connect_timeout: float = 10.0,
        request_timeout: float | None = None,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
        seed: int | None = None,
        clock: float | None = None,
        check: bool | None = None,
        modules: Iterable[str] | None = None,
        trust: bool | Iterable[str] | None = None,
        modules_in: Literal["jail", "process"] | None = None,
        audit: Any = None,
        argv: Iterable[str] | None = None,
        sources: Mapping[str, Any] | None = None,
        packages: Iterable[Any] | None = None,
        types: Iterable[type] | None = None,
        crossing: Mapping[str, Limit] | None = None,
        record: bool | None = None,
        replay: dict[str, Any] | None = None,
        **own: Unpack[Limits],
    ) -> None:
        refuse_not_served("AsyncSession", {
            "seed": seed, "clock": clock, "check": check, "modules": modules, "trust": trust, "modules_in": modules_in,
            "audit": audit, "argv": argv, "sources": sources, "packages": packages, "types": types, "crossing": crossing, "record": record, "replay": replay,
        })
        opening = opening_of(policy, limits_of(joined(limits, own) or {}), expires)
        self._start(url, token, connect_timeout, request_timeout, retries, ssl_context, Remote(opening, exit_ok, approve, on_output))
        self._connect()
        self._prepare(tools, inputs, stdin, mount)

    @classmethod
    @keywords()
    async def open(
        cls,
        url: str,
        id: str,
        token: str | None = None,
        *,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        approve: Approver | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        exit_ok: bool = False,
        connect_timeout: float = 10.0,
        request_timeout: float | None = None,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
    ) -> AsyncSession:
        """As :meth:`Session.open`, and awaited."""
        session = cls.__new__(cls)
        session._start(url, token, connect_timeout, request_timeout, retries, ssl_context, Remote({}, exit_ok, approve, on_output))
        session._connect()
        session._remote.tools = dict(tools or {})
        await session._driven(session._remote.attach(id))
        return session

    @classmethod
    @keywords()
    async def restore(
        cls,
        url: str,
        snapshot: bytes,
        token: str | None = None,
        *,
        policy: str | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        stdin: StdinLike | None = None,
        approve: Approver | None = None,
        on_output: Callable[[str, bool], object] | None = None,
        exit_ok: bool = False,
        expires: float | None = None,
        connect_timeout: float = 10.0,
        request_timeout: float | None = None,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
        **own: Unpack[Limits],
    ) -> AsyncSession:
        """As :meth:`Session.restore`, and awaited."""
        session = cls.__new__(cls)
        opening = opening_with(snapshot, opening_of(policy, limits_of(joined(limits, own) or {}), expires))
        remote = Remote(opening, exit_ok, approve, on_output)
        session._start(url, token, connect_timeout, request_timeout, retries, ssl_context, remote)
        session._connect()
        session._prepare(tools, None, stdin, None)
        remote.is_used = True
        await session._driven(remote.open())
        return session

    def _connect(self) -> None:
        self._connections = AsyncConnections(self._settings)

    async def _driven(self, work: Work[T]) -> T:
        answer: Any = None
        error: BaseException | None = None
        while True:
            try:
                action = work.send(answer) if error is None else work.throw(error)
            except StopIteration as end:
                value: T = end.value
                return value
            answer, error = None, None
            try:
                if isinstance(action, Ask):
                    answer = await self._connections.ask(action)
                else:
                    answer, error = await ending_of(action.function, action.args, action.kwargs)
            except Exception as raised:
                error = raised
            except BaseException:
                work.close()
                raise

    async def _stepping(self, work: Work[T]) -> T:
        async with self._queue.turn_async():
            self._refuse_closed()
            try:
                return await self._driven(work)
            except BaseException:
                # Whoever is cancelled again meanwhile does not stop this.
                ending = asyncio.ensure_future(self._settled())
                while not ending.done():
                    with contextlib.suppress(asyncio.CancelledError):
                        await asyncio.shield(ending)
                raise

    async def _between(self, work: Work[T]) -> T:
        return await (self._driven(work) if self._remote.is_calling else self._stepping(work))

    async def _settled(self) -> None:
        end = time.monotonic() + MOST_SETTLING
        with contextlib.suppress(Exception):
            while self._remote.is_under_way and not await self._driven(self._remote.settle()) and time.monotonic() < end:
                await asyncio.sleep(SETTLING)
        self._remote.is_under_way = False

    @keywords(of="AsyncSession")
    async def run(
        self,
        code: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        filename: str | None = None,
        stdin: StdinLike | None = None,
        cell: bool | None = None,
        check: bool | None = None,
        policy: str | None = None,
        limits: Mapping[str, Limit | None] | None = None,
        **own: Unpack[Limits],
    ) -> Result:
        """As :meth:`Session.run`. A cancelled call ends the step and raises ``asyncio.CancelledError``."""
        refuse_steps_own("AsyncSession.run", cell, check, policy, joined(limits, own))
        return await self._stepping(self._run(code, filename, inputs, stdin))

    async def resume(self) -> Result:
        """As :meth:`Session.resume`, and awaited."""
        return await self._stepping(self._remote.resume())

    async def is_paused(self) -> bool:
        """Whether a step was begun and waits."""
        return await self._driven(self._remote.is_waiting())

    async def interrupt(self) -> None:
        """As :meth:`Session.interrupt`, from another task."""
        remote = self._remote
        remote.is_stopped = True
        if remote.id and not remote.is_calling:
            await self._driven(remote.settle())

    @keywords(of="AsyncSession")
    async def add_tool(self, name: str, function: Callable[..., Any], *, params: str | None = None, final: bool = False) -> None:
        """As :meth:`Session.add_tool`, and awaited."""
        async with self._queue.turn_async():
            self._remote.add_tool(name, function, params, final)

    async def remove_tool(self, name: str) -> None:
        """As :meth:`Session.remove_tool`, and awaited."""
        async with self._queue.turn_async():
            self._remote.remove_tool(name)

    async def snapshot(self) -> Snapshot:
        """As :meth:`Session.snapshot`, and awaited."""
        return await self._between(self._remote.snapshot())

    @keywords()
    async def fork(self, policy: str | None = None, *, limits: Mapping[str, Limit | None] | None = None, **own: Unpack[Limits]) -> AsyncSession:
        """As :meth:`Session.fork`, and awaited."""
        return self._copied(await self._between(self._remote.fork(forked(policy, joined(limits, own)))))

    async def close(self) -> None:
        """As :meth:`Session.close`, and awaited."""
        try:
            await self._driven(self._remote.close())
        finally:
            self._connections.close()

    def detach(self) -> None:
        """As :meth:`Session.detach`, at once."""
        self._remote.is_closed = True
        self._connections.close()

    async def __aenter__(self) -> Self:
        if not self._remote.id:
            await self._driven(self._remote.open())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._remote.is_own:
            await self.close()
        else:
            self.detach()

    @property
    def files(self) -> AsyncFiles:
        """Its files, as far as the server has them."""
        return AsyncFiles(self)

    async def get(self, name: str, default: Any = None) -> Any:
        """A copy of a variable, or the default where there is none. It has a type that does not come from a server: ``TypeError``."""
        found = await self._stepping(self._remote.variable(name))
        return default if found is None else found[0]

    def __setitem__(self, name: str, value: Any) -> None:
        """Copies a value into a variable, with the next step. What JSON has not is a ``TypeError``."""
        self._remote.give({name: value}, None)

    async def names(self) -> list[str]:
        """The program's own global variables, which a small step lists, by ``dir``."""
        return await self._stepping(self._remote.names())


def refuse_steps_own(where: str, cell: Any, check: Any, policy: Any, limits: Any) -> None:
    refuse_not_served(where, {"cell": cell, "check": check})
    if policy is not None or limits is not None:
        what = "policy" if policy is not None else "limits"
        raise NotServed(f"{where}({what}=...): all steps of a session on a server have its {what}: give it to Session(), or to fork()")


def refuse_tools_own(max_calls: Any, is_async: Any) -> None:
    for name, value in (("max_calls", max_calls), ("is_async", is_async)):
        # What a server does by itself may be said.
        if value is not None and value is not False:
            raise NotServed(f"Session.add_tool({name}=...): a server has no such setting of a tool: programs call tools as plain functions")


def forked(policy: str | None, limits: Mapping[str, Limit | None] | None) -> dict[str, Any] | None:
    """What a copy has for its own. None: nothing."""
    return None if policy is None and limits is None else opening_of(policy, limits_of(limits or {}), None)


def opening_with(snapshot: bytes, opening: dict[str, Any]) -> dict[str, Any]:
    return {**opening, "snapshot": b64encode(snapshot).decode()}
