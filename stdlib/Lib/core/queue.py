"""Queues that threads hand things on with."""
from collections import deque
from heapq import heappush, heappop
from time import monotonic as time
from _switching import polled as _polled, wait as _wait, wake as _wake

__all__ = ['Empty', 'Full', 'ShutDown', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']


class Empty(Exception):
    pass


class Full(Exception):
    pass


class ShutDown(Exception):
    pass


Empty.__module__ = '_queue'


class Queue:
    def __init__(self, maxsize=0):
        import threading
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = threading.Lock()
        self.not_empty = threading.Condition(self.mutex)
        self.not_full = threading.Condition(self.mutex)
        self.all_tasks_done = threading.Condition(self.mutex)
        self.unfinished_tasks = 0
        self.is_shutdown = False

    def task_done(self):
        with self.mutex:
            if self.unfinished_tasks <= 0:
                raise ValueError('task_done() called too many times')
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        with self.mutex:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()

    def qsize(self):
        with self.mutex:
            return self._qsize()

    def empty(self):
        with self.mutex:
            is_empty = not self._qsize()
        if is_empty:
            _polled()
        return is_empty

    def full(self):
        with self.mutex:
            is_full = 0 < self.maxsize <= self._qsize()
        if is_full:
            _polled()
        return is_full

    def put(self, item, block=True, timeout=None):
        with self.mutex:
            if self.is_shutdown:
                raise ShutDown
            if self.maxsize > 0:
                end = None
                if block and timeout is not None:
                    if timeout < 0:
                        raise ValueError("'timeout' must be a non-negative number")
                    end = time() + timeout
                while self._qsize() >= self.maxsize:
                    if not block:
                        raise Full
                    _stay(self.not_full, end, Full)
                    if self.is_shutdown:
                        raise ShutDown
            self._put(item)
            self.unfinished_tasks += 1
            if self.not_empty._waiters:
                self.not_empty.notify()

    def get(self, block=True, timeout=None):
        if not block and not self._qsize():
            _polled()
        with self.mutex:
            if self.is_shutdown and not self._qsize():
                raise ShutDown
            if block and timeout is not None and timeout < 0:
                raise ValueError("'timeout' must be a non-negative number")
            if not self._qsize():
                if not block:
                    raise Empty
                end = None if timeout is None else time() + timeout
                while not self._qsize():
                    _stay(self.not_empty, end, Empty)
                    if self.is_shutdown and not self._qsize():
                        raise ShutDown
            item = self._get()
            if self.not_full._waiters:
                self.not_full.notify()
            return item

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def shutdown(self, immediate=False):
        with self.mutex:
            self.is_shutdown = True
            if immediate:
                while self._qsize():
                    self._get()
                    if self.unfinished_tasks > 0:
                        self.unfinished_tasks -= 1
                self.all_tasks_done.notify_all()
            self.not_empty.notify_all()
            self.not_full.notify_all()

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    __class_getitem__ = classmethod(type(list[int]))


def _stay(condition, end, late):
    """Waits for word, no longer than to the end."""
    left = None
    if end is not None:
        left = end - time()
        if left <= 0:
            raise late
    condition.wait(left)


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
    __slots__ = ('_queue', '_waiters', '__weakref__')

    def __init__(self):
        self._queue = deque()
        self._waiters = deque()

    def __reduce__(self):
        raise TypeError("cannot pickle '_queue.SimpleQueue' object")

    def put(self, item, block=True, timeout=None):
        self._queue.append(item)
        if self._waiters:
            _wake(self._waiters)

    def get(self, block=True, timeout=None):
        if block and timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._queue:
            if not block:
                _polled()
                raise Empty
            end = None if timeout is None else time() + timeout
            while not self._queue:
                left = None if end is None else end - time()
                if left is not None and left <= 0:
                    raise Empty
                _wait(self._waiters, left)
        return self._queue.popleft()

    def put_nowait(self, item):
        self.put(item)

    def get_nowait(self):
        return self.get(block=False)

    def empty(self):
        if not self._queue:
            _polled()
        return not self._queue

    def qsize(self):
        return len(self._queue)

    __class_getitem__ = classmethod(type(list[int]))


SimpleQueue.__module__ = '_queue'
