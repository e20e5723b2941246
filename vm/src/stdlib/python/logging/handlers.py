"""Handlers that keep records, or hand them on through a queue; those that write files or send are here by name only."""
import copy
import logging
import queue

__all__ = ['BaseRotatingHandler', 'BufferingHandler', 'DatagramHandler', 'HTTPHandler', 'MemoryHandler', 'QueueHandler',
           'QueueListener', 'RotatingFileHandler', 'SMTPHandler', 'SocketHandler', 'SysLogHandler', 'TimedRotatingFileHandler',
           'WatchedFileHandler']
DEFAULT_TCP_LOGGING_PORT = 9020
DEFAULT_UDP_LOGGING_PORT = 9021
DEFAULT_HTTP_LOGGING_PORT = 9022
DEFAULT_SOAP_LOGGING_PORT = 9023
SYSLOG_UDP_PORT = SYSLOG_TCP_PORT = 514


class BaseRotatingHandler(logging.FileHandler):
    """Writes to files that are replaced from time to time."""
    namer = rotator = None


class RotatingFileHandler(BaseRotatingHandler):
    """A new file when the file is large enough."""


class TimedRotatingFileHandler(BaseRotatingHandler):
    """A new file at certain times."""


class WatchedFileHandler(logging.FileHandler):
    """A file that others may replace."""


class _Sender(logging.Handler):
    def __init__(self, *args, **kwargs):
        raise PermissionError(f"`logging.handlers.{type(self).__name__}` isn't available: programs here have no network")


class SocketHandler(_Sender):
    """Sends records as bytes over a connection."""


class DatagramHandler(SocketHandler):
    """Sends records as datagrams."""


class SysLogHandler(_Sender):
    """Sends to the system's log."""


class SMTPHandler(_Sender):
    """Sends records as mail."""


class HTTPHandler(_Sender):
    """Sends records to a server."""


class BufferingHandler(logging.Handler):
    """Keeps records until there are enough."""

    def __init__(self, capacity):
        super().__init__()
        self.capacity = capacity
        self.buffer = []

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        self.buffer.clear()

    def close(self):
        try:
            self.flush()
        finally:
            super().close()


class MemoryHandler(BufferingHandler):
    """Hands what it kept to another handler when there is enough, or something bad."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        super().__init__(capacity)
        self.flushLevel = flushLevel
        self.target = target
        self.flushOnClose = flushOnClose

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity or record.levelno >= self.flushLevel

    def setTarget(self, target):
        self.target = target

    def flush(self):
        if self.target:
            for record in self.buffer:
                self.target.handle(record)
            self.buffer.clear()

    def close(self):
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            self.target = None
            logging.Handler.close(self)


class QueueHandler(logging.Handler):
    """Puts records into a queue."""

    def __init__(self, queue):
        super().__init__()
        self.queue = queue
        self.listener = None

    def enqueue(self, record):
        self.queue.put_nowait(record)

    def prepare(self, record):
        """The record with its message made, so that nothing of the program hangs on it."""
        message = self.format(record)
        record = copy.copy(record)
        record.message = record.msg = message
        record.args = record.exc_info = record.exc_text = record.stack_info = None
        return record

    def emit(self, record):
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener:
    """Hands the records of a queue to handlers. There is one thread: it does so when it is stopped, or asked to."""
    _sentinel = None

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue = queue
        self.handlers = handlers
        self._thread = None
        self.respect_handler_level = respect_handler_level

    def dequeue(self, block):
        return self.queue.get(block)

    def start(self):
        self._thread = True

    def prepare(self, record):
        return record

    def handle(self, record):
        record = self.prepare(record)
        for handler in self.handlers:
            if not self.respect_handler_level or record.levelno >= handler.level:
                handler.handle(record)

    def _monitor(self):
        while True:
            try:
                record = self.dequeue(False)
            except queue.Empty:
                return
            if record is self._sentinel:
                return
            self.handle(record)

    def enqueue_sentinel(self):
        self.queue.put_nowait(self._sentinel)

    def stop(self):
        if self._thread:
            self.enqueue_sentinel()
            self._monitor()
            self._thread = None
