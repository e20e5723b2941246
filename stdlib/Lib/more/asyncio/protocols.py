"""The interface of what gets the events of a connection. Each method does nothing until a subclass replaces it."""

__all__ = ('BaseProtocol', 'Protocol', 'DatagramProtocol', 'SubprocessProtocol', 'BufferedProtocol')


class BaseProtocol:
    """Gets the start and the end of a connection, and when its buffer is full."""
    __slots__ = ()

    def connection_made(self, transport): """The connection is there."""
    def connection_lost(self, exc): """The connection has ended."""
    def pause_writing(self): """The transport's buffer is full."""
    def resume_writing(self): """The transport's buffer has room again."""


class Protocol(BaseProtocol):
    """Gets a stream of bytes."""
    __slots__ = ()

    def data_received(self, data): """Bytes have come."""
    def eof_received(self): """No more bytes will come."""


class BufferedProtocol(BaseProtocol):
    """Gets a stream of bytes in a buffer of its own."""
    __slots__ = ()

    def get_buffer(self, sizehint): """The buffer for the next bytes."""
    def buffer_updated(self, nbytes): """Bytes are in the buffer."""
    def eof_received(self): """No more bytes will come."""


class DatagramProtocol(BaseProtocol):
    """Gets datagrams."""
    __slots__ = ()

    def datagram_received(self, data, addr): """A datagram has come."""
    def error_received(self, exc): """Sending or receiving has failed."""


class SubprocessProtocol(BaseProtocol):
    """Gets the output and the end of a process."""
    __slots__ = ()

    def pipe_data_received(self, fd, data): """The process has written."""
    def pipe_connection_lost(self, fd, exc): """A pipe was closed."""
    def process_exited(self): """The process has ended."""
