"""The executor whose calls run in threads."""
import queue
import threading
import types
import weakref
from concurrent.futures import _base

_made = 0


class BrokenThreadPool(_base.BrokenExecutor):
    """The initializer of the threads failed."""


class _WorkItem:
    """A call with the future that waits for it."""

    def __init__(self, future, fn, args, kwargs):
        self.future = future
        self.fn = fn
        self.args = args
        self.kwargs = kwargs

    def run(self):
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self.fn(*self.args, **self.kwargs)
        except BaseException as error:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)

    __class_getitem__ = classmethod(types.GenericAlias)


# The queues of the working threads, and whether the program has ended.
_threads_queues = {}
_is_over = False


def _end_all():
    """The program is over: what was submitted is still done."""
    global _is_over
    _is_over = True
    waiting = list(_threads_queues.items())
    for _, calls in waiting:
        calls.put(None)
    for thread, _ in waiting:
        thread.join()


threading._register_atexit(_end_all)


def _work(owner, calls):
    """What a thread does: calls, as they come."""
    executor = owner()
    if executor is not None and executor._initializer is not None:
        try:
            executor._initializer(*executor._initargs)
        except BaseException:
            import logging
            logging.getLogger('concurrent.futures').critical('Exception in initializer:', exc_info=True)
            executor._break()
            return
    executor = None
    while True:
        if not calls.qsize():
            executor = owner()
            if executor is not None:
                executor._idle += 1
            executor = None
        item = calls.get()
        if item is not None:
            item.run()
            item = None
            continue
        executor = owner()
        if _is_over or executor is None or executor._shutdown:
            if executor is not None:
                executor._shutdown = True
            # Makes the next thread end too.
            calls.put(None)
            return
        executor = None


class ThreadPoolExecutor(_base.Executor):
    """Makes calls in threads of its own, so many at most."""

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is None:
            max_workers = 5
        if max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        global _made
        self._max_workers = max_workers
        self._thread_name_prefix = thread_name_prefix or f'ThreadPoolExecutor-{_made}'
        if not thread_name_prefix:
            _made += 1
        self._initializer = initializer
        self._initargs = initargs
        self._work_queue = queue.SimpleQueue()
        self._threads = set()
        self._idle = 0
        self._broken = False
        self._shutdown = False

    def submit(self, fn, /, *args, **kwargs):
        if self._broken:
            raise BrokenThreadPool(self._broken)
        if self._shutdown:
            raise RuntimeError('cannot schedule new futures after shutdown')
        if _is_over:
            raise RuntimeError('cannot schedule new futures after interpreter shutdown')
        future = _base.Future()
        self._work_queue.put(_WorkItem(future, fn, args, kwargs))
        if self._idle > 0:
            self._idle -= 1
        elif len(self._threads) < self._max_workers:
            self._begin_thread()
        return future

    def _begin_thread(self):
        calls = self._work_queue
        owner = weakref.ref(self, lambda _: calls.put(None))
        name = f'{self._thread_name_prefix}_{len(self._threads)}'
        thread = threading.Thread(name=name, target=_work, args=(owner, calls))
        self._threads.add(thread)
        _threads_queues[thread] = calls
        thread.start()

    def _break(self):
        self._broken = 'A thread initializer failed, the thread pool is not usable anymore'
        for item in self._unbegun():
            item.future.set_exception(BrokenThreadPool(self._broken))

    def _unbegun(self):
        """Takes the calls out of the queue that no thread has begun."""
        found = []
        while self._work_queue.qsize():
            item = self._work_queue.get()
            if item is not None:
                found.append(item)
        return found

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True
        if cancel_futures:
            for item in self._unbegun():
                item.future.cancel()
        self._work_queue.put(None)
        if wait:
            for thread in sorted(self._threads, key=lambda thread: thread.ident):
                thread.join()
