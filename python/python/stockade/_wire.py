"""Requests to `stockade serve`: addresses, connections that are kept, what is said where a request is not served."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import select
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from ._results import StockadeError

#: A connection that nobody used for so many seconds is not used again: the server may be about to close it.
KEPT = 20.0
#: Seconds between requests that are repeated, where the server does not say.
PAUSE = 1.0
#: The longest line of a head, the most lines, and the longest line of an event, in bytes. A server sends no more.
LONGEST_LINE, MOST_LINES, LONGEST_EVENT = 1 << 16, 256, 1 << 30


class ServerError(StockadeError):
    """The server did not do what it was asked for: ``kind`` says why, for programs (``busy``, ``quota``, ``not-found``; docs/serve.md has
    the table), ``message`` says it for people."""

    __module__ = "stockade.remote"

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{message} ({kind})")
        self.kind: str = kind
        self.message: str = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, self.message)


class WorkerLost(ServerError):
    """The process that had the session has ended, and the session with it. Open another one, perhaps from a snapshot."""

    __module__ = "stockade.remote"


def failure_of(status: int, data: bytes) -> ServerError:
    """What an answer says that is none.

    >>> failure_of(429, b'{"error": {"kind": "quota", "message": "8 steps run"}}')
    ServerError('8 steps run (quota)')
    >>> failure_of(502, b"<html>").kind, failure_of(502, b'{"error": {"kind": "worker-lost", "message": "it ended"}}')
    ('bad-answer', WorkerLost('it ended (worker-lost)'))
    """
    try:
        told = json.loads(data)["error"]
        kind, message = str(told["kind"]), str(told["message"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ServerError("bad-answer", f"the answer is not one of `stockade serve`: status {status}, {data[:200]!r}")
    return (WorkerLost if kind == "worker-lost" else ServerError)(kind, message)


@dataclass(frozen=True)
class Address:
    """Where a server is."""

    host: str
    port: int
    is_secret: bool = False
    #: The path of a socket, in place of host and port.
    socket: str | None = None
    #: What stands before every path.
    prefix: str = ""

    @classmethod
    def of(cls, url: str) -> Address:
        """
        >>> Address.of("http://localhost:8700"), Address.of("https://example.org/py/").prefix, Address.of("unix:/run/py.sock").socket
        (Address(host='localhost', port=8700, is_secret=False, socket=None, prefix=''), '/py', '/run/py.sock')
        >>> Address.of("localhost:8700")
        Traceback (most recent call last):
        ValueError: the address of a server is such as http://localhost:8700, https://host or unix:/path/of.sock, not 'localhost:8700'
        """
        if not isinstance(url, str):
            raise TypeError(f"the address of a server is a text, not {type(url).__qualname__}")
        if url.startswith("unix:") and len(url) > 5:
            return cls("localhost", 0, socket=url[5:])
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
            raise ValueError(f"the address of a server is such as http://localhost:8700, https://host or unix:/path/of.sock, not {url!r}")
        is_secret = parts.scheme == "https"
        return cls(parts.hostname, parts.port or (443 if is_secret else 80), is_secret, prefix=parts.path.rstrip("/"))

    @property
    def name(self) -> str:
        """For the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.socket is not None else f"{host}:{self.port}"


@dataclass(frozen=True)
class Ask:
    """A request."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    #: Whether it may be sent again when nobody knows if it was served: it does the same once and twice.
    repeats: bool = False
    #: Whether it runs a program, which may take long.
    runs: bool = False
    #: Called with what is printed, while it is.
    on_output: Callable[[str, bool], object] | None = None


@dataclass
class Events:
    """Server-sent events, line by line."""

    on_output: Callable[[str, bool], object]
    name: str = ""
    data: list[bytes] = field(default_factory=list)

    def line(self, line: bytes) -> dict[str, Any] | None:
        """The record, when it has come.

        >>> events = Events(lambda text, is_error: print(text, is_error))
        >>> lines = [b"event: stdout", b'data: {"text": "hi"}', b"", b": still here", b"", b"event: end", b'data: {"outcome": "completed"}', b""]
        >>> [record for record in map(events.line, lines) if record]
        hi False
        [{'outcome': 'completed'}]
        """
        if line:
            key, _, value = line.partition(b":")
            value = value.removeprefix(b" ")
            if key == b"event":
                self.name = value.decode()
            elif key == b"data":
                self.data.append(value)
            return None
        name, data = self.name, b"\n".join(self.data)
        self.name, self.data = "", []
        if name in ("stdout", "stderr"):
            self.on_output(parsed(data)["text"], name == "stderr")
        elif name == "error":
            raise failure_of(0, data)
        elif name == "end":
            record: dict[str, Any] = parsed(data)
            return record
        return None


def parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ServerError("bad-answer", f"the answer is not one of `stockade serve`: {data[:200]!r}") from None


def cut_short() -> ConnectionError:
    return ConnectionError("the server closed the connection before its answer was whole: nobody knows what it did")


@dataclass
class Settings:
    """What holds for all requests."""

    address: Address
    token: str | None
    #: Seconds to reach the server, seconds for answers of requests that run nothing, and for those that do.
    connect_timeout: float
    request_timeout: float | None
    #: How often a request is sent again that was not served, or that may be sent twice.
    retries: int
    #: For `https`.
    context: ssl.SSLContext | None = None

    def head(self, ask: Ask, length: int) -> dict[str, str]:
        headers = {"Host": self.address.name, "Accept": "application/json" if ask.on_output is None else "text/event-stream"}
        if ask.body is not None:
            headers["Content-Type"] = "application/json"
        if ask.method == "POST":
            headers["Content-Length"] = str(length)
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        return headers

    def body(self, ask: Ask) -> bytes:
        return b"" if ask.body is None else json.dumps(ask.body, separators=(",", ":")).encode()

    def time_of(self, ask: Ask) -> float | None:
        # Without a time of its own a program has that of its limits.
        return self.request_timeout if ask.runs or self.request_timeout is not None else 60.0

    def tls(self) -> ssl.SSLContext | None:
        if self.address.is_secret and self.context is None:
            self.context = ssl.create_default_context()
        return self.context if self.address.is_secret else None


def checked_token(token: str | None) -> str | None:
    """
    >>> checked_token("a b")
    Traceback (most recent call last):
    ValueError: the token is not one: it has a space, a line break or a letter that no header may have
    """
    if token is not None and not isinstance(token, str):
        raise TypeError(f"token is a text, not {type(token).__qualname__}")
    if token is not None and not (token.isascii() and token.isprintable() and token and " " not in token):
        raise ValueError("the token is not one: it has a space, a line break or a letter that no header may have")
    return token


def pause_of(status: int, after: str | None, data: bytes, left: int) -> float:
    """The seconds after which a request is sent again that was not served: the server has too much to do. Other failures are raised."""
    if status not in (429, 503) or left <= 0:
        raise failure_of(status, data)
    return min(float(after), 30.0) if after is not None and after.isdigit() else PAUSE


class Late(TimeoutError):
    """The server did not answer in time."""


class Unix(http.client.HTTPConnection):
    """A connection over a socket in the file system."""

    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Connections:
    """Sends requests, one on each connection at a time, from any thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        # A handler of signals may send a request while this thread has the lock.
        self._lock = threading.RLock()
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _taken(self) -> http.client.HTTPConnection | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection, since = self._idle.pop()
            # What can be read now is the end of the connection.
            if time.monotonic() - since < KEPT and connection.sock is not None and not is_readable(connection.sock):
                return connection
            connection.close()

    def _made(self) -> http.client.HTTPConnection:
        address, seconds = self.settings.address, self.settings.connect_timeout
        made: http.client.HTTPConnection
        if address.socket is not None:
            made = Unix(address.socket, seconds)
        elif address.is_secret:
            made = http.client.HTTPSConnection(address.host, address.port, timeout=seconds, context=self.settings.tls())
        else:
            made = http.client.HTTPConnection(address.host, address.port, timeout=seconds)
        try:
            made.connect()
        except TimeoutError:
            raise Late(f"the server was not reached within {seconds} s") from None
        if address.socket is None:
            made.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    def ask(self, ask: Ask) -> Any:
        """The answer, as JSON: None where there is none. :class:`ServerError` where the request is not served."""
        body = self.settings.body(ask)
        left = self.settings.retries
        while True:
            try:
                status, after, data = self._once(ask, body)
            except (ConnectionError, http.client.HTTPException) as error:
                if ask.repeats and left > 0:
                    left -= 1
                    continue
                if isinstance(error, http.client.HTTPException) and not isinstance(error, ConnectionError):
                    raise cut_short() from error
                raise
            if status < 400:
                return data
            pause = pause_of(status, after, data, left)
            left -= 1
            time.sleep(pause)

    def _once(self, ask: Ask, body: bytes) -> tuple[int, str | None, Any]:
        connection = self._taken() or self._made()
        seconds = self.settings.time_of(ask)
        answer: http.client.HTTPResponse | None = None
        try:
            sock = connection.sock
            end = None if seconds is None else time.monotonic() + seconds
            sock.settimeout(seconds)
            connection.request(ask.method, self.settings.address.prefix + ask.path, body or None, self.settings.head(ask, len(body)))
            answer = connection.getresponse()
            status, after = answer.status, answer.getheader("Retry-After")
            got: Any = None
            if ask.on_output is not None and status == 200:
                events = Events(ask.on_output)
                while got is None:
                    # Comments keep the connection alive, and are no answer.
                    if end is not None:
                        sock.settimeout(max(end - time.monotonic(), 0.001))
                    line = answer.readline(LONGEST_EVENT)
                    if not line:
                        raise cut_short()
                    got = events.line(line.rstrip(b"\r\n"))
                answer.read()
            else:
                data = answer.read()
                got = data if status >= 400 else parsed(data) if data else None
        except BaseException as error:
            # Whatever came between, the server sees that nobody waits, and ends what it runs.
            connection.close()
            if answer is not None:
                answer.close()
            if isinstance(error, TimeoutError):
                raise Late(f"the server did not answer {ask.method} {ask.path} within {seconds} s") from None
            raise
        if answer.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append((connection, time.monotonic()))
        return status, after, got


def is_readable(sock: socket.socket) -> bool:
    """True if there is something to read, or the other end has closed."""
    try:
        if hasattr(select, "poll"):
            # `select` does not take descriptors from 1024 on.
            poll = select.poll()
            poll.register(sock, select.POLLIN)
            return bool(poll.poll(0))
        return bool(select.select([sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True


@dataclass
class Stream:
    """A connection of an event loop."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    since: float = 0.0

    def close(self) -> None:
        # The loop may be gone.
        with contextlib.suppress(RuntimeError):
            self.writer.transport.abort()

    async def head(self) -> tuple[int, dict[str, str]]:
        line = await self._line()
        if not line:
            raise cut_short()
        words = line.split(None, 2)
        if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
            raise ServerError("bad-answer", f"the answer is not one of `stockade serve`: {line[:200]!r}")
        headers: dict[str, str] = {}
        for _ in range(MOST_LINES):
            line = (await self._line()).rstrip(b"\r\n")
            if not line:
                return int(words[1]), headers
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()
        raise ServerError("bad-answer", f"the answer has more than {MOST_LINES} headers")

    async def _line(self) -> bytes:
        try:
            return await self.reader.readline()
        except ValueError:
            raise ServerError("bad-answer", f"the answer has a line of more than {LONGEST_LINE} bytes") from None

    async def pieces(self, status: int, headers: dict[str, str]) -> AsyncIterator[bytes]:
        """The body."""
        if status in (204, 304):
            return
        if headers.get("transfer-encoding", "").lower() == "chunked":
            while True:
                size = length_of((await self._line()).split(b";")[0].strip() or b"-1", 16)
                if size < 0:
                    raise cut_short()
                if size == 0:
                    while (await self._line()).strip():
                        pass
                    return
                yield await self.reader.readexactly(size)
                await self.reader.readexactly(2)
        elif "content-length" in headers:
            yield await self.reader.readexactly(length_of(headers["content-length"], 10))
        else:
            while piece := await self.reader.read(LONGEST_LINE):
                yield piece


class AsyncConnections:
    """Sends requests on an event loop. Whoever is cancelled closes the connection, and the server ends what it runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._idle: list[Stream] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def close(self) -> None:
        idle, self._idle = self._idle, []
        for stream in idle:
            stream.close()

    def _taken(self) -> Stream | None:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # Connections belong to the loop that made them.
            self.close()
            self._loop = loop
        while self._idle:
            stream = self._idle.pop()
            if time.monotonic() - stream.since < KEPT and not stream.reader.at_eof() and not stream.writer.is_closing():
                return stream
            stream.close()
        return None

    async def _made(self) -> Stream:
        address = self.settings.address
        if address.socket is not None:
            opening = asyncio.open_unix_connection(address.socket, limit=LONGEST_LINE)
        else:
            opening = asyncio.open_connection(address.host, address.port, limit=LONGEST_LINE, ssl=self.settings.tls())
        try:
            return Stream(*await asyncio.wait_for(opening, self.settings.connect_timeout))
        except asyncio.TimeoutError:
            raise Late(f"the server was not reached within {self.settings.connect_timeout} s") from None

    async def ask(self, ask: Ask) -> Any:
        """As :meth:`Connections.ask`."""
        body = self.settings.body(ask)
        left = self.settings.retries
        while True:
            try:
                status, after, data = await self._once(ask, body)
            except (ConnectionError, asyncio.IncompleteReadError) as error:
                if ask.repeats and left > 0:
                    left -= 1
                    continue
                if isinstance(error, asyncio.IncompleteReadError):
                    raise cut_short() from error
                raise
            if status < 400:
                return data
            pause = pause_of(status, after, data, left)
            left -= 1
            await asyncio.sleep(pause)

    async def _once(self, ask: Ask, body: bytes) -> tuple[int, str | None, Any]:
        stream = self._taken() or await self._made()
        try:
            answer = await asyncio.wait_for(self._answer(stream, ask, body), self.settings.time_of(ask))
        except BaseException as error:
            stream.close()
            if isinstance(error, asyncio.TimeoutError):
                raise Late(f"the server did not answer {ask.method} {ask.path} within {self.settings.time_of(ask)} s") from None
            raise
        status, headers, got = answer
        has_length = "content-length" in headers or "transfer-encoding" in headers or status == 204
        if headers.get("connection", "").lower() == "close" or not has_length:
            stream.close()
        else:
            stream.since = time.monotonic()
            self._idle.append(stream)
        return status, headers.get("retry-after"), got

    async def _answer(self, stream: Stream, ask: Ask, body: bytes) -> tuple[int, dict[str, str], Any]:
        lines = [f"{ask.method} {self.settings.address.prefix}{ask.path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in self.settings.head(ask, len(body)).items()]
        stream.writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        await stream.writer.drain()
        status, headers = await stream.head()
        if ask.on_output is None or status != 200:
            data = b"".join([piece async for piece in stream.pieces(status, headers)])
            return status, headers, data if status >= 400 else parsed(data) if data else None
        events, got, rest = Events(ask.on_output), None, bytearray()
        async for piece in stream.pieces(status, headers):
            rest += piece
            # A long line comes in many pieces: none is looked at again before its end is there.
            for line in lines_of(rest) if b"\n" in piece else ():
                got = got or events.line(line)
        if got is None:
            raise cut_short()
        return status, headers, got


def length_of(digits: str | bytes, base: int) -> int:
    try:
        return int(digits, base)
    except ValueError:
        raise ServerError("bad-answer", f"the answer is not one of `stockade serve`: {digits[:200]!r} is no length") from None


def lines_of(data: bytearray) -> Iterator[bytes]:
    """Takes the whole lines from what has come.

    >>> data = bytearray(b"one\\r\\ntwo\\nthr")
    >>> list(lines_of(data)), data
    ([b'one', b'two'], bytearray(b'thr'))
    """
    *lines, rest = bytes(data).split(b"\n")
    data[:] = rest
    yield from (line.removesuffix(b"\r") for line in lines)
