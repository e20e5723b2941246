"""Tasks that end together: an `async with` block that waits for all it started."""
import asyncio.events as events
import asyncio.tasks as tasks
from asyncio.exceptions import CancelledError

__all__ = ('TaskGroup',)


class TaskGroup:
    """When one task fails, the others and the block are cancelled; the failures come as a group."""

    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._loop = self._parent = self._waiter = self._base_error = None
        self._parent_cancelled = False
        self._tasks = {}
        self._errors = []

    def __repr__(self):
        info = ['']
        if self._tasks:
            info.append(f'tasks={len(self._tasks)}')
        if self._errors:
            info.append(f'errors={len(self._errors)}')
        if self._aborting:
            info.append('cancelling')
        elif self._entered:
            info.append('entered')
        return f'<TaskGroup{" ".join(info)}>'

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has already been entered')
        self._loop = events.get_running_loop()
        self._parent = tasks.current_task(self._loop)
        if self._parent is None:
            raise RuntimeError(f'TaskGroup {self!r} cannot determine the parent task')
        self._entered = True
        return self

    async def __aexit__(self, et, exc, tb):
        try:
            return await self._leave(et, exc)
        finally:
            # What failed keeps the frames that it went through.
            self._parent = self._errors = self._base_error = exc = None

    async def _leave(self, et, exc):
        self._exiting = True
        if et is not None and self._is_base(exc) and self._base_error is None:
            self._base_error = exc
        propagate = exc if et is not None and issubclass(et, CancelledError) else None
        if et is not None and not self._aborting:
            # The block failed: nothing that it started goes on.
            self._abort()
        while self._tasks:
            if self._waiter is None:
                self._waiter = self._loop.create_future()
            try:
                await self._waiter
            except CancelledError as error:
                if not self._aborting:
                    # Somebody cancelled the task around the block.
                    propagate = error
                    self._abort()
            self._waiter = None
        if self._base_error is not None:
            raise self._base_error
        if self._parent_cancelled:
            # The cancellation came from here, it must not be seen outside.
            if self._parent.uncancel() == 0:
                propagate = None
        if propagate is not None and not self._errors:
            raise propagate
        if et is not None and not issubclass(et, CancelledError):
            self._errors.append(exc)
        if self._errors:
            if self._parent.cancelling():
                self._parent.uncancel()
                self._parent.cancel()
            raise BaseExceptionGroup('unhandled errors in a TaskGroup', self._errors) from None

    def create_task(self, coro, *, name=None, context=None):
        """Start a task that belongs to the group."""
        if not self._entered:
            coro.close()
            raise RuntimeError(f'TaskGroup {self!r} has not been entered')
        if self._exiting and not self._tasks:
            coro.close()
            raise RuntimeError(f'TaskGroup {self!r} is finished')
        if self._aborting:
            coro.close()
            raise RuntimeError(f'TaskGroup {self!r} is shutting down')
        task = self._loop.create_task(coro, name=name, context=context)
        self._tasks[task] = None
        task.add_done_callback(self._on_task_done)
        return task

    @staticmethod
    def _is_base(exc):
        return isinstance(exc, (SystemExit, KeyboardInterrupt))

    def _abort(self):
        self._aborting = True
        for task in list(self._tasks):
            if not task.done():
                task.cancel()

    def _on_task_done(self, task):
        del self._tasks[task]
        if self._waiter is not None and not self._tasks and not self._waiter.done():
            self._waiter.set_result(True)
        if task.cancelled():
            return
        exc = task.exception()
        if exc is None:
            return
        self._errors.append(exc)
        if self._is_base(exc) and self._base_error is None:
            self._base_error = exc
        if self._parent.done():
            self._loop.call_exception_handler({'message': f'Task {task!r} has errored out but its parent task '
                                                          f'{self._parent} is already completed',
                                               'exception': exc, 'task': task})
            return
        if not self._aborting and not self._parent_cancelled:
            self._abort()
            self._parent_cancelled = True
            self._parent.cancel()
