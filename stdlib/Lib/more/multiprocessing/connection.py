"""Pipes between processes: what goes through them is copied."""
import pickle
import queue
from multiprocessing.process import check_end

__all__ = ['Client', 'Listener', 'Pipe', 'wait']
_END = object()


class Connection:
    """One end of a pipe."""

    def __init__(self, source, target):
        self._source, self._target = source, target

    @property
    def closed(self):
        return self._source is None and self._target is None

    @property
    def readable(self):
        return self._source is not None

    @property
    def writable(self):
        return self._target is not None

    def _check(self, side, word):
        if self.closed:
            raise OSError('handle is closed')
        if side is None:
            raise OSError(f'connection is {word}-only')
        return side

    def send(self, obj):
        self._put(pickle.dumps(obj))

    def _put(self, data):
        target = self._check(self._target, 'read')
        if target.is_over:
            raise BrokenPipeError(32, 'Broken pipe')
        target.put(data)
        check_end()

    def recv(self):
        return pickle.loads(self._get())

    def _get(self):
        source = self._check(self._source, 'write')
        data = source.get()
        check_end()
        if data is _END:
            source.put(_END)
            raise EOFError
        return data

    def send_bytes(self, buf, offset=0, size=None):
        view = memoryview(buf).cast('B')
        if offset < 0:
            raise ValueError('offset is negative')
        if len(view) < offset:
            raise ValueError('buffer length < offset')
        if size is None:
            size = len(view) - offset
        elif size < 0:
            raise ValueError('size is negative')
        elif offset + size > len(view):
            raise ValueError('buffer length < offset + size')
        self._put(bytes(view[offset:offset + size]))

    def recv_bytes(self, maxlength=None):
        if maxlength is not None and maxlength < 0:
            raise ValueError('negative maxlength')
        data = self._get()
        if maxlength is not None and len(data) > maxlength:
            raise OSError('bad message length')
        return data

    def recv_bytes_into(self, buf, offset=0):
        from multiprocessing.context import BufferTooShort
        data, view = self.recv_bytes(), memoryview(buf).cast('B')
        if offset < 0:
            raise ValueError('negative offset')
        if len(view) < offset + len(data):
            raise BufferTooShort(data)
        view[offset:offset + len(data)] = data
        return len(data)

    def poll(self, timeout=0.0):
        source = self._check(self._source, 'write')
        try:
            data = source.get(timeout is None or timeout > 0, timeout)
        except queue.Empty:
            check_end()
            return False
        source.queue.appendleft(data)
        return True

    def close(self):
        if self._target is not None:
            self._target.put(_END)
        if self._source is not None:
            self._source.is_over = True
        self._source = self._target = None

    def fileno(self):
        raise PermissionError(13, 'Permission denied')

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class _Line(queue.Queue):
    is_over = False


def Pipe(duplex=True):
    there = _Line()
    if not duplex:
        return Connection(there, None), Connection(None, there)
    back = _Line()
    return Connection(there, back), Connection(back, there)


def wait(object_list, timeout=None):
    """Those of several connections that have something to be received."""
    import time
    until = None if timeout is None else time.monotonic() + timeout
    while True:
        ready = [one for one in object_list if one.poll()]
        if ready or until is not None and time.monotonic() >= until:
            return ready
        time.sleep(0.001)


def Client(address, family=None, authkey=None):
    raise PermissionError(13, 'Permission denied')


def Listener(address=None, family=None, backlog=1, authkey=None):
    raise PermissionError(13, 'Permission denied')
