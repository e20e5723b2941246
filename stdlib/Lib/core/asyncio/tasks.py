"""Coroutines that run on the loop, and ways to wait for several."""
import types
import asyncio.events as events
import asyncio.futures as futures
from asyncio.coroutines import _format_coroutine, iscoroutine, iscoroutinefunction
from asyncio.exceptions import CancelledError, InvalidStateError
from asyncio.futures import Future, isfuture, _future_repr_info

__all__ = ('ALL_COMPLETED', 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'Task', 'all_tasks', 'as_completed',
           'create_eager_task_factory', 'create_task', 'current_task', 'eager_task_factory', 'ensure_future', 'gather',
           'run_coroutine_threadsafe', 'shield', 'sleep', 'wait', 'wait_for', '_enter_task', '_leave_task', '_register_task',
           '_unregister_task')

FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'
_names_given = 0


def _task_name_counter():
    global _names_given
    _names_given += 1
    return _names_given


class _Tasks(dict):
    """A set of tasks in the order in which they came."""
    __slots__ = ()

    def add(self, task):
        self[task] = None

    def discard(self, task):
        self.pop(task, None)


# By loop: the tasks that it runs, the eager tasks that it does not run yet, and the current task.
_scheduled_tasks = _Tasks()
_eager_tasks = _Tasks()
_current_tasks = {}


def _register_task(task):
    """Lets `all_tasks` find a task."""
    _scheduled_tasks.add(task)


def _register_eager_task(task):
    _eager_tasks.add(task)


def _unregister_task(task):
    _scheduled_tasks.discard(task)


def _unregister_eager_task(task):
    _eager_tasks.discard(task)


def _enter_task(loop, task):
    current = _current_tasks.get(loop)
    if current is not None:
        raise RuntimeError(f'Cannot enter into task {task!r} while another task {current!r} is being executed.')
    _current_tasks[loop] = task


def _leave_task(loop, task):
    current = _current_tasks.get(loop)
    if current is not task:
        raise RuntimeError(f'Leaving task {task!r} does not match the current task {current!r}.')
    del _current_tasks[loop]


def _swap_current_task(loop, task):
    before = _current_tasks.get(loop)
    if task is None:
        _current_tasks.pop(loop, None)
    else:
        _current_tasks[loop] = task
    return before


def _forget(loop):
    """A loop was closed: its tasks will never run."""
    for task in [task for task in _scheduled_tasks if futures._get_loop(task) is loop]:
        _scheduled_tasks.discard(task)


def current_task(loop=None):
    """The task that runs, `None` outside of tasks."""
    return _current_tasks.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    """The tasks that are not done."""
    loop = events.get_running_loop() if loop is None else loop
    return {task for task in (*_scheduled_tasks, *_eager_tasks) if futures._get_loop(task) is loop and not task.done()}


_py_register_task = _c_register_task = _register_task
_py_unregister_task = _c_unregister_task = _unregister_task
_py_register_eager_task = _c_register_eager_task = _register_eager_task
_py_unregister_eager_task = _c_unregister_eager_task = _unregister_eager_task
_py_enter_task = _c_enter_task = _enter_task
_py_leave_task = _c_leave_task = _leave_task
_py_swap_current_task = _c_swap_current_task = _swap_current_task
_py_current_task = _c_current_task = current_task
_py_all_tasks = _c_all_tasks = all_tasks


class _Done:
    """The callback that wakes a task up when a future is done."""
    __slots__ = ('task',)
    __name__ = 'Task.task_wakeup'

    def __init__(self, task):
        self.task = task

    def __call__(self, future):
        self.task._Task__wakeup(future)

    def __eq__(self, other):
        return isinstance(other, _Done) and self.task is other.task

    def __hash__(self):
        return hash(self.task)

    def __repr__(self):
        return f'<bound method Task.task_wakeup of {self.task!r}>'


class Task(Future):
    """A coroutine wrapped in a future: its result is the future's."""
    __module__ = '_asyncio'
    _log_destroy_pending = True
    _must_cancel = False
    _fut_waiter = None
    _num_cancels_requested = 0
    _coro = None

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        super().__init__(loop=loop)
        if self._source_traceback:
            del self._source_traceback[-1]
        if not iscoroutine(coro):
            # The exception is enough, so nothing is logged.
            self._log_destroy_pending = False
            raise TypeError(f'a coroutine was expected, got {coro!r}')
        self._name = f'Task-{_task_name_counter()}' if name is None else str(name)
        self._coro = coro
        self._context = events._current_context() if context is None else context
        if eager_start and self._loop.is_running():
            self.__eager_start()
        else:
            self._loop.call_soon(self.__step, context=self._context)
            _register_task(self)

    def _repr_info(self):
        info = _future_repr_info(self)
        if self.cancelling() and not self.done():
            info[0] = 'cancelling'
        info.insert(1, f'name={self.get_name()!r}')
        if self._fut_waiter is not None:
            info.insert(2, f'wait_for={self._fut_waiter!r}')
        if self._coro is not None:
            info.insert(2, f'coro=<{_format_coroutine(self._coro)}>')
        return info

    def get_coro(self):
        return self._coro

    def get_context(self):
        if self._context is None:
            from contextvars import copy_context
            self._context = copy_context()
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
        """The frames of the coroutine that waits, or of the exception that ended it."""
        coro = self._coro
        frame = next((getattr(coro, name) for name in ('cr_frame', 'gi_frame', 'ag_frame') if hasattr(coro, name)), None)
        frames = []
        if frame is not None:
            frames.append(frame)
        elif self._exception is not None:
            trace = self._exception.__traceback__
            while trace is not None and (limit is None or limit > len(frames)):
                frames.append(trace.tb_frame)
                trace = trace.tb_next
        return frames if limit is None else frames[:max(limit, 0)]

    def print_stack(self, *, limit=None, file=None):
        import sys
        import traceback
        exception = self._exception
        entries = []
        for frame in self.get_stack(limit=limit):
            code = frame.f_code
            entries.append(traceback.FrameSummary(code.co_filename, frame.f_lineno, code.co_name, lookup_line=False))
        file = sys.stderr if file is None else file
        if not entries:
            print(f'No stack for {self!r}', file=file)
        elif exception is not None:
            print(f'Traceback for {self!r} (most recent call last):', file=file)
        else:
            print(f'Stack for {self!r} (most recent call last):', file=file)
        traceback.print_list(entries, file=file)
        if exception is not None:
            for line in traceback.format_exception_only(type(exception), exception):
                print(line, file=file, end='')

    def cancel(self, msg=None):
        """Ask for CancelledError to be raised where the coroutine waits."""
        self._Future__log_traceback = False
        if self.done():
            return False
        self._num_cancels_requested += 1
        if self._fut_waiter is not None and self._fut_waiter.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        """How often cancellation was asked for and not taken back."""
        return self._num_cancels_requested

    def uncancel(self):
        """Take one request for cancellation back."""
        if self._num_cancels_requested > 0:
            self._num_cancels_requested -= 1
            if self._num_cancels_requested == 0:
                self._must_cancel = False
        return self._num_cancels_requested

    def __eager_start(self):
        before = _swap_current_task(self._loop, self)
        try:
            _register_eager_task(self)
            try:
                if self._context is None:
                    self.__run_step(None)
                else:
                    self._context.run(self.__run_step, None)
            finally:
                _unregister_eager_task(self)
        finally:
            try:
                _swap_current_task(self._loop, before)
            finally:
                if self.done():
                    self._coro = None
                else:
                    _register_task(self)

    def __step(self, exc=None):
        """Let the coroutine run until it waits for something or ends."""
        if self._state != 'PENDING':
            raise InvalidStateError(f'__step(): already done: {self!r}, {exc!r}')
        if self._must_cancel:
            if not isinstance(exc, CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        self._fut_waiter = None
        loop = self._loop
        if _current_tasks.get(loop) is not None:
            _enter_task(loop, self)
        _current_tasks[loop] = self
        try:
            self.__run_step(exc)
        finally:
            if _current_tasks.get(loop) is not self:
                _leave_task(loop, self)
            del _current_tasks[loop]

    def __run_step(self, exc):
        try:
            awaited = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                Future.set_result(self, stop.value)
        except CancelledError as error:
            self._cancelled_exc = error
            super().cancel()
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            raise
        except BaseException as error:
            super().set_exception(error)
        else:
            self.__wait_for(awaited)
            return
        finally:
            if self._state != 'PENDING':
                _unregister_task(self)

    def __wait_for(self, awaited):
        if awaited is None:
            # A bare yield waits for one round of the loop.
            self._loop.call_soon(self.__step, context=self._context)
            return
        blocking = getattr(awaited, '_asyncio_future_blocking', None)
        if blocking is not None:
            if futures._get_loop(awaited) is not self._loop:
                problem = f'Task {self!r} got Future {awaited!r} attached to a different loop'
            elif not blocking:
                problem = f'yield was used instead of yield from in task {self!r} with {awaited!r}'
            elif awaited is self:
                problem = f'Task cannot await on itself: {self!r}'
            else:
                awaited._asyncio_future_blocking = False
                awaited.add_done_callback(_Done(self), context=self._context)
                self._fut_waiter = awaited
                if self._must_cancel and awaited.cancel(msg=self._cancel_message):
                    self._must_cancel = False
                return
        elif isinstance(awaited, types.GeneratorType):
            problem = f'yield was used instead of yield from for generator in task {self!r} with {awaited!r}'
        else:
            problem = f'Task got bad yield: {awaited!r}'
        self._loop.call_soon(self.__step, RuntimeError(problem), context=self._context)

    def __wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self.__step(exc)
        else:
            self.__step()


_PyTask = _CTask = Task


def create_task(coro, *, name=None, context=None):
    """Let a coroutine run as a task of the running loop."""
    loop = events.get_running_loop()
    return loop.create_task(coro, name=name, context=context)


def create_eager_task_factory(custom_task_constructor):
    """A task factory whose tasks run at once, up to where they first wait."""
    def factory(loop, coro, *, name=None, context=None):
        return custom_task_constructor(coro, loop=loop, name=name, context=context, eager_start=True)
    return factory


eager_task_factory = create_eager_task_factory(Task)


def ensure_future(coro_or_future, *, loop=None):
    """A future as it is, a coroutine or another awaitable as a task."""
    if isfuture(coro_or_future):
        if loop is not None and loop is not futures._get_loop(coro_or_future):
            raise ValueError('The future belongs to a different loop than the one specified as the loop argument')
        return coro_or_future
    coro, to_close = coro_or_future, True
    if not iscoroutine(coro):
        if not hasattr(type(coro), '__await__'):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')

        async def _wrap_awaitable(awaitable):
            return await awaitable
        coro, to_close = _wrap_awaitable(coro), False
    if loop is None:
        loop = events.get_event_loop()
    try:
        return loop.create_task(coro)
    except RuntimeError:
        if to_close:
            coro.close()
        raise


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


def run_coroutine_threadsafe(coro, loop):
    """Hand a coroutine to a loop; a future that does not belong to the loop."""
    if not iscoroutine(coro):
        raise TypeError('A coroutine object is required')
    from concurrent.futures import Future
    future = Future()

    def callback():
        try:
            futures._chain_future(ensure_future(coro, loop=loop), future)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            if future.set_running_or_notify_cancel():
                future.set_exception(exc)
            raise

    loop.call_soon_threadsafe(callback)
    return future


class _GatheringFuture(Future):
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
        outer = events.get_event_loop().create_future()
        outer.set_result([])
        return outer
    known, children, ready, loop, finished, outer = {}, [], [], None, 0, None

    def _done_callback(future):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not future.cancelled():
                # Retrieved here, so that it is not logged as never retrieved.
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
        if finished < len(known):
            return
        results = []
        for child in children:
            if child.cancelled():
                results.append(CancelledError('' if child._cancel_message is None else child._cancel_message))
            else:
                error = child.exception()
                results.append(child.result() if error is None else error)
        if outer._cancel_requested:
            outer.set_exception(future._make_cancelled_error())
        else:
            outer.set_result(results)

    for arg in coros_or_futures:
        future = known.get(arg)
        if future is None:
            future = ensure_future(arg, loop=loop)
            if loop is None:
                loop = futures._get_loop(future)
            if future is not arg:
                future._log_destroy_pending = False
            known[arg] = future
            if future.done():
                ready.append(future)
            else:
                future.add_done_callback(_done_callback)
        children.append(future)
    outer = _GatheringFuture(children, loop=loop)
    # If all of them were done before, the result is complete here.
    for future in ready:
        _done_callback(future)
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
    if not fs:
        # The iterator was empty.
        raise AssertionError('Set of Futures is empty.')
    loop = events.get_running_loop()
    waiter = loop.create_future()
    left = len(fs)
    timer = None if timeout is None else loop.call_later(timeout, _set_unless_done, waiter, None)

    def _on_completion(future):
        nonlocal left
        left -= 1
        if (left <= 0 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not future.cancelled() and future.exception() is not None):
            _set_unless_done(waiter, None)

    for f in fs:
        f.add_done_callback(_on_completion)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for f in fs:
            f.remove_done_callback(_on_completion)
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


class _AsCompletedIterator:
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
            f.add_done_callback(self._handle_completion)
        self._timer = None
        if self._todo and timeout is not None:
            self._timer = self._loop.call_later(timeout, self._too_late)

    def _handle_completion(self, future):
        if future not in self._todo:
            return
        self._todo.discard(future)
        self._put(future)
        if not self._todo and self._timer is not None:
            self._timer.cancel()

    def _too_late(self):
        for f in self._todo:
            f.remove_done_callback(self._handle_completion)
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
        raise TypeError(f'expects an iterable of awaitables, not {type(fs).__name__}')
    return _AsCompletedIterator(fs, timeout)


def shield(arg):
    """Wait for something without passing cancellation on to it."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = futures._get_loop(inner).create_future()

    def _inner_done_callback(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
        elif inner.cancelled():
            outer.cancel()
        elif (error := inner.exception()) is not None:
            outer.set_exception(error)
        else:
            outer.set_result(inner.result())

    def _outer_done_callback(outer):
        if not inner.done():
            inner.remove_done_callback(_inner_done_callback)

    inner.add_done_callback(_inner_done_callback)
    outer.add_done_callback(_outer_done_callback)
    return outer
