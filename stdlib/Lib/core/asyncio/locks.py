"""Locks, events, conditions, semaphores and barriers between tasks."""
from collections import deque
from asyncio.events import get_running_loop
from asyncio.exceptions import BrokenBarrierError, CancelledError

__all__ = ('Lock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Barrier')


class _Base:
    """Belongs to the loop in which a task first waits for it."""
    _loop = None

    def _get_loop(self):
        running = get_running_loop()
        if self._loop is None:
            self._loop = running
        elif self._loop is not running:
            raise RuntimeError(f'{self!r} is bound to a different event loop')
        return running

    def _described(self, state):
        if count := len(getattr(self, '_waiters', None) or ()):
            state += f', waiters:{count}'
        return f'<asyncio.locks.{type(self).__name__} object at {id(self):#x} [{state}]>'


async def _in_line(line, future):
    """Waits for a future that is in a line as long as the task waits."""
    line.append(future)
    try:
        await future
    finally:
        line.remove(future)


def _woken(line, count, result):
    """Ends the waiting of the first tasks in a line."""
    for future in line:
        if count <= 0:
            break
        if not future.done():
            future.set_result(result)
            count -= 1


class _Held(_Base):
    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_Held):
    """One task at a time has it; the others get it in the order in which they asked."""

    def __init__(self):
        self._locked, self._waiters = False, deque()

    def __repr__(self):
        return self._described('locked' if self._locked else 'unlocked')

    def locked(self):
        """Whether a task has the lock."""
        return self._locked

    async def acquire(self):
        """Waits until the lock is free, and takes it."""
        # A task that was woken and has not run yet has priority.
        if self._locked or not all([future.cancelled() for future in self._waiters]):
            try:
                await _in_line(self._waiters, self._get_loop().create_future())
            except CancelledError:
                if not self._locked:
                    # The lock was free for this task.
                    self._wake_first()
                raise
        self._locked = True
        return True

    def release(self):
        """Gives the lock to the next task."""
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake_first()

    def _wake_first(self):
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(_Base):
    """A flag that tasks wait for."""

    def __init__(self):
        self._value, self._waiters = False, deque()

    def __repr__(self):
        return self._described('set' if self._value else 'unset')

    def is_set(self):
        """Whether the flag is set."""
        return self._value

    def set(self):
        """Sets the flag, and wakes all that wait for it."""
        was_set, self._value = self._value, True
        if not was_set:
            _woken(self._waiters, len(self._waiters), True)

    def clear(self):
        """Takes the flag away."""
        self._value = False

    async def wait(self):
        """Waits until the flag is set."""
        if not self._value:
            await _in_line(self._waiters, self._get_loop().create_future())
        return True


class Condition(_Held):
    """A lock, and a way to wait for a change that another task announces."""

    def __init__(self, lock=None):
        self._lock = held = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = held.locked, held.acquire, held.release
        self._waiters = deque()

    def __repr__(self):
        return self._described('locked' if self.locked() else 'unlocked')

    async def wait(self):
        """Releases the lock, waits for `notify`, and takes the lock again."""
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        future = self._get_loop().create_future()
        self.release()
        try:
            try:
                await _in_line(self._waiters, future)
                return True
            finally:
                await self._take_again()
        except BaseException:
            # The notification may have been for this task, which cannot use it.
            self._notify(1)
            raise

    async def _take_again(self):
        """Takes the lock, even if the task is cancelled meanwhile; then raises that."""
        cancelled = None
        while True:
            try:
                await self.acquire()
                break
            except CancelledError as error:
                cancelled = error
        if cancelled is not None:
            try:
                raise cancelled
            finally:
                # The frame is part of the traceback, so this breaks a reference cycle.
                cancelled = None

    async def wait_for(self, predicate):
        """Waits until a function of no arguments returns true."""
        while not (result := predicate()):
            await self.wait()
        return result

    def notify(self, n=1):
        """Wakes `n` tasks that wait."""
        if self.locked():
            return self._notify(n)
        raise RuntimeError('cannot notify on un-acquired lock')

    def _notify(self, n):
        _woken(self._waiters, n, False)

    def notify_all(self):
        """Wakes all tasks that wait."""
        self.notify(len(self._waiters))


class Semaphore(_Held):
    """A counter that `acquire` lowers and `release` raises; below zero is waiting."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        # The queue is made when a task first waits.
        self._value, self._waiters = value, None

    def __repr__(self):
        return self._described('locked' if self.locked() else f'unlocked, value:{self._value}')

    def locked(self):
        """Whether `acquire` would wait."""
        return not self._value or any([not future.cancelled() for future in self._waiters or ()])

    async def acquire(self):
        """Waits until the counter is above zero, and lowers it."""
        if self.locked():
            if self._waiters is None:
                self._waiters = deque()
            future = self._get_loop().create_future()
            try:
                await _in_line(self._waiters, future)
            except CancelledError:
                if future.done() and not future.cancelled():
                    # The counter was decremented for this task.
                    self._value += 1
                raise
            finally:
                while self._value > 0 and self._wake_next():
                    pass
        else:
            self._value -= 1
        return True

    def release(self):
        """Raises the counter, or lets the next task have what it would be raised by."""
        self._value += 1
        self._wake_next()

    def _wake_next(self):
        future = next((one for one in self._waiters or () if not one.done()), None)
        if future is None:
            return False
        self._value -= 1
        future.set_result(True)
        return True


class BoundedSemaphore(Semaphore):
    """A semaphore that is never released more often than acquired."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError('BoundedSemaphore released too many times')
        super().release()


class Barrier(_Base):
    """Lets tasks go on when a number of them have arrived."""

    # 'filling' while tasks arrive, 'draining' while they leave, 'resetting' and 'broken' after these methods.
    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond, self._state = Condition(), 'filling'
        self._parties, self._count = parties, 0

    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: self._count if self._state == 'filling' else 0)
    broken = property(lambda self: self._state == 'broken')

    def __repr__(self):
        shown = self._state if self.broken else f'{self._state}, waiters:{self.n_waiting}/{self.parties}'
        return f'<asyncio.locks.Barrier object at {id(self):#x} [{shown}]>'

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Waits for the others. Each task gets another number from 0 on."""
        async with self._cond:
            # The tasks of the previous round leave first.
            await self._cond.wait_for(lambda: self._state in ('filling', 'broken'))
            if self.broken:
                raise BrokenBarrierError('Barrier aborted')
            number = self._count
            self._count = number + 1
            try:
                if self._count == self._parties:
                    self._change('draining')
                else:
                    await self._cond.wait_for(lambda: self._state != 'filling')
                    if self._state != 'draining':
                        raise BrokenBarrierError('Abort or reset of barrier')
                return number
            finally:
                self._count -= 1
                if not self._count:
                    self._change('broken' if self.broken else 'filling')

    def _change(self, state):
        self._state = state
        self._cond.notify_all()

    async def reset(self):
        """Empties the barrier; the tasks that wait get an error."""
        async with self._cond:
            self._change('resetting' if self._count else 'filling')

    async def abort(self):
        """Breaks the barrier: each use of it is an error from now on."""
        async with self._cond:
            self._change('broken')
