"""Bytes that arrive, read line by line or in pieces."""
import collections
import asyncio.events as events
from asyncio import protocols
from asyncio.exceptions import IncompleteReadError, LimitOverrunError
from asyncio.tasks import sleep

__all__ = ('StreamReader', 'StreamWriter', 'StreamReaderProtocol')
_DEFAULT_LIMIT = 2 ** 16


class FlowControlMixin(protocols.Protocol):
    """Lets writers wait until there is room."""

    def __init__(self, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._paused = False
        self._drain_waiters = collections.deque()
        self._connection_lost = False

    def pause_writing(self):
        assert not self._paused
        self._paused = True

    def resume_writing(self):
        assert self._paused
        self._paused = False
        for waiter in self._drain_waiters:
            if not waiter.done():
                waiter.set_result(None)

    def connection_lost(self, exc):
        self._connection_lost = True
        if self._paused:
            for waiter in self._drain_waiters:
                if not waiter.done():
                    if exc is None:
                        waiter.set_result(None)
                    else:
                        waiter.set_exception(exc)

    async def _drain_helper(self):
        if self._connection_lost:
            raise ConnectionResetError('Connection lost')
        if not self._paused:
            return
        waiter = self._loop.create_future()
        self._drain_waiters.append(waiter)
        try:
            await waiter
        finally:
            self._drain_waiters.remove(waiter)

    def _get_close_waiter(self, stream):
        raise NotImplementedError


class StreamReaderProtocol(FlowControlMixin, protocols.Protocol):
    """Feeds what arrives to a reader."""

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        super().__init__(loop=loop)
        self._stream_reader = stream_reader
        self._client_connected_cb = client_connected_cb
        self._stream_writer = self._task = self._transport = None
        self._over_ssl = False
        self._closed = self._loop.create_future()

    def connection_made(self, transport):
        self._transport = transport
        if self._stream_reader is not None:
            self._stream_reader.set_transport(transport)
        self._over_ssl = transport.get_extra_info('sslcontext') is not None
        if self._client_connected_cb is not None:
            from asyncio.coroutines import iscoroutine
            self._stream_writer = StreamWriter(transport, self, self._stream_reader, self._loop)
            result = self._client_connected_cb(self._stream_reader, self._stream_writer)
            if iscoroutine(result):
                self._task = self._loop.create_task(result)

    def connection_lost(self, exc):
        reader = self._stream_reader
        if reader is not None:
            if exc is None:
                reader.feed_eof()
            else:
                reader.set_exception(exc)
        if not self._closed.done():
            if exc is None:
                self._closed.set_result(None)
            else:
                self._closed.set_exception(exc)
        super().connection_lost(exc)
        self._stream_reader = self._stream_writer = self._task = self._transport = None

    def data_received(self, data):
        if self._stream_reader is not None:
            self._stream_reader.feed_data(data)

    def eof_received(self):
        if self._stream_reader is not None:
            self._stream_reader.feed_eof()
        return not self._over_ssl

    def _get_close_waiter(self, stream):
        return self._closed


class StreamWriter:
    """Writes to a transport, and waits where it must."""

    def __init__(self, transport, protocol, reader, loop):
        self._transport = transport
        self._protocol = protocol
        self._reader = reader
        self._loop = loop

    def __repr__(self):
        info = [type(self).__name__, f'transport={self._transport!r}']
        if self._reader is not None:
            info.append(f'reader={self._reader!r}')
        return f'<{" ".join(info)}>'

    @property
    def transport(self):
        return self._transport

    def write(self, data):
        self._transport.write(data)

    def writelines(self, data):
        self._transport.writelines(data)

    def write_eof(self):
        return self._transport.write_eof()

    def can_write_eof(self):
        return self._transport.can_write_eof()

    def close(self):
        return self._transport.close()

    def is_closing(self):
        return self._transport.is_closing()

    async def wait_closed(self):
        await self._protocol._get_close_waiter(self)

    def get_extra_info(self, name, default=None):
        return self._transport.get_extra_info(name, default)

    async def drain(self):
        if self._reader is not None:
            exc = self._reader.exception()
            if exc is not None:
                raise exc
        if self._transport.is_closing():
            await sleep(0)
        await self._protocol._drain_helper()


class StreamReader:
    """A buffer that coroutines read from while it is filled."""
    _source_traceback = None

    def __init__(self, limit=_DEFAULT_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError('Limit cannot be <= 0')
        self._limit = limit
        self._loop = events.get_event_loop() if loop is None else loop
        self._buffer = bytearray()
        self._eof = False
        self._waiter = self._exception = self._transport = None
        self._paused = False

    def __repr__(self):
        info = ['StreamReader']
        if self._buffer:
            info.append(f'{len(self._buffer)} bytes')
        if self._eof:
            info.append('eof')
        if self._limit != _DEFAULT_LIMIT:
            info.append(f'limit={self._limit}')
        for name in ('waiter', 'exception', 'transport'):
            value = getattr(self, '_' + name)
            if value:
                info.append(f'{name}={value!r}')
        if self._paused:
            info.append('paused')
        return f'<{" ".join(info)}>'

    def exception(self):
        return self._exception

    def set_exception(self, exc):
        self._exception = exc
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_exception(exc)

    def _wakeup_waiter(self):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_result(None)

    def set_transport(self, transport):
        assert self._transport is None, 'Transport already set'
        self._transport = transport

    def _maybe_resume_transport(self):
        if self._paused and len(self._buffer) <= self._limit:
            self._paused = False
            self._transport.resume_reading()

    def feed_eof(self):
        self._eof = True
        self._wakeup_waiter()

    def at_eof(self):
        """Whether the stream has ended and all was read."""
        return self._eof and not self._buffer

    def feed_data(self, data):
        assert not self._eof, 'feed_data after feed_eof'
        if not data:
            return
        self._buffer.extend(data)
        self._wakeup_waiter()
        if self._transport is not None and not self._paused and len(self._buffer) > 2 * self._limit:
            try:
                self._transport.pause_reading()
            except NotImplementedError:
                # It cannot be paused: do not try again.
                self._transport = None
            else:
                self._paused = True

    async def _wait_for_data(self, name):
        if self._waiter is not None:
            raise RuntimeError(f'{name}() called while another coroutine is already waiting for incoming data')
        assert not self._eof, '_wait_for_data after EOF'
        if self._paused:
            self._paused = False
            self._transport.resume_reading()
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    async def readline(self):
        """Up to and with the next line end."""
        end = b'\n'
        try:
            return await self.readuntil(end)
        except IncompleteReadError as e:
            return e.partial
        except LimitOverrunError as e:
            if self._buffer.startswith(end, e.consumed):
                del self._buffer[:e.consumed + len(end)]
            else:
                self._buffer.clear()
            self._maybe_resume_transport()
            raise ValueError(e.args[0])

    async def readuntil(self, separator=b'\n'):
        """Up to and with a separator, or the first of several."""
        separators = sorted(separator, key=len) if isinstance(separator, tuple) else [separator]
        if not separators:
            raise ValueError('Separator should contain at least one element')
        shortest, longest = len(separators[0]), len(separators[-1])
        if shortest == 0:
            raise ValueError('Separator should be at least one-byte string')
        if self._exception is not None:
            raise self._exception
        offset = 0
        start = end = None
        while True:
            if len(self._buffer) - offset >= shortest:
                for one in separators:
                    at = self._buffer.find(one, offset)
                    if at >= 0 and (end is None or at + len(one) < end):
                        start, end = at, at + len(one)
                if end is not None:
                    break
                offset = max(0, len(self._buffer) + 1 - longest)
                if offset > self._limit:
                    raise LimitOverrunError('Separator is not found, and chunk exceed the limit', offset)
            if self._eof:
                chunk = bytes(self._buffer)
                self._buffer.clear()
                raise IncompleteReadError(chunk, None)
            await self._wait_for_data('readuntil')
        if start > self._limit:
            raise LimitOverrunError('Separator is found, but chunk is longer than limit', start)
        chunk = self._buffer[:end]
        del self._buffer[:end]
        self._maybe_resume_transport()
        return bytes(chunk)

    async def read(self, n=-1):
        """At most `n` bytes, all until the end for -1."""
        if self._exception is not None:
            raise self._exception
        if n == 0:
            return b''
        if n < 0:
            blocks = []
            while block := await self.read(self._limit):
                blocks.append(block)
            return b''.join(blocks)
        if not self._buffer and not self._eof:
            await self._wait_for_data('read')
        data = bytes(self._buffer[:n])
        del self._buffer[:n]
        self._maybe_resume_transport()
        return data

    async def readexactly(self, n):
        """Exactly `n` bytes."""
        if n < 0:
            raise ValueError('readexactly size can not be less than zero')
        if self._exception is not None:
            raise self._exception
        if n == 0:
            return b''
        while len(self._buffer) < n:
            if self._eof:
                incomplete = bytes(self._buffer)
                self._buffer.clear()
                raise IncompleteReadError(incomplete, n)
            await self._wait_for_data('readexactly')
        data = bytes(self._buffer[:n])
        del self._buffer[:n]
        self._maybe_resume_transport()
        return data

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if line == b'':
            raise StopAsyncIteration
        return line
