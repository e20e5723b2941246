"""Handlers that keep records, write them to files, or hand them on through a queue; those that send are here by name only."""
import copy
import io
import logging
import os
import queue
import re
import time

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

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode=mode, encoding=encoding, delay=delay, errors=errors)

    def emit(self, record):
        try:
            if self.shouldRollover(record):
                self.doRollover()
            logging.FileHandler.emit(self, record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        """The name of a file that is put aside."""
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        """Puts a file aside."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)

    def _closed_stream(self):
        if self.stream:
            self.stream.close()
            self.stream = None


class RotatingFileHandler(BaseRotatingHandler):
    """A new file when the file is large enough."""

    def __init__(self, filename, mode='a', maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        if maxBytes > 0:
            mode = 'a'
        if 'b' not in mode:
            encoding = io.text_encoding(encoding)
        super().__init__(filename, mode, encoding=encoding, delay=delay, errors=errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def doRollover(self):
        self._closed_stream()
        if self.backupCount > 0:
            for number in range(self.backupCount - 1, 0, -1):
                source = self.rotation_filename('%s.%d' % (self.baseFilename, number))
                target = self.rotation_filename('%s.%d' % (self.baseFilename, number + 1))
                if os.path.exists(source):
                    if os.path.exists(target):
                        os.remove(target)
                    os.rename(source, target)
            target = self.rotation_filename(self.baseFilename + '.1')
            if os.path.exists(target):
                os.remove(target)
            self.rotate(self.baseFilename, target)
        if not self.delay:
            self.stream = self._open()

    def shouldRollover(self, record):
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes > 0:
            place = self.stream.tell()
            if not place:
                return False
            message = '%s\n' % self.format(record)
            if place + len(message) >= self.maxBytes:
                return not os.path.exists(self.baseFilename) or os.path.isfile(self.baseFilename)
        return False


class TimedRotatingFileHandler(BaseRotatingHandler):
    """A new file at certain times."""

    def __init__(self, filename, when='h', interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None, errors=None):
        encoding = io.text_encoding(encoding)
        super().__init__(filename, 'a', encoding=encoding, delay=delay, errors=errors)
        self.when, self.backupCount, self.utc, self.atTime = when.upper(), backupCount, utc, atTime
        day = r'\d{4}-\d{2}-\d{2}'
        kinds = {'S': (1, '%Y-%m-%d_%H-%M-%S', day + r'_\d{2}-\d{2}-\d{2}'), 'M': (60, '%Y-%m-%d_%H-%M', day + r'_\d{2}-\d{2}'),
                 'H': (3600, '%Y-%m-%d_%H', day + r'_\d{2}'), 'D': (86400, '%Y-%m-%d', day), 'MIDNIGHT': (86400, '%Y-%m-%d', day)}
        if self.when in kinds:
            self.interval, self.suffix, match = kinds[self.when]
        elif self.when.startswith('W'):
            if len(self.when) != 2:
                raise ValueError('You must specify a day for weekly rollover from 0 to 6 (0 is Monday): %s' % self.when)
            if not '0' <= self.when[1] <= '6':
                raise ValueError('Invalid day specified for weekly rollover: %s' % self.when)
            self.dayOfWeek = int(self.when[1])
            self.interval, self.suffix, match = 604800, '%Y-%m-%d', day
        else:
            raise ValueError('Invalid rollover interval specified: %s' % self.when)
        self.extMatch = re.compile(r'(?<!\d)' + match + r'(?!\d)', re.ASCII)
        self.interval *= interval
        begin = os.stat(self.baseFilename).st_mtime if os.path.exists(self.baseFilename) else time.time()
        self.rolloverAt = self.computeRollover(int(begin))

    def computeRollover(self, currentTime):
        """When the file is to be put aside next."""
        result = currentTime + self.interval
        if self.when != 'MIDNIGHT' and not self.when.startswith('W'):
            return result
        now = time.gmtime(currentTime) if self.utc else time.localtime(currentTime)
        at = self.atTime
        wanted = 86400 if at is None else (at.hour * 60 + at.minute) * 60 + at.second
        left = wanted - ((now.tm_hour * 60 + now.tm_min) * 60 + now.tm_sec)
        weekday = now.tm_wday
        if left <= 0:
            left += 86400
            weekday = (weekday + 1) % 7
        result = currentTime + left
        if self.when.startswith('W'):
            days = (self.dayOfWeek - weekday) % 7
            result += days * 86400 + self.interval - 604800
        else:
            result += self.interval - 86400
        if not self.utc:
            before, after = now[-1], time.localtime(result)[-1]
            if before != after:
                result += 3600 if before else -3600
        return result

    def shouldRollover(self, record):
        now = int(time.time())
        if now < self.rolloverAt:
            return False
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            self.rolloverAt = self.computeRollover(now)
            return False
        return True

    def getFilesToDelete(self):
        """The files that are more than are kept."""
        folder, base = os.path.split(self.baseFilename)
        found = []
        for name in os.listdir(folder):
            if self.namer is None:
                if name.startswith(base + '.') and self.extMatch.fullmatch(name[len(base) + 1:]):
                    found.append(os.path.join(folder, name))
            else:
                match = self.extMatch.search(name)
                while match:
                    if os.path.basename(self.namer(self.baseFilename + '.' + match[0])) == name:
                        found.append(os.path.join(folder, name))
                        break
                    match = self.extMatch.search(name, match.start() + 1)
        if len(found) < self.backupCount:
            return []
        found.sort()
        return found[:len(found) - self.backupCount]

    def doRollover(self):
        now = int(time.time())
        begin = self.rolloverAt - self.interval
        moment = time.gmtime(begin) if self.utc else time.localtime(begin)
        target = self.rotation_filename(self.baseFilename + '.' + time.strftime(self.suffix, moment))
        if os.path.exists(target):
            return
        self._closed_stream()
        self.rotate(self.baseFilename, target)
        if self.backupCount > 0:
            for name in self.getFilesToDelete():
                os.remove(name)
        if not self.delay:
            self.stream = self._open()
        self.rolloverAt = self.computeRollover(now)


class WatchedFileHandler(logging.FileHandler):
    """A file that others may replace."""

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        if 'b' not in mode:
            encoding = io.text_encoding(encoding)
        super().__init__(filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.dev, self.ino = -1, -1
        self._statstream()

    def _statstream(self):
        if self.stream is not None:
            known = os.fstat(self.stream.fileno())
            self.dev, self.ino = known.st_dev, known.st_ino

    def reopenIfNeeded(self):
        """Opens the file anew where another one has its name."""
        if self.stream is None:
            return
        try:
            known = os.stat(self.baseFilename)
            same = (known.st_dev, known.st_ino) == (self.dev, self.ino)
        except FileNotFoundError:
            same = False
        if not same:
            self.stream.flush()
            self.stream.close()
            self.stream = None
            self.stream = self._open()
            self._statstream()

    def emit(self, record):
        self.reopenIfNeeded()
        logging.FileHandler.emit(self, record)


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
