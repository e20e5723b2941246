"""The executor of the one thread there is."""
import threading
import types
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


class ThreadPoolExecutor(_base.Executor):
    """Makes each call when it is submitted."""

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
        self._broken = False
        self._shutdown = False

    def submit(self, fn, /, *args, **kwargs):
        if self._broken:
            raise BrokenThreadPool(self._broken)
        if self._shutdown:
            raise RuntimeError('cannot schedule new futures after shutdown')
        future = _base.Future()
        initializer, self._initializer = self._initializer, None

        def work():
            if initializer is not None:
                try:
                    initializer(*self._initargs)
                except BaseException:
                    self._broken = 'A thread initializer failed, the thread pool is not usable anymore'
                    future.set_exception(BrokenThreadPool(self._broken))
                    return
            item.run()

        item = _WorkItem(future, fn, args, kwargs)
        threading.Thread(target=work, name=f'{self._thread_name_prefix}_0').start()
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True
