"""Locks, events, conditions, semaphores and barriers between tasks."""
from collections import deque
import asyncio.events as events
from asyncio.exceptions import BrokenBarrierError, CancelledError

__all__ = ('Lock', 'Event', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Barrier')


class _Base:
    """Knows its loop from the first wait on, and can be held by `async with`."""
    _loop = None

    def _get_loop(self):
        loop = events.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f'{self!r} is bound to a different event loop')
        return loop

    def _described(self, state):
        waiters = getattr(self, '_waiters', None)
        if waiters:
            state = f'{state}, waiters:{len(waiters)}'
        return f'<asyncio.locks.{type(self).__name__} object at {id(self):#x} [{state}]>'


class _Held(_Base):
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_Held):
    """At most one task holds it; waiting tasks get it in their order."""

    def __init__(self):
        self._waiters = deque()
        self._locked = False

    def __repr__(self):
        return self._described('locked' if self._locked else 'unlocked')

    def locked(self):
        return self._locked

    async def acquire(self):
        if not self._locked and all(w.cancelled() for w in self._waiters):
            self._locked = True
            return True
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except CancelledError:
            if not self._locked:
                self._wake_first()
            raise
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake_first()

    def _wake_first(self):
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(_Base):
    """A flag to wait for."""

    def __init__(self):
        self._waiters = deque()
        self._value = False

    def __repr__(self):
        return self._described('set' if self._value else 'unset')

    def is_set(self):
        return self._value

    def set(self):
        if not self._value:
            self._value = True
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        self._value = False

    async def wait(self):
        if self._value:
            return True
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
            return True
        finally:
            self._waiters.remove(waiter)


class Condition(_Held):
    """A lock with a way to wait for a change that another holder announces."""

    def __init__(self, lock=None):
        lock = Lock() if lock is None else lock
        self._lock = lock
        self.locked = lock.locked
        self.acquire = lock.acquire
        self.release = lock.release
        self._waiters = deque()

    def __repr__(self):
        return self._described('locked' if self.locked() else 'unlocked')

    async def wait(self):
        """Release the lock, wait for `notify`, take the lock again."""
        if not self.locked():
            raise RuntimeError('cannot wait on un-acquired lock')
        waiter = self._get_loop().create_future()
        self.release()
        try:
            try:
                self._waiters.append(waiter)
                try:
                    await waiter
                    return True
                finally:
                    self._waiters.remove(waiter)
            finally:
                error = None
                while True:
                    try:
                        await self.acquire()
                        break
                    except CancelledError as e:
                        error = e
                if error is not None:
                    try:
                        raise error
                    finally:
                        error = None
        except BaseException:
            # The announcement may have been for this task only: it is passed on.
            self._notify(1)
            raise

    async def wait_for(self, predicate):
        """Wait until a function of no arguments says yes."""
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake tasks that wait."""
        if not self.locked():
            raise RuntimeError('cannot notify on un-acquired lock')
        self._notify(n)

    def _notify(self, n):
        woken = 0
        for waiter in self._waiters:
            if woken >= n:
                break
            if not waiter.done():
                woken += 1
                waiter.set_result(False)

    def notify_all(self):
        self.notify(len(self._waiters))


class Semaphore(_Held):
    """A counter that `acquire` lowers and `release` raises; below zero is waiting."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        self._waiters = None
        self._value = value

    def __repr__(self):
        return self._described('locked' if self.locked() else f'unlocked, value:{self._value}')

    def locked(self):
        return self._value == 0 or any(not w.cancelled() for w in self._waiters or ())

    async def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        if self._waiters is None:
            self._waiters = deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except CancelledError:
            if waiter.done() and not waiter.cancelled():
                # The turn had come: it goes back.
                self._value += 1
            raise
        finally:
            while self._value > 0 and self._wake_next():
                pass
        return True

    def release(self):
        self._value += 1
        self._wake_next()

    def _wake_next(self):
        for waiter in self._waiters or ():
            if not waiter.done():
                self._value -= 1
                waiter.set_result(True)
                return True
        return False


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

    def __init__(self, parties):
        if parties < 1:
            raise ValueError('parties must be > 0')
        self._cond = Condition()
        self._parties = parties
        self._state = 'filling'
        self._count = 0

    def __repr__(self):
        state = self._state
        if not self.broken:
            state += f', waiters:{self.n_waiting}/{self.parties}'
        return f'<asyncio.locks.Barrier object at {id(self):#x} [{state}]>'

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the others; each gets a number of its own."""
        async with self._cond:
            await self._cond.wait_for(lambda: self._state not in ('draining', 'resetting'))
            if self._state == 'broken':
                raise BrokenBarrierError('Barrier aborted')
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = 'draining'
                    self._cond.notify_all()
                else:
                    await self._cond.wait_for(lambda: self._state != 'filling')
                    if self._state in ('broken', 'resetting'):
                        raise BrokenBarrierError('Abort or reset of barrier')
                return index
            finally:
                self._count -= 1
                if self._count == 0:
                    if self._state in ('resetting', 'draining'):
                        self._state = 'filling'
                    self._cond.notify_all()

    async def reset(self):
        """Back to the empty state; those that wait get an error."""
        async with self._cond:
            if self._count > 0:
                if self._state != 'resetting':
                    self._state = 'resetting'
            else:
                self._state = 'filling'
            self._cond.notify_all()

    async def abort(self):
        """Break the barrier."""
        async with self._cond:
            self._state = 'broken'
            self._cond.notify_all()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state == 'filling' else 0

    @property
    def broken(self):
        return self._state == 'broken'
