"""Queues between tasks."""
from collections import deque
from heapq import heappop, heappush
from asyncio.events import get_running_loop
from asyncio.locks import _Base

__all__ = ('Queue', 'PriorityQueue', 'LifoQueue', 'QueueFull', 'QueueEmpty', 'QueueShutDown')


class QueueEmpty(Exception):
    """`get_nowait` found no item."""


class QueueFull(Exception):
    """`put_nowait` found no room."""


class QueueShutDown(Exception):
    """`shutdown` was called."""


def _finish(futures, most=None):
    """Wakes the first `most` tasks that wait, or all of them."""
    while futures and most != 0:
        future = futures.popleft()
        if not future.done():
            future.set_result(None)
            if most is not None:
                most -= 1


class Queue(_Base):
    """First in, first out; `maxsize` 0 is without bound.

    A subclass may replace `_init`, `_put` and `_get`.
    """

    def __init__(self, maxsize=0):
        self._maxsize, self._unfinished_tasks, self._is_shutdown = maxsize, 0, False
        # Futures of the tasks that wait for an item, for room, or for the end of all work.
        self._getters, self._putters, self._joiners = deque(), deque(), deque()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = deque()

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.popleft()

    def _format(self):
        parts = ['maxsize=%r' % (self._maxsize,)]
        if getattr(self, '_queue', None):
            parts.append('_queue=%r' % (list(self._queue),))
        for name in ('_getters', '_putters'):
            if count := len(getattr(self, name)):
                parts.append(f'{name}[{count}]')
        if self._unfinished_tasks:
            parts.append(f'tasks={self._unfinished_tasks}')
        if self._is_shutdown:
            parts.append('shutdown')
        return ' '.join(parts)

    def __repr__(self):
        return '<%s at %#x %s>' % (type(self).__name__, id(self), self._format())

    def __str__(self):
        return '<%s %s>' % (type(self).__name__, self._format())

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)

    maxsize = property(lambda self: self._maxsize)

    def qsize(self):
        return len(self._queue)

    def empty(self):
        return not self._queue

    def full(self):
        return 0 < self._maxsize <= self.qsize()

    async def _turn(self, line, must_wait):
        """Waits in a line. Who is cancelled after being woken wakes the next one."""
        future = self._get_loop().create_future()
        line.append(future)
        try:
            await future
        except BaseException:
            future.cancel()
            if future in line:
                line.remove(future)
            if not (must_wait() or future.cancelled()):
                _finish(line, 1)
            raise

    async def put(self, item):
        """Put an item in, wait for room."""
        while self.full():
            if self._is_shutdown:
                raise QueueShutDown
            await self._turn(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item in, QueueFull without room."""
        if self._is_shutdown or self.full():
            raise QueueShutDown if self._is_shutdown else QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        _finish(self._getters, 1)

    async def get(self):
        """Take an item out, wait for one."""
        while self.empty():
            if self._is_shutdown:
                raise QueueShutDown
            await self._turn(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        """Take an item out, QueueEmpty without one."""
        if self.empty():
            raise QueueShutDown if self._is_shutdown else QueueEmpty
        taken = self._get()
        _finish(self._putters, 1)
        return taken

    def task_done(self):
        """Says that one item which was taken is dealt with."""
        if self._unfinished_tasks < 1:
            raise ValueError('task_done() called too many times')
        self._one_done()

    def _one_done(self):
        self._unfinished_tasks = max(self._unfinished_tasks - 1, 0)
        if not self._unfinished_tasks:
            _finish(self._joiners)

    async def join(self):
        """Wait until all items that were put in are dealt with."""
        while self._unfinished_tasks:
            future = get_running_loop().create_future()
            self._joiners.append(future)
            await future

    def shutdown(self, immediate=False):
        """Refuse further items; `immediate` drops those that are there."""
        self._is_shutdown = True
        while immediate and not self.empty():
            self._get()
            self._one_done()
        if immediate and not self._unfinished_tasks:
            _finish(self._joiners)
        _finish(self._getters)
        _finish(self._putters)


class LifoQueue(Queue):
    """The newest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()


class PriorityQueue(Queue):
    """The smallest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heappush(self._queue, item)

    def _get(self):
        return heappop(self._queue)
