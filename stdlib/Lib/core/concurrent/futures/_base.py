"""Futures of executors, and waiting for several."""
import types
from collections import deque, namedtuple
from time import monotonic
from _switching import polled, wait as _wait, wake as _wake

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'
PENDING = 'PENDING'
RUNNING = 'RUNNING'
CANCELLED = 'CANCELLED'
CANCELLED_AND_NOTIFIED = 'CANCELLED_AND_NOTIFIED'
FINISHED = 'FINISHED'
_GONE = (CANCELLED, CANCELLED_AND_NOTIFIED)
_DONE = (*_GONE, FINISHED)
# The states that an executor counts as finished.
_SETTLED = (CANCELLED_AND_NOTIFIED, FINISHED)
TimeoutError = TimeoutError


class Error(Exception):
    """Base of what goes wrong with futures."""


class CancelledError(Error):
    """The Future was cancelled."""


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """The executor can't be used any more."""


class _Bell:
    """Threads that wait for one of several futures, and those that came to their end meanwhile."""
    __slots__ = ('waiters', 'rung')

    def __init__(self):
        self.waiters = deque()
        self.rung = deque()

    def wait(self, is_enough, end):
        """Waits until that is enough, no longer than to the end: whether it was."""
        while not is_enough():
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                return False
            _wait(self.waiters, left)
        return True


def _until(futures, timeout, is_enough):
    """Waits while futures come to their end, until that is enough: whether it was."""
    end = None if timeout is None else monotonic() + timeout
    bell = _Bell()
    for future in futures:
        future._bells.append(bell)
    try:
        return bell.wait(is_enough, end)
    finally:
        for future in futures:
            future._bells.remove(bell)


class Future:
    """The result of a call that an executor makes."""
    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self):
        self._state = PENDING
        self._result = None
        self._exception = None
        self._done_callbacks = []
        # Queues of the threads that wait for this future or for several.
        self._bells = []

    def __repr__(self):
        state = {CANCELLED_AND_NOTIFIED: 'cancelled'}.get(self._state, self._state.lower())
        if self._state == FINISHED:
            what = f'returned {type(self._result).__name__}' if not self._exception else f'raised {type(self._exception).__name__}'
            return f'<{type(self).__name__} at {id(self):#x} state={state} {what}>'
        return f'<{type(self).__name__} at {id(self):#x} state={state}>'

    def _ring(self):
        for bell in self._bells:
            if self._state in _SETTLED:
                bell.rung.append(self)
            _wake(bell.waiters, len(bell.waiters))

    def _invoke_callbacks(self):
        for callback in self._done_callbacks:
            self._call(callback)

    def _call(self, callback):
        try:
            callback(self)
        except Exception:
            import logging
            logging.getLogger('concurrent.futures').exception('exception calling callback for %r', self)

    def cancel(self):
        """Cancel the call, unless it runs or is done."""
        if self._state in (RUNNING, FINISHED):
            return False
        if self._state in _GONE:
            return True
        self._state = CANCELLED
        self._ring()
        self._invoke_callbacks()
        return True

    def cancelled(self):
        return self._state in _GONE

    def running(self):
        return self._state == RUNNING

    def done(self):
        if self._state == FINISHED or self._state in _GONE:
            return True
        polled()
        return self._state == FINISHED or self._state in _GONE

    def add_done_callback(self, fn):
        """Call `fn(self)` when it is done, at once when it is done already."""
        if self.done():
            self._call(fn)
        else:
            self._done_callbacks.append(fn)

    def _wait(self, timeout):
        if self._state not in _DONE and not _until([self], timeout, lambda: self._state in _DONE):
            raise TimeoutError()
        if self._state in _GONE:
            raise CancelledError()

    def result(self, timeout=None):
        """The result, or the exception raised."""
        self._wait(timeout)
        if self._exception:
            try:
                raise self._exception
            finally:
                self = None
        return self._result

    def exception(self, timeout=None):
        """The exception, None when there is a result."""
        self._wait(timeout)
        return self._exception

    def set_running_or_notify_cancel(self):
        """For executors: whether the call is to be made."""
        if self._state == CANCELLED:
            self._state = CANCELLED_AND_NOTIFIED
            self._ring()
            return False
        if self._state == PENDING:
            self._state = RUNNING
            return True
        raise RuntimeError('Future in unexpected state')

    def _settle(self, result, exception):
        if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED):
            raise InvalidStateError(f'{self._state}: {self!r}')
        self._result = result
        self._exception = exception
        self._state = FINISHED
        self._ring()
        self._invoke_callbacks()

    def set_result(self, result):
        self._settle(result, None)

    def set_exception(self, exception):
        self._settle(None, exception)


class Executor:
    """Where calls are handed to."""

    def submit(self, fn, /, *args, **kwargs):
        """Make a call `fn(*args, **kwargs)`; its future."""
        raise NotImplementedError

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """As the builtin, with calls that may run side by side."""
        end = None if timeout is None else monotonic() + timeout
        futures = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            try:
                futures.reverse()
                while futures:
                    yield _result_of(futures.pop(), end)
            finally:
                for future in futures:
                    future.cancel()
        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more calls after this."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


def _result_of(future, end):
    """The result; it is not waited for in vain."""
    try:
        return future.result(None if end is None else end - monotonic())
    finally:
        future.cancel()


def as_completed(fs, timeout=None):
    """The futures, those that are done first."""
    end = None if timeout is None else monotonic() + timeout
    fs = dict.fromkeys(fs)
    total = len(fs)
    bell = _Bell()
    bell.rung.extend([future for future in fs if future._state in _SETTLED])
    left = set(fs).difference(bell.rung)
    del fs
    for future in left:
        future._bells.append(bell)
    future = None
    try:
        while left or bell.rung:
            if not bell.wait(lambda: bell.rung, end):
                raise TimeoutError(f'{len(left)} (of {total}) futures unfinished')
            left.discard(bell.rung[0])
            yield bell.rung.popleft()
    finally:
        for future in left:
            future._bells.remove(bell)


DoneAndNotDoneFutures = namedtuple('DoneAndNotDoneFutures', 'done not_done', module=__name__)
DoneAndNotDoneFutures.__module__ = 'concurrent.futures._base'


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """(futures that are done, others)."""
    fs = set(fs)

    def is_enough():
        done = [future for future in fs if future._state in _SETTLED]
        return (len(done) == len(fs) or return_when == FIRST_COMPLETED and done
                or return_when == FIRST_EXCEPTION and any([f._state == FINISHED and f._exception is not None for f in done]))

    if not is_enough():
        if return_when not in (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION):
            raise ValueError(f'Invalid return condition: {return_when!r}')
        _until(fs, timeout, is_enough)
    done = {future for future in fs if future._state in _SETTLED}
    return DoneAndNotDoneFutures(done, fs - done)
