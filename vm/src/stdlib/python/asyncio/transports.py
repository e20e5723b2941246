"""What a connection can be asked; none can be made here."""

__all__ = ('BaseTransport', 'ReadTransport', 'WriteTransport', 'Transport', 'DatagramTransport', 'SubprocessTransport')


class BaseTransport:
    __slots__ = ('_extra',)

    def __init__(self, extra=None):
        self._extra = {} if extra is None else extra

    def get_extra_info(self, name, default=None):
        return self._extra.get(name, default)


def _unwritten(cls, names):
    for name in names.split():
        def method(self, *args, **kwargs):
            raise NotImplementedError
        method.__name__ = name
        method.__qualname__ = f'{cls.__name__}.{name}'
        setattr(cls, name, method)


_unwritten(BaseTransport, 'is_closing close set_protocol get_protocol')


class ReadTransport(BaseTransport):
    __slots__ = ()


_unwritten(ReadTransport, 'is_reading pause_reading resume_reading')


class WriteTransport(BaseTransport):
    __slots__ = ()

    def writelines(self, list_of_data):
        self.write(b''.join(list_of_data))


_unwritten(WriteTransport, 'set_write_buffer_limits get_write_buffer_size get_write_buffer_limits write write_eof can_write_eof abort')


class Transport(ReadTransport, WriteTransport):
    __slots__ = ()


class DatagramTransport(BaseTransport):
    __slots__ = ()


_unwritten(DatagramTransport, 'sendto abort')


class SubprocessTransport(BaseTransport):
    __slots__ = ()


_unwritten(SubprocessTransport, 'get_pid get_returncode get_pipe_transport send_signal terminate kill')


class AbstractChildWatcher:
    """Would watch processes; there are none."""


class ThreadedChildWatcher(AbstractChildWatcher):
    """Would watch processes from threads."""


class _FlowControlMixin(Transport):
    """Tells the protocol when the buffer for writing is full."""
    __slots__ = ('_loop', '_protocol_paused', '_high_water', '_low_water')

    def __init__(self, extra=None, loop=None):
        super().__init__(extra)
        assert loop is not None
        self._loop = loop
        self._protocol_paused = False
        self._set_write_buffer_limits()

    def _tell(self, method):
        try:
            getattr(self._protocol, method)()
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            self._loop.call_exception_handler({'message': f'protocol.{method}() failed', 'exception': exc, 'transport': self,
                                               'protocol': self._protocol})

    def _maybe_pause_protocol(self):
        if self.get_write_buffer_size() > self._high_water and not self._protocol_paused:
            self._protocol_paused = True
            self._tell('pause_writing')

    def _maybe_resume_protocol(self):
        if self._protocol_paused and self.get_write_buffer_size() <= self._low_water:
            self._protocol_paused = False
            self._tell('resume_writing')

    def get_write_buffer_limits(self):
        return self._low_water, self._high_water

    def _set_write_buffer_limits(self, high=None, low=None):
        if high is None:
            high = 64 * 1024 if low is None else 4 * low
        if low is None:
            low = high // 4
        if not high >= low >= 0:
            raise ValueError(f'high ({high!r}) must be >= low ({low!r}) must be >= 0')
        self._high_water = high
        self._low_water = low

    def set_write_buffer_limits(self, high=None, low=None):
        self._set_write_buffer_limits(high=high, low=low)
        self._maybe_pause_protocol()

    def get_write_buffer_size(self):
        raise NotImplementedError
