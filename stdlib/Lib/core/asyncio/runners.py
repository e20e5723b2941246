"""From ordinary code into coroutines and back."""
import _interrupts
import asyncio.events as events
import asyncio.exceptions as exceptions
import asyncio.tasks as tasks
from _stockade import thread_number as _thread_number

__all__ = ('Runner', 'run')
#: The loop of the steps that wait outside functions. Tasks stay in it from one step to the next.
_of_steps = None


class Runner:
    """A loop of its own for several calls of `run`."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._state = 'created'
        self._debug = debug
        self._factory = loop_factory
        self._loop = None
        self._context = None
        self._set_loop = False

    def __enter__(self):
        self._begin()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def _begin(self):
        if self._state == 'closed':
            raise RuntimeError('Runner is closed')
        if self._state == 'ready':
            return
        if self._factory is None:
            self._loop = events.new_event_loop()
            if not self._set_loop:
                events.set_event_loop(self._loop)
                self._set_loop = True
        else:
            self._loop = self._factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context = events._current_context()
        self._state = 'ready'

    def get_loop(self):
        self._begin()
        return self._loop

    def close(self):
        """Cancel what is left, then close the loop."""
        if self._state != 'ready':
            return
        loop = self._loop
        try:
            _cancel_all(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor(300))
        finally:
            if self._set_loop:
                events.set_event_loop(None)
            loop.close()
            self._loop = None
            self._state = 'closed'

    def run(self, coro, *, context=None):
        """Run a coroutine and return its result."""
        if not tasks.iscoroutine(coro):
            raise ValueError(f'a coroutine was expected, got {coro!r}')
        if events._get_running_loop() is not None:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        self._begin()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        before, self._interrupts = _interrupts.action, 0
        if not _thread_number():
            _interrupts.action = lambda: self._interrupted(task)
        try:
            return self._loop.run_until_complete(task)
        except exceptions.CancelledError:
            if self._interrupts and task.uncancel() == 0:
                raise KeyboardInterrupt
            raise
        finally:
            _interrupts.action = before

    def _interrupted(self, task):
        # The first interrupt cancels the task, so that it can clean up.
        self._interrupts += 1
        if self._interrupts > 1 or task.done():
            raise KeyboardInterrupt
        task.cancel()
        self._loop.call_soon_threadsafe(lambda: None)


def run(main, *, debug=None, loop_factory=None):
    """Run a coroutine on a new loop, close the loop, return the result."""
    if events._get_running_loop() is not None:
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


def _cancel_all(loop):
    left = [task for task in tasks._scheduled_tasks if task.get_loop() is loop and not task.done()]
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({'message': 'unhandled exception during asyncio.run() shutdown',
                                         'exception': task.exception(), 'task': task})


def _close_steps():
    """Closes the loop of the steps. One that a step left in the middle of its run cannot be closed: its tasks never go on."""
    if not _of_steps.get_loop().is_running():
        _of_steps.close()


def _run_step(body):
    """Run the body of a step, as a task of the loop that all such steps share."""
    global _of_steps
    # A limit or `final_answer` may have ended a step, and left the loop as one that runs.
    if _of_steps is None or _of_steps.get_loop().is_running():
        if _of_steps is None:
            import atexit
            atexit.register(_close_steps)
        _of_steps = Runner()
    return _of_steps.run(body)
