"""The executor of processes: there is one process, whose threads make the calls."""
import multiprocessing.util
from concurrent.futures import _base
from concurrent.futures.thread import ThreadPoolExecutor


class BrokenProcessPool(_base.BrokenExecutor):
    """A process ended while it was needed."""


class ProcessPoolExecutor(ThreadPoolExecutor):
    """Makes calls in threads, so many at most."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, 'Process', initializer, initargs)

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        if chunksize < 1:
            raise ValueError('chunksize must be >= 1.')
        return super().map(fn, *iterables, timeout=timeout)


def _check_system_limits():
    """Nothing that processes share is scarce here."""
