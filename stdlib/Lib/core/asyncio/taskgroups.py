"""Task groups: an `async with` block that waits for all tasks it started."""
import asyncio.events as events
import asyncio.tasks as tasks
from asyncio.exceptions import CancelledError

__all__ = ('TaskGroup',)


class TaskGroup:
    """When one task fails, the others and the block are cancelled; the failures come as a group."""

    def __init__(self):
        self._loop, self._parent, self._waiter = None, None, None
        # The running tasks, and the exceptions of failed tasks.
        self._tasks, self._errors, self._base_error = {}, [], None
        self._entered, self._exiting, self._aborting, self._parent_cancelled = False, False, False, False

    def __repr__(self):
        text = 'TaskGroup'
        for name, value in (('tasks', self._tasks), ('errors', self._errors)):
            if value:
                text += f' {name}={len(value)}'
        if self._aborting or self._entered:
            text += ' cancelling' if self._aborting else ' entered'
        return f'<{text}>'

    async def __aenter__(self):
        problem = 'has already been entered' if self._entered else None
        if problem is None:
            self._loop = events.get_running_loop()
            self._parent = tasks.current_task(self._loop)
            if self._parent is None:
                problem = 'cannot determine the parent task'
        if problem is not None:
            raise RuntimeError(f'TaskGroup {self!r} {problem}')
        self._entered = True
        return self

    async def __aexit__(self, et, exc, tb):
        try:
            return await self._leave(et, exc)
        finally:
            # The exceptions keep the frames on their way alive, so this breaks reference cycles.
            self._parent = self._errors = self._base_error = exc = None

    async def _leave(self, et, exc):
        self._exiting = True
        if et is not None and self._is_base(exc) and self._base_error is None:
            self._base_error = exc
        propagate = exc if et is not None and issubclass(et, CancelledError) else None
        if et is not None and not self._aborting:
            # The block failed, so all tasks that it started are cancelled.
            self._abort()
        while self._tasks:
            done = self._waiter = self._waiter or self._loop.create_future()
            try:
                await done
            except CancelledError as cancelled:
                if not self._aborting:
                    # The task around the block was cancelled by other code than this group.
                    propagate = cancelled
                    self._abort()
            self._waiter = None
        if self._base_error is not None:
            raise self._base_error
        # Code outside of the block does not see a cancellation by this group.
        if self._parent_cancelled and not self._parent.uncancel():
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
        problem = None
        if not self._entered:
            problem = 'has not been entered'
        elif self._exiting and not self._tasks:
            problem = 'is finished'
        elif self._aborting:
            problem = 'is shutting down'
        if problem is not None:
            coro.close()
            raise RuntimeError(f'TaskGroup {self!r} {problem}')
        made = self._loop.create_task(coro, name=name, context=context)
        self._tasks[made] = None
        made.add_done_callback(self._on_task_done)
        return made

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
        last = self._waiter if not self._tasks else None
        if last is not None and not last.done():
            last.set_result(True)
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        self._errors.append(error)
        if self._base_error is None and self._is_base(error):
            self._base_error = error
        if self._parent.done():
            text = f'Task {task!r} has errored out but its parent task {self._parent} is already completed'
            self._loop.call_exception_handler({'message': text, 'exception': error, 'task': task})
        elif not (self._aborting or self._parent_cancelled):
            # The block is cancelled too, because it may wait for something else.
            self._abort()
            self._parent_cancelled = True
            self._parent.cancel()
