"""Queues between tasks."""
import heapq
from collections import deque
import asyncio.events as events
from asyncio.locks import _Base

__all__ = ('Queue', 'PriorityQueue', 'LifoQueue', 'QueueFull', 'QueueEmpty', 'QueueShutDown')


class QueueEmpty(Exception):
    """Nothing is in the queue."""


class QueueFull(Exception):
    """The queue has no room."""


class QueueShutDown(Exception):
    """The queue was shut down."""


class Queue(_Base):
    """First in, first out; `maxsize` 0 is without bound."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters = deque()
        self._putters = deque()
        self._unfinished_tasks = 0
        self._joiners = []
        self._is_shutdown = False
        self._init(maxsize)

    # What the kinds of queue differ in.
    def _init(self, maxsize):
        self._queue = deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _wake_next(self, waiters):
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x} {self._format()}>'

    def __str__(self):
        return f'<{type(self).__name__} {self._format()}>'

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def _format(self):
        result = f'maxsize={self._maxsize!r}'
        if getattr(self, '_queue', None):
            result += f' _queue={list(self._queue)!r}'
        if self._getters:
            result += f' _getters[{len(self._getters)}]'
        if self._putters:
            result += f' _putters[{len(self._putters)}]'
        if self._unfinished_tasks:
            result += f' tasks={self._unfinished_tasks}'
        if self._is_shutdown:
            result += ' shutdown'
        return result

    def qsize(self):
        return len(self._queue)

    @property
    def maxsize(self):
        return self._maxsize

    def empty(self):
        return not self._queue

    def full(self):
        return self._maxsize > 0 and self.qsize() >= self._maxsize

    async def _wait(self, waiters, is_blocked):
        """Wait for a turn; when cancelled, pass the turn on."""
        waiter = self._get_loop().create_future()
        waiters.append(waiter)
        try:
            await waiter
        except BaseException:
            waiter.cancel()
            try:
                waiters.remove(waiter)
            except ValueError:
                pass
            if not is_blocked() and not waiter.cancelled():
                self._wake_next(waiters)
            raise

    async def put(self, item):
        """Put an item in, wait for room."""
        while self.full():
            if self._is_shutdown:
                raise QueueShutDown
            await self._wait(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item in, QueueFull without room."""
        if self._is_shutdown:
            raise QueueShutDown
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._wake_next(self._getters)

    async def get(self):
        """Take an item out, wait for one."""
        while self.empty():
            if self._is_shutdown and self.empty():
                raise QueueShutDown
            await self._wait(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        """Take an item out, QueueEmpty without one."""
        if self.empty():
            if self._is_shutdown:
                raise QueueShutDown
            raise QueueEmpty
        item = self._get()
        self._wake_next(self._putters)
        return item

    def task_done(self):
        """Say that an item taken out is dealt with."""
        if self._unfinished_tasks <= 0:
            raise ValueError('task_done() called too many times')
        self._unfinished_tasks -= 1
        if self._unfinished_tasks == 0:
            self._wake_joiners()

    def _wake_joiners(self):
        for waiter in self._joiners:
            if not waiter.done():
                waiter.set_result(None)
        self._joiners.clear()

    async def join(self):
        """Wait until all items put in are dealt with."""
        while self._unfinished_tasks > 0:
            waiter = events.get_running_loop().create_future()
            self._joiners.append(waiter)
            await waiter

    def shutdown(self, immediate=False):
        """Refuse further items; `immediate` drops those that are there."""
        self._is_shutdown = True
        if immediate:
            while not self.empty():
                self._get()
                if self._unfinished_tasks > 0:
                    self._unfinished_tasks -= 1
            if self._unfinished_tasks == 0:
                self._wake_joiners()
        for waiters in (self._getters, self._putters):
            while waiters:
                waiter = waiters.popleft()
                if not waiter.done():
                    waiter.set_result(None)


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heapq.heappush(self._queue, item)

    def _get(self):
        return heapq.heappop(self._queue)


class LifoQueue(Queue):
    """The newest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()
