"""`async with` blocks that end with TimeoutError when they take too long."""
import asyncio.events as events
import asyncio.tasks as tasks
from asyncio.exceptions import CancelledError

__all__ = ('Timeout', 'timeout', 'timeout_at')


class Timeout:
    """Cancels the task around it at a deadline, and turns that into TimeoutError."""

    def __init__(self, when):
        self._state = 'created'
        self._timer = self._task = None
        self._when = when

    def when(self):
        """The deadline on the loop's clock."""
        return self._when

    def reschedule(self, when):
        """Move the deadline."""
        if self._state != 'active':
            if self._state == 'created':
                raise RuntimeError('Timeout has not been entered')
            raise RuntimeError(f'Cannot change state of {self._state} Timeout')
        self._when = when
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if when is not None:
            loop = events.get_running_loop()
            if when <= loop.time():
                self._timer = loop.call_soon(self._too_late)
            else:
                self._timer = loop.call_at(when, self._too_late)

    def expired(self):
        """Whether the deadline has passed."""
        return self._state in ('expiring', 'expired')

    def __repr__(self):
        info = [f"'{self._state}'" if self._state == '' else self._state]
        if self._state == 'active':
            info.append(f'when={None if self._when is None else round(self._when, 3)}')
        return f'<Timeout [{info[0]}]{" " + " ".join(info[1:]) if info[1:] else ""}>'

    async def __aenter__(self):
        if self._state != 'created':
            raise RuntimeError('Timeout has already been entered')
        task = tasks.current_task()
        if task is None:
            raise RuntimeError('Timeout should be used inside a task')
        self._state = 'active'
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._state == 'expiring':
            self._state = 'expired'
            if self._task.uncancel() <= self._cancelling and exc_type is not None:
                if issubclass(exc_type, CancelledError):
                    raise TimeoutError from exc_val
                for exc in (exc_val, *getattr(exc_val, 'exceptions', ())):
                    _mark(exc)
        elif self._state == 'active':
            self._state = 'finished'
        return None

    def _too_late(self):
        self._task.cancel()
        self._state = 'expiring'
        self._timer = None


def _mark(exc):
    """The cancellation may have become the context of another exception."""
    while exc.__context__ is not None:
        if isinstance(exc.__context__, CancelledError):
            error = TimeoutError()
            error.__context__ = error.__cause__ = exc.__context__
            exc.__context__ = error
            break
        exc = exc.__context__


def timeout(delay):
    """At most so many seconds for an `async with` block; `None` for no limit."""
    loop = events.get_running_loop()
    return Timeout(loop.time() + delay if delay is not None else None)


def timeout_at(when):
    """As `timeout`, with a time of the loop's clock."""
    return Timeout(when)
