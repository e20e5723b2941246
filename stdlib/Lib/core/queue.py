"""Queues for threads: first in first out, last in first out, or by priority."""
import heapq
from collections import deque
from time import monotonic
from _switching import polled, wait as _wait, wake as _wake

__all__ = ['Empty', 'Full', 'ShutDown', 'Queue', 'PriorityQueue', 'LifoQueue', 'SimpleQueue']

_generic = classmethod(type(list[int]))


class Empty(Exception):
    """There is no item, and waiting was not wanted or took too long."""
    __module__ = '_queue'


class Full(Exception):
    """There is no room, and waiting was not wanted or took too long."""


class ShutDown(Exception):
    """`shutdown` was called."""


def _deadline(timeout):
    """The time at which a wait ends, None if it never does."""
    if timeout is None:
        return None
    if timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    return monotonic() + timeout


def _wait_until(condition, deadline, error):
    """Waits for a condition; raises `error` when the deadline has passed."""
    if deadline is None:
        condition.wait()
    elif (left := deadline - monotonic()) > 0:
        condition.wait(left)
    else:
        raise error


class Queue:
    """First in, first out. `maxsize` 0 is without bound.

    A subclass may replace `_init`, `_qsize`, `_put` and `_get`, which run under the lock.
    """

    def __init__(self, maxsize=0):
        from threading import Condition, Lock
        self.maxsize, self.unfinished_tasks, self.is_shutdown = maxsize, 0, False
        self._init(maxsize)
        # All conditions share one lock.
        self.mutex = lock = Lock()
        self.not_empty, self.not_full, self.all_tasks_done = Condition(lock), Condition(lock), Condition(lock)

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        with self.mutex:
            return self._qsize()

    def empty(self):
        count = self.qsize()
        if not count:
            polled()
        return not count

    def full(self):
        bounded_and_full = 0 < self.maxsize <= self.qsize()
        if bounded_and_full:
            polled()
        return bounded_and_full

    def put(self, item, block=True, timeout=None):
        with self.mutex:
            if self.is_shutdown:
                raise ShutDown
            bound = self.maxsize
            if bound > 0:
                deadline = _deadline(timeout) if block else None
                while self._qsize() >= bound:
                    if not block:
                        raise Full
                    _wait_until(self.not_full, deadline, Full)
                    if self.is_shutdown:
                        raise ShutDown
            self._put(item)
            self.unfinished_tasks += 1
            # `notify` costs more than this test.
            if self.not_empty._waiters:
                self.not_empty.notify()

    def get(self, block=True, timeout=None):
        if not (block or self._qsize()):
            polled()
        with self.mutex:
            deadline = None
            if not self._qsize() and self.is_shutdown:
                raise ShutDown
            if block and timeout is not None:
                deadline = _deadline(timeout)
            while not self._qsize():
                if not block:
                    raise Empty
                _wait_until(self.not_empty, deadline, Empty)
                if self.is_shutdown and not self._qsize():
                    raise ShutDown
            taken = self._get()
            if self.not_full._waiters:
                self.not_full.notify()
            return taken

    def put_nowait(self, item):
        return self.put(item, False)

    def get_nowait(self):
        return self.get(False)

    def task_done(self):
        """Says that one item which was taken is dealt with."""
        with self.mutex:
            left = self.unfinished_tasks - 1
            if left < 0:
                raise ValueError('task_done() called too many times')
            if left == 0:
                self.all_tasks_done.notify_all()
            self.unfinished_tasks = left

    def join(self):
        """Waits until all items that were put in are dealt with."""
        with self.mutex:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()

    def shutdown(self, immediate=False):
        """Refuses items from now on; with `immediate` those that are there are dropped too."""
        with self.mutex:
            self.is_shutdown = True
            changed = [self.not_empty, self.not_full]
            if immediate:
                while self._qsize():
                    self._get()
                    self.unfinished_tasks = max(self.unfinished_tasks - 1, 0)
                changed.insert(0, self.all_tasks_done)
            for condition in changed:
                condition.notify_all()

    __class_getitem__ = _generic


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heapq.heappush(self.queue, item)

    def _get(self):
        return heapq.heappop(self.queue)


class SimpleQueue:
    """First in, first out, without bound and without tasks to count."""
    __module__ = '_queue'
    __slots__ = ('_items', '_waiting', '__weakref__')
    __class_getitem__ = _generic

    def __init__(self):
        self._items, self._waiting = deque(), deque()

    def __reduce__(self):
        raise TypeError("cannot pickle '_queue.SimpleQueue' object")

    def put(self, item, block=True, timeout=None):
        self._items.append(item)
        if self._waiting:
            _wake(self._waiting)

    def put_nowait(self, item):
        self.put(item)

    def get(self, block=True, timeout=None):
        items, deadline = self._items, None
        if block and timeout is not None:
            deadline = _deadline(timeout)
        elif not block and not items:
            polled()
            raise Empty
        while not items:
            left = None
            if deadline is not None:
                left = deadline - monotonic()
                if left <= 0:
                    raise Empty
            _wait(self._waiting, left)
        return items.popleft()

    def get_nowait(self):
        return self.get(False)

    def qsize(self):
        return len(self._items)

    def empty(self):
        if self._items:
            return False
        polled()
        return True
