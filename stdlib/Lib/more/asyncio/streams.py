"""Streams of bytes for coroutines: a reader with a buffer, and a writer that waits while the transport is full."""
from collections import deque
from asyncio import events, protocols
from asyncio.exceptions import IncompleteReadError, LimitOverrunError
from asyncio.tasks import sleep

__all__ = ('StreamReader', 'StreamWriter', 'StreamReaderProtocol')
_DEFAULT_LIMIT = 1 << 16


def _finish(future, error=None):
    """Ends a future, as failed if there is an error."""
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


class FlowControlMixin(protocols.Protocol):
    """Lets writers wait while the transport is full."""

    def __init__(self, loop=None):
        self._loop = loop if loop is not None else events.get_event_loop()
        self._paused = self._connection_lost = False
        # A future for each writer that waits.
        self._drain_waiters = deque()

    def _release(self, error=None):
        for future in self._drain_waiters:
            if not future.done():
                _finish(future, error)

    def pause_writing(self):
        """The transport is full."""
        assert not self._paused
        self._paused = True

    def resume_writing(self):
        """The transport has room again."""
        assert self._paused
        self._paused = False
        self._release()

    def connection_lost(self, exc):
        """The connection has ended; `exc` says why if it failed."""
        self._connection_lost = True
        if self._paused:
            self._release(exc)

    async def _drain_helper(self):
        if self._connection_lost:
            raise ConnectionResetError('Connection lost')
        if self._paused:
            room = self._loop.create_future()
            self._drain_waiters.append(room)
            try:
                await room
            finally:
                self._drain_waiters.remove(room)

    def _get_close_waiter(self, stream):
        raise NotImplementedError


class StreamReaderProtocol(FlowControlMixin):
    """Hands what arrives to a reader, and calls the function of a server for each connection."""

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        super().__init__(loop)
        self._forget()
        self._stream_reader, self._client_connected_cb = stream_reader, client_connected_cb
        self._over_ssl = False
        self._closed = self._loop.create_future()

    def _forget(self):
        self._stream_reader = self._stream_writer = None
        self._transport = self._task = None

    def connection_made(self, transport):
        """The connection is there."""
        reader, connected = self._stream_reader, self._client_connected_cb
        self._transport = transport
        if reader is not None:
            reader.set_transport(transport)
        self._over_ssl = transport.get_extra_info('sslcontext') is not None
        if connected is None:
            return
        self._stream_writer = StreamWriter(transport, self, reader, self._loop)
        serving = connected(reader, self._stream_writer)
        from asyncio.coroutines import iscoroutine
        if iscoroutine(serving):
            self._task = self._loop.create_task(serving)

    def data_received(self, data):
        """Bytes have arrived."""
        if (reader := self._stream_reader) is not None:
            reader.feed_data(data)

    def eof_received(self):
        """No more bytes will arrive. The transport stays open if it can."""
        if (reader := self._stream_reader) is not None:
            reader.feed_eof()
        return not self._over_ssl

    def connection_lost(self, exc):
        """The connection has ended; `exc` says why if it failed."""
        if (reader := self._stream_reader) is not None:
            if exc is not None:
                reader.set_exception(exc)
            else:
                reader.feed_eof()
        if not self._closed.done():
            _finish(self._closed, exc)
        super().connection_lost(exc)
        self._forget()

    def _get_close_waiter(self, stream):
        return self._closed


class StreamWriter:
    """Writes to a transport, and waits while it is full."""

    def __init__(self, transport, protocol, reader, loop):
        self._transport, self._protocol = transport, protocol
        self._reader, self._loop = reader, loop

    def __repr__(self):
        text = f'{type(self).__name__} transport={self._transport!r}'
        if self._reader is not None:
            text += f' reader={self._reader!r}'
        return f'<{text}>'

    transport = property(lambda self: self._transport)

    def write(self, data): self._transport.write(data)
    def writelines(self, data): self._transport.writelines(data)
    def write_eof(self): return self._transport.write_eof()
    def can_write_eof(self): return self._transport.can_write_eof()
    def close(self): return self._transport.close()
    def is_closing(self): return self._transport.is_closing()
    def get_extra_info(self, name, default=None): return self._transport.get_extra_info(name, default)

    async def wait_closed(self):
        """Waits until the connection has ended."""
        await self._protocol._get_close_waiter(self)

    async def drain(self):
        """Waits until the transport has room. Raises what went wrong with reading."""
        failed = self._reader.exception() if self._reader is not None else None
        if failed is not None:
            raise failed
        if self._transport.is_closing():
            # `connection_lost` is called before the next line, if the connection has ended.
            await sleep(0)
        await self._protocol._drain_helper()


class StreamReader:
    """A buffer that a coroutine reads from while a protocol fills it."""
    _source_traceback = None

    def __init__(self, limit=_DEFAULT_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError('Limit cannot be <= 0')
        self._buffer, self._limit, self._eof, self._paused = bytearray(), limit, False, False
        self._loop = loop if loop is not None else events.get_event_loop()
        self._exception = self._transport = None
        # The future of the coroutine that waits for bytes.
        self._waiter = None

    def __repr__(self):
        text = 'StreamReader'
        if self._buffer:
            text += f' {len(self._buffer)} bytes'
        if self._eof:
            text += ' eof'
        if self._limit != _DEFAULT_LIMIT:
            text += f' limit={self._limit}'
        for name in 'waiter', 'exception', 'transport':
            if value := getattr(self, f'_{name}'):
                text += f' {name}={value!r}'
        return f'<{text} paused>' if self._paused else f'<{text}>'

    # ---- filling

    def set_transport(self, transport):
        """Sets the transport, which is paused while the buffer is full."""
        assert self._transport is None, 'Transport already set'
        self._transport = transport

    def exception(self):
        """What was set by `set_exception`."""
        return self._exception

    def set_exception(self, exc):
        """Makes reading fail from now on."""
        self._exception = exc
        self._wake(exc)

    def feed_eof(self):
        """Ends the stream."""
        self._eof = True
        self._wake()

    def feed_data(self, data):
        """Adds bytes to the buffer."""
        assert not self._eof, 'feed_data after feed_eof'
        if data:
            self._buffer += data
            self._wake()
            if len(self._buffer) > self._limit * 2 and not self._paused and self._transport is not None:
                self._pause()

    def _wake(self, error=None):
        future = self._waiter
        self._waiter = None
        if future is not None and not future.cancelled():
            _finish(future, error)

    def _pause(self):
        try:
            self._transport.pause_reading()
        except NotImplementedError:
            # A transport that cannot be paused is left alone from now on.
            self._transport = None
        else:
            self._paused = True

    def _resume(self):
        self._paused = False
        self._transport.resume_reading()

    # ---- reading

    def at_eof(self):
        """Whether the stream has ended and all was read."""
        return self._eof and not self._buffer

    async def _more(self, method):
        """Waits until bytes were added or the stream has ended."""
        if self._waiter is not None:
            raise RuntimeError(f'{method}() called while another coroutine is already waiting for incoming data')
        assert not self._eof, '_wait_for_data after EOF'
        if self._paused:
            # The buffer is full, and yet it has too little for this reader.
            self._resume()
        future = self._waiter = self._loop.create_future()
        try:
            await future
        finally:
            self._waiter = None

    def _check(self):
        if self._exception is not None:
            raise self._exception

    def _take(self, count):
        """Removes bytes from the front of the buffer."""
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        self._resume_if_short()
        return taken

    def _take_rest(self):
        rest = bytes(self._buffer)
        self._buffer.clear()
        return rest

    def _resume_if_short(self):
        if self._paused and len(self._buffer) <= self._limit:
            self._resume()

    async def read(self, n=-1):
        """At most `n` bytes, as soon as there are any; all until the end for -1."""
        self._check()
        if n < 0:
            pieces = []
            while piece := await self.read(self._limit):
                pieces.append(piece)
            return b''.join(pieces)
        if n and not (self._buffer or self._eof):
            await self._more('read')
        return self._take(n) if n else b''

    async def readexactly(self, n):
        """Exactly `n` bytes."""
        if n < 0:
            raise ValueError('readexactly size can not be less than zero')
        self._check()
        while len(self._buffer) < n:
            if self._eof:
                raise IncompleteReadError(self._take_rest(), n)
            await self._more('readexactly')
        return self._take(n) if n else b''

    async def readline(self):
        """Up to and with the next line end; what is left if there is none."""
        try:
            return await self.readuntil()
        except IncompleteReadError as ended:
            return ended.partial
        except LimitOverrunError as overrun:
            # The line is dropped, so that reading can go on after it.
            if self._buffer[overrun.consumed:overrun.consumed + 1] == b'\n':
                del self._buffer[:overrun.consumed + 1]
            else:
                self._buffer.clear()
            self._resume_if_short()
            raise ValueError(overrun.args[0])

    def _first(self, separators, start):
        """Where the separator that ends first begins and ends, None if there is none."""
        best = None
        for separator in separators:
            at = self._buffer.find(separator, start)
            if at >= 0 and (best is None or at + len(separator) < best[1]):
                best = at, at + len(separator)
        return best

    async def readuntil(self, separator=b'\n'):
        """Up to and with a separator, or the first of several."""
        separators = sorted(separator, key=len) if isinstance(separator, tuple) else [separator]
        if not separators:
            raise ValueError('Separator should contain at least one element')
        if not len(separators[0]):
            raise ValueError('Separator should be at least one-byte string')
        self._check()
        # No separator begins before this place.
        searched = 0
        while True:
            found = self._first(separators, searched)
            if found is not None:
                break
            if len(self._buffer) - searched >= len(separators[0]):
                # The longest one may have begun at the end.
                searched = max(len(self._buffer) - len(separators[-1]) + 1, 0)
                if searched > self._limit:
                    raise LimitOverrunError('Separator is not found, and chunk exceed the limit', searched)
            if self._eof:
                raise IncompleteReadError(self._take_rest(), None)
            await self._more('readuntil')
        begin, end = found
        if begin > self._limit:
            raise LimitOverrunError('Separator is found, but chunk is longer than limit', begin)
        return self._take(end)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if line := await self.readline():
            return line
        raise StopAsyncIteration
