"""A value that will be there later, and what is to be called then."""
import sys
import asyncio.events as events
from asyncio import format_helpers
from asyncio.exceptions import CancelledError, InvalidStateError

__all__ = ('Future', 'isfuture', 'wrap_future')

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'
# Futures whose repr is being computed, to stop at cycles.
_showing = set()


def isfuture(obj):
    """Whether an object is a future."""
    return hasattr(obj.__class__, '_asyncio_future_blocking') and obj._asyncio_future_blocking is not None


def _format_callbacks(callbacks):
    shown = [format_helpers._format_callback_source(pair[0], ()) for pair in
             (callbacks if len(callbacks) <= 2 else (callbacks[0], callbacks[-1]))]
    if len(callbacks) > 2:
        shown.insert(1, f'<{len(callbacks) - 2} more>')
    return f'cb=[{", ".join(shown)}]'


def _short(value):
    import reprlib
    return reprlib.repr(value)


def _future_repr_info(future):
    info = [future._state.lower()]
    if future._state == _FINISHED:
        if future._exception is not None:
            info.append(f'exception={future._exception!r}')
        else:
            info.append(f'result={_short(future._result)}')
    if future._callbacks:
        info.append(_format_callbacks(future._callbacks))
    if future._source_traceback:
        frame = future._source_traceback[-1]
        info.append(f'created at {frame[0]}:{frame[1]}')
    return info


class _Unseen:
    """Held by a future that has an exception. Logs the exception if both are freed and the program has not read it."""
    __slots__ = ('future',)

    def __init__(self, future):
        self.future = future


def _tell_unseen(self):
    future = self.future
    if not future._Future__log_traceback:
        return
    context = {'message': f'{type(future).__name__} exception was never retrieved', 'exception': future._exception,
               'future': future}
    if future._source_traceback:
        context['source_traceback'] = future._source_traceback
    future._loop.call_exception_handler(context)


# Set outside of the class statement, because a policy may deny the `__del__` methods that a program writes.
_Unseen.__del__ = _tell_unseen


class Future:
    """A result, an exception or a cancellation that is not there yet."""
    __module__ = '_asyncio'
    _state = _PENDING
    _result = None
    _exception = None
    _exception_tb = None
    _loop = None
    _source_traceback = None
    _cancel_message = None
    _cancelled_exc = None
    # True from the `await` on until the task has processed it.
    _asyncio_future_blocking = False
    _Future__log_traceback = False
    _unseen = None
    __hash__ = object.__hash__

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []
        if self._loop.get_debug():
            self._source_traceback = format_helpers.extract_stack(sys._getframe(0))

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def _repr_info(self):
        return _future_repr_info(self)

    def __repr__(self):
        if id(self) in _showing:
            return '...'
        _showing.add(id(self))
        try:
            return f'<{type(self).__name__} {" ".join(self._repr_info())}>'
        finally:
            _showing.discard(id(self))

    @property
    def _log_traceback(self):
        return self.__log_traceback

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError('_log_traceback can only be set to False')
        self.__log_traceback = False

    def get_loop(self):
        if self._loop is None:
            raise RuntimeError('Future object is not initialized.')
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
        self.__log_traceback = False
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule_callbacks()
        return True

    def result(self):
        """The result, or the exception raised."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Result is not set.')
        self.__log_traceback = False
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception_tb)
        return self._result

    def exception(self):
        """The exception, `None` when there is a result."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Exception is not set.')
        self.__log_traceback = False
        return self._exception

    def set_result(self, result):
        if self._state != _PENDING:
            raise InvalidStateError('invalid state')
        self._result = result
        self._state = _FINISHED
        self._schedule_callbacks()

    def set_exception(self, exception):
        if self._state != _PENDING:
            raise InvalidStateError('invalid state')
        if isinstance(exception, type) and issubclass(exception, BaseException):
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
        self._exception_tb = exception.__traceback__
        self._state = _FINISHED
        self._schedule_callbacks()
        self.__log_traceback = True
        self._unseen = _Unseen(self)

    def _schedule_callbacks(self):
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
        if removed:
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


_PyFuture = _CFuture = Future


def _get_loop(future):
    """The loop of a future, also of one that only has the attribute."""
    try:
        get_loop = future.get_loop
    except AttributeError:
        return future._loop
    return get_loop()


def _set_result_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)


def _convert_future_exc(exc):
    import concurrent.futures
    kind = type(exc)
    if kind is concurrent.futures.CancelledError:
        return CancelledError(*exc.args).with_traceback(exc.__traceback__)
    if kind is concurrent.futures.InvalidStateError:
        return InvalidStateError(*exc.args).with_traceback(exc.__traceback__)
    return exc


def _set_concurrent_future_state(concurrent, source):
    assert source.done()
    if source.cancelled():
        concurrent.cancel()
    if not concurrent.set_running_or_notify_cancel():
        return
    exception = source.exception()
    if exception is not None:
        concurrent.set_exception(_convert_future_exc(exception))
    else:
        concurrent.set_result(source.result())


def _copy_future_state(source, dest):
    """What became of one future becomes of the other."""
    assert source.done()
    if dest.cancelled():
        return
    assert not dest.done()
    if source.cancelled():
        dest.cancel()
    elif (exception := source.exception()) is not None:
        dest.set_exception(_convert_future_exc(exception))
    else:
        dest.set_result(source.result())


def _chain_future(source, destination):
    """What becomes of `source` becomes of `destination`; cancellation goes the other way."""
    import concurrent.futures
    for future, role in ((source, 'source'), (destination, 'destination')):
        if not isfuture(future) and not isinstance(future, concurrent.futures.Future):
            raise TypeError(f'A future is required for {role} argument')
    source_loop = _get_loop(source) if isfuture(source) else None
    dest_loop = _get_loop(destination) if isfuture(destination) else None

    def set_state(future, other):
        if isfuture(future):
            _copy_future_state(other, future)
        else:
            _set_concurrent_future_state(future, other)

    def _call_check_cancel(destination):
        if destination.cancelled():
            if source_loop is None or source_loop is dest_loop:
                source.cancel()
            else:
                source_loop.call_soon_threadsafe(source.cancel)

    def _call_set_state(source):
        if destination.cancelled() and dest_loop is not None and dest_loop.is_closed():
            return
        if dest_loop is None or dest_loop is source_loop:
            set_state(destination, source)
        elif not dest_loop.is_closed():
            dest_loop.call_soon_threadsafe(set_state, destination, source)

    destination.add_done_callback(_call_check_cancel)
    source.add_done_callback(_call_set_state)


def wrap_future(future, *, loop=None):
    """A future of the loop for one of an executor's."""
    if isfuture(future):
        return future
    import concurrent.futures
    assert isinstance(future, concurrent.futures.Future), f'concurrent.futures.Future is expected, got {future!r}'
    if loop is None:
        loop = events.get_event_loop()
    made = loop.create_future()
    _chain_future(future, made)
    return made
