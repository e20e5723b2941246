"""Coroutines that run on the loop, and ways to wait for several."""
import types
import asyncio.events as events
from asyncio.exceptions import CancelledError, InvalidStateError
from asyncio.futures import Future, isfuture, _FINISHED

__all__ = ('ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'Task', 'all_tasks', 'as_completed',
           'create_task', 'current_task', 'ensure_future', 'gather', 'iscoroutine', 'iscoroutinefunction',
           'run_coroutine_threadsafe', 'shield', 'sleep', 'to_thread', 'wait', 'wait_for')

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'


async def _nothing():
    pass


_Coroutine = type(_coroutine := _nothing())
_coroutine.close()
del _coroutine
_names_given = 0


def iscoroutine(obj):
    """Whether an object is a coroutine."""
    if isinstance(obj, _Coroutine):
        return True
    from collections.abc import Coroutine
    return isinstance(obj, Coroutine)


def iscoroutinefunction(func):
    """Whether calling a function gives a coroutine."""
    from inspect import iscoroutinefunction
    return iscoroutinefunction(func)


class Task(Future):
    """A coroutine wrapped in a future: its result is the future's."""

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        super().__init__(loop=loop)
        if not iscoroutine(coro):
            raise TypeError(f'a coroutine was expected, got {coro!r}')
        global _names_given
        if name is None:
            _names_given += 1
            name = f'Task-{_names_given}'
        self._name = str(name)
        self._coro = coro
        self._must_cancel = False
        self._cancel_requests = 0
        self._waits_for = None
        self._context = events._current_context() if context is None else context
        self._loop._tasks[self] = None
        self._loop.call_soon(self._step, context=self._context)

    def _info(self):
        info = super()._info()
        if self._must_cancel:
            info[0] = 'cancelling'
        info.insert(1, f'name={self._name!r}')
        name = getattr(self._coro, '__qualname__', type(self._coro).__name__)
        info.insert(2, f'coro=<{name}(){" done" if self.done() else ""}>')
        if self._waits_for is not None:
            info.insert(3, f'wait_for={self._waits_for!r}')
        return info

    def get_coro(self):
        return self._coro

    def get_context(self):
        return self._context

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')

    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')

    def get_stack(self, *, limit=None):
        return []

    def cancel(self, msg=None):
        """Ask for CancelledError to be raised where the coroutine waits."""
        if self.done():
            return False
        self._cancel_requests += 1
        if self._waits_for is not None and self._waits_for.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        """How often cancellation was asked for and not taken back."""
        return self._cancel_requests

    def uncancel(self):
        """Take one request for cancellation back."""
        if self._cancel_requests > 0:
            self._cancel_requests -= 1
            if self._cancel_requests == 0:
                self._must_cancel = False
        return self._cancel_requests

    def _step(self, exc=None):
        """Let the coroutine run until it waits for something or ends."""
        if self.done():
            raise InvalidStateError(f'_step(): already done: {self!r}, {exc!r}')
        if self._must_cancel:
            if not isinstance(exc, CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        self._waits_for = None
        loop = self._loop
        before, loop._current = loop._current, self
        try:
            awaited = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
        except CancelledError as error:
            self._cancelled_exc = error
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            raise
        except BaseException as error:
            super().set_exception(error)
        else:
            self._wait_for(awaited)
        finally:
            loop._current = before
            if self.done():
                loop._tasks.pop(self, None)

    def _wait_for(self, awaited):
        blocking = getattr(awaited, '_asyncio_future_blocking', None)
        if blocking is not None:
            if awaited._loop is not self._loop:
                problem = f'Task {self!r} got Future {awaited!r} attached to a different loop'
            elif not blocking:
                problem = f'yield was used instead of yield from in task {self!r} with {awaited!r}'
            elif awaited is self:
                problem = f'Task cannot await on itself: {self!r}'
            else:
                awaited._asyncio_future_blocking = False
                awaited.add_done_callback(self._wake_up, context=self._context)
                self._waits_for = awaited
                if self._must_cancel and awaited.cancel(msg=self._cancel_message):
                    self._must_cancel = False
                return
        elif awaited is None:
            # A bare yield: one round for the others.
            self._loop.call_soon(self._step, context=self._context)
            return
        elif isinstance(awaited, types.GeneratorType):
            problem = f'yield was used instead of yield from for generator in task {self!r} with {awaited!r}'
        else:
            problem = f'Task got bad yield: {awaited!r}'
        self._loop.call_soon(self._step, RuntimeError(problem), context=self._context)

    def _wake_up(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()


def create_task(coro, *, name=None, context=None):
    """Let a coroutine run as a task of the running loop."""
    loop = events.get_running_loop()
    return loop.create_task(coro, name=name, context=context)


def current_task(loop=None):
    """The task that runs, `None` outside of tasks."""
    return (events.get_running_loop() if loop is None else loop)._current


def all_tasks(loop=None):
    """The tasks that are not done."""
    loop = events.get_running_loop() if loop is None else loop
    return {task for task in loop._tasks if not task.done()}


def ensure_future(coro_or_future, *, loop=None):
    """A future as it is, a coroutine or another awaitable as a task."""
    if isfuture(coro_or_future):
        if loop is not None and loop is not coro_or_future.get_loop():
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return coro_or_future
    if not iscoroutine(coro_or_future):
        if not hasattr(type(coro_or_future), '__await__'):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')

        async def awaiting(awaitable):
            return await awaitable
        coro_or_future = awaiting(coro_or_future)
    if loop is None:
        loop = events.get_event_loop()
    return loop.create_task(coro_or_future)


@types.coroutine
def _yield_once():
    yield


async def sleep(delay, result=None):
    """Let others run for a time."""
    if delay <= 0:
        await _yield_once()
        return result
    if delay != delay:
        raise ValueError('Invalid delay: NaN (not a number)')
    loop = events.get_running_loop()
    future = loop.create_future()
    timer = loop.call_later(delay, _set_unless_done, future, result)
    try:
        return await future
    finally:
        timer.cancel()


def _set_unless_done(future, result):
    if not future.done():
        future.set_result(result)


async def to_thread(func, /, *args, **kwargs):
    """There are no threads: the function runs in the next round of the loop."""
    loop = events.get_running_loop()
    return await loop.run_in_executor(None, lambda: func(*args, **kwargs))


def run_coroutine_threadsafe(coro, loop):
    """There are no other threads: a task of the loop."""
    if not iscoroutine(coro):
        raise TypeError('A coroutine object is required')
    return loop.create_task(coro)


class _Gathering(Future):
    """The future of `gather`: to cancel it is to cancel what it waits for."""

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled = False
        for child in self._children:
            if child.cancel(msg=msg):
                cancelled = True
        if cancelled:
            self._cancel_requested = True
        return cancelled


def gather(*coros_or_futures, return_exceptions=False):
    """Run awaitables together; a future with the list of their results."""
    if not coros_or_futures:
        future = events.get_event_loop().create_future()
        future.set_result([])
        return future
    futures, seen, loop = [], {}, None
    for arg in coros_or_futures:
        if arg not in seen:
            future = ensure_future(arg, loop=loop)
            if loop is None:
                loop = future.get_loop()
            seen[arg] = future
        futures.append(seen[arg])
    children = list(seen.values())
    left = len(children)
    outer = _Gathering(futures, loop=loop)

    def one_done(future):
        nonlocal left
        left -= 1
        if outer.done():
            if not future.cancelled():
                # Asked for, so that nobody wonders whether it was looked at.
                future.exception()
            return
        if not return_exceptions:
            if future.cancelled():
                outer.set_exception(future._make_cancelled_error())
                return
            error = future.exception()
            if error is not None:
                outer.set_exception(error)
                return
        if left:
            return
        results = []
        for child in futures:
            if child.cancelled():
                results.append(CancelledError('' if child._cancel_message is None else child._cancel_message))
            else:
                error = child.exception()
                results.append(child.result() if error is None else error)
        if outer._cancel_requested:
            outer.set_exception(future._make_cancelled_error() if future.cancelled() else CancelledError())
        else:
            outer.set_result(results)

    for child in children:
        if child.done():
            loop.call_soon(one_done, child)
        else:
            child.add_done_callback(one_done)
    return outer


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait until some or all are done: (done, pending)."""
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError(f'expect a list of futures, not {type(fs).__name__}')
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f'Invalid return_when value: {return_when}')
    fs = set(fs)
    if any(iscoroutine(f) for f in fs):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')
    loop = events.get_running_loop()
    waiter = loop.create_future()
    left = len(fs)
    timer = None if timeout is None else loop.call_later(timeout, _set_unless_done, waiter, None)

    def one_done(future):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not future.cancelled() and future.exception() is not None):
            _set_unless_done(waiter, None)

    for f in fs:
        f.add_done_callback(one_done)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for f in fs:
            f.remove_done_callback(one_done)
    return {f for f in fs if f.done()}, {f for f in fs if not f.done()}


async def wait_for(fut, timeout):
    """Wait for one thing, at most for a time; what is late is cancelled."""
    if timeout is not None and timeout <= 0:
        fut = ensure_future(fut)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut)
        try:
            return fut.result()
        except CancelledError as exc:
            raise TimeoutError from exc
    from asyncio.timeouts import timeout as limit
    async with limit(timeout):
        return await fut


async def _cancel_and_wait(fut):
    loop = events.get_running_loop()
    waiter = loop.create_future()

    def done(_):
        _set_unless_done(waiter, None)
    fut.add_done_callback(done)
    try:
        fut.cancel()
        await waiter
    finally:
        fut.remove_done_callback(done)


class _AsCompleted:
    """Awaitables, or with `async for` the futures themselves, in the order they are done."""

    def __init__(self, fs, timeout):
        self._loop = events.get_event_loop()
        todo = {}
        for f in fs:
            todo.setdefault(f, ensure_future(f, loop=self._loop))
        self._todo = set(todo.values())
        self._left = len(self._todo)
        self._done = []
        self._waiters = []
        for f in list(todo.values()):
            f.add_done_callback(self._one_done)
        self._timer = None
        if self._todo and timeout is not None:
            self._timer = self._loop.call_later(timeout, self._too_late)

    def _one_done(self, future):
        if future not in self._todo:
            return
        self._todo.discard(future)
        self._put(future)
        if not self._todo and self._timer is not None:
            self._timer.cancel()

    def _too_late(self):
        for f in self._todo:
            f.remove_done_callback(self._one_done)
            self._put(None)
        self._todo.clear()

    def _put(self, item):
        self._done.append(item)
        while self._waiters:
            waiter = self._waiters.pop(0)
            if not waiter.done():
                waiter.set_result(None)
                break

    async def _next(self, result):
        while not self._done:
            waiter = self._loop.create_future()
            self._waiters.append(waiter)
            await waiter
        future = self._done.pop(0)
        if future is None:
            raise TimeoutError
        return future.result() if result else future

    def __iter__(self):
        return self

    def __next__(self):
        if self._left <= 0:
            raise StopIteration
        self._left -= 1
        return self._next(True)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self._left <= 0:
            raise StopAsyncIteration
        self._left -= 1
        return await self._next(False)


def as_completed(fs, *, timeout=None):
    """Iterate over awaitables in the order in which they are done."""
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError(f'expect an iterable of futures, not {type(fs).__name__}')
    return _AsCompleted(fs, timeout)


def shield(arg):
    """Wait for something without passing cancellation on to it."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def inner_done(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
        elif inner.cancelled():
            outer.cancel()
        elif (error := inner.exception()) is not None:
            outer.set_exception(error)
        else:
            outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)

    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer
