"""Queues between processes: what goes through them is copied."""
import pickle
import queue
import types
from multiprocessing.process import check_end
from queue import Empty, Full

__all__ = ['Queue', 'SimpleQueue', 'JoinableQueue']


class Queue:
    def __init__(self, maxsize=0, *, ctx=None):
        self._inner, self._is_closed = queue.Queue(maxsize), False

    def _check(self):
        if self._is_closed:
            raise ValueError(f'Queue {self!r} is closed')

    def put(self, obj, block=True, timeout=None):
        self._check()
        self._inner.put(pickle.dumps(obj), block, timeout)
        check_end()

    def get(self, block=True, timeout=None):
        self._check()
        found = self._inner.get(block, timeout)
        check_end()
        return pickle.loads(found)

    def put_nowait(self, obj):
        self.put(obj, False)

    def get_nowait(self):
        return self.get(False)

    def qsize(self):
        return self._inner.qsize()

    def empty(self):
        self._check()
        return self._inner.empty()

    def full(self):
        return self._inner.full()

    def close(self):
        self._is_closed = True

    def join_thread(self):
        """What was put is there already."""
        if not self._is_closed:
            raise AssertionError(f'Queue {self!r} not closed')

    def cancel_join_thread(self):
        """No thread hands on what was put."""

    __class_getitem__ = classmethod(types.GenericAlias)


class JoinableQueue(Queue):
    def task_done(self):
        self._inner.task_done()

    def join(self):
        self._inner.join()
        check_end()


class SimpleQueue:
    def __init__(self, *, ctx=None):
        self._inner = queue.SimpleQueue()

    def put(self, obj):
        self._inner.put(pickle.dumps(obj))

    def get(self):
        found = self._inner.get()
        check_end()
        return pickle.loads(found)

    def empty(self):
        return self._inner.empty()

    def close(self):
        """Nothing is held."""

    __class_getitem__ = classmethod(types.GenericAlias)
