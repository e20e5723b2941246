"""The event loop: callbacks that are due, timers, and a clock that jumps when nothing is due."""
import heapq
import time
from collections import deque

__all__ = ('AbstractEventLoop', 'Handle', 'TimerHandle', 'get_event_loop', 'get_running_loop',
           'new_event_loop', 'set_event_loop', '_get_running_loop', '_set_running_loop')


class Handle:
    """A callback that the loop will call, unless it is cancelled."""
    __slots__ = ('_callback', '_args', '_cancelled', '_loop', '_context')

    def __init__(self, callback, args, loop, context=None):
        self._callback = callback
        self._args = args
        self._loop = loop
        self._cancelled = False
        self._context = _current_context() if context is None else context

    def cancel(self):
        self._cancelled = True
        self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def get_context(self):
        return self._context

    def _run(self):
        try:
            if self._context is None:
                self._callback(*self._args)
            else:
                self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            self._loop.call_exception_handler({'message': 'Exception in callback', 'exception': exc,
                                               'handle': self})

    def __repr__(self):
        name = type(self).__name__
        if self._cancelled:
            return f'<{name} cancelled>'
        called = getattr(self._callback, '__qualname__', None) or repr(self._callback)
        return f'<{name} {called}()>'


class TimerHandle(Handle):
    """A callback with a time before which it is not called."""
    __slots__ = ('_when', '_order')

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        # Timers for the same moment go off in the order in which they were set.
        loop._timers_made += 1
        self._order = loop._timers_made

    def when(self):
        return self._when

    def _key(self):
        return (self._when, self._order)

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, TimerHandle) else NotImplemented


def _current_context():
    """A copy of the context variables, where the program uses any."""
    import sys
    module = sys.modules.get('contextvars')
    return None if module is None else module.copy_context()


class AbstractEventLoop:
    """What programs may ask about a loop with `isinstance`."""


class EventLoop(AbstractEventLoop):
    """Runs callbacks in the order in which they became due."""

    def __init__(self):
        self._ready = deque()
        self._timers = []
        self._timers_made = 0
        self._now = time.monotonic()
        self._running = self._stopping = self._closed = False
        self._current = None
        # Unfinished tasks, as keys: in the order of their creation.
        self._tasks = {}
        self._factory = self._handler = None
        self._debug = False
        self._generators = {}

    def __repr__(self):
        return f'<{type(self).__name__} running={self._running} closed={self._closed} debug={self._debug}>'

    def time(self):
        """The loop's clock, in seconds."""
        return self._now

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def call_soon(self, callback, *args, context=None):
        """Call in the next round."""
        self._check_closed()
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        """Call after a delay in seconds."""
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Call when the loop's clock reaches a time."""
        if when is None:
            raise TypeError('when cannot be None')
        self._check_closed()
        handle = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, handle)
        return handle

    def _round(self):
        """Move the clock if nothing is due, then run what was due at the start of the round."""
        timers, ready = self._timers, self._ready
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)
        if not ready and not self._stopping:
            if not timers:
                raise RuntimeError('every task waits for something that never comes')
            self._jump(timers[0]._when)
        while timers and timers[0]._when <= self._now:
            handle = heapq.heappop(timers)
            if not handle._cancelled:
                ready.append(handle)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()

    def _jump(self, when):
        if when > self._now:
            try:
                from _stockade import advance_clock
            except ImportError:
                pass
            else:
                advance_clock(when - self._now)
            self._now = when

    def run_forever(self):
        """Run until `stop` is called."""
        self._check_closed()
        if self._running:
            raise RuntimeError('This event loop is already running')
        if _get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')
        self._running = True
        _set_running_loop(self)
        try:
            while True:
                self._round()
                if self._stopping:
                    break
        finally:
            self._running = self._stopping = False
            _set_running_loop(None)

    def run_until_complete(self, future):
        """Run until a future is done and return its result."""
        from asyncio.futures import isfuture
        from asyncio.tasks import ensure_future
        self._check_closed()
        if self._running:
            raise RuntimeError('This event loop is already running')
        made_here = not isfuture(future)
        future = ensure_future(future, loop=self)
        future.add_done_callback(self._stop_when_done)
        try:
            self.run_forever()
        finally:
            future.remove_done_callback(self._stop_when_done)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def _stop_when_done(self, future):
        if not future.cancelled() and isinstance(future._exception, (SystemExit, KeyboardInterrupt)):
            # The exception itself ends the loop.
            return
        self.stop()

    def stop(self):
        """End the loop after this round."""
        self._stopping = True

    def is_running(self):
        return self._running

    def is_closed(self):
        return self._closed

    def close(self):
        if self._running:
            raise RuntimeError('Cannot close a running event loop')
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    def create_future(self):
        from asyncio.futures import Future
        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Let a coroutine run as a task of its own."""
        self._check_closed()
        if self._factory is not None:
            task = self._factory(self, coro) if context is None else self._factory(self, coro, context=context)
            if name is not None and hasattr(task, 'set_name'):
                task.set_name(name)
            return task
        from asyncio.tasks import Task
        return Task(coro, loop=self, name=name, context=context)

    def set_task_factory(self, factory):
        if factory is not None and not callable(factory):
            raise TypeError('task factory must be a callable or None')
        self._factory = factory

    def get_task_factory(self):
        return self._factory

    def run_in_executor(self, executor, func, *args):
        """There are no threads: the function runs in the next round of the loop."""
        self._check_closed()
        future = self.create_future()

        def work():
            if future.cancelled():
                return
            try:
                result = func(*args)
            except BaseException as exc:
                future.set_exception(exc)
            else:
                future.set_result(result)
        self.call_soon(work)
        return future

    def set_default_executor(self, executor):
        pass

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled

    def set_exception_handler(self, handler):
        if handler is not None and not callable(handler):
            raise TypeError(f'A callable object or None is expected, got {handler!r}')
        self._handler = handler

    def get_exception_handler(self):
        return self._handler

    def default_exception_handler(self, context):
        import sys
        stderr = getattr(sys, 'stderr', None)
        if stderr is not None:
            lines = [context.get('message') or 'Unhandled exception in event loop']
            lines += [f'{key}: {value!r}' for key, value in sorted(context.items()) if key != 'message']
            stderr.write('\n'.join(lines) + '\n')

    def call_exception_handler(self, context):
        if self._handler is None:
            self.default_exception_handler(context)
        else:
            try:
                self._handler(self, context)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as exc:
                self.default_exception_handler({'message': 'Unhandled error in exception handler',
                                                'exception': exc, 'context': context})

    async def shutdown_asyncgens(self):
        """Close the asynchronous generators that were begun and not finished."""
        import sys
        begun = getattr(sys, '_open_async_generators', None)
        for generator in (begun() if begun is not None else ()):
            await generator.aclose()

    async def shutdown_default_executor(self, timeout=None):
        pass


_running_loop = None
_current_loop = None
_was_set = False


def _get_running_loop():
    return _running_loop


def _set_running_loop(loop):
    global _running_loop
    _running_loop = loop


def get_running_loop():
    """The loop that runs the caller."""
    if _running_loop is None:
        raise RuntimeError('no running event loop')
    return _running_loop


def get_event_loop():
    """The running loop, else the one that was set."""
    if _running_loop is not None:
        return _running_loop
    if _current_loop is None:
        if _was_set:
            raise RuntimeError("There is no current event loop in thread 'MainThread'.")
        set_event_loop(new_event_loop())
    return _current_loop


def set_event_loop(loop):
    """Make a loop the current one."""
    global _current_loop, _was_set
    if loop is not None and not isinstance(loop, AbstractEventLoop):
        raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
    _current_loop = loop
    _was_set = True


def new_event_loop():
    """A loop of its own."""
    return EventLoop()


class AbstractEventLoopPolicy:
    """How loops are made and kept."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """The one loop of the one thread."""

    def get_event_loop(self):
        return get_event_loop()

    def set_event_loop(self, loop):
        set_event_loop(loop)

    def new_event_loop(self):
        return new_event_loop()


_policy = None


def get_event_loop_policy():
    global _policy
    if _policy is None:
        _policy = DefaultEventLoopPolicy()
    return _policy


def set_event_loop_policy(policy):
    """Keeps a policy for who asks; loops are made as ever."""
    global _policy, _current_loop, _was_set
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _policy = policy
    _current_loop, _was_set = None, False

