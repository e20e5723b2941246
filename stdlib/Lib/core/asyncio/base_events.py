"""The event loop: callbacks that are due, timers, and a clock that jumps ahead when none is due."""
import heapq
import time
from collections import deque
from _stockade import advance_clocks, ask_import, loaded_module, threads_parked
import asyncio.events as events
import asyncio.futures as futures
import asyncio.tasks as tasks
from asyncio.coroutines import iscoroutine, iscoroutinefunction

__all__ = ('BaseEventLoop', 'EventLoop')


class BaseEventLoop(events.AbstractEventLoop):
    """Runs callbacks in the order in which they became due; what it waits with is up to its subclass."""

    def __init__(self):
        # Callbacks for the next round, and a heap of timers.
        self._ready, self._scheduled = deque(), []
        self._timers_made = self._timer_cancelled_count = 0
        self._closed = self._stopping = self._debug = False
        self._thread_id = self._current_handle = self._default_executor = None
        self._exception_handler = self._task_factory = None
        self._clock_resolution, self.slow_callback_duration = 1e-09, 0.1

    def __repr__(self):
        name, running, closed = type(self).__name__, self.is_running(), self.is_closed()
        return f'<{name} running={running} closed={closed} debug={self.get_debug()}>'

    def time(self):
        """The loop's clock, in seconds."""
        return time.monotonic()

    def create_future(self): return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Runs a coroutine as a task."""
        self._check_closed()
        make = self._task_factory
        if make is None:
            return tasks.Task(coro, loop=self, name=name, context=context)
        made = make(self, coro, **({} if context is None else {'context': context}))
        if name is not None and hasattr(made, 'set_name'):
            made.set_name(name)
        return made

    def get_task_factory(self): return self._task_factory

    def set_task_factory(self, factory):
        """Sets the function that makes tasks; None is the class `Task`."""
        if factory is None or callable(factory):
            self._task_factory = factory
        else:
            raise TypeError('task factory must be a callable or None')

    # A subclass implements these: handling the events that came while the loop waited, and ending the wait.
    def _process_events(self, event_list): raise NotImplementedError
    def _write_to_self(self): raise NotImplementedError

    async def shutdown_asyncgens(self):
        """Closes the asynchronous generators that were begun and are not finished."""
        from _weakref import begun
        closing = begun()
        if not closing:
            return
        endings = await tasks.gather(*[generator.aclose() for generator in closing], return_exceptions=True)
        for generator, ending in zip(closing, endings):
            if isinstance(ending, Exception):
                text = f'an error occurred during closing of asynchronous generator {generator!r}'
                self.call_exception_handler({'message': text, 'exception': ending, 'asyncgen': generator})

    async def shutdown_default_executor(self, timeout=None):
        if self._default_executor is not None:
            self._default_executor.shutdown(wait=True)

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def _check_running(self):
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if events._get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')

    def _check_callback(self, callback, method):
        if iscoroutine(callback) or iscoroutinefunction(callback):
            raise TypeError(f'coroutines cannot be used with {method}()')
        if not callable(callback):
            raise TypeError(f'a callable object was expected by {method}(), got {callback!r}')

    def run_forever(self):
        """Runs until `stop` is called."""
        self._check_closed()
        self._check_running()
        self._thread_id = 1
        events._set_running_loop(self)
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            self._thread_id = None
            events._set_running_loop(None)

    def run_until_complete(self, future):
        """Runs until a future is done, and returns its result."""
        self._check_closed()
        self._check_running()
        is_new = not futures.isfuture(future)
        future = tasks.ensure_future(future, loop=self)
        if is_new:
            # The caller gets the exception, so the task does not log it.
            future._log_destroy_pending = False
        future.add_done_callback(_run_until_complete_cb)
        try:
            self.run_forever()
        except:
            if is_new and future.done() and not future.cancelled():
                future.exception()
            raise
        finally:
            future.remove_done_callback(_run_until_complete_cb)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()

    def stop(self):
        """Ends the loop after this round."""
        self._stopping = True

    def is_running(self): return self._thread_id is not None
    def is_closed(self): return self._closed

    def close(self):
        """Drops all callbacks. The loop cannot run again."""
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        if not self._closed:
            self._closed = True
            for callbacks in (self._ready, self._scheduled):
                callbacks.clear()
            tasks._forget(self)
            pool, self._default_executor = self._default_executor, None
            if pool is not None:
                pool.shutdown(wait=False)

    def call_soon(self, callback, *args, context=None):
        """Call in the next round."""
        if self._closed:
            self._check_closed()
        if self._debug:
            self._check_callback(callback, 'call_soon')
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        self._check_closed()
        if self._debug:
            self._check_callback(callback, 'call_soon_threadsafe')
        soon = events.Handle(callback, args, self, context)
        self._ready.append(soon)
        # The loop may be waiting for another thread.
        self._write_to_self()
        return soon

    def call_later(self, delay, callback, *args, context=None):
        """Call after a delay in seconds."""
        if delay is None:
            raise TypeError('delay must not be None')
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Call when the loop's clock reaches a time."""
        if when is None:
            raise TypeError('when cannot be None')
        self._check_closed()
        if self._debug:
            self._check_callback(callback, 'call_at')
        timer = events.TimerHandle(when, callback, args, self, context)
        self._timers_made += 1
        timer._order = self._timers_made
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timer_cancelled_count += 1

    def run_in_executor(self, executor, func, *args):
        """Calls a function in an executor. Returns a future of the loop."""
        # The function runs in a thread, which the policy grants or not.
        ask_import('threading')
        self._check_closed()
        if self._debug:
            self._check_callback(func, 'run_in_executor')
        if executor is None:
            executor = self._default_executor
            if executor is None:
                from concurrent.futures import ThreadPoolExecutor
                executor = self._default_executor = ThreadPoolExecutor(thread_name_prefix='asyncio')
        return futures.wrap_future(executor.submit(func, *args), loop=self)

    def set_default_executor(self, executor):
        from concurrent.futures import ThreadPoolExecutor
        if not isinstance(executor, ThreadPoolExecutor):
            raise TypeError('executor must be ThreadPoolExecutor instance')
        self._default_executor = executor

    def get_debug(self): return self._debug
    def set_debug(self, enabled): self._debug = enabled
    def get_exception_handler(self): return self._exception_handler

    def set_exception_handler(self, handler):
        """Sets the function that gets exceptions of callbacks; None logs them."""
        if handler is None or callable(handler):
            self._exception_handler = handler
        else:
            raise TypeError(f'A callable object or None is expected, got {handler!r}')

    def default_exception_handler(self, context):
        """Logs what went wrong."""
        from traceback import format_list
        handle, error = self._current_handle, context.get('exception')
        if handle is not None and handle._source_traceback and 'source_traceback' not in context:
            context['handle_traceback'] = handle._source_traceback
        lines = [context.get('message') or 'Unhandled exception in event loop']
        made_at = {'source_traceback': 'Object', 'handle_traceback': 'Handle'}
        for key in sorted(context.keys() - {'message', 'exception'}):
            if key in made_at:
                stack = ''.join(format_list(context[key])).rstrip()
                lines.append(f'{key}: {made_at[key]} created at (most recent call last):\n{stack}')
            else:
                lines.append(f'{key}: {context[key]!r}')
        _logger().error('\n'.join(lines), exc_info=error is not None and (type(error), error, error.__traceback__))

    def call_exception_handler(self, context):
        """Gives an exception of a callback to the handler: no code of the program waits for it."""
        if self._exception_handler is None:
            try:
                self.default_exception_handler(context)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                _logger().error('Exception in default exception handler', exc_info=True)
            return
        try:
            # Runs with the context variables of the code that raised.
            told = next((thing for key in ('task', 'future', 'handle') if (thing := context.get(key)) is not None), None)
            around = told.get_context() if hasattr(told, 'get_context') else None
            if hasattr(around, 'run'):
                around.run(self._exception_handler, self, context)
            else:
                self._exception_handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            try:
                self.default_exception_handler({'message': 'Unhandled error in exception handler', 'exception': exc,
                                                'context': context})
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                _logger().error('Exception in default exception handler while handling an unexpected error in custom '
                                'exception handler', exc_info=True)

    def _add_callback(self, handle):
        if not handle._cancelled:
            self._ready.append(handle)

    def _wait(self, timeout):
        """Waits for events, at most `timeout` seconds; without a limit for None."""
        self._process_events(self._selector.select(timeout))

    def _run_once(self):
        """One round: wait if nothing is due, then run what was due at its start."""
        ready, scheduled = self._ready, self._scheduled
        while scheduled and scheduled[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(scheduled)._scheduled = False
        if ready or self._stopping:
            timeout = 0
        elif scheduled:
            timeout = max(0, scheduled[0]._when - self.time())
        else:
            timeout = None
        self._wait(timeout)
        if scheduled:
            end = self.time() + self._clock_resolution
            while scheduled and scheduled[0]._when <= end:
                handle = heapq.heappop(scheduled)
                handle._scheduled = False
                ready.append(handle)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if handle._cancelled:
                continue
            if self._debug:
                self._current_handle = handle
                try:
                    handle._run()
                finally:
                    self._current_handle = None
            else:
                handle._run()


def __getattr__(name):
    if name == 'logger':
        from asyncio.log import logger
        globals()['logger'] = logger
        return logger
    raise AttributeError(f"module 'asyncio.base_events' has no attribute {name!r}")


def _logger():
    """The logger, which is loaded when it is first used."""
    return globals().get('logger') or __getattr__('logger')


class EventLoop(BaseEventLoop):
    """The loop of the sandbox. Events come only from other threads, so that waiting is moving the clock."""
    _round_takes = 1e-05

    def __init__(self):
        super().__init__()
        # Starts at a whole second, so that rounding does not depend on the time at which the run started.
        self._now = float(int(time.monotonic()))
        self._bell = deque()
        # The number of calls of host functions that tasks of this loop await.
        self._host_calls = 0
        if loaded_module('logging') is not None:
            _logger().debug('Using selector: %s', 'EpollSelector')

    def time(self):
        return self._now

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        if self._bell:
            import _switching
            _switching.wake(self._bell)

    def _wait_for_threads(self, timeout):
        """Lets other threads run until one of them calls the loop, or a timer is due."""
        import _switching
        before = time.monotonic()
        when = self._scheduled[0]._when if timeout else None
        if _switching.wait(self._bell, timeout, only_clock=True) or not timeout:
            self._now += max(time.monotonic() - before, self._round_takes)
        else:
            self._now = when

    def _wait_for_host(self, timeout):
        """Nothing is due, and the host has calls to answer: real time passes now."""
        import _host_calls
        when, until = self._scheduled[0]._when if timeout else None, timeout
        if threads_parked():
            import _switching
            _switching.wait(self._bell, 0, only_clock=True, for_host=True)
            if self._ready or _switching.is_busy():
                return
            due = _switching.next_timer()
            if due is not None and (until is None or due < until):
                until = due
        passed = _host_calls.wait(None if until is None else float(until))
        self._now += max(passed, self._round_takes)
        if timeout is not None and passed >= timeout:
            self._now = max(self._now, when)

    def _wait(self, timeout):
        if self._host_calls and timeout != 0:
            self._wait_for_host(timeout)
            return
        if threads_parked():
            self._wait_for_threads(timeout)
            return
        if timeout is None:
            raise RuntimeError('every task waits for something that never comes')
        if timeout > 0:
            when = self._scheduled[0]._when
        else:
            # A round takes time too, so tasks that only yield to each other still reach the next timer.
            when = self._now + self._round_takes
        # The clocks of `time` move too, but only the clock of the loop decides which timers are due.
        advance_clocks(when - self._now)
        self._now = when


def _run_until_complete_cb(future):
    if not future.cancelled() and isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        # The exception itself ends the loop.
        return
    futures._get_loop(future).stop()
