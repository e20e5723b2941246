"""The names of `multiprocessing` for threads."""
import threading
from queue import Queue
from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore
from multiprocessing.context import TimeoutError
from multiprocessing.managers import Namespace

__all__ = ['Process', 'current_process', 'active_children', 'freeze_support', 'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Condition',
           'Event', 'Barrier', 'Queue', 'Manager', 'Pipe', 'Pool', 'JoinableQueue']
JoinableQueue = Queue
dict, list = dict, list


class DummyProcess(threading.Thread):
    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        super().__init__(group, target, name, args, kwargs, daemon=daemon)
        self._begun = False

    def start(self):
        self._begun = True
        super().start()

    def terminate(self):
        """Threads are left alone."""

    @property
    def exitcode(self):
        return 0 if self._begun and not self.is_alive() else None


Process = DummyProcess
current_process = threading.current_thread


def active_children():
    return [one for one in threading.enumerate() if isinstance(one, DummyProcess)]


def freeze_support():
    """There is nothing to be frozen."""


class Value:
    def __init__(self, typecode, value, lock=True):
        self._typecode, self.value = typecode, value

    def __repr__(self):
        return f'<{type(self).__name__}({self._typecode!r}, {self.value!r})>'


def Array(typecode, sequence, lock=True):
    from array import array
    return array(typecode, sequence)


def Manager():
    import multiprocessing.dummy
    return multiprocessing.dummy


def shutdown():
    """Nothing was started."""


def Pipe(duplex=True):
    from multiprocessing.connection import Pipe
    return Pipe(duplex)


def Pool(processes=None, initializer=None, initargs=()):
    from multiprocessing.pool import ThreadPool
    return ThreadPool(processes, initializer, initargs)
