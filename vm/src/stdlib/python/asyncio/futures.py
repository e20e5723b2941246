"""A value that will be there later, and what is to be called then."""
import asyncio.events as events
from asyncio.exceptions import CancelledError, InvalidStateError

__all__ = ('Future', 'isfuture', 'wrap_future')

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'


def isfuture(obj):
    """Whether an object is a future."""
    return hasattr(obj.__class__, '_asyncio_future_blocking') and obj._asyncio_future_blocking is not None


class Future:
    """A result, an exception or a cancellation that is not there yet."""
    _state = _PENDING
    _result = None
    _exception = None
    _cancel_message = None
    _cancelled_exc = None
    # True from being awaited until the task has seen it.
    _asyncio_future_blocking = False

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def _info(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            if self._exception is not None:
                info.append(f'exception={self._exception!r}')
            else:
                info.append(f'result={_short(self._result)}')
        if self._callbacks:
            names = [getattr(c, '__qualname__', repr(c)) + '()' for c, _ in self._callbacks]
            if len(names) > 2:
                names = [names[0], f'<{len(names) - 2} more>', names[-1]]
            info.append(f'cb=[{", ".join(names)}]')
        return info

    def __repr__(self):
        return f'<{type(self).__name__} {" ".join(self._info())}>'

    def get_loop(self):
        return self._loop

    def cancelled(self):
        return self._state == _CANCELLED

    def done(self):
        return self._state != _PENDING

    def _make_cancelled_error(self):
        if self._cancelled_exc is not None:
            error, self._cancelled_exc = self._cancelled_exc, None
            return error
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        """Cancel, unless it is done; whether it was cancelled."""
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule()
        return True

    def result(self):
        """The result, or the exception raised."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Result is not ready.' if type(self) is not Future else 'Result is not set.')
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception_traceback)
        return self._result

    def exception(self):
        """The exception, `None` when there is a result."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Exception is not set.')
        return self._exception

    def set_result(self, result):
        if self._state != _PENDING:
            raise InvalidStateError('invalid state')
        self._result = result
        self._state = _FINISHED
        self._schedule()

    def set_exception(self, exception):
        if self._state != _PENDING:
            raise InvalidStateError('invalid state')
        if isinstance(exception, type):
            exception = exception()
        if not isinstance(exception, BaseException):
            raise TypeError('invalid exception object')
        if isinstance(exception, StopIteration):
            # A StopIteration would end the generator that awaits.
            wrapped = RuntimeError('StopIteration interacts badly with generators '
                                   'and cannot be raised into a Future')
            wrapped.__cause__ = wrapped.__context__ = exception
            exception = wrapped
        self._exception = exception
        self._exception_traceback = exception.__traceback__
        self._state = _FINISHED
        self._schedule()

    def _schedule(self):
        callbacks, self._callbacks = self._callbacks, []
        for callback, context in callbacks:
            self._loop.call_soon(callback, self, context=context)

    def add_done_callback(self, fn, *, context=None):
        """Call `fn(self)` when it is done, in the next round when it is done already."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, events._current_context() if context is None else context))

    def remove_done_callback(self, fn):
        """Take back a callback; how many times it was there."""
        kept = [pair for pair in self._callbacks if pair[0] != fn]
        removed = len(self._callbacks) - len(kept)
        self._callbacks[:] = kept
        return removed

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def _short(value):
    import reprlib
    return reprlib.repr(value)


def wrap_future(future, *, loop=None):
    """An asyncio future as it is; there are no others without threads."""
    if isfuture(future):
        return future
    raise TypeError(f'concurrent.futures.Future is expected, got {future!r}')
