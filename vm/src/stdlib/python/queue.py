"""Queues. There is one thread: an operation that would wait for another raises at once."""
from collections import deque
from heapq import heappush, heappop

__all__ = ['Empty', 'Full', 'ShutDown', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


class Empty(Exception):
    pass


class Full(Exception):
    pass


class ShutDown(Exception):
    pass


Empty.__module__ = '_queue'


def _stuck(what):
    """Waiting for ever, where no other thread could end the wait."""
    raise RuntimeError(f'{what} would block for ever: the sandbox runs one thread')


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self.is_shutdown = False
        self._init(maxsize)

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError('task_done() called too many times')
        self.unfinished_tasks -= 1

    def join(self):
        if self.unfinished_tasks:
            _stuck('join()')

    def qsize(self):
        return self._qsize()

    def empty(self):
        return not self._qsize()

    def full(self):
        return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        if self.is_shutdown:
            raise ShutDown
        if self.maxsize > 0 and block and timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if 0 < self.maxsize <= self._qsize():
            if not block:
                raise Full
            if timeout is None:
                _stuck('put() on a full queue')
            _wait(timeout)
            raise Full
        self._put(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        if not self._qsize() and self.is_shutdown:
            raise ShutDown
        if block and timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._qsize():
            if not block:
                raise Empty
            if timeout is None:
                _stuck('get() on an empty queue')
            _wait(timeout)
            raise Empty
        return self._get()

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def shutdown(self, immediate=False):
        self.is_shutdown = True
        if immediate:
            while self._qsize():
                self._get()
                if self.unfinished_tasks > 0:
                    self.unfinished_tasks -= 1

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def __getattr__(self, name):
        # The lock and its conditions are made when somebody asks for them: nothing here waits for them.
        if name not in ('mutex', 'not_empty', 'not_full', 'all_tasks_done'):
            raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}', name=name, obj=self)
        import threading
        self.mutex = mutex = threading.Lock()
        for condition in ('not_empty', 'not_full', 'all_tasks_done'):
            setattr(self, condition, threading.Condition(mutex))
        return getattr(self, name)

    __class_getitem__ = classmethod(type(list[int]))


def _wait(seconds):
    from time import sleep
    sleep(seconds)


class PriorityQueue(Queue):
    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    __slots__ = ('_queue', '__weakref__')

    def __init__(self):
        self._queue = deque()

    def __reduce__(self):
        raise TypeError("cannot pickle '_queue.SimpleQueue' object")

    def put(self, item, block=True, timeout=None):
        self._queue.append(item)

    def get(self, block=True, timeout=None):
        if block and timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._queue:
            if not block:
                raise Empty
            if timeout is None:
                _stuck('get() on an empty queue')
            _wait(timeout)
            raise Empty
        return self._queue.popleft()

    def put_nowait(self, item):
        self._queue.append(item)

    def get_nowait(self):
        return self.get(block=False)

    def empty(self):
        return not self._queue

    def qsize(self):
        return len(self._queue)

    __class_getitem__ = classmethod(type(list[int]))


SimpleQueue.__module__ = '_queue'
