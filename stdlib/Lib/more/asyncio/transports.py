"""The interface of connections, and flow control. The sandbox makes no connections."""

__all__ = ('BaseTransport', 'ReadTransport', 'WriteTransport', 'Transport', 'DatagramTransport', 'SubprocessTransport')


class BaseTransport:
    """Any connection."""
    __slots__ = ('_extra',)

    def __init__(self, extra=None): self._extra = extra if extra is not None else {}
    def get_extra_info(self, name, default=None): return self._extra.get(name, default)
    def close(self): raise NotImplementedError
    def is_closing(self): raise NotImplementedError
    def get_protocol(self): raise NotImplementedError
    def set_protocol(self, protocol): raise NotImplementedError


class ReadTransport(BaseTransport):
    """A connection that bytes come from."""
    __slots__ = ()

    def is_reading(self): raise NotImplementedError
    def pause_reading(self): raise NotImplementedError
    def resume_reading(self): raise NotImplementedError


class WriteTransport(BaseTransport):
    """A connection that takes bytes."""
    __slots__ = ()

    def get_write_buffer_limits(self): raise NotImplementedError
    def set_write_buffer_limits(self, high=None, low=None): raise NotImplementedError
    def get_write_buffer_size(self): raise NotImplementedError
    def write(self, data): raise NotImplementedError
    def writelines(self, list_of_data): self.write(b''.join(list_of_data))
    def can_write_eof(self): raise NotImplementedError
    def write_eof(self): raise NotImplementedError
    def abort(self): raise NotImplementedError


class Transport(ReadTransport, WriteTransport):
    """A stream of bytes in both directions."""
    __slots__ = ()


class DatagramTransport(BaseTransport):
    """A connection for datagrams."""
    __slots__ = ()

    def sendto(self, data, addr=None): raise NotImplementedError
    def abort(self): raise NotImplementedError


class SubprocessTransport(BaseTransport):
    """A connection to a process."""
    __slots__ = ()

    def get_pid(self): raise NotImplementedError
    def get_returncode(self): raise NotImplementedError
    def get_pipe_transport(self, fd): raise NotImplementedError
    def send_signal(self, signal): raise NotImplementedError
    def terminate(self): raise NotImplementedError
    def kill(self): raise NotImplementedError


class AbstractChildWatcher:
    """Would watch processes, of which there are none."""


class ThreadedChildWatcher(AbstractChildWatcher):
    """Would watch processes from threads."""


class _FlowControlMixin(Transport):
    """Calls the protocol when the buffer for writing is full, and when it has room again."""
    __slots__ = ('_loop', '_protocol_paused', '_high_water', '_low_water')

    def __init__(self, extra=None, loop=None):
        super().__init__(extra)
        assert loop is not None
        self._loop, self._protocol_paused = loop, False
        self._set_write_buffer_limits()

    def _call_protocol(self, method):
        try:
            getattr(self._protocol, method)()
        except BaseException as error:
            if isinstance(error, (SystemExit, KeyboardInterrupt)):
                raise
            self._loop.call_exception_handler({'message': f'protocol.{method}() failed', 'exception': error, 'transport': self,
                                               'protocol': self._protocol})

    def _maybe_pause_protocol(self):
        if not self._protocol_paused and self.get_write_buffer_size() > self._high_water:
            self._protocol_paused = True
            self._call_protocol('pause_writing')

    def _maybe_resume_protocol(self):
        if self._protocol_paused and not self.get_write_buffer_size() > self._low_water:
            self._protocol_paused = False
            self._call_protocol('resume_writing')

    def _set_write_buffer_limits(self, high=None, low=None):
        # The lower limit is a quarter of the upper one where only one is given.
        if high is None:
            high = 1 << 16 if low is None else low * 4
        low = high // 4 if low is None else low
        if not 0 <= low <= high:
            raise ValueError(f'high ({high!r}) must be >= low ({low!r}) must be >= 0')
        self._low_water, self._high_water = low, high

    def get_write_buffer_limits(self): return self._low_water, self._high_water

    def set_write_buffer_limits(self, high=None, low=None):
        self._set_write_buffer_limits(high, low)
        self._maybe_pause_protocol()

    def get_write_buffer_size(self): raise NotImplementedError
