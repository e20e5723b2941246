"""Futures of executors, and waiting for several."""
import time
import types
from collections import namedtuple

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'
PENDING = 'PENDING'
RUNNING = 'RUNNING'
CANCELLED = 'CANCELLED'
CANCELLED_AND_NOTIFIED = 'CANCELLED_AND_NOTIFIED'
FINISHED = 'FINISHED'
_GONE = (CANCELLED, CANCELLED_AND_NOTIFIED)
TimeoutError = TimeoutError


class Error(Exception):
    """Base of what goes wrong with futures."""


class CancelledError(Error):
    """The Future was cancelled."""


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """The executor can't be used any more."""


class Future:
    """The result of a call that an executor makes."""
    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self):
        self._state = PENDING
        self._result = None
        self._exception = None
        self._done_callbacks = []

    def __repr__(self):
        state = {CANCELLED_AND_NOTIFIED: 'cancelled'}.get(self._state, self._state.lower())
        if self._state == FINISHED:
            what = f'returned {type(self._result).__name__}' if self._exception is None else f'raised {type(self._exception).__name__}'
            return f'<{type(self).__name__} at {id(self):#x} state={state} {what}>'
        return f'<{type(self).__name__} at {id(self):#x} state={state}>'

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
        self._invoke_callbacks()
        return True

    def cancelled(self):
        return self._state in _GONE

    def running(self):
        return self._state == RUNNING

    def done(self):
        return self._state == FINISHED or self._state in _GONE

    def add_done_callback(self, fn):
        """Call `fn(self)` when it is done, at once when it is done already."""
        if self.done():
            self._call(fn)
        else:
            self._done_callbacks.append(fn)

    def _wait(self, timeout):
        if self._state in _GONE:
            raise CancelledError()
        if self._state != FINISHED:
            if timeout is None:
                raise RuntimeError('a future that nothing completes would block for ever: the sandbox runs one thread')
            time.sleep(max(timeout, 0))
            raise TimeoutError()

    def result(self, timeout=None):
        """The result, or the exception raised."""
        self._wait(timeout)
        if self._exception is not None:
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
        futures = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            futures.reverse()
            while futures:
                yield futures.pop().result()
        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more calls after this."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


def as_completed(fs, timeout=None):
    """The futures, those that are done first."""
    fs = list(dict.fromkeys(fs))
    for future in fs:
        if future.done():
            yield future
    left = [future for future in fs if not future.done()]
    if left:
        if timeout is None:
            raise RuntimeError('futures that nothing completes would block for ever: the sandbox runs one thread')
        time.sleep(max(timeout, 0))
        raise TimeoutError(f'{len(left)} (of {len(fs)}) futures unfinished')


DoneAndNotDoneFutures = namedtuple('DoneAndNotDoneFutures', 'done not_done', module=__name__)
DoneAndNotDoneFutures.__module__ = 'concurrent.futures._base'


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """(futures that are done, others)."""
    fs = set(fs)
    done = {future for future in fs if future.done()}
    left = fs - done
    enough = (return_when == FIRST_COMPLETED and done or not left
              or return_when == FIRST_EXCEPTION and any(not future.cancelled() and future.exception() is not None for future in done))
    if not enough:
        if timeout is None:
            raise RuntimeError('futures that nothing completes would block for ever: the sandbox runs one thread')
        time.sleep(max(timeout, 0))
    return DoneAndNotDoneFutures(done, left)
